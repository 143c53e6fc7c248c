"""A peer over a real socket: sends messages or raw bytes, and waits for facts."""

from __future__ import annotations

import asyncio
import socket
import ssl
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import TypeVar

from server.wire.codec import decode_to_client, encode
from server.wire.frames import HEADER, FrameReader
from server.wire.limits import FRAME_LIMIT, PROTOCOL_VERSION
from server.wire.messages import Bye, Hello, Ping, Pong, Role, Snapshot, ToClient, ToHost, Welcome

PATIENCE = 10.0
"""Seconds after which a fact that did not come is a failure."""
WHOLE_PATIENCE = 60.0
"""Seconds after which something that others speak before is a failure: a host that pings is not silent."""
SOON = 6.0
"""Seconds in which what is to be done in two (a host's end) is done on a machine that is three times slower."""

Message = TypeVar("Message")


@dataclass
class Caller:
    """One connection. `heard` is every message so far, `raw` every byte."""

    reader: asyncio.StreamReader
    writer: asyncio.StreamWriter
    heard: list[ToClient] = field(default_factory=list)
    raw: bytearray = field(default_factory=bytearray)
    frames: FrameReader = field(default_factory=lambda: FrameReader(FRAME_LIMIT))
    seq: int = 0
    answers_pings: bool = True
    _unread: list[ToClient] = field(default_factory=list)

    def send(self, message: ToHost) -> None:
        """Send a message."""
        self.writer.write(encode(message))

    def send_raw(self, data: bytes) -> None:
        """Send bytes."""
        self.writer.write(data)

    def send_payload(self, payload: bytes) -> None:
        """Send bytes as one frame."""
        self.writer.write(HEADER.pack(len(payload)) + payload)

    def next_seq(self) -> int:
        """Return a command number that was not used on this connection."""
        self.seq += 1
        return self.seq

    async def read(self) -> ToClient | None:
        """Return the next message, None at the end of the stream; pings are answered on the way."""
        async with asyncio.timeout(PATIENCE):
            while not self._unread:
                try:
                    data = await self.reader.read(65536)
                except ConnectionResetError:
                    return None
                if not data:
                    return None
                self.raw += data
                self.frames.feed(data)
                self._unread += [decode_to_client(payload) for payload in self.frames.payloads()]
        message = self._unread.pop(0)
        self.heard.append(message)
        if isinstance(message, Ping) and self.answers_pings:
            self.send(Pong(message.n))
        return message

    async def expect(self, kind: type[Message], fits: Callable[[Message], bool] = lambda _: True) -> Message:
        """Return the next message of this kind that fits; what comes before it is kept in `heard`."""
        async with asyncio.timeout(WHOLE_PATIENCE):
            while (message := await self.read()) is not None:
                if isinstance(message, kind) and fits(message):
                    return message
        raise AssertionError(f"the host closed before a {kind.__name__}; heard {self.heard[-5:]}")

    async def bye(self) -> Bye:
        """Return the host's last message; nothing may come after it."""
        found = await self.expect(Bye)
        assert await self.read() is None
        return found

    async def enter(self, name: str = "Minji", role: Role = Role.PLAY, token: bytes | None = None) -> Welcome:
        """Say hello and return the welcome."""
        self.send(Hello(PROTOCOL_VERSION, role, name, token))
        welcome = await self.expect(Welcome)
        self.seq = max(self.seq, welcome.seq)
        return welcome

    @property
    def snapshot(self) -> Snapshot:
        """The newest snapshot that was heard."""
        return next(one for one in reversed(self.heard) if isinstance(one, Snapshot))

    def close(self) -> None:
        """Close the connection."""
        self.writer.close()


@asynccontextmanager
async def calling(
    port: int, tls: ssl.SSLContext | None = None, *, source: str | None = None
) -> AsyncIterator[Caller]:
    """Connect to a host on this machine, and close in the end.

    Args:
        source: another loopback address to call from; Linux has all of 127.0.0.0/8.
    """
    reader, writer = await asyncio.open_connection(
        "127.0.0.1",
        port,
        ssl=tls,
        server_hostname="localhost" if tls else None,
        limit=1 << 20,
        local_addr=None if source is None else (source, 0),
    )
    caller = Caller(reader, writer)
    try:
        yield caller
    finally:
        writer.transport.abort()


async def stopped_reader(port: int) -> socket.socket:
    """Say hello on a socket with little room, and read nothing from then on."""
    sock = socket.socket()
    sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    sock.setblocking(False)
    await asyncio.get_running_loop().sock_connect(sock, ("127.0.0.1", port))
    await asyncio.get_running_loop().sock_sendall(sock, encode(Hello(PROTOCOL_VERSION, Role.WATCH, "Stuck")))
    return sock
