"""What the client must survive (UX.md), each row in a real pseudo-terminal."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.ui.terminal import SECONDS, Terminal

MENU = "Play against bots"


def test_bytes_that_are_not_utf8_are_ignored_and_play_goes_on(tmp_path: Path) -> None:
    with Terminal(tmp_path) as terminal:
        terminal.wait_for(MENU)
        terminal.type(b"\xb0\xa1\xff\xfe\x80")
        terminal.type(b"\x1b[B")
        terminal.wait_for("Host a table")
        assert terminal.process.poll() is None
        terminal.type(b"\x11")
        assert terminal.end() == 0
        assert terminal.restored


@pytest.mark.parametrize("number", [signal.SIGHUP, signal.SIGTERM])
def test_a_signal_ends_it_with_the_terminal_restored(tmp_path: Path, number: signal.Signals) -> None:
    with Terminal(tmp_path) as terminal:
        terminal.wait_for(MENU)
        terminal.process.send_signal(number)
        assert terminal.end() == 128 + number
        assert terminal.restored


def test_a_closed_terminal_ends_it(tmp_path: Path) -> None:
    terminal = Terminal(tmp_path)
    terminal.wait_for(MENU)
    os.close(terminal.slave)
    os.close(terminal.master)
    assert terminal.process.wait(SECONDS) in (0, 128 + signal.SIGHUP)


def test_standard_input_from_nowhere_ends_it(tmp_path: Path) -> None:
    terminal = Terminal(tmp_path, "--lang", "en")
    terminal.process.kill()
    terminal.process.wait()
    process = subprocess.Popen(
        [sys.executable, "-m", "terra_tui"], stdin=subprocess.DEVNULL, stdout=terminal.slave, stderr=terminal.slave,
        env={**os.environ, "TERM": "xterm", "XDG_CONFIG_HOME": str(tmp_path)}, start_new_session=True,
    )
    terminal.process = process
    with terminal:
        assert terminal.end() == 1
        assert b"must be a terminal" in terminal.drawn


def test_ctrl_q_in_the_menu_ends_it(tmp_path: Path) -> None:
    with Terminal(tmp_path) as terminal:
        terminal.wait_for(MENU)
        terminal.type(b"\x11")
        assert terminal.end() == 0
        assert terminal.restored


@pytest.mark.parametrize(
    "environment",
    [
        {"NO_COLOR": "1"}, {"TERM": "linux"}, {"TERM": "xterm"}, {"TERM": "screen"}, {"TERM": "tmux-256color"},
        {"TERM": "vt100"}, {"LANG": "ko_KR.UTF-8", "TERM": "linux"},
    ],
    ids=lambda environment: "-".join(environment.values()),
)
def test_poor_terminals_can_play(tmp_path: Path, environment: dict[str, str]) -> None:
    with Terminal(tmp_path, "--lang", "en", environment=environment) as terminal:
        terminal.wait_for(MENU)
        terminal.type(b"\x1b[B")
        terminal.wait_for("Host a table")
        terminal.type(b"\x11")
        assert terminal.end() == 0
        assert b"Traceback" not in terminal.drawn


def test_no_color_sends_no_colour(tmp_path: Path) -> None:
    with Terminal(tmp_path, environment={"NO_COLOR": "1"}) as terminal:
        terminal.wait_for(MENU)
        terminal.type(b"\x11")
        terminal.end()
        assert b"[38;" not in terminal.drawn
        assert b"[48;" not in terminal.drawn


def test_a_dumb_terminal_is_told_to_use_plain(tmp_path: Path) -> None:
    with Terminal(tmp_path, environment={"TERM": "dumb"}) as terminal:
        assert terminal.end() == 1
        assert b"--plain" in terminal.drawn
        assert b"Traceback" not in terminal.drawn


def test_box_lines_of_two_columns_bring_the_ascii_skin(tmp_path: Path) -> None:
    with Terminal(tmp_path, "solo", box_cells=2) as terminal:
        terminal.wait_for("+---+")
        terminal.type(b"\x11")
        terminal.wait_for("LEAVE")
        terminal.type(b"\r")
        assert terminal.end() == 0


def test_a_terminal_that_never_answers_gets_box_lines(tmp_path: Path) -> None:
    with Terminal(tmp_path, box_cells=0) as terminal:
        terminal.wait_for("█▀▀")


def test_ascii_can_be_forced(tmp_path: Path) -> None:
    with Terminal(tmp_path, "--ascii", "--lang", "en") as terminal:
        assert "█".encode() not in terminal.wait_for(MENU)


@pytest.mark.parametrize("size", [(10, 3), (1, 1), (60, 16), (480, 154)])
def test_any_size_and_a_resize(tmp_path: Path, size: tuple[int, int]) -> None:
    with Terminal(tmp_path, "--lang", "en", size=size) as terminal:
        terminal.wait_for(b"\x1b[?1049h")
        terminal.resize(80, 24)
        terminal.wait_for("F8")
        terminal.resize(*size)
        terminal.read(0.3)
        terminal.resize(100, 30)
        terminal.wait_for("F8")
        terminal.type(b"\x11")
        assert terminal.end() == 0


def test_an_arrow_key_split_by_lag_stays_an_arrow_key(tmp_path: Path) -> None:
    far = {"SSH_CONNECTION": "192.0.2.1 50000 192.0.2.2 22"}
    with Terminal(tmp_path, "--lang", "en", environment=far) as terminal:
        terminal.wait_for(MENU)
        terminal.type(b"\x1b")
        terminal.read(0.25)
        terminal.type(b"[B")
        terminal.wait_for("► Host a table")


def test_a_broken_settings_file_is_named_and_ignored(tmp_path: Path) -> None:
    config = tmp_path / "config" / "terra" / "config.toml"
    config.parent.mkdir(parents=True)
    config.write_text("theme = [", "utf-8")
    with Terminal(tmp_path) as terminal:
        terminal.wait_for("could not be read")
        terminal.type(b"\x11")
        assert terminal.end() == 0
