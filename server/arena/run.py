"""Many games of bots, in one process or several; the results come in the order of the games, whatever the jobs."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from itertools import islice
from multiprocessing import get_context

from server.arena.chance import ArenaChance, bots_random
from server.arena.game import ArenaGame
from server.bots import make
from server.bots.player import Player
from server.engine.cards import Seat
from server.engine.rules import Rules
from server.wire.record import RecordPlayer, dump, game_line

CHUNK = 4
"""Games handed to a job at once."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What is played.

    Attributes:
        bots: the level of each bot; bot i sits in seat i, unless the deals are duplicate.
        games: how many.
        duplicate: play each deal once for each rotation of the seats, so that every bot holds every hand.
        rollouts: what `hard` may spend on a decision.
        record: whether the results carry the record's lines.
    """

    bots: tuple[str, ...]
    games: int
    seed: int
    duplicate: bool = False
    rollouts: int = 400
    rules: Rules = field(default_factory=Rules)
    record: bool = False

    def deal(self, number: int) -> int:
        """Return which deal game `number` plays, from 0."""
        return number // len(self.bots) if self.duplicate else number

    def seat_of(self, bot: int, number: int) -> Seat:
        """Return where bot `bot` sits in game `number`."""
        return (bot + number) % len(self.bots) if self.duplicate else bot


@dataclass(frozen=True, slots=True)
class GameResult:
    """One game.

    Attributes:
        deal: which deal it was; duplicate games share theirs.
        rounds: how many were begun.
        points: what each bot won or lost, in the order of `Plan.bots`.
        won: each bot's share of the win; equal scores share it (R7.4).
        decisions: how often the bots were asked.
        text: the record, empty unless it was wanted.
    """

    deal: int
    rounds: int
    points: tuple[int, ...]
    won: tuple[float, ...]
    decisions: int
    text: str = ""


def bot_names(bots: tuple[str, ...]) -> tuple[str, ...]:
    """Return a name for each bot: its level, numbered where it plays more than once."""
    return tuple(
        level if bots.count(level) == 1 else f"{level} {bots[: index + 1].count(level)}"
        for index, level in enumerate(bots)
    )


def play_number(plan: Plan, number: int) -> GameResult:
    """Play game `number` of `plan`, from 0; everything in it follows from the seed and the number."""
    seats = len(plan.bots)
    sits = {plan.seat_of(bot, number): bot for bot in range(seats)}
    players = [_player(plan.bots[sits[seat]], plan.rollouts) for seat in range(seats)]
    deal = plan.deal(number)
    match = ArenaGame(plan.rules, players, ArenaChance(plan.seed, deal), bots_random(plan.seed, number))
    match.play()
    game = match.game
    points = tuple(game.scores[plan.seat_of(bot, number)] - plan.rules.start for bot in range(seats))
    won = tuple(
        (plan.seat_of(bot, number) in game.winners) / len(game.winners) for bot in range(seats)
    )
    text = ""
    if plan.record:
        names = bot_names(plan.bots)
        told = [RecordPlayer(names[sits[seat]], "bot", plan.bots[sits[seat]]) for seat in range(seats)]
        lines = [game_line(plan.rules, told, None), *match.lines]
        text = "".join(dump(line) + "\n" for line in lines)
    return GameResult(deal, game.round, points, won, match.decisions, text)


def play_all(plan: Plan, jobs: int) -> Iterator[GameResult]:
    """Play all games and yield their results in order, each as soon as it and all before it are done.

    Args:
        jobs: processes; 1 plays in this one.
    """
    numbers = iter(range(plan.games))
    if jobs == 1:
        yield from map(partial(play_number, plan), numbers)
        return
    with ProcessPoolExecutor(jobs, mp_context=get_context("spawn"), initializer=_ignore_interrupts) as pool:
        first = (tuple(islice(numbers, CHUNK)) for _ in range(2 * jobs))
        waiting = [pool.submit(_play_chunk, plan, chunk) for chunk in first if chunk]
        try:
            while waiting:
                yield from waiting.pop(0).result()
                chunk = tuple(islice(numbers, CHUNK))
                if chunk:
                    waiting.append(pool.submit(_play_chunk, plan, chunk))
        finally:
            pool.shutdown(wait=True, cancel_futures=True)


def _play_chunk(plan: Plan, numbers: tuple[int, ...]) -> list[GameResult]:
    return [play_number(plan, number) for number in numbers]


def _ignore_interrupts() -> None:
    """Leave Ctrl-C to the process that shows the results."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


_PLAYERS: dict[tuple[str, int], Player] = {}


def _player(level: str, rollouts: int) -> Player:
    """Return a bot; one of a kind is enough, for a bot keeps nothing between calls but what it worked out."""
    key = (level, rollouts)
    if key not in _PLAYERS:
        _PLAYERS[key] = make(level, rollouts=rollouts)
    return _PLAYERS[key]
