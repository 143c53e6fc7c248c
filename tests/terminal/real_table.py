"""A real host in a process of its own, and rivals over real sockets, read as the terminal beside them is read."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Final

from server.engine.state import Phase
from server.wire.codec import decode_to_client, encode
from server.wire.frames import FrameReader
from server.wire.limits import FRAME_LIMIT, PROTOCOL_VERSION
from server.wire.messages import (
    Act,
    DoDraw,
    DoKeep,
    Hello,
    Ping,
    Pong,
    Presence,
    Ready,
    Role,
    Roster,
    Snapshot,
    Stage,
    ToClient,
    ToHost,
    Welcome,
)
from tests.terminal.client import ROOT, environment
from tests.terminal.waiting import Source, pump, until

SLOW: Final = ("--ron-window", "1.5", "--turn-time", "none", "--pace", "0")


class RealHost:
    """`python -m server` (or another `program` of Python) on a port of its own; a source, for what it prints."""

    def __init__(
        self, folder: Path, *arguments: str, port: int = 0, program: tuple[str, ...] = ("-m", "server")
    ) -> None:
        self._folder = folder
        self._said = b""
        self.process = subprocess.Popen(
            [sys.executable, *program, "--port", str(port), "--bind", "127.0.0.1", "--no-discovery",
             "--store", str(folder / "games.db"), "--name", "lunch", *arguments],
            cwd=ROOT, env=environment(folder, PYTHONUNBUFFERED="1"),
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        )
        until(lambda: b"Ctrl+C stops" in self._said, self, why="the host does not listen")
        self.port = int(self._said.split(b", port ")[1].split(b"\n")[0].split(b",")[0])

    def __enter__(self) -> RealHost:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None
    ) -> None:
        self.kill()

    def __str__(self) -> str:
        return f"the host said {self._said.decode(errors='replace')}"

    def fileno(self) -> int:
        """Return what `select` waits for; -1 once it has ended."""
        assert self.process.stdout is not None
        return -1 if self.process.stdout.closed else self.process.stdout.fileno()

    def pump(self) -> None:
        """Read what it printed."""
        assert self.process.stdout is not None
        data = os.read(self.process.stdout.fileno(), 65536)
        self._said += data
        if not data:
            self.process.stdout.close()

    @property
    def address(self) -> str:
        """What a client is told."""
        return f"127.0.0.1:{self.port}"

    def kill(self) -> None:
        """End it as a crash would."""
        self.process.kill()
        self.process.wait()
        if self.process.stdout is not None:
            self.process.stdout.close()

    def freeze(self) -> None:
        """Let it stand still: nothing is answered until it is killed."""
        self.process.send_signal(signal.SIGSTOP)


class Rival:
    """A player, or one who watches, over a real socket; a source that answers pings and keeps what it heard.

    Attributes:
        plays: acts by itself: it draws and keeps, so that the table goes on.
    """

    def __init__(self, host: RealHost, name: str, role: Role = Role.PLAY, *, plays: bool = True) -> None:
        self.name = name
        self.plays = plays
        self.heard: list[ToClient] = []
        self.seat: int | None = None
        self._seq = 0
        self._answered = -1
        self._frames = FrameReader(FRAME_LIMIT)
        self._sock: socket.socket | None = socket.create_connection(("127.0.0.1", host.port))
        self.send(Hello(PROTOCOL_VERSION, role, name))
        until(lambda: any(isinstance(one, Welcome) for one in self.heard), self, why=f"{name} is not let in")

    def __str__(self) -> str:
        return f"{self.name} heard {self.heard[-3:]}"

    def fileno(self) -> int:
        """Return what `select` waits for."""
        return -1 if self._sock is None else self._sock.fileno()

    def pump(self) -> None:
        """Read and answer what came."""
        assert self._sock is not None
        try:
            data = self._sock.recv(65536)
        except OSError:
            data = b""
        if not data:
            self.close()
            return
        self._frames.feed(data)
        for payload in self._frames.payloads():
            self._hear(decode_to_client(payload))

    def close(self) -> None:
        """Go without a word."""
        if self._sock is not None:
            self._sock.close()
            self._sock = None

    def send(self, *messages: ToHost) -> None:
        """Send messages, all at once."""
        if self._sock is not None:
            with suppress(OSError):
                self._sock.sendall(b"".join(encode(message) for message in messages))

    def seq(self) -> int:
        """Return a new command number."""
        self._seq += 1
        return self._seq

    def ready(self) -> None:
        """Be ready for the next round."""
        self.send(Ready(self.seq(), nonce=bytes(16)))

    @property
    def roster(self) -> Roster:
        """Who is at the table."""
        return next(one for one in reversed(self.heard) if isinstance(one, Roster))

    @property
    def snapshot(self) -> Snapshot:
        """How the table stands."""
        return next(one for one in reversed(self.heard) if isinstance(one, Snapshot))

    def presence(self, seat: int) -> Presence:
        """Return whether the player in `seat` is there."""
        return self.roster.seats[seat].presence

    def _hear(self, message: ToClient) -> None:
        self.heard.append(message)
        match message:
            case Ping(n=n):
                self.send(Pong(n))
            case Welcome(seat=seat):
                self.seat = seat
            case Snapshot() if self.plays:
                self._act(message)

    def _act(self, snapshot: Snapshot) -> None:
        view = snapshot.view
        if snapshot.stage is not Stage.PLAY or view is None or view.turn != self.seat:
            return
        if snapshot.rev > self._answered:
            self._answered = snapshot.rev
            move = DoDraw() if view.phase is Phase.TURN else DoKeep()
            self.send(Act(self.seq(), snapshot.rev, move, 200))


def together(fact: Callable[[], bool], *sources: Source, why: str = "") -> None:
    """Read all sources until `fact` holds."""
    until(fact, *sources, why=why)


def drain(*sources: Source) -> None:
    """Read what is there just now."""
    while pump(sources, 0.0):
        pass
