"""Virtual time: a queue of things to do, each at its microsecond, in an order that the seed alone decides."""

from __future__ import annotations

import heapq
from collections.abc import Callable
from typing import Final

SECOND: Final = 1_000_000
"""Microseconds."""
MILLI: Final = 1_000

Deed = Callable[[], None]


class Clock:
    """Time stands while something is done. Things due at the same microsecond are done in the order of planning.

    Attributes:
        now: microseconds.
    """

    def __init__(self) -> None:
        self.now = 1_000 * SECOND
        self._queue: list[tuple[int, int, Deed]] = []
        self._planned = 0

    @property
    def seconds(self) -> float:
        """The time as a table takes it."""
        return self.now / SECOND

    def after(self, micros: int, deed: Deed) -> None:
        """Do `deed` so many microseconds from now."""
        self.at(self.now + max(0, micros), deed)

    def at(self, time: int, deed: Deed) -> None:
        """Do `deed` at `time`, or now if that has passed."""
        self._planned += 1
        heapq.heappush(self._queue, (max(time, self.now), self._planned, deed))

    def step(self) -> bool:
        """Do the next thing; return False where nothing is planned."""
        if not self._queue:
            return False
        self.now, _, deed = heapq.heappop(self._queue)
        deed()
        return True
