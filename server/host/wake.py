"""The one timer of a table: the newest wish counts, and what was read in the same pass comes before it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Final

from server.host.inbox import Act, Inbox

SLEPT: Final = 2.0
"""Seconds by which no process that runs is late: it was stopped (SIGSTOP, a machine's snapshot)."""


class Wake:
    """Calls `tick` through the inbox when the table asked to be woken.

    Args:
        slept: is told before, at a time, by how many seconds this process overslept.
    """

    def __init__(
        self, loop: asyncio.AbstractEventLoop, inbox: Inbox, tick: Act, slept: Callable[[float, float], None]
    ) -> None:
        self._loop = loop
        self._inbox = inbox
        self._tick = tick
        self._slept = slept
        self._at = 0.0
        self._timer: asyncio.TimerHandle | None = None

    def set(self, at: float) -> None:
        """Wake the table at `at` (seconds of the loop's clock) and at no earlier wish."""
        self.cancel()
        self._at = at
        self._timer = self._loop.call_at(at, self._due)

    def cancel(self) -> None:
        """Forget the last wish."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _due(self) -> None:
        self._timer = None
        late = self._loop.time() - self._at
        if late > SLEPT:
            self._inbox.put(lambda now: self._slept(now, late))
        # A pass of the loop runs its reads before its timers, so the reads of this pass are in the inbox by now,
        # with an earlier stamp than this tick gets.
        self._inbox.put(self._tick)
