"""Everybody comes at once, as after a host's restart: real sockets, and the client's own waits between tries."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field

import msgpack  # type: ignore[import-untyped]

from server.wire.codec import encode
from server.wire.frames import FrameReader
from server.wire.limits import FRAME_LIMIT, PROTOCOL_VERSION
from server.wire.messages import Bye, Hello, Pong, Role, Snapshot, Welcome
from terra_tui.session.backoff import Backoff


@dataclass
class Returner:
    """Somebody who wants to be back at the table.

    Attributes:
        back: seconds from the storm's begin to the first snapshot, None until then.
        tries: how many connections it took.
    """

    name: str
    token: bytes | None = None
    role: Role = Role.WATCH
    back: float | None = None
    tries: int = 0
    byes: list[str] = field(default_factory=list)
    transport: asyncio.Transport | None = None

    async def come(self, port: int, begun: float) -> None:
        """Try until the table shows itself; after a loss wait as the client does."""
        loop = asyncio.get_running_loop()
        waits = Backoff(crowd=self.role is Role.WATCH)
        while self.back is None:
            self.tries += 1
            lost: asyncio.Future[None] = loop.create_future()
            try:
                transport, _ = await loop.create_connection(lambda: _Line(self, begun, lost), "127.0.0.1", port)  # noqa: B023
                self.transport = transport
                await lost
            except OSError:
                pass
            if self.back is None:
                await asyncio.sleep(waits.next())


class _Line(asyncio.Protocol):
    """One try. `over` is done once it led to a snapshot, or nowhere."""

    def __init__(self, who: Returner, begun: float, over: asyncio.Future[None]) -> None:
        self.who = who
        self.begun = begun
        self.over = over
        self.reader = FrameReader(FRAME_LIMIT)

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Say hello."""
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport
        who = self.who
        transport.write(encode(Hello(PROTOCOL_VERSION, who.role, who.name, who.token)))

    def data_received(self, data: bytes) -> None:
        """Look for the first snapshot; not more, for the crowd may share a processor with the host."""
        self.reader.feed(data)
        for payload in self.reader.payloads():
            fields = msgpack.unpackb(payload)
            tag = fields["t"]
            if tag == "ping":
                self.transport.write(encode(Pong(fields["n"])))
            elif tag == Welcome.TAG and self.who.role is Role.PLAY:
                self.who.token = fields["token"]
            elif tag == Bye.TAG:
                self.who.byes.append(fields["code"])
            elif tag == Snapshot.TAG and self.who.back is None:
                self.who.back = asyncio.get_running_loop().time() - self.begun
                self._done()

    def connection_lost(self, exc: Exception | None) -> None:
        """It led nowhere, if it did not lead to the table before."""
        self._done()

    def _done(self) -> None:
        if not self.over.done():
            self.over.set_result(None)


async def storm(port: int, watching: list[Returner], playing: list[Returner], patience: float) -> None:
    """Let all come at the same moment, the players behind the crowd; return when everybody is back.

    Raises:
        TimeoutError: somebody was not back after `patience` seconds.
    """
    begun = asyncio.get_running_loop().time()
    async with asyncio.timeout(patience):
        await asyncio.gather(*(one.come(port, begun) for one in (*watching, *playing)))
