"""A TCP proxy on loopback that delays what passes, each way, in order."""

from __future__ import annotations

import asyncio


class DelayingProxy:
    """Listens on 127.0.0.1 and passes bytes on to a port there, `delay` seconds later."""

    def __init__(self, port: int, delay: float) -> None:
        self._to = port
        self._delay = delay
        self._server: asyncio.Server | None = None
        self._tasks: set[asyncio.Task[None]] = set()

    async def start(self) -> int:
        """Listen; return the port."""
        self._server = await asyncio.start_server(self._accept, "127.0.0.1", 0)
        port: int = self._server.sockets[0].getsockname()[1]
        return port

    async def stop(self) -> None:
        """Stop, and cut what is connected."""
        assert self._server is not None
        self._server.close()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _accept(self, read: asyncio.StreamReader, write: asyncio.StreamWriter) -> None:
        host_read, host_write = await asyncio.open_connection("127.0.0.1", self._to)
        for source, target in ((read, host_write), (host_read, write)):
            task = asyncio.create_task(self._pass_on(source, target))
            self._tasks.add(task)

    async def _pass_on(self, source: asyncio.StreamReader, target: asyncio.StreamWriter) -> None:
        loop = asyncio.get_running_loop()
        try:
            while data := await source.read(65536):
                loop.call_later(self._delay, _write, target, data)
        except ConnectionResetError:
            pass
        finally:
            loop.call_later(self._delay, target.close)


def _write(target: asyncio.StreamWriter, data: bytes) -> None:
    if not target.is_closing():
        target.write(data)
