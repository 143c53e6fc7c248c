"""A terminal that sends too much at once: everything else has its turn, and nothing pasted is a key."""

from __future__ import annotations

import contextlib
import os
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from server.wire.messages import Act, Claim
from terra_tui.locale.words import Words
from terra_tui.ui.draw.lines import pad
from tests.terminal.client import UNFORCED, staged_client
from tests.terminal.pty_screen import PtyScreen
from tests.terminal.seat import CTRL_Q
from tests.terminal.staged_host import StagedHost
from tests.ui.states import playing

AT_ONCE_SECONDS = 5.0
"""Seconds; a machine with nothing else to do takes a tenth."""
POURED_SECONDS = 60.0
GROWTH_KB = 20_000
FLOOD = b"1" * 20_000
in_both = pytest.mark.parametrize("lang", ["en", "ko"])


def sum_row(words: Words, text: str) -> str:
    """Return how the row of a sum begins."""
    return f" {pad(words.say('table.sum'), 5)} {text}"


@pytest.fixture
def host() -> Iterator[StagedHost]:
    """A table in mid-round, Minji's hand on it."""
    staged = StagedHost()
    staged.stage(playing())
    yield staged
    staged.close()


@pytest.fixture
def words(lang: str) -> Words:
    """The words of the screen."""
    return Words(lang)


@pytest.fixture
def terminal(tmp_path: Path, host: StagedHost, words: Words) -> Iterator[PtyScreen]:
    """Minji's terminal, in the language that each test names; what ends in it has ended in order, not by force."""
    with staged_client(tmp_path, host, "--lang", words.lang, program=UNFORCED) as opened:
        opened.shows(words.say("table.your_hand"))
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

    terminal.until(poured, seconds=POURED_SECONDS, why="not all was taken")


def memory(terminal: PtyScreen) -> int:
    """Return how much memory the client has, in kB."""
    status = Path(f"/proc/{terminal.process.pid}/status").read_text("ascii")
    return next(int(line.split()[1]) for line in status.splitlines() if line.startswith("VmRSS"))


@in_both
def test_a_flood_of_keys_costs_no_memory_and_the_screen_is_painted(terminal: PtyScreen, words: Words) -> None:
    before = memory(terminal)
    pour(terminal, FLOOD * 5)
    terminal.shows(sum_row(words, "1"), seconds=AT_ONCE_SECONDS)
    assert memory(terminal) - before < GROWTH_KB


@in_both
def test_ctrl_q_is_heard_at_once_after_a_flood(terminal: PtyScreen, words: Words) -> None:
    pour(terminal, FLOOD + CTRL_Q.encode())
    terminal.shows(words.say("leave.heading"), seconds=AT_ONCE_SECONDS)


@pytest.mark.parametrize(("number", "lang"), [(signal.SIGTERM, "en"), (signal.SIGHUP, "ko")], ids=str)
def test_a_signal_in_a_flood_ends_it_in_order(terminal: PtyScreen, number: signal.Signals) -> None:
    pour(terminal, FLOOD)
    terminal.signal(number)
    assert terminal.ends() == 128 + number
    assert terminal.restored


@pytest.mark.parametrize(("flood", "lang"), [(b"", "en"), (FLOOD, "ko")], ids=["quiet", "flood"])
def test_a_terminal_that_is_closed_ends_it_in_order(terminal: PtyScreen, flood: bytes) -> None:
    pour(terminal, flood)
    terminal.hang_up()
    assert terminal.ends() == 128 + signal.SIGHUP


@pytest.mark.parametrize(
    ("number", "lang"),
    [(signal.SIGINT, "en"), (signal.SIGQUIT, "ko"), (signal.SIGUSR1, "en"), (signal.SIGUSR2, "ko")], ids=str,
)
def test_other_signals_restore_the_terminal_too(terminal: PtyScreen, number: signal.Signals) -> None:
    terminal.signal(number)
    assert terminal.ends() == 128 + number
    assert terminal.restored


@pytest.mark.parametrize(("evil", "lang"), [
    ("ab\x1b[31m!", "en"), ("ab\x1b!", "ko"), ("\x1b[20~", "en"), ("\x1b\x11", "ko"), ("4\x1b[C\r!.", "en"),
    ("4\x1b[C\r!.", "ko"),
], ids=repr)
def test_what_is_pasted_is_no_key(terminal: PtyScreen, host: StagedHost, words: Words, evil: str) -> None:
    terminal.type(f"\x1b[200~{evil}\x1b[201~")
    terminal.type("4")
    terminal.shows(sum_row(words, "4"))
    assert host.said(Claim) == []
    assert host.said(Act) == []
    assert words.say("leave.heading") not in terminal.screen.text


@in_both
def test_a_paste_that_never_ends_keeps_nobody_in(terminal: PtyScreen, words: Words) -> None:
    terminal.type("\x1b[200~abc")
    terminal.settle()
    terminal.type(CTRL_Q)
    terminal.shows(words.say("leave.heading"))
