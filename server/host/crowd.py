"""What spectators sent, taken in when there is time: a small share of each pass of the loop, in turn.

Nobody is read again before what it sent was taken in, so a crowd that sends more than the host can take is held up
by its own connections (TCP's flow control), and no player waits for it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Final

from server.host.inbox import Inbox
from server.host.link import Link

SHARE: Final = 0.002
"""Seconds that spectators may take of one pass; what has begun then is done."""


class Crowd:
    """The queue of what spectators sent: at most one read of each.

    Args:
        take_in: does what a link's bytes ask for, at a time.
    """

    def __init__(
        self, loop: asyncio.AbstractEventLoop, inbox: Inbox, take_in: Callable[[Link, bytes, float], None]
    ) -> None:
        self._loop = loop
        self._inbox = inbox
        self._take_in = take_in
        self._waiting: dict[Link, bytes] = {}      # in the order in which they came
        self._planned = False

    def put(self, link: Link, data: bytes) -> None:
        """Let `data` wait for its turn; nothing more is read from `link` meanwhile."""
        link.hold()
        self._waiting[link] = self._waiting.get(link, b"") + data
        self._plan()

    def finish(self, link: Link, now: float) -> None:
        """Take in what still waits of a link that has ended."""
        data = self._waiting.pop(link, None)
        if data is not None:
            self._take_in(link, data, now)

    def forget(self, link: Link) -> None:
        """Drop what waits of a link that is gone."""
        self._waiting.pop(link, None)

    def _plan(self) -> None:
        if not self._planned:
            self._planned = True
            self._inbox.put(self._serve)

    def _serve(self, now: float) -> None:
        """Take in what waits longest, until the share is used up; the others come in the next pass."""
        self._planned = False
        end = self._loop.time() + SHARE
        while self._waiting and self._loop.time() < end:
            link = next(iter(self._waiting))
            data = self._waiting.pop(link)
            link.go_on()
            self._take_in(link, data, now)
        if self._waiting:
            self._plan()
