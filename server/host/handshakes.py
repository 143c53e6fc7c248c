"""TLS for those who come: one handshake in each pass of the loop, callers in turn: no player waits for a flood."""

from __future__ import annotations

import asyncio
import ssl
from collections import deque

from server.host.limits import HostLimits
from server.host.link import Link, LinkStage


class Handshakes:
    """Puts TLS between a link and its peer. A link that waits counts as pending, and falls to the same deadline.

    A handshake costs more than all else that a stranger can ask for.
    """

    def __init__(self, loop: asyncio.AbstractEventLoop, context: ssl.SSLContext, limits: HostLimits) -> None:
        self._loop = loop
        self._context = context
        self._limits = limits
        self._waiting: dict[str, deque[Link]] = {}      # by place, whose turn comes next first
        # The loop itself holds tasks only weakly; without this set a handshake could vanish half-way.
        self._running: set[asyncio.Task[None]] = set()
        self._planned = False

    def put(self, link: Link) -> None:
        """Let a new link wait for its turn; nothing is read from it meanwhile."""
        link.stage = LinkStage.TLS
        link.hold()
        self._waiting.setdefault(link.place, deque()).append(link)
        self._plan()

    def _plan(self) -> None:
        if not self._planned:
            self._planned = True
            self._loop.call_soon(self._begin)

    def _begin(self) -> None:
        """Begin with those who wait longest, one of each place in turn."""
        self._planned = False
        begun = False
        while self._waiting and not begun:
            place = next(iter(self._waiting))
            links = self._waiting.pop(place)
            link = links.popleft()
            if links:
                self._waiting[place] = links            # behind all others
            if link.stage is LinkStage.TLS:             # else it was given up meanwhile
                task = self._loop.create_task(self._shake_hands(link))
                self._running.add(task)
                task.add_done_callback(self._running.discard)
                begun = True
        if self._waiting:
            self._plan()

    async def _shake_hands(self, link: Link) -> None:
        try:
            secure = await self._loop.start_tls(
                link.transport,
                link,
                self._context,
                server_side=True,
                ssl_handshake_timeout=self._limits.hello,
                ssl_shutdown_timeout=self._limits.linger,
            )
        except OSError:
            secure = None
        if secure is None or link.stage is not LinkStage.TLS:
            # It failed, or was given up meanwhile: that closes the plain connection without telling the protocol
            # (asyncio 3.11).
            link.abort()
            link.connection_lost(None)
            return
        link.secured(secure)
