"""When to try again after a lost link: at once, then after longer waits, always under a second (DESIGN.md 6)."""

from __future__ import annotations

import random
import time
from typing import Final

from terra_tui.session.state import Failure

DELAYS: Final = (0.0, 0.25, 0.5, 0.75)
"""Seconds; the last one goes on: a player is back within a second of the network, however long it was gone."""
FIRST_TRIES: Final = 3
"""How often a table is called again of which no welcome has come."""
EARLIER: Final = 0.25
"""A wait is shorter by up to this share, by chance: those who were lost together do not all try at once again."""
CROWD: Final = 0.5
"""Seconds by which a spectator's wait may be longer, by chance: players come first."""
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
    """The waits between tries.

    Args:
        crowd: for a spectator, of whom there may be hundreds.
    """

    def __init__(self, *, crowd: bool = False) -> None:
        self.tries = 0
        self._later = CROWD if crowd else 0.0

    def next(self, *, stopped: bool = False) -> float:
        """Return how many seconds to wait before the next try; of a host that was `stopped`, longer."""
        delay = STOPPED_DELAY if stopped else DELAYS[min(self.tries, len(DELAYS) - 1)]
        self.tries += 1
        return delay * random.uniform(1 - EARLIER, 1) + random.uniform(0, self._later)

    def held(self, seconds: float) -> None:
        """A welcomed link was up for `seconds`."""
        if seconds >= STEADY:
            self.tries = 0
