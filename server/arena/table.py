"""An arena's results as a table of text."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from server.arena.intervals import Interval, ratio, wilson
from server.arena.run import GameResult, Plan, bot_names
from server.console.say import say, say_count, word
from server.wire.text import cells


@dataclass
class Tally:
    """What the games came to, added up one by one.

    Attributes:
        games: how many were played.
        rounds: in all of them.
        won: each bot's wins.
        by_deal: for each deal, each bot's points, and the rounds: games of one deal are not independent.
    """

    plan: Plan
    games: int = 0
    rounds: int = 0
    decisions: int = 0
    won: list[float] = field(default_factory=list)
    by_deal: dict[int, tuple[list[int], list[int]]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.won = [0.0] * len(self.plan.bots)

    def add(self, result: GameResult) -> None:
        """Count a game in."""
        self.games += 1
        self.rounds += result.rounds
        self.decisions += result.decisions
        self.won = [won + share for won, share in zip(self.won, result.won, strict=True)]
        points, rounds = self.by_deal.setdefault(result.deal, ([0] * len(result.points), [0]))
        rounds[0] += result.rounds
        for bot, amount in enumerate(result.points):
            points[bot] += amount

    def games_won(self, bots: Sequence[int]) -> Interval:
        """Return the share of games that one of `bots` won on average."""
        return wilson(sum(self.won[bot] for bot in bots) / len(bots), self.games)

    def points_a_round(self, bots: Sequence[int]) -> Interval:
        """Return what one of `bots` won a round on average."""
        return ratio(
            (sum(points[bot] for bot in bots) / len(bots), rounds[0]) for points, rounds in self.by_deal.values()
        )


def lines(tally: Tally) -> list[str]:
    """Return the table: a row a bot, then a row for each level that more than one bot plays at."""
    levels: dict[str, list[int]] = defaultdict(list)
    for bot, level in enumerate(tally.plan.bots):
        levels[level].append(bot)
    rows = [(name, [bot]) for bot, name in enumerate(bot_names(tally.plan.bots))]
    if len(levels) > 1:
        rows += [(say("each {level}", level=level), bots) for level, bots in levels.items() if len(bots) > 1]
    heads = ("bot", "games won", "", "points a round", "")
    table = [tuple(word(head) if head else "" for head in heads), *(_row(tally, name, bots) for name, bots in rows)]
    played = [
        say_count("{n} game", "{n} games", tally.games),
        say_count("{n} round", "{n} rounds", tally.rounds),
        say("seed {n}", n=tally.plan.seed),
        *([say("duplicate deals")] if tally.plan.duplicate else []),
    ]
    return [*_aligned(table), say("{played}; in brackets 95% intervals", played=", ".join(played))]


def _row(tally: Tally, name: str, bots: Sequence[int]) -> tuple[str, ...]:
    won, points = tally.games_won(bots), tally.points_a_round(bots)
    return (
        name,
        f"{100 * won.mean:.1f}%",
        f"[{100 * won.low:.1f}, {100 * won.high:.1f}]",
        f"{points.mean:+.2f}",
        f"[{points.low:+.2f}, {points.high:+.2f}]",
    )


def _aligned(rows: Iterable[tuple[str, ...]]) -> list[str]:
    """Return the rows with the first column to the left and all others to the right."""
    table = list(rows)
    widths = [max(cells(row[column]) for row in table) for column in range(len(table[0]))]
    return [
        "  ".join(
            cell + " " * (width - cells(cell)) if column == 0 else " " * (width - cells(cell)) + cell
            for column, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in table
    ]
