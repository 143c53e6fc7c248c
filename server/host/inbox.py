"""What one pass of the event loop read, collected, and handed over together in the order of its stamps.

Everything that the table is told goes through here: what came in the same pass has the same stamp, whichever
descriptor the selector named first (DESIGN.md 2.5), and a timer that is due in that pass comes after it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from operator import itemgetter
from typing import TypeAlias

Act: TypeAlias = Callable[[float], None]
"""Does something at the table, given the time at which it was read."""


class Inbox:
    """Collect in the callbacks of one pass, hand over at the start of the next.

    Args:
        on_bug: is told what an act raised; the acts after it are done all the same.
    """

    def __init__(self, loop: asyncio.AbstractEventLoop, on_bug: Callable[[Exception], None]) -> None:
        self._loop = loop
        self._on_bug = on_bug
        self._items: list[tuple[float, Act]] = []
        self._read_at: float | None = None
        self._planned = False
        self._closed = False

    def close(self) -> None:
        """Take nothing in any more."""
        self._closed = True

    def read(self, act: Act) -> None:
        """Take in something read from a socket, stamped with the time of the first read of this pass."""
        if self._read_at is None:
            self._read_at = self._loop.time()
        self._put(self._read_at, act)

    def put(self, act: Act) -> None:
        """Take in something that happened just now and is no read of a peer."""
        self._put(self._loop.time(), act)

    def _put(self, stamp: float, act: Act) -> None:
        if self._closed:
            return
        self._items.append((stamp, act))
        if not self._planned:
            self._planned = True
            # The reads of this pass are all in the loop's list of ready callbacks before this one is, so it runs
            # after the last of them; and before the reads of the next pass.
            self._loop.call_soon(self.hand_over)

    def hand_over(self) -> None:
        """Do what was collected, oldest first; what that puts in comes in the next pass."""
        self._planned = False
        self._read_at = None
        items, self._items = self._items, []
        items.sort(key=itemgetter(0))       # stable: equal stamps stay in the order in which they came
        for stamp, act in items:
            try:
                act(stamp)
            except Exception as error:
                self._on_bug(error)
