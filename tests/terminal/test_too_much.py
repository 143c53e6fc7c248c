"""A terminal that sends too much at once: everything else has its turn, and nothing pasted is a key."""

from __future__ import annotations

import contextlib
import os
import signal
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from server.wire.messages import Act, Claim
from terra_tui.ui.signals import GRACE_SECONDS
from tests.terminal.client import staged_client
from tests.terminal.pty_screen import PtyScreen
from tests.terminal.seat import CTRL_Q
from tests.terminal.staged_host import StagedHost
from tests.ui.states import playing

GONE_SECONDS = 3.0
GROWTH_KB = 20_000
FLOOD = b"1" * 20_000


@pytest.fixture
def host() -> Iterator[StagedHost]:
    """A table in mid-round, Minji's hand on it."""
    staged = StagedHost()
    staged.stage(playing())
    yield staged
    staged.close()


@pytest.fixture
def terminal(tmp_path: Path, host: StagedHost) -> Iterator[PtyScreen]:
    """Minji's terminal."""
    with staged_client(tmp_path, host, "--lang", "en") as opened:
        opened.shows("YOUR HAND")
        opened.settle()
        yield opened


def pour(terminal: PtyScreen, data: bytes) -> None:
    """Send all of `data` as fast as the kernel takes it, drawing all the while."""
    os.set_blocking(terminal.fileno(), False)
    left = memoryview(data)

    def poured() -> bool:
        nonlocal left
        with contextlib.suppress(BlockingIOError):
            left = left[os.write(terminal.fileno(), left[:4096]) :]
        return not left

    terminal.until(poured, why="not all was taken")


def memory(terminal: PtyScreen) -> int:
    """Return how much memory the client has, in kB."""
    status = Path(f"/proc/{terminal.process.pid}/status").read_text("ascii")
    return next(int(line.split()[1]) for line in status.splitlines() if line.startswith("VmRSS"))


def test_a_flood_of_keys_costs_no_memory_and_the_screen_is_painted(terminal: PtyScreen) -> None:
    before = memory(terminal)
    pour(terminal, FLOOD * 5)
    terminal.shows(" SUM   1", seconds=1)
    assert memory(terminal) - before < GROWTH_KB


def test_ctrl_q_is_heard_at_once_after_a_flood(terminal: PtyScreen) -> None:
    pour(terminal, FLOOD + CTRL_Q.encode())
    terminal.shows("LEAVE THE TABLE?", seconds=3)


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP], ids=lambda number: number.name)
def test_a_signal_in_a_flood_ends_it_in_order(terminal: PtyScreen, number: signal.Signals) -> None:
    pour(terminal, FLOOD)
    began = time.monotonic()
    terminal.signal(number)
    assert terminal.ends() == 128 + number
    assert time.monotonic() - began < GONE_SECONDS
    assert terminal.restored


@pytest.mark.parametrize("flood", [b"", FLOOD], ids=["quiet", "flood"])
def test_a_terminal_that_is_closed_ends_it_in_order(terminal: PtyScreen, flood: bytes) -> None:
    pour(terminal, flood)
    began = time.monotonic()
    terminal.hang_up()
    assert terminal.ends() == 128 + signal.SIGHUP
    assert time.monotonic() - began < GRACE_SECONDS      # or it was by force


@pytest.mark.parametrize(
    "number", [signal.SIGINT, signal.SIGQUIT, signal.SIGUSR1, signal.SIGUSR2], ids=lambda number: number.name
)
def test_other_signals_restore_the_terminal_too(terminal: PtyScreen, number: signal.Signals) -> None:
    terminal.signal(number)
    assert terminal.ends() == 128 + number
    assert terminal.restored


@pytest.mark.parametrize("evil", ["ab\x1b[31m!", "ab\x1b!", "\x1b[20~", "\x1b\x11", "4\x1b[C\r!."], ids=repr)
def test_what_is_pasted_is_no_key(terminal: PtyScreen, host: StagedHost, evil: str) -> None:
    terminal.type(f"\x1b[200~{evil}\x1b[201~")
    terminal.type("4")
    terminal.shows(" SUM   4")
    assert host.said(Claim) == []
    assert host.said(Act) == []
    assert "LEAVE THE TABLE?" not in terminal.screen.text


def test_a_paste_that_never_ends_keeps_nobody_in(terminal: PtyScreen) -> None:
    terminal.type("\x1b[200~abc")
    terminal.settle()
    terminal.type(CTRL_Q)
    terminal.shows("LEAVE THE TABLE?")
