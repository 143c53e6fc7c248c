"""What the strip above the hand says of a sum and of Ron."""

from __future__ import annotations

from dataclasses import replace

import pytest
from rich.cells import cell_len

from server.engine.rules import Rules
from server.wire.messages import Moment, Snapshot
from server.wire.settings import Assist
from terra_tui.locale.tell import problem_text, why_text
from terra_tui.locale.words import Words
from terra_tui.session.draft import Draft
from terra_tui.session.state import ClientState
from terra_tui.ui.draw.lines import plain
from terra_tui.ui.draw.model import Board
from terra_tui.ui.draw.strip import ron_line, sum_line
from tests.ui.states import changed, playing, with_window

ONE = with_window(changed(playing((11,)), turn=1, layer=1))
OTHER = with_window(changed(playing((3,)), turn=1, layer=1))


def ron_row(state: ClientState, lang: str = "en") -> str:
    """Return the Ron row as text."""
    return plain([ron_line(Board(state, Words(lang), now=100.0))]).strip()


def test_a_ron_on_its_way_waits_and_a_refused_one_does_not() -> None:
    on_its_way = replace(ONE, claimed=41, claim=7)
    assert ron_row(on_its_way) == "RON   Ron is in, waiting"
    assert "RON!" in ron_row(replace(on_its_way, claim=None))


def test_r5_8_a_card_of_other_dots_is_not_called_a_ron_except_where_nothing_is_to_help() -> None:
    assert "RON!" in ron_row(ONE)
    assert "your 3 has other dots: no Ron" in ron_row(OTHER)
    assert "your 3 has other dots: no Ron" in ron_row(replace(OTHER, snapshot=without_window(OTHER)))
    assert OTHER.roster is not None
    settings = replace(OTHER.roster.settings, assist=Assist.OFF)
    assert "RON!" in ron_row(replace(OTHER, roster=replace(OTHER.roster, settings=settings)))


def without_window(state: ClientState) -> Snapshot:
    """Return the state's snapshot with its moment open, and no time running."""
    assert state.snapshot is not None
    assert state.snapshot.moment is not None
    return replace(state.snapshot, moment=Moment(state.snapshot.moment.window))


def test_r5_8_after_a_false_ron_the_row_says_that_it_is_barred() -> None:
    barred = changed(replace(ONE, claimed=41, claim=7), barred=(0,))
    assert ron_row(barred) == "RON   false Ron: no Ron until your next turn has ended"
    assert ron_row(barred, "ko").startswith("론    잘못 부른 론:")


def sum_row(state: ClientState, text: str = "") -> str:
    """Return the sum row as text."""
    draft = Draft(state.hand)
    for char in text:
        draft = draft.type_char(char)
    return plain([sum_line(Board(state, Words("en"), now=100.0, draft=draft))]).strip()


def test_the_sum_row_asks_for_what_the_hand_allows() -> None:
    assert sum_row(playing()) == "SUM   make 11: 2 to 3 cards, or lay one with as many dots"
    assert sum_row(playing((3, 8))) == "SUM   make 11 with both cards, or lay one with as many dots"
    assert sum_row(playing((3,))) == "SUM   lay your last card if it is 5 or 11, or draw"
    assert sum_row(changed(playing((3,)), turn=1)) == "SUM   your last card goes out as a single, or with Ron"
    assert len(sum_row(playing())) < 60


def test_a_sum_that_waits_for_a_card_has_no_total() -> None:
    assert sum_row(playing(), "4+") == "SUM   4 +   now a card"


def test_a_card_of_which_there_is_none_is_told_otherwise_than_one_too_many() -> None:
    assert sum_row(playing(), "1") == "SUM   1   You hold no 1."
    assert sum_row(playing(), "4+4") == "SUM   4 + 4   You do not hold that many 4s."


@pytest.mark.parametrize("text", ["1+", "4+4+", "4+5-", "2+4+6+7+"])
def test_a_card_that_is_not_held_is_told_before_the_sum_is_whole(text: str) -> None:
    assert "now a card" not in sum_row(playing(), text)
    assert sum_row(playing(), text).endswith(("You hold no 1.", "that many 4s.", "You hold no 5.", "than 3 cards."))


@pytest.mark.parametrize("lang", ["en", "ko"])
@pytest.mark.parametrize("learning", [False, True])
@pytest.mark.parametrize("text", ["1", "1+", "4+4", "4+9", "4", "4+", "2+4+6+7"])
def test_what_enter_is_answered_with_is_told_once(text: str, learning: bool, lang: str) -> None:
    state, words = playing(), Words(lang)
    draft = Draft(state.hand)
    for char in text:
        draft = draft.type_char(char)
    problem = draft.problem(11, Rules())
    assert problem is not None
    note = (why_text if learning else problem_text)(words, problem)
    board = Board(state, words, now=100.0, draft=draft, note=note)
    answered = plain([sum_line(board)])
    before = plain([sum_line(replace(board, note=""))])
    assert len(answered) < len(before)
    assert before.startswith(answered.rstrip())
    assert problem_text(words, problem)[0].isupper() or lang == "ko"
    assert cell_len(board.note) < 60 or learning
