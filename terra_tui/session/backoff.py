"""When to try again after a lost link: at once, then after longer waits, always under a second (DESIGN.md 6)."""

from __future__ import annotations

import time
from typing import Final

from terra_tui.session.state import Failure

DELAYS: Final = (0.0, 0.25, 0.5, 0.75)
"""Seconds; the last one goes on: a player is back within a second of the network, however long it was gone."""
STEADY: Final = 5.0
"""A link that held so long was a good one: the next loss begins with the shortest wait again."""
STOPPED_DELAY: Final = 2.0
STOPPED_SECONDS: Final = 600.0
"""A host that was stopped is called for so long, in case it is resumed."""


class StoppedHost:
    """A host that has said that it stops: `failure` says so as long as nobody answers."""

    def __init__(self, failure: Failure) -> None:
        self.failure = failure
        self._since = time.monotonic()

    @property
    def given_up(self) -> bool:
        """Whether it was called long enough."""
        return time.monotonic() - self._since > STOPPED_SECONDS


class Backoff:
    """The waits between tries."""

    def __init__(self) -> None:
        self.tries = 0

    def next(self, *, stopped: bool = False) -> float:
        """Return how many seconds to wait before the next try; of a host that was `stopped`, longer."""
        delay = STOPPED_DELAY if stopped else DELAYS[min(self.tries, len(DELAYS) - 1)]
        self.tries += 1
        return delay

    def held(self, seconds: float) -> None:
        """A welcomed link was up for `seconds`."""
        if seconds >= STEADY:
            self.tries = 0
