"""One peer's connection: bytes in with their time, frames out when the peer takes them. Knows no rules.

A protocol, not streams: nothing here is awaited, so no peer can make the host wait, and `data_received` is the
first moment at which Python knows of a byte, which is the time that a race is judged by (DESIGN.md 2).
"""

from __future__ import annotations

import asyncio
import socket
from enum import StrEnum
from typing import Final, Protocol

from server.host import sockopts
from server.host.buckets import Bucket
from server.host.door import Visit
from server.host.limits import HostLimits
from server.host.networks import place_of
from server.host.outbox import Encoder, Outbox
from server.wire.frames import FrameReader
from server.wire.limits import FRAME_LIMIT_HELLO
from server.wire.messages import Bye, Code, Hello, Role, ToClient


class LinkStage(StrEnum):
    """How far a link has come."""

    TLS = "tls"              # shaking hands
    HELLO = "hello"          # nothing heard yet
    PROOF = "proof"          # asked for the passphrase
    IN = "in"                # the table knows it
    CLOSING = "closing"      # its last message is written; what comes is thrown away
    CLOSED = "closed"


ASK_AGAIN: Final = 0.002
"""Seconds after which a plain transport under TLS is asked again whether it is rid of everything."""

PENDING = frozenset({LinkStage.TLS, LinkStage.HELLO, LinkStage.PROOF})


class Keeper(Protocol):
    """What a link reports to."""

    def opened(self, link: Link) -> None:
        """The connection is made."""

    def received(self, link: Link, data: bytes) -> None:
        """Bytes came."""

    def ended(self, link: Link) -> None:
        """The peer will send no more."""

    def closed(self, link: Link) -> None:
        """The connection is gone."""

    def told(self, link: Link, numbers: list[int]) -> None:
        """What was sent with these numbers has been handed to the kernel."""

    def overdue(self, link: Link, code: Code) -> None:
        """The peer is to be cut: SLOW or SILENT."""


class Link(asyncio.Protocol):
    """A connection. `peer` is its number at the table."""

    def __init__(
        self, peer: int, keeper: Keeper, loop: asyncio.AbstractEventLoop, encoder: Encoder, limits: HostLimits
    ) -> None:
        now = loop.time()
        self.peer = peer
        self.stage = LinkStage.HELLO
        self.address = ""
        self.place = ""                       # what counts as one caller, see `networks`
        self.reader = FrameReader(FRAME_LIMIT_HELLO)
        self.visit: Visit | None = None       # from its hello on
        self.known = False                    # to the table
        self.plays = False                    # holds a seat
        self.frames = Bucket(limits.frames, now)
        self.crowd_frames = Bucket(limits.crowd_frames, now)
        self.moves = Bucket(limits.moves, now)
        self.claims = Bucket(limits.claims, now)
        self.commands = Bucket(limits.commands, now)
        self.lasting = Bucket(limits.lasting, now)
        self.words = Bucket(limits.words, now)
        self.since = now                      # when it came; when its closing began
        self._keeper = keeper
        self._loop = loop
        self._encoder = encoder
        self._limits = limits
        self._outbox = Outbox()
        self._transport: asyncio.Transport | None = None
        self._below: asyncio.Transport | None = None      # the plain one under TLS
        self._asking: asyncio.TimerHandle | None = None
        self._paused = False
        self._stuck_since = now
        self._left_over = 0                   # bytes in the transport's buffer when last looked at
        self._discarded = 0
        self._numbers: list[int] = []         # of what was written and is not with the kernel yet
        self._peer_ended = False
        self._early = b""                     # what came through TLS before it was in place here

    # ---- from the loop --------------------------------------------------------------------------------------

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Take the transport; it may buffer nothing, so that it tells at once when the kernel is full."""
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        transport.set_write_buffer_limits(high=0)
        sock = transport.get_extra_info("socket")
        if sock is not None:
            sockopts.prepare(sock)
        self.address = _host_of(transport.get_extra_info("peername"))
        self.place = place_of(self.address)
        self._keeper.opened(self)

    def secured(self, transport: asyncio.Transport) -> None:
        """Go on over TLS: `transport` takes the place of the plain one."""
        # One byte, not none: with a limit of 0 asyncio 3.11 pauses a TLS link that has nothing to write, and never
        # resumes it.
        transport.set_write_buffer_limits(high=1, low=0)
        self._below, self._transport = self._transport, transport
        self.stage = LinkStage.HELLO
        if self._early:
            early, self._early = self._early, b""
            self._keeper.received(self, early)

    def data_received(self, data: bytes) -> None:
        """Report what came, at once: its time is now."""
        if self.stage is LinkStage.TLS:
            # A hello in the same segment as the end of the handshake: asyncio hands it on one step before
            # `start_tls` returns, and what answers it now would write past TLS.
            self._early += data
            return
        if self.stage in (LinkStage.CLOSING, LinkStage.CLOSED):
            # Read on for a moment: to close with unread bytes would reset the connection, and the peer might
            # never see why (RFC 1122, 4.2.2.13).
            self._discarded += len(data)
            if self._discarded > self._limits.discarded:
                self.abort()
            return
        self._keeper.received(self, data)

    def eof_received(self) -> bool:
        """The peer ends its half; what it sent before is answered first."""
        self._peer_ended = True
        if self.stage is LinkStage.CLOSING:
            self.abort()
        else:
            self._keeper.ended(self)
        return self.transport.can_write_eof()      # a half-open TLS link does not exist

    def connection_lost(self, exc: Exception | None) -> None:
        """The connection is gone, for whatever reason."""
        before, self.stage = self.stage, LinkStage.CLOSED
        if before is not LinkStage.CLOSED:
            self._keeper.closed(self)

    def pause_writing(self) -> None:
        """The kernel takes no more for now."""
        self._paused = True
        self._stuck_since = self._loop.time()
        self._left_over = self.transport.get_write_buffer_size()

    def resume_writing(self) -> None:
        """The kernel has taken everything."""
        self._paused = False
        self._report_told()
        self.flush()
        if self.stage is LinkStage.CLOSING and not self._paused:
            self._end_writing()

    # ---- from the host --------------------------------------------------------------------------------------

    @property
    def transport(self) -> asyncio.Transport:
        """The connection; there is one from `connection_made` on."""
        assert self._transport is not None
        return self._transport

    @property
    def sock(self) -> socket.socket | None:
        """The socket, for what the kernel knows of it."""
        found: socket.socket | None = self.transport.get_extra_info("socket")
        return found

    @property
    def pending(self) -> bool:
        """Whether the link is not through the door yet."""
        return self.stage in PENDING

    @property
    def watches(self) -> bool:
        """Whether it is in as a spectator; what came to play is no spectator before its welcome either."""
        if self.stage is not LinkStage.IN or self.plays or self.visit is None:
            return False
        return only_watches(self.visit.hello)

    def send(self, message: ToClient, told: int | None = None) -> None:
        """Let `message` wait for the next `flush`. A peer that lets too much wait is reported as SLOW."""
        if self.stage not in (LinkStage.CLOSING, LinkStage.CLOSED) and not self._outbox.put(message, told):
            self._keeper.overdue(self, Code.SLOW)

    def flush(self) -> None:
        """Write all that waits, unless the kernel is full: then it waits on, and the newest wins."""
        if self._paused or not self._outbox or self.stage is LinkStage.CLOSED:
            return
        data, numbers = self._outbox.drain(self._encoder)
        self._numbers += numbers
        if self.transport.is_closing():
            return                     # asyncio logs writes to a dead peer; there is nobody to tell
        self.transport.write(data)     # calls pause_writing where not all of it was taken
        if not self._paused:
            self._report_told()

    def finish(self, bye: Bye | None) -> None:
        """Say goodbye after all that waits, and close; by force after `linger` seconds."""
        if self.stage in (LinkStage.CLOSING, LinkStage.CLOSED):
            return
        tls = self.stage is LinkStage.TLS
        if bye is not None and not tls:
            self._outbox.put(bye)
        self.stage = LinkStage.CLOSING
        self.since = self._loop.time()
        self.go_on()                   # or its end would not be seen
        if tls:
            self.abort()
            return
        self.flush()
        if not self._paused:
            self._end_writing()

    def hold(self) -> None:
        """Read no more until `go_on`; what the peer sends waits in the kernel, and then on its own machine."""
        self.transport.pause_reading()

    def go_on(self) -> None:
        """Read again."""
        self.transport.resume_reading()

    def abort(self) -> None:
        """Close at once."""
        if self._transport is not None:
            self._transport.abort()

    def cut(self) -> None:
        """Close at once a link that the table does not know; nothing that it sent is taken in any more."""
        self.stage = LinkStage.CLOSED
        self.abort()

    def look(self, now: float) -> None:
        """Act on what has taken too long by `now`."""
        if self.stage is LinkStage.CLOSING:
            if now - self.since > self._limits.linger:
                self.abort()
        elif self.pending:
            if now - self.since > self._limits.hello:
                self._keeper.overdue(self, Code.SILENT)
        elif self._paused:
            left = self.transport.get_write_buffer_size()
            if left < self._left_over:
                self._left_over, self._stuck_since = left, now
            elif now - self._stuck_since > self._limits.stuck:
                self._keeper.overdue(self, Code.SLOW)

    # ---- parts ----------------------------------------------------------------------------------------------

    def _report_told(self) -> None:
        if not self._numbers or self.stage is not LinkStage.IN:
            self._numbers = []
        elif self._below is not None and self._below.get_write_buffer_size():
            # TLS hands one write on to the plain transport, is done with it, and hears no more of it.
            if self._asking is None:
                self._asking = self._loop.call_later(ASK_AGAIN, self._ask_again)
        else:
            numbers, self._numbers = self._numbers, []
            self._keeper.told(self, numbers)

    def _ask_again(self) -> None:
        self._asking = None
        if not self._paused:
            self._report_told()

    def _end_writing(self) -> None:
        """Everything is with the kernel: end our half, and wait for the peer to end its own."""
        transport = self.transport
        if transport.is_closing():
            return
        if self._peer_ended or not transport.can_write_eof():
            transport.close()
            return
        try:
            transport.write_eof()
        except OSError:                # reset by the peer, and asyncio does not know it yet
            transport.abort()


def only_watches(hello: Hello) -> bool:
    """Return whether a visitor asks for no seat; a token is for a seat, whatever else the hello says."""
    return hello.role is Role.WATCH and hello.token is None


def _host_of(peername: object) -> str:
    """Return the address without port; an IPv4 address that came in over an IPv6 socket as what it is."""
    if not isinstance(peername, tuple) or not peername:
        return ""
    host = str(peername[0])
    return host.removeprefix("::ffff:") if "." in host else host
