"""A rogue host's flood (DESIGN.md 7): the client's memory stays bounded, its keys act, and the player can leave."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.terminal.client import client
from tests.terminal.flooding_host import KINDS, FloodingHost
from tests.terminal.pty_screen import PtyScreen
from tests.terminal.seat import CTRL_Q, ENTER

FLOOD_SECONDS = 3.0
GROWTH_MB = 25
ACT_SECONDS = 8.0
"""An idle machine takes 0.1; this one may be slow, and run other tests beside."""
LEAVE_SECONDS = 8.0
FLOOD_BYTES = 100_000


@contextmanager
def flooded(folder: Path, frame: Callable[[int], bytes], *arguments: str, ready: str) -> Iterator[PtyScreen]:
    """Give a terminal whose client has been flooded for a while; fail where that has filled its memory."""
    host = FloodingHost(frame)
    try:
        with client(folder, "join", host.address, "--name", "Minji", "--lang", "en", *arguments) as terminal:
            terminal.shows(ready)
            before = _megabytes(terminal)
            host.begin()
            end = time.monotonic() + FLOOD_SECONDS
            terminal.until(
                lambda: host.sent > FLOOD_BYTES and time.monotonic() > end, why="the flood is not read"
            )
            assert terminal.process.poll() is None
            assert _megabytes(terminal) - before < GROWTH_MB
            yield terminal
    finally:
        host.close()


def _megabytes(terminal: PtyScreen) -> float:
    """Return what the client's memory takes, in MB."""
    status = Path(f"/proc/{terminal.process.pid}/status").read_text("ascii")
    (line,) = [line for line in status.splitlines() if line.startswith("VmRSS")]
    return int(line.split()[1]) / 1000


@pytest.mark.parametrize("frame", KINDS, ids=lambda frame: str(frame.__name__))
def test_amid_a_flood_the_screens_keys_act_and_it_can_be_left(
    tmp_path: Path, frame: Callable[[int], bytes]
) -> None:
    with flooded(tmp_path, frame, ready="YOUR HAND") as terminal:
        terminal.type(CTRL_Q)
        terminal.shows("Keep my seat", seconds=ACT_SECONDS)
        terminal.type(ENTER)
        assert terminal.ends(LEAVE_SECONDS) == 0
        assert terminal.restored


@pytest.mark.parametrize("frame", KINDS, ids=lambda frame: str(frame.__name__))
def test_amid_a_flood_plain_mode_can_be_left(tmp_path: Path, frame: Callable[[int], bytes]) -> None:
    with flooded(tmp_path, frame, "--plain", ready="Laid by") as terminal:
        terminal.type("quit\n")
        assert terminal.ends(LEAVE_SECONDS) == 0
        assert terminal.restored
