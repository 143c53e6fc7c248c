"""The pages beside the tables at every size: each row fills the window, and what must be read has room."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from functools import cache

import pytest

from server.arena.run import Plan, play_number
from terra_tui.locale.words import Words
from terra_tui.session.drill import PROBLEMS, Drill, DrillTable, new_drill
from terra_tui.session.drill_times import DrillTime
from terra_tui.session.lesson import STEPS, LessonTable
from terra_tui.session.playback import Playback, games_of
from terra_tui.ui.draw.board import table_lines
from terra_tui.ui.draw.drill import clock, drill_end_lines, drill_lines
from terra_tui.ui.draw.lesson import coach_lines, lesson_end_lines, with_words
from terra_tui.ui.draw.lines import Line, fit, plain, width
from terra_tui.ui.draw.model import Board
from terra_tui.ui.draw.replays import replays_lines
from terra_tui.ui.draw.skin import ASCII, BOX, Skin
from terra_tui.ui.services import KeptGame
from tests.ui.states import TWENTY

SIZES = ((60, 16), (60, 20), (61, 17), (72, 18), (79, 23), (80, 24), (100, 30), (120, 36), (200, 60))
NAMES = ("가나다라마바사아", "Jun", "Sora")
BEST = (DrillTime(41.3, "2026-01-31"), DrillTime(62.0, "2026-02-01"))


def lesson_at(place: int) -> LessonTable:
    """Return the lesson's table at a step, the others done."""
    table = LessonTable(NAMES)
    while table.lesson.place < place:
        table.wished(table.lesson.step.wanted[0] if table.lesson.step.wanted else None)
        while table.lesson.due:
            table.go_on()
    return table


def whole(lines: tuple[Line, ...], size: tuple[int, int]) -> str:
    """Return the text of a page that fills its window exactly."""
    assert len(lines) == size[1]
    assert {width(line) for line in lines} == {size[0]}
    return plain(lines)


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("lang", ["en", "ko"])
@pytest.mark.parametrize("skin", [BOX, ASCII], ids=lambda skin: skin.name)
def test_each_step_of_the_lesson_has_room(size: tuple[int, int], lang: str, skin: Skin) -> None:
    for place in range(len(STEPS)):
        table = lesson_at(place)
        board = with_words(Board(table.state, Words(lang), *size, skin=skin), table.lesson)
        said = board.below or board.panel
        shown = whole(table_lines(board), size)
        assert all("".join(run.text for run in line).strip() in shown for line in said)
        assert Words(lang).say("keys.back") in shown


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("lang", ["en", "ko"])
def test_the_end_of_the_lesson_has_room(size: tuple[int, int], lang: str) -> None:
    table = lesson_at(len(STEPS))
    board = Board(table.state, Words(lang), *size)
    lines = tuple(fit(line, size[0]) for line in lesson_end_lines(board, table.lesson))
    shown = whole(lines, size)
    for line in coach_lines(board, table.lesson, size[0] - 2):
        assert line[0].text.strip() in shown
    assert {"en": "2 x 8", "ko": "2점 x 8"}[lang] in shown


def test_while_the_others_play_the_log_is_shown() -> None:
    table = LessonTable(NAMES)
    table.wished(None)
    table.wished(STEPS[1].wanted[0])
    table.go_on()
    board = with_words(Board(table.state, Words("en")), table.lesson)
    assert "Jun 11 -> 11" in plain(table_lines(board))


def solved(drill: Drill) -> Drill:
    """Return the drill with all problems solved."""
    return replace(drill, times=tuple(1.05 * number for number in range(1, PROBLEMS + 1)))


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("lang", ["en", "ko"])
@pytest.mark.parametrize("skin", [BOX, ASCII], ids=lambda skin: skin.name)
def test_the_drill_has_room(size: tuple[int, int], lang: str, skin: Skin) -> None:
    words = Words(lang)
    drill = replace(new_drill(4, 0.0), times=(1.0, 2.0, 61.5))
    board = Board(DrillTable(drill).state, words, *size, skin=skin, now=3.0)
    shown = whole(drill_lines(board, drill, BEST), size)
    assert words.say("drill.best", time="0:41.3") in shown
    assert words.say("drill.problem", n=4, total=PROBLEMS) in shown
    assert "1:08" in shown
    assert words.say("drill.sum", floor=drill.problem.floor) in shown
    assert words.say("table.single", ranks="") not in shown
    touching = [row for row in shown.splitlines() if re.search(rf"\S{re.escape(skin.divider)}", row)]
    assert touching == []
    end = whole(drill_end_lines(words, skin, solved(drill), BEST, words.say("drill.new_best"), size), size)
    assert words.say("drill.done", time="0:57.8") in end
    assert words.say("drill.new_best") in end
    assert "10    10.5" in end


@pytest.mark.parametrize(
    ("seconds", "text"),
    [(0.0, "0:00.0"), (9.96, "0:10.0"), (59.94, "0:59.9"), (61.0, "1:01.0"), (3601.0, "60:01.0")],
)
def test_times_are_minutes_seconds_and_tenths(seconds: float, text: str) -> None:
    assert clock(seconds) == text


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("lang", ["en", "ko"])
def test_the_list_of_replays_has_room_and_shows_the_chosen_one(size: tuple[int, int], lang: str) -> None:
    games = [
        KeptGame("00", f"2026-01-{day:02}T10:00:00Z", "[b]점심\x1b[2J", day, day % 2 == 0, "Minji, 소라" * 9)
        for day in range(1, 32)
    ]
    for chosen in (0, 15, 30):
        shown = whole(replays_lines(Words(lang), BOX, games, chosen, "", size), size)
        year = "2026-" if size[0] >= 72 else ""
        assert f"► {year}01-{chosen + 1:02} 10:00" in shown
        assert "\x1b" not in shown
    assert Words(lang).say("replay.looking") in whole(replays_lines(Words(lang), BOX, None, 0, "", size), size)


@cache
def five() -> Playback:
    """Return a game of five."""
    text = play_number(Plan(("easy",) * 5, 1, seed=4, record=True), 0).text
    return Playback.of(games_of(json.loads(line) for line in text.splitlines())[0])


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_all_five_hands_are_seen_with_whose_they_are(size: tuple[int, int]) -> None:
    play = five()
    board = Board(play.state(0), Words("en"), *size)
    shown = whole(table_lines(board), size)
    hands = " ".join(shown[shown.index("RON") :].split())
    for seat, hand in enumerate(play.frames[0].game.hands):
        assert read_hand(hands, play.roster.seats[seat].name) == hand


def read_hand(text: str, name: str) -> tuple[int, ...]:
    """Return the cards that `text` shows behind a name, `4x2` being two 4s."""
    found = re.search(rf"{name}((?: \d+(?:x\d)?)+)(?= |$)", text)
    assert found is not None
    cards: list[int] = []
    for word in found.group(1).split():
        rank, _, copies = word.partition("x")
        cards += [int(rank)] * int(copies or 1)
    return tuple(cards)


@pytest.mark.parametrize("size", [(60, 20), (61, 20), (80, 24), (120, 36)], ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("lang", ["en", "ko"])
def test_five_hands_of_twenty_cards_in_a_replay_are_whole(size: tuple[int, int], lang: str) -> None:
    state = five().state(0)
    assert state.snapshot is not None
    long = tuple(sorted((*TWENTY[:18], 8, 15)))
    state = replace(state, snapshot=replace(state.snapshot, hands=(long,) * 5))
    shown = whole(table_lines(Board(state, Words(lang), *size)), size)
    rows = [" ".join(row.split()) for row in shown.splitlines()]
    for seat in five().roster.seats:
        row = next(row for row in reversed(rows) if row.startswith((seat.name, f"{BOX.turn} {seat.name}")))
        assert read_hand(row, seat.name) == long


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_a_followed_hand_is_drawn_as_cards(size: tuple[int, int]) -> None:
    play = five()
    board = Board(play.state(0, 2), Words("en"), *size, follow=2, cursor=-1)
    shown = whole(table_lines(board), size)
    if size[1] >= 18:
        assert f"HAND of {play.roster.seats[2].name}   9 cards" in shown
    assert BOX.cursor not in shown[shown.index("RON") :]
