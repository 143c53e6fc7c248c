"""When to try again after a lost link: at once, then after longer waits, always under a second (DESIGN.md 6)."""

from __future__ import annotations

from typing import Final

DELAYS: Final = (0.0, 0.25, 0.5, 0.75)
"""Seconds; the last one goes on: a player is back within a second of the network, however long it was gone."""
STEADY: Final = 5.0
"""A link that held so long was a good one: the next loss begins with the shortest wait again."""


class Backoff:
    """The waits between tries."""

    def __init__(self) -> None:
        self.tries = 0

    def next(self) -> float:
        """Return how many seconds to wait before the next try."""
        delay = DELAYS[min(self.tries, len(DELAYS) - 1)]
        self.tries += 1
        return delay

    def held(self, seconds: float) -> None:
        """A welcomed link was up for `seconds`."""
        if seconds >= STEADY:
            self.tries = 0
