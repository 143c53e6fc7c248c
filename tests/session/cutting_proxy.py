"""A TCP proxy that cuts each connection after so many bytes, whichever way they went."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from types import TracebackType


class CuttingProxy:
    """Listens on loopback before the host at `port`; `next_cut()` says after how many bytes each link is cut.

    Attributes:
        cuts: how many links it has cut.
    """

    def __init__(self, port: int, next_cut: Callable[[], int]) -> None:
        self._host_port = port
        self._next_cut = next_cut
        self._server: asyncio.Server | None = None
        self._links: set[asyncio.Task[None]] = set()
        self.cuts = 0

    async def __aenter__(self) -> CuttingProxy:
        self._server = await asyncio.start_server(self._serve, "127.0.0.1", 0)
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        assert self._server is not None
        self._server.close()
        for link in tuple(self._links):
            link.cancel()
        await asyncio.gather(*self._links, return_exceptions=True)

    @property
    def address(self) -> str:
        """What a client is told."""
        assert self._server is not None
        return f"127.0.0.1:{self._server.sockets[0].getsockname()[1]}"

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._links.add(task)
        host_reader, host_writer = await asyncio.open_connection("127.0.0.1", self._host_port)
        link = _Link(self._next_cut())
        ways = [
            asyncio.create_task(link.carry(reader, host_writer)),
            asyncio.create_task(link.carry(host_reader, writer)),
        ]
        try:
            await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
        finally:
            self.cuts += link.left == 0
            for way in ways:
                way.cancel()
            for end in (writer, host_writer):
                end.transport.abort()
                # The socket is closed a pass of the loop later; a loop that ends before leaves it open.
                with suppress(ConnectionError):
                    await end.wait_closed()
            self._links.discard(task)


class _Link:
    """One connection and how many bytes it may still carry."""

    def __init__(self, most: int) -> None:
        self.left = most

    async def carry(self, source: asyncio.StreamReader, target: asyncio.StreamWriter) -> None:
        """Carry bytes one way until the link has had its share."""
        try:
            while self.left and (data := await source.read(4096)):
                target.write(data[: self.left])
                self.left -= min(self.left, len(data))
                await target.drain()
        except ConnectionError:
            return
