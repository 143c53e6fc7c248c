"""A host whose every word the test says: real sockets and the real codec, read as the terminal beside it is read.

Where a test needs a certain hand, window or rival's move at a certain moment, it plays this one; where it needs a
game, it plays a real host (`real_table`).
"""

from __future__ import annotations

import socket
import time
from contextlib import suppress
from dataclasses import replace
from typing import TypeVar

from server.wire.codec import decode_to_host, encode
from server.wire.frames import FrameReader
from server.wire.limits import FRAME_LIMIT, PROTOCOL_VERSION
from server.wire.messages import (
    Ack,
    Act,
    Bye,
    Claim,
    Code,
    Hello,
    Leave,
    Numbered,
    Ping,
    Pong,
    Refusal,
    Snapshot,
    ToClient,
    ToHost,
    Welcome,
)
from terra_tui.session.state import ClientState
from tests.terminal.waiting import Source

GAME = bytes(range(16))
TOKEN = bytes(32)

Kind = TypeVar("Kind")


class StagedHost:
    """Listens on loopback and welcomes one client after another; a source of `waiting.until`.

    Attributes:
        got: what the client has said, pings aside.
        hellos: every hello.
        turned_away: what every hello is answered with instead of a table, such as a question for a passphrase.
    """

    def __init__(self, table: str = "lunch") -> None:
        self._table = table
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.door = _Door(self._listener, self)
        self.peer: _Peer | None = None
        self.got: list[ToHost] = []
        self.hellos: list[Hello] = []
        self.turned_away: ToClient | None = None
        self.rev = 100
        self._seat: int | None = 0

    @property
    def address(self) -> str:
        """What a client is told."""
        return f"127.0.0.1:{self._listener.getsockname()[1]}"

    @property
    def sources(self) -> tuple[Source, ...]:
        """What has to be read while a client plays here."""
        return (self.door, _Late(self))

    def close(self) -> None:
        """Stop."""
        self._listener.close()
        if self.peer is not None:
            self.peer.close()

    # ---- what it says ------------------------------------------------------------------------------------------

    def stage(self, state: ClientState, *, seat: int | None = 0) -> None:
        """Say from now on that the table is as in `state`."""
        assert state.snapshot is not None
        self._seat = seat
        self.state = state
        if self.peer is not None:
            self.tell(state)

    def tell(self, state: ClientState, *events: Numbered) -> int:
        """Send the table as it is in `state`, as a new revision, which a window is named after; return it."""
        assert state.snapshot is not None
        self.rev += 1
        moment = state.snapshot.moment
        moment = None if moment is None else replace(moment, window=self.rev)
        told = replace(state.snapshot, rev=self.rev, moment=moment, events=(*state.log, *events))
        if state.roster is not None:
            self.send(state.roster)
        self.send(told)
        return self.rev

    def send(self, *messages: ToClient) -> None:
        """Send messages to the client."""
        assert self.peer is not None
        self.peer.send(*messages)

    def snap(self, snapshot: Snapshot) -> None:
        """Send one snapshot as the next revision."""
        self.rev += 1
        self.send(replace(snapshot, rev=self.rev))

    # ---- what it hears -----------------------------------------------------------------------------------------

    def said(self, kind: type[Kind]) -> list[Kind]:
        """Return what the client has said of this kind."""
        return [message for message in self.got if isinstance(message, kind)]

    @property
    def moves(self) -> list[object]:
        """The moves that the client wished for."""
        return [act.move for act in self.said(Act)]

    def hear(self, message: ToHost) -> None:
        """Take one message, and answer it as a host would."""
        match message:
            case Hello():
                self.hellos.append(message)
                if self.turned_away is not None:
                    self.send(self.turned_away)
                    return
                seat = self._seat
                token = None if seat is None else TOKEN
                self.send(Welcome(PROTOCOL_VERSION, self._table, GAME, seat, token, 0))
                self.tell(self.state)
            case Ping(n=n):
                self.send(Pong(n))
            case Pong():
                pass
            case Leave():
                self.got.append(message)
                self.send(Bye(Code.LEFT, "goodbye"))
            case Act() | Claim():
                self.got.append(message)
            case _:
                self.got.append(message)
                seq = getattr(message, "seq", None)
                if seq is not None:
                    self.send(Ack(seq))

    def refuse_all(self) -> None:
        """Answer the moves and claims that wait, so that the next may come."""
        for command in self.got:
            if isinstance(command, Act | Claim):
                self.send(Refusal(Code.STALE.value, "The table has moved on since then.", command.seq))
        self.got.clear()

    def accept(self, sock: socket.socket) -> None:
        """Take a new client; the one before has gone."""
        if self.peer is not None:
            self.peer.close()
        self.peer = _Peer(sock, self)


class _Door:
    """The listening socket as a source."""

    def __init__(self, listener: socket.socket, host: StagedHost) -> None:
        self._listener = listener
        self._host = host

    def __str__(self) -> str:
        return "the staged host's door"

    def fileno(self) -> int:
        return self._listener.fileno()

    def pump(self) -> None:
        self._host.accept(self._listener.accept()[0])


class _Late:
    """Whoever is the host's client just now, as a source."""

    def __init__(self, host: StagedHost) -> None:
        self._host = host

    def __str__(self) -> str:
        return f"the staged host heard {self._host.got[-5:]}"

    def fileno(self) -> int:
        return -1 if self._host.peer is None else self._host.peer.fileno()

    def pump(self) -> None:
        if self._host.peer is not None:
            self._host.peer.pump()


class _Peer:
    """The client's link."""

    def __init__(self, sock: socket.socket, host: StagedHost) -> None:
        sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._sock = sock
        self._host = host
        self._frames = FrameReader(FRAME_LIMIT)
        self.heard = time.monotonic()

    def fileno(self) -> int:
        return self._sock.fileno()

    def pump(self) -> None:
        try:
            data = self._sock.recv(65536)
        except OSError:
            data = b""
        if not data:
            self.close()
            return
        self._frames.feed(data)
        for payload in self._frames.payloads():
            self._host.hear(decode_to_host(payload))

    def send(self, *messages: ToClient) -> None:
        with suppress(OSError):
            self._sock.sendall(b"".join(encode(message) for message in messages))

    def close(self) -> None:
        self._sock.close()
