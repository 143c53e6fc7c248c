"""One peer's link as the table sees it: who it is, when it was heard, how long its round trip is."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field
from statistics import median
from typing import Final

from server.engine.cards import Seat
from server.table.effects import Peer
from server.table.race import Path
from server.wire.messages import Ack, Refusal

PING_EVERY: Final = 2.0
UNSTEADY_AFTER: Final = 4.0
AWAY_AFTER: Final = 8.0
SAMPLES: Final = 32
"""How many of the newest round trips tell the jitter."""
MOST_JITTER: Final = 0.020
"""Seconds. More than this is not made up for: a client can make its link look uneven, and gain by it."""
COVERED: Final = 0.003
"""Seconds of a usual round trip's excess that the credit's margin of 4 ms covers."""
ANSWERS: Final = 128
"""How many answers to commands are remembered for a repeated `seq`."""


@dataclass(slots=True)
class Answers:
    """The answers to the commands of one seat or spectator, by `seq`; an open one is None.

    A command that was sent again after a lost link gets its first answer and is not done twice.
    """

    known: dict[int, Ack | Refusal | None] = field(default_factory=dict)
    forgotten: int = -1

    @property
    def highest(self) -> int:
        """The highest `seq` seen."""
        return max(self.known, default=self.forgotten)

    def open(self, seq: int) -> None:
        """Note that `seq` is being done."""
        self.known[seq] = None
        while len(self.known) > ANSWERS:
            oldest = min(self.known)
            del self.known[oldest]
            self.forgotten = max(self.forgotten, oldest)

    def stale(self, seq: int) -> bool:
        """Return whether the answer to `seq` is no longer known."""
        return seq <= self.forgotten


@dataclass(slots=True)
class Link:
    """A welcomed peer. Times are seconds.

    Attributes:
        seat: the seat it plays; None for a spectator.
        name: a spectator's name.
        heard: when anything was last read from it.
        events: the number of the newest event it was sent.
        rev: the revision it was sent last.
        kernel: the smallest round trip that the kernel saw, None where it does not tell.
    """

    peer: Peer
    seat: Seat | None
    name: str
    heard: float
    events: int = 0
    rev: int = -1
    kernel: float | None = None
    answers: Answers = field(default_factory=Answers)
    _pings: dict[int, float] = field(default_factory=dict)
    _next: int = 0
    _trips: deque[float] = field(default_factory=lambda: deque(maxlen=SAMPLES))

    def ping(self, now: float) -> int:
        """Return the number of a new ping that leaves now; at most four are awaited."""
        self._next += 1
        self._pings[self._next] = now
        self._pings.pop(self._next - 4, None)
        return self._next

    def pong(self, now: float, n: int) -> None:
        """Take in the answer to ping `n`; one that was not asked for counts for nothing."""
        sent = self._pings.pop(n, None)
        if sent is not None:
            self._trips.append(max(0.0, now - sent))

    @property
    def path(self) -> Path:
        """What the race may make up for on this link.

        The jitter is by how much one way of a usual round trip is longer than in the shortest one, beyond what the
        credit's margin covers: the most credit is then what a message and its answer usually take. On an uneven
        link an honest player loses by that about as little as a liar gains (docs/fairness.md has the figures). The
        median, because one late answer must not count; at most `MOST_JITTER`, because pongs can be held back.
        """
        trips = self._trips
        least = self.kernel if self.kernel is not None else min(trips, default=0.0)
        usual = median(trips) if trips else least
        jitter = min(max(0.0, (usual - least - COVERED) / 2), MOST_JITTER)
        return Path(round(least * 1_000_000), round(jitter * 1_000_000))
