"""A real host on this loop, on loopback, for whole games over real sockets."""

from __future__ import annotations

import asyncio
from pathlib import Path
from types import TracebackType

from server.host.evening import open_evening
from server.host.listening import listen
from server.host.options import LOCAL_ONLY, HostOptions
from server.host.server import Host
from server.wire.settings import Level, Settings

QUICK = Settings(seats=3, pace=0, ron_window=0, ron_joint=0, turn_time=0, between_time=600_000, grace=3_600_000)


class RealHost:
    """`async with RealHost(folder) as host`: a table of three, kept in `folder`."""

    def __init__(
        self,
        folder: Path,
        settings: Settings = QUICK,
        *,
        bots: int = 0,
        passphrase: str | None = None,
        seed: int | None = None,
        tls: tuple[Path, Path] | None = None,
    ) -> None:
        self._folder = folder
        self._options = HostOptions(
            port=0,
            bind=LOCAL_ONLY,
            name="lunch",
            settings=settings,
            bots=(Level.EASY,) * bots,
            passphrase=passphrase,
            discovery=False,
            store=folder / "games.db",
            seed=seed,
            tls_cert=None if tls is None else tls[0],
            tls_key=None if tls is None else tls[1],
        )
        self._host: Host | None = None

    async def __aenter__(self) -> RealHost:
        self._folder.mkdir(exist_ok=True)
        sock = listen(self._options.bind, 0)
        evening = open_evening(self._options)
        self._host = Host(self._options, evening.table, evening.store)
        await self._host.start(sock)
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        assert self._host is not None
        await self._host.stop()
        asyncio.get_running_loop().set_exception_handler(None)

    @property
    def port(self) -> int:
        """The port it listens on."""
        assert self._host is not None
        return self._host.port

    @property
    def address(self) -> str:
        """What a client is told."""
        return f"{LOCAL_ONLY}:{self.port}"
