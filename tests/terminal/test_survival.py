"""What the client must survive (UX.md): rows of the table, at a real host, in a pseudo-terminal."""

from __future__ import annotations

import os
import signal
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from server.wire.messages import Kind, Presence, Say, Stage
from tests.terminal.client import TERRA, client, environment
from tests.terminal.pty_screen import PtyScreen
from tests.terminal.real_table import SLOW, RealHost, Rival, drain, together
from tests.terminal.seat import CTRL_Q, DOWN, ENTER, TAB
from tests.terminal.waiting import until

GONE_SECONDS = 3.0


class Table:
    """A real host, two rivals who draw, and the client `Minji` in her seat."""

    def __init__(self, folder: Path, names: tuple[str, str] = ("Jun", "Sora"), **options: object) -> None:
        self.folder = folder
        self.host = RealHost(folder, "--seats", "3", *SLOW)
        self.rivals = [Rival(self.host, name) for name in names]
        self._options = options
        self.terminal = self.join()

    def join(self, *arguments: str) -> PtyScreen:
        """Return a terminal in which Minji joins, or comes back."""
        return client(
            self.folder, "join", self.host.address, "--name", "Minji", *(arguments or ("--lang", "en")),
            others=[self.host, *self.rivals], **self._options,      # type: ignore[arg-type]
        )

    def begin(self) -> None:
        """Start the round."""
        self.terminal.shows("Press Enter when you are ready")
        for rival in self.rivals:
            rival.ready()
        self.terminal.types_until(ENTER, lambda: "YOUR HAND" in self.terminal.screen.text, why="no round")

    def rivals_see(self, presence: Presence) -> None:
        """Wait until the first rival sees Minji so."""
        rival = self.rivals[0]
        together(lambda: rival.presence(2) is presence, *self.rivals, self.host, why=f"not seen {presence}")

    def close(self) -> None:
        """End all of it."""
        self.terminal.__exit__(None, None, None)
        for rival in self.rivals:
            rival.close()
        self.host.kill()


@contextmanager
def table(folder: Path, names: tuple[str, str] = ("Jun", "Sora"), **options: object) -> Iterator[Table]:
    """Open a table with Minji's client in a terminal."""
    opened = Table(folder, names, **options)
    try:
        yield opened
    finally:
        opened.close()


# ---- names and chat that would be markup or commands ---------------------------------------------------------


def test_names_and_chat_that_look_like_markup_are_text_everywhere(tmp_path: Path) -> None:
    with table(tmp_path, ("[/red]", "[@click=a.b]x[/]")) as at:
        at.terminal.shows("[/red]", "[@click=a.b]x[/]")
        at.begin()
        at.terminal.shows("[/red]", "[@click=a.b]x[/]")
        for text in ("[@click=app.quit]x[/]", "[b", "Player [/] joined", "[link=https://a.b]c[/link]"):
            at.rivals[0].send(Say(at.rivals[0].seq(), text))
            at.terminal.shows(f"[/red]: {text}")
        assert at.terminal.process.poll() is None
        assert at.terminal.screen.strange == []


def test_escape_sequences_and_bidi_in_chat_reach_no_terminal(tmp_path: Path) -> None:
    with table(tmp_path) as at:
        at.begin()
        before = len(at.terminal.drawn)
        evil = "a\x1b[2Jb\x1b]52;c;ZXZpbA==\x07c\x1b]2;title\x07d\u202ee\u200bf\x9bg\r\nh"
        at.rivals[0].send(Say(at.rivals[0].seq(), evil))
        at.rivals[0].send(Say(at.rivals[0].seq(), "that was all"))
        at.terminal.shows("that was all")
        drawn = bytes(at.terminal.drawn[before:])
        for bad in (b"\x1b[2J", b"\x1b]52;", b"2;title\x07", "\u202e".encode(), "\u200b".encode(), b"\xc2\x9b"):
            assert bad not in drawn
        assert at.terminal.screen.strange == []
        assert at.terminal.screen.bells <= 1


# ---- bytes, signals, closed terminals ------------------------------------------------------------------------


def test_bytes_that_are_not_utf8_are_ignored_and_play_goes_on(tmp_path: Path) -> None:
    with table(tmp_path) as at:
        at.begin()
        at.terminal.type("안녕".encode("euc-kr"))
        at.terminal.type(b"\xff\xfe\x80\xc3")
        at.terminal.type(TAB)
        at.terminal.type("still here")
        at.terminal.type(ENTER)
        at.terminal.shows("Minji: still here")


@pytest.mark.parametrize("number", [signal.SIGHUP, signal.SIGTERM], ids=lambda number: number.name)
def test_a_signal_in_mid_round_restores_the_terminal_and_keeps_the_seat(
    tmp_path: Path, number: signal.Signals
) -> None:
    with table(tmp_path) as at:
        at.begin()
        hand = at.terminal.screen.lines[18:21]
        began = time.monotonic()
        at.terminal.signal(number)
        assert at.terminal.ends() == 128 + number
        assert time.monotonic() - began < GONE_SECONDS
        assert at.terminal.restored
        at.rivals_see(Presence.AWAY)
        assert at.rivals[0].roster.seats[2].kind is Kind.HUMAN
        at.terminal.__exit__(None, None, None)
        at.terminal = at.join()
        at.terminal.shows("Minji (you)", "YOUR HAND")
        at.rivals_see(Presence.HERE)
        assert at.terminal.screen.lines[18:21] == hand


def test_a_terminal_that_is_closed_ends_it_and_keeps_the_seat(tmp_path: Path) -> None:
    with table(tmp_path) as at:
        at.begin()
        began = time.monotonic()
        at.terminal.hang_up()
        # Whichever is seen first: the signal, or that nothing more will be typed.
        assert at.terminal.ends() == 128 + signal.SIGHUP
        assert time.monotonic() - began < GONE_SECONDS
        at.rivals_see(Presence.AWAY)
        assert at.rivals[0].roster.seats[2].kind is Kind.HUMAN


def test_with_sighup_ignored_a_closed_terminal_ends_it_too(tmp_path: Path) -> None:
    """As under `nohup`; a bare Textual app then turns in circles for ever."""
    with table(tmp_path) as at:
        at.terminal.__exit__(None, None, None)
        command = ["sh", "-c", 'trap "" HUP; exec "$@"', "sh", *TERRA, "join", at.host.address, "--name", "Minji"]
        at.terminal = PtyScreen(command, environment(tmp_path), others=[at.host, *at.rivals])
        at.terminal.shows("Press Enter when you are ready")
        began = time.monotonic()
        at.terminal.hang_up()
        assert at.terminal.ends() == 128 + signal.SIGHUP
        assert time.monotonic() - began < GONE_SECONDS


@pytest.mark.parametrize("stdin", ["null", "closed"])
def test_standard_input_from_nowhere_ends_it_without_a_busy_loop(tmp_path: Path, stdin: str) -> None:
    redirect = {"null": "</dev/null", "closed": "<&-"}[stdin]
    command = ["sh", "-c", f'"$@" {redirect}', "sh", *TERRA, "--lang", "en"]
    with PtyScreen(command, environment(tmp_path)) as terminal:
        began = os.times()
        assert terminal.ends() == 1
        used = os.times()
        assert b"must be a terminal" in terminal.drawn
        assert b"Traceback" not in terminal.drawn
        assert used.elapsed - began.elapsed < GONE_SECONDS + 2


# ---- the network, leaving ------------------------------------------------------------------------------------


def test_a_host_that_is_gone_is_told_of_and_tried_again_and_found_again(tmp_path: Path) -> None:
    with table(tmp_path) as at:
        at.begin()
        hand = at.terminal.screen.lines[19]
        first = hand.replace("│", " ").split()[0]
        at.terminal.type(first)
        at.terminal.shows(f" SUM   {first}")
        at.host.kill()
        at.terminal.shows("connection lost, trying again")
        assert "YOUR HAND" in at.terminal.screen.text
        at.host = RealHost(at.folder, "--resume", port=at.host.port)
        at.terminal.others = [at.host]
        at.terminal.hides("connection lost")
        at.terminal.shows("YOUR HAND", f" SUM   {first}")
        assert at.terminal.screen.lines[19].replace("║", "│") == hand


def test_a_host_that_refuses_is_named_in_plain_words(tmp_path: Path) -> None:
    with client(tmp_path, "join", "127.0.0.1:1", "--lang", "en") as terminal:
        terminal.shows("Nothing answers at 127.0.0.1:1.")
        assert b"Traceback" not in terminal.drawn


def test_ctrl_q_keep_my_seat(tmp_path: Path) -> None:
    with table(tmp_path) as at:
        at.begin()
        at.terminal.type(CTRL_Q)
        at.terminal.shows("► Keep my seat")
        at.terminal.type(ENTER)
        assert at.terminal.ends() == 0
        assert at.terminal.restored
        at.rivals_see(Presence.AWAY)
        assert at.rivals[0].roster.seats[2].kind is Kind.HUMAN


def test_ctrl_q_give_it_to_a_bot(tmp_path: Path) -> None:
    with table(tmp_path) as at:
        at.begin()
        for key, shown in ((CTRL_Q, "► Keep my seat"), (DOWN, "► Give my seat")):
            at.terminal.type(key)
            at.terminal.shows(shown)
        at.terminal.type(ENTER)
        assert at.terminal.ends() == 0
        together(lambda: at.rivals[0].roster.seats[2].kind is Kind.BOT, *at.rivals, at.host, why="no bot")


def test_ctrl_q_stay(tmp_path: Path) -> None:
    with table(tmp_path) as at:
        at.begin()
        for key, shown in ((CTRL_Q, "► Keep"), (DOWN, "► Give"), (DOWN, "► Stay")):
            at.terminal.type(key)
            at.terminal.shows(shown)
        at.terminal.type(ENTER)
        at.terminal.shows("YOUR HAND")
        drain(*at.rivals, at.host)
        assert at.rivals[0].presence(2) is Presence.HERE
        assert at.rivals[0].snapshot.stage is Stage.PLAY


# ---- watching, playing with a host inside --------------------------------------------------------------------


def test_a_spectator_sees_the_table_and_no_hand(tmp_path: Path) -> None:
    with table(tmp_path) as at:
        at.begin()
        with client(
            tmp_path / "other", "watch", at.host.address, "--name", "Bora", "--lang", "en",
            others=[at.host, *at.rivals, at.terminal],
        ) as watching:
            watching.shows("You are watching", "Minji", "Jun", "Sora", "FLOOR")
            assert "YOUR HAND" not in watching.screen.text
            at.terminal.shows("watch 1")
            watching.type("5+7\r.!")
            watching.settle()
            assert "watch 1" in at.terminal.screen.text
            watching.type(CTRL_Q)
            watching.shows("LEAVE THE TABLE?")
            watching.type(ENTER)
            assert watching.ends() == 0


def test_solo_plays_with_a_host_inside_that_ends_with_it(tmp_path: Path) -> None:
    with client(tmp_path, "solo", "--seed", "7", "--lang", "en", "--name", "Minji") as terminal:
        terminal.shows("YOUR HAND", "seed 7", "Minji (you)")
        children = _children(terminal.process.pid)
        assert children
        terminal.signal(signal.SIGTERM)
        assert terminal.ends() == 128 + signal.SIGTERM
        until(lambda: not any(_runs(child) for child in children), why="the host inside is still there")


def _runs(pid: int) -> bool:
    return Path(f"/proc/{pid}/cmdline").exists() and Path(f"/proc/{pid}/cmdline").read_bytes() != b""


def _children(pid: int) -> list[int]:
    listed = subprocess.run(["ps", "-o", "pid=", "--ppid", str(pid)], capture_output=True, text=True, check=False)
    return [int(line) for line in listed.stdout.split()]
