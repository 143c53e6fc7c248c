"""A replay's keys (UX.md), at the real client in a pseudo-terminal."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from server.arena.run import Plan, play_number
from terra_tui.locale.words import Words
from terra_tui.session.playback import Playback, games_of
from tests.terminal.client import client
from tests.terminal.pty_screen import PtyScreen
from tests.terminal.seat import ESC, LEFT, RIGHT

HOME, END = "\x1b[H", "\x1b[F"


class Shown:
    """A replay in a terminal, and the same game as it should be."""

    def __init__(self, terminal: PtyScreen, play: Playback, words: Words) -> None:
        self.terminal = terminal
        self.play = play
        self.words = words

    def at(self, index: int) -> None:
        """Wait until this state is shown."""
        self.shows("replay.at", n=index + 1, total=self.play.last + 1)

    def shows(self, key: str, **values: str | int) -> None:
        """Wait until the screen shows what the catalogue has under `key`."""
        self.terminal.shows(self.words.say(key, **values))


@pytest.fixture(scope="module", params=["en", "ko"])
def opened(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Shown]:
    """A game of three, one client for all tests of a language."""
    folder: Path = tmp_path_factory.mktemp(request.param)
    text = play_number(Plan(("easy",) * 3, 1, seed=5, record=True), 0).text
    path = folder / "game.jsonl"
    path.write_text(text, "utf-8")
    play = Playback.of(games_of(json.loads(line) for line in text.splitlines())[0])
    with client(folder, "replay", str(path), "--lang", request.param) as terminal:
        yield Shown(terminal, play, Words(request.param))
        terminal.type(ESC)
        assert terminal.ends() == 0


@pytest.fixture
def replay(opened: Shown) -> Shown:
    """The game at its beginning."""
    opened.terminal.type(HOME)
    opened.at(0)
    return opened


def test_left_and_right_are_a_step(replay: Shown) -> None:
    replay.terminal.type(RIGHT)
    replay.at(1)
    replay.terminal.type(RIGHT)
    replay.at(2)
    replay.terminal.type(LEFT)
    replay.at(1)


def test_brackets_are_a_full_turn_cycle(replay: Shown) -> None:
    index = replay.play.next_cycle(0)
    replay.terminal.type("]")
    replay.at(index)
    replay.terminal.type("]")
    replay.at(replay.play.next_cycle(index))
    replay.terminal.type("[")
    replay.at(replay.play.last_cycle(replay.play.next_cycle(index)))


def test_braces_are_a_round(replay: Shown) -> None:
    play = replay.play
    replay.shows("keys.rounds")
    second = play.next_round(0)
    assert second > play.next_cycle(0)
    replay.terminal.type("}")
    replay.at(second)
    replay.terminal.type(RIGHT)
    replay.at(second + 1)
    replay.terminal.type("{")
    replay.at(second)
    replay.terminal.type("{")
    replay.at(0)


def test_home_and_end(replay: Shown) -> None:
    replay.terminal.type(END)
    replay.at(replay.play.last)
    replay.shows("game_end.heading")
    replay.terminal.type(HOME)
    replay.at(0)


def test_space_plays_and_stops(replay: Shown) -> None:
    replay.terminal.type(" ")
    replay.shows("replay.playing")
    replay.at(2)
    replay.terminal.type(" ")
    replay.terminal.hides(replay.words.say("replay.playing"))


def test_1_to_5_follow_a_seat_and_0_shows_all_hands(replay: Shown) -> None:
    names = [seat.name for seat in replay.play.roster.seats]
    replay.terminal.shows(replay.words.say("replay.all_hands"), *names)
    for number, name in enumerate(names, 1):
        replay.terminal.type(str(number))
        replay.shows("table.hand_of", name=name)
    replay.terminal.type("0")
    replay.shows("replay.all_hands")
