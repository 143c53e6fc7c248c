"""What the players of a store's games have done, by name."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from server.engine.events import EndReason
from server.wire.record import players_of


@dataclass(slots=True)
class PlayerStats:
    """One player's figures.

    Attributes:
        games: played to the end; a stopped game counts for rounds alone.
        wins: equal scores share a win (R7.4), so it may be a fraction.
        rounds: settled ones, void ones included.
        points: won or lost in all of them.
        rons: declared, last singles included (R5.3).
        terras: declared.
    """

    games: int = 0
    wins: float = 0.0
    rounds: int = 0
    points: int = 0
    rons: int = 0
    terras: int = 0

    @property
    def points_a_round(self) -> float:
        """What a round brought on average, 0 where none was played."""
        return self.points / self.rounds if self.rounds else 0.0


def collect(
    lines: Iterable[Mapping[str, Any]], found: dict[str, PlayerStats] | None = None
) -> dict[str, PlayerStats]:
    """Return the figures of every name in these lines, of one record or of many after one another.

    Lines are believed: they come from the host's own store.

    Args:
        found: the figures so far, which are added to.

    Raises:
        RecordError: a game's first line names no players.
    """
    found = {} if found is None else found
    seats: list[PlayerStats] = []
    for line in lines:
        kind = line.get("t")
        if kind == "game":
            names = [player.name for player in players_of(line)]
            seats = [found.setdefault(name, PlayerStats()) for name in names]
            start = line["rules"]["start"]
            scores = [start] * len(names)
        elif not seats:
            continue
        elif kind in ("lay", "match"):
            seats[line["seat"]].terras += line["terra"]
        elif kind == "ron":
            for seat in line["seats"]:
                seats[seat].rons += 1
        elif kind in ("settle", "end"):
            _score(seats, scores, line)
            scores = line["scores"]
    return found


def _score(seats: list[PlayerStats], before: list[int], line: Mapping[str, Any]) -> None:
    """Count a settled round or an ended game in."""
    ended, settled = line["t"] == "end", line["t"] == "settle"
    for seat, stats in enumerate(seats):
        stats.points += line["scores"][seat] - before[seat]
        stats.rounds += settled
        if ended and line["reason"] != EndReason.STOPPED:
            stats.games += 1
            stats.wins += (seat in line["winners"]) / len(line["winners"])
        # A game that a back match ends has no settlement, yet its last round was played (R7.2).
        if ended and line["scores"] != before:
            stats.rounds += 1
