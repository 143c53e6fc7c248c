"""A rogue host that talks without end, as fast as its client reads; it runs in a thread beside the test."""

from __future__ import annotations

import socket
import threading
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace

from server.wire.codec import encode
from server.wire.limits import PROTOCOL_VERSION
from server.wire.messages import Moment, Numbered, Ping, Refusal, Said, Snapshot, SpectatorInfo, Stage, Welcome
from server.wire.snapshots import fit_snapshot
from tests.terminal.staged_host import GAME, TOKEN
from tests.ui.states import ROSTER, view

WIDE = "글" * 90
AT_ONCE = 50


def largest(number: int) -> bytes:
    """Return a snapshot that fills its frame with chat."""
    chat = tuple(Numbered(number * 64 + n, Said("글" * 8, f"{WIDE}{number}", 4)) for n in range(13))
    return _snapshot(number, chat)


def smallest(number: int) -> bytes:
    """Return a snapshot without an event; each has the turn change and calls for the player."""
    return _snapshot(number, ())


def _snapshot(number: int, events: tuple[Numbered, ...]) -> bytes:
    seen = replace(view(), deck=number % 60, turn=number % 2)
    return encode(fit_snapshot(Snapshot(number, Stage.PLAY, seen, Moment(number, 1500, 1500), events=events)))


def refusal(number: int) -> bytes:
    """Return a refusal of what was never asked."""
    return encode(Refusal("stale", f"{WIDE[:70]}{number}", number % 99))


def roster(number: int) -> bytes:
    """Return a roster full of watchers."""
    watchers = tuple(SpectatorInfo("글" * 8) for _ in range(16))
    return encode(replace(ROSTER, watching=number % 1000, spectators=watchers))


def ping(number: int) -> bytes:
    """Return a ping, to be answered."""
    return encode(Ping(number % 1000))


class FloodingHost:
    """Welcomes one client to a table in mid-round, and floods it once `begin` is called.

    Attributes:
        sent: bytes of the flood so far.
    """

    def __init__(self, frame: Callable[[int], bytes]) -> None:
        self._frame = frame
        self._listener = socket.create_server(("127.0.0.1", 0))
        self._go = threading.Event()
        self._stop = threading.Event()
        self.sent = 0
        self._threads: list[threading.Thread] = []
        self._start(self._serve)

    @property
    def address(self) -> str:
        """What the client is told."""
        return f"127.0.0.1:{self._listener.getsockname()[1]}"

    def begin(self) -> None:
        """Let the flood begin."""
        self._go.set()

    def close(self) -> None:
        """Stop, and wait for the threads."""
        self._stop.set()
        self._go.set()
        with suppress(OSError):
            self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()
        for thread in self._threads:
            thread.join()

    def _start(self, work: Callable[..., None], *values: object) -> None:
        thread = threading.Thread(target=work, args=values, daemon=True)
        self._threads.append(thread)
        thread.start()

    def _serve(self) -> None:
        with suppress(OSError):
            peer, _ = self._listener.accept()
            with peer:
                peer.recv(600)
                welcome = Welcome(PROTOCOL_VERSION, "lunch", GAME, 0, TOKEN)
                peer.sendall(encode(welcome) + encode(ROSTER) + smallest(1))
                self._start(_drain, peer)
                self._go.wait()
                peer.settimeout(0.2)
                self._flood(peer)

    def _flood(self, peer: socket.socket) -> None:
        number = 2
        while not self._stop.is_set():
            left = b"".join(self._frame(number + n) for n in range(AT_ONCE))
            number += AT_ONCE
            while left and not self._stop.is_set():
                with suppress(TimeoutError):
                    taken = peer.send(left)
                    self.sent += taken
                    left = left[taken:]


def _drain(peer: socket.socket) -> None:
    """Read what the client says, so that it is never the host that is slow."""
    with suppress(OSError):
        while peer.fileno() >= 0:
            with suppress(TimeoutError):
                if not peer.recv(65536):
                    return


KINDS: Sequence[Callable[[int], bytes]] = (largest, smallest, refusal, roster, ping)
