"""How long a client works on what its host sends before keys and painting have their turn (DESIGN.md 7).

A real host's bursts pass at once. One that sends without end gets a share of the time and no more: what it sends
beyond that stays in the network, where it fills no memory of the client's and slows down nobody but the host.
"""

from __future__ import annotations

from typing import Final

SHARE: Final = 0.3
"""Of all time, in the long run."""
BURST: Final = 0.15
"""Seconds of work that a link may have saved up."""
REST: Final = 0.02
"""Seconds without work once it is used up."""


class Pace:
    """Counts the work of one link. Times are seconds, monotonic."""

    def __init__(self, now: float) -> None:
        self._left = BURST
        self._since = now

    def begin(self, now: float) -> None:
        """Work begins: what was saved up since the last time counts."""
        self._left = min(BURST, self._left + (now - self._since) * SHARE)
        self._since = now

    def spent(self, now: float) -> bool:
        """Return whether all time is used up, with what has passed since `begin` or the last call."""
        self._left -= now - self._since
        self._since = now
        return self._left <= 0
