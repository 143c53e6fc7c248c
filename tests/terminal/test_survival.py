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
from terra_tui.locale.words import Words
from terra_tui.ui.draw.lines import pad
from tests.terminal.client import TERRA, client, environment
from tests.terminal.pty_screen import PtyScreen
from tests.terminal.real_table import SLOW, RealHost, Rival, drain, together
from tests.terminal.seat import CTRL_Q, DOWN, ENTER, TAB
from tests.terminal.waiting import GONE_SECONDS, until


class Table:
    """A real host, two rivals who draw, and the client `Minji` in her seat."""

    def __init__(self, folder: Path, names: tuple[str, str] = ("Jun", "Sora"), lang: str = "en") -> None:
        self.folder = folder
        self.words = Words(lang)
        self.host = RealHost(folder, "--seats", "3", *SLOW)
        self.rivals = [Rival(self.host, name) for name in names]
        self.terminal = self.join()

    def join(self) -> PtyScreen:
        """Return a terminal in which Minji joins, or comes back."""
        return client(
            self.folder, "join", self.host.address, "--name", "Minji", "--lang", self.words.lang,
            others=[self.host, *self.rivals],
        )

    def shows(self, key: str, **values: str | int) -> None:
        """Wait until the terminal shows what the catalogue has under `key`."""
        self.terminal.shows(self.words.say(key, **values))

    def chooses(self, *keys: str) -> None:
        """Ask for the leave menu and go down it, one answer after another, to the last of `keys`."""
        for typed, key in zip((CTRL_Q, *[DOWN] * (len(keys) - 1)), keys, strict=True):
            self.terminal.type(typed)
            self.terminal.shows(f"► {self.words.say(key)}")

    def begin(self) -> None:
        """Start the round."""
        self.shows("lobby.press_ready")
        for rival in self.rivals:
            rival.ready()
        hand = self.words.say("table.your_hand")
        self.terminal.types_until(ENTER, lambda: hand in self.terminal.screen.text, why="no round")

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
def table(folder: Path, names: tuple[str, str] = ("Jun", "Sora"), lang: str = "en") -> Iterator[Table]:
    """Open a table with Minji's client in a terminal."""
    opened = Table(folder, names, lang)
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
    with table(tmp_path, lang="ko") as at:
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


@pytest.mark.parametrize("lang", ["en", "ko"])
def test_bytes_that_are_not_utf8_are_ignored_and_play_goes_on(tmp_path: Path, lang: str) -> None:
    with table(tmp_path, lang=lang) as at:
        at.begin()
        at.terminal.type("안녕".encode("euc-kr"))
        at.terminal.type(b"\xff\xfe\x80\xc3")
        at.terminal.type(TAB)
        at.terminal.type("still here")
        at.terminal.type(ENTER)
        at.terminal.shows("Minji: still here")


@pytest.mark.parametrize(("number", "lang"), [(signal.SIGHUP, "en"), (signal.SIGTERM, "ko")], ids=str)
def test_a_signal_in_mid_round_restores_the_terminal_and_keeps_the_seat(
    tmp_path: Path, number: signal.Signals, lang: str
) -> None:
    with table(tmp_path, lang=lang) as at:
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
        at.shows("table.your_hand")
        at.terminal.shows(f"Minji {at.words.say('table.you')}")
        at.rivals_see(Presence.HERE)
        assert at.terminal.screen.lines[18:21] == hand


def test_a_terminal_that_is_closed_ends_it_and_keeps_the_seat(tmp_path: Path) -> None:
    with table(tmp_path, lang="ko") as at:
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
        assert used.elapsed - began.elapsed < GONE_SECONDS


# ---- the network, leaving ------------------------------------------------------------------------------------


@pytest.mark.parametrize("lang", ["en", "ko"])
def test_a_host_that_is_gone_is_told_of_and_tried_again_and_found_again(tmp_path: Path, lang: str) -> None:
    with table(tmp_path, lang=lang) as at:
        at.begin()
        hand = at.terminal.screen.lines[19]
        first = hand.replace("│", " ").split()[0]
        begun = f" {pad(at.words.say('table.sum'), 5)} {first}"
        lost = at.words.say("table.lost", n="?").partition("(")[0]
        at.terminal.type(first)
        at.terminal.shows(begun)
        at.host.kill()
        at.terminal.shows(lost)
        assert at.words.say("table.your_hand") in at.terminal.screen.text
        at.host = RealHost(at.folder, "--resume", port=at.host.port)
        at.terminal.others = [at.host]
        at.terminal.hides(lost)
        at.terminal.shows(at.words.say("table.your_hand"), begun)
        assert at.terminal.screen.lines[19].replace("║", "│") == hand


@pytest.mark.parametrize("lang", ["en", "ko"])
def test_a_host_that_refuses_is_named_in_plain_words(tmp_path: Path, lang: str) -> None:
    with client(tmp_path, "join", "127.0.0.1:1", "--lang", lang) as terminal:
        terminal.shows(Words(lang).say("error.refused", address="127.0.0.1:1")[:40])
        assert b"Traceback" not in terminal.drawn


@pytest.mark.parametrize("lang", ["en", "ko"])
def test_ctrl_q_keep_my_seat(tmp_path: Path, lang: str) -> None:
    with table(tmp_path, lang=lang) as at:
        at.begin()
        at.chooses("leave.keep")
        at.terminal.type(ENTER)
        assert at.terminal.ends() == 0
        assert at.terminal.restored
        at.rivals_see(Presence.AWAY)
        assert at.rivals[0].roster.seats[2].kind is Kind.HUMAN


@pytest.mark.parametrize("lang", ["en", "ko"])
def test_ctrl_q_give_it_to_a_bot(tmp_path: Path, lang: str) -> None:
    with table(tmp_path, lang=lang) as at:
        at.begin()
        at.chooses("leave.keep", "leave.bot")
        at.terminal.type(ENTER)
        assert at.terminal.ends() == 0
        together(lambda: at.rivals[0].roster.seats[2].kind is Kind.BOT, *at.rivals, at.host, why="no bot")


@pytest.mark.parametrize("lang", ["en", "ko"])
def test_ctrl_q_stay(tmp_path: Path, lang: str) -> None:
    with table(tmp_path, lang=lang) as at:
        at.begin()
        at.chooses("leave.keep", "leave.bot", "leave.stay")
        at.terminal.type(ENTER)
        at.shows("table.your_hand")
        drain(*at.rivals, at.host)
        assert at.rivals[0].presence(2) is Presence.HERE
        assert at.rivals[0].snapshot.stage is Stage.PLAY


# ---- watching, playing with a host inside --------------------------------------------------------------------


@pytest.mark.parametrize("lang", ["en", "ko"])
def test_a_spectator_sees_the_table_and_no_hand(tmp_path: Path, lang: str) -> None:
    with table(tmp_path, lang=lang) as at:
        at.begin()
        with client(
            tmp_path / "other", "watch", at.host.address, "--name", "Bora", "--lang", lang,
            others=[at.host, *at.rivals, at.terminal],
        ) as watching:
            watching.shows(at.words.say("table.watching_as"), "Minji", "Jun", "Sora")
            assert at.words.say("table.your_hand") not in watching.screen.text
            at.shows("table.watching", n=1)
            watching.type("5+7\r.!")
            watching.settle()
            assert at.words.say("table.watching", n=1) in at.terminal.screen.text
            watching.type(CTRL_Q)
            watching.shows(at.words.say("leave.heading"))
            watching.type(ENTER)
            assert watching.ends() == 0


@pytest.mark.parametrize("lang", ["en", "ko"])
def test_solo_plays_with_a_host_inside_that_ends_with_it(tmp_path: Path, lang: str) -> None:
    words = Words(lang)
    with client(tmp_path, "solo", "--seed", "7", "--lang", lang, "--name", "Minji") as terminal:
        terminal.shows(words.say("table.your_hand"), words.say("table.seed", n=7))
        terminal.shows(f"Minji {words.say('table.you')}")
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
