"""Hostile names and lines of chat through the real host and the real client into a terminal: 10,000 by lines.

A screen is painted for each line that is said, so it gets fewer of them. Each half of the way has its own test with
10,000: what a host lets through in tests/table/test_hostile_texts.py, what a screen draws of a host that cleans
nothing in test_hostile_texts.py.
"""

from __future__ import annotations

import socket
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from random import Random
from typing import Final

import pytest

from server.wire.codec import decode_to_client, encode
from server.wire.frames import FrameReader
from server.wire.limits import FRAME_LIMIT, PROTOCOL_VERSION
from server.wire.messages import Bye, Hello, Role, Say, ToHost, Welcome
from tests.terminal.client import client
from tests.terminal.hostile_text import hostile_text
from tests.terminal.pty_screen import PtyScreen
from tests.terminal.real_table import SLOW, RealHost, Rival
from tests.terminal.seat import ENTER
from tests.terminal.test_hostile_texts import SIZE, kinds, letters, rulers
from tests.terminal.waiting import until

ON_SCREEN: Final = 600
BY_LINES: Final = 10_000
CALLERS, LINES = 4, 28
"""In each batch so many come with a hostile name and say a line each, and so many are said by a player, at once."""
FRAME_END: Final = b"\x1b[?2026l"
HURRIED: Final = """
import sys
from dataclasses import replace
from server.host import server
from server.host.buckets import Rate
from server.host.limits import HostLimits
from server.host.run import main
much = Rate(1e6, 1e6)
limits = replace(HostLimits(), words=much, commands=much, frames=much, crowd_words=much, crowd_frames=much)
server.HostLimits = lambda: limits
sys.exit(main())
"""
"""A host whose chat has no allowances: they would make this take an hour."""


class Caller:
    """One who comes with a name to watch; a source until the host has answered."""

    def __init__(self, host: RealHost, name: str) -> None:
        self.comes_in: bool | None = None
        self._seq = 0
        self._frames = FrameReader(FRAME_LIMIT)
        self._sock = socket.create_connection(("127.0.0.1", host.port))
        self.send(Hello(PROTOCOL_VERSION, Role.WATCH, name))

    def __str__(self) -> str:
        return f"a caller who is in: {self.comes_in}"

    def fileno(self) -> int:
        """Return what `select` waits for."""
        return -1 if self.comes_in is not None else self._sock.fileno()

    def pump(self) -> None:
        """Read whether the name will do."""
        data = self._sock.recv(65536)
        self._frames.feed(data)
        for payload in self._frames.payloads():
            message = decode_to_client(payload)
            if isinstance(message, Welcome | Bye) and self.comes_in is None:
                self.comes_in = isinstance(message, Welcome)
        if not data and self.comes_in is None:
            self.comes_in = False

    def say(self, text: str) -> None:
        """Say something."""
        self._seq += 1
        self.send(Say(self._seq, text))

    def send(self, message: ToHost) -> None:
        """Send a message."""
        with suppress(OSError):
            self._sock.sendall(encode(message))

    def go(self) -> None:
        """Go without a word."""
        self._sock.close()


class Evening:
    """A table that stands still, before the eyes of one client, which draws a screen or prints lines."""

    def __init__(self, host: RealHost, rivals: list[Rival], terminal: PtyScreen, *, draws: bool) -> None:
        self.host = host
        self.rivals = rivals
        self.terminal = terminal
        self.draws = draws
        self.batches = self.let_in = 0

    def batch(self, names: list[str], lines: list[str]) -> bytes:
        """Let people with these names come, and say these lines; return what was drawn of it."""
        callers = [Caller(self.host, name) for name in names]
        until(lambda: all(one.comes_in is not None for one in callers), *callers, self.host, *self.rivals)
        inside = [one for one in callers if one.comes_in]
        self.let_in += len(inside)
        for one, line in zip(inside, lines, strict=False):
            one.say(line)
        self.batches += 1
        mark, jun = f"batch {self.batches}.", self.rivals[0]
        jun.send(*(Say(jun.seq(), line) for line in (*lines[len(inside) :], mark)))
        if self.draws:
            self.terminal.shows(mark)
        else:                             # our terminal does not scroll
            self.terminal.until(lambda: f"{mark}\r\n".encode() in self.terminal.drawn, why="not told")
        for one in callers:
            one.go()
        for rival in self.rivals:
            rival.heard.clear()
        # What was read may end within a frame, or within a sequence.
        frames, end, _ = bytes(self.terminal.drawn).rpartition(FRAME_END if self.draws else b"\n")
        del self.terminal.drawn[: len(frames) + len(end)]
        return frames + end


@contextmanager
def evening(folder: Path, *options: str) -> Iterator[Evening]:
    """Have a table of three with the real client at it, on a screen or by lines."""
    with RealHost(folder, "--seats", "3", *SLOW, program=("-c", HURRIED)) as host:
        rivals = [Rival(host, name, plays=False) for name in ("Jun", "Sora")]
        arguments = ("join", host.address, "--name", "Minji", "--lang", "en", *options)
        with client(folder, *arguments, size=SIZE, others=(host, *rivals)) as terminal:
            yield Evening(host, rivals, terminal, draws=not options)
        for rival in rivals:
            rival.close()


def line_of(random: Random, texts: int) -> str:
    """Return a line of chat with so many hostile texts in it."""
    return " ".join(hostile_text(random, 150 // texts) for _ in range(texts)) or "x"


@pytest.mark.parametrize("key", ["", "g"], ids=["the board", "the long log, with who watches"])
def test_hostile_texts_come_through_the_real_host_as_text_alone(tmp_path: Path, key: str) -> None:
    random = Random(f"48{key}")
    with evening(tmp_path) as table:
        terminal = table.terminal
        terminal.shows("Press Enter when you are ready")
        for rival in table.rivals:
            rival.ready()
        terminal.types_until(ENTER, lambda: "YOUR HAND" in terminal.screen.text, why="no round")
        terminal.type(key)
        drawn = bytes(terminal.drawn)
        for n in range(3):
            lines = [f"안녕 hello {n} {m}" for m in range(CALLERS + LINES)]
            drawn += table.batch([f"Bora{n}{m}" for m in range(CALLERS)], lines)
        usual, harmless, places = kinds(drawn), letters(drawn), rulers(terminal)
        assert table.let_in == 3 * CALLERS
        for _ in range(0, ON_SCREEN, CALLERS + 3 * (CALLERS + LINES)):
            names = [hostile_text(random, 64) or "x" for _ in range(CALLERS)]
            lines = [line_of(random, 3) for _ in range(CALLERS + LINES)]
            drawn = table.batch(names, lines)
            assert kinds(drawn) <= usual, (names, lines, kinds(drawn) - usual)
            assert letters(drawn) <= harmless, (names, lines, letters(drawn) - harmless)
            assert places <= rulers(terminal), (names, lines, terminal)
        assert terminal.screen.strange == []
        assert terminal.process.poll() is None
        assert table.let_in > table.batches / 2


def test_10_000_of_them_come_to_the_client_by_lines(tmp_path: Path) -> None:
    random = Random(49)
    with evening(tmp_path, "--plain") as table:
        table.terminal.shows("You sit at table lunch")
        lines_told = 0
        for _ in range(0, BY_LINES, CALLERS + 3 * (CALLERS + LINES)):
            names = [hostile_text(random, 64) or "x" for _ in range(CALLERS)]
            drawn = table.batch(names, [line_of(random, 3) for _ in range(CALLERS + LINES)])
            assert letters(drawn) <= {"\r", "\n"}, (names, drawn)
            assert b"\x1b" not in drawn
            lines_told += drawn.count(b"\n")
        assert lines_told > BY_LINES / 5          # a line that nothing is left of is told nobody
        assert table.terminal.process.poll() is None
