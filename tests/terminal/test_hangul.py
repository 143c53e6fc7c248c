"""Playing with a Hangul input method on, and over a slow line: UX.md's notes under the key table."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from rich.cells import cell_len

from server.wire.messages import DoDraw
from terra_tui.locale.words import Words
from terra_tui.ui.keys import letters_for
from tests.terminal.seat import BACKSPACE, ENTER, ESC, LEFT, RIGHT, TAB, Seat, seated
from tests.terminal.test_keys import no_window, window
from tests.ui.states import changed, playing


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Seat]:
    """A client at a staged table, in Korean."""
    folder: Path = tmp_path_factory.mktemp("hangul")
    with seated(folder, "ko") as seat:
        yield seat


@pytest.fixture
def seat(table: Seat) -> Seat:
    """The client on its turn: floor 11, nine cards, no sum begun."""
    table.deal(playing())
    return table


# ---- a held-back jamo --------------------------------------------------------------------------------------------


def test_the_first_jamo_says_once_in_korean_that_ron_is_an_exclamation_mark(tmp_path: Path) -> None:
    told = Words("ko").say("table.jamo")
    with seated(tmp_path, "en") as seat:
        seat.types("ㅎ")
        seat.terminal.shows(told)
        seat.deal(playing())
        seat.types("ㅎ", "ㅎ", "4")
        seat.sum_is("4")
        assert told not in seat.terminal.screen.text


def test_a_jamo_that_comes_with_another_key_claims_in_a_window_that_is_open(seat: Seat) -> None:
    seat.deal(window())
    seat.types("ㄱ4")
    seat.claim()


def test_a_stale_jamo_that_comes_with_another_key_claims_nothing(seat: Seat) -> None:
    seat.deal(no_window())
    refused = seat.words.say("reason.not_at_a_turns_end")
    seat.types("ㄱ11")
    seat.sum_is("11")
    seat.nothing_was_done()
    assert refused not in seat.terminal.screen.text


def test_a_jamo_by_itself_is_the_key_while_a_ron_is_open(seat: Seat) -> None:
    seat.deal(no_window())
    seat.types("ㄱ", "!")
    seat.shows("reason.not_at_a_turns_end")      # the mark's answer
    seat.nothing_was_done()
    seat.deal(changed(playing((11,)), turn=2, cards=(1, 12, 1, 14, 7)))
    seat.types("ㄱ")
    seat.claim()


def test_a_stale_jamo_before_an_act_of_ones_own_hurts_nothing(seat: Seat) -> None:
    seat.types("ㄱ", "4+9-2")
    seat.sum_is("4 + 9 - 2 = 11")
    seat.types("ㄱ\r")
    assert seat.moves() is not None
    assert not seat.claims


@pytest.mark.parametrize("typed", ["가", "론", "깍", "로"], ids=["rk", "fhs", "Rkr", "fh"])
def test_a_syllable_is_taken_apart(seat: Seat, typed: str) -> None:
    """Of these, the first and the third have the key of Ron in them; no other letter of theirs is an act."""
    seat.deal(window())
    seat.types(typed)
    if typed in ("가", "깍"):
        seat.claim()
    seat.terminal.settle()
    assert len(seat.claims) == (typed in ("가", "깍"))
    assert not seat.host.moves
    if "s" in letters_for(typed):
        seat.types("S", "S")      # it has sorted the hand; of three orders, two more lead back


def test_the_syllable_of_draw(seat: Seat) -> None:
    seat.types("아")
    assert seat.moves() == DoDraw()


def test_two_jamo_that_the_input_method_joined_are_both_keys(seat: Seat) -> None:
    seat.deal(window())
    seat.types("ㄳ")      # r and t
    seat.claim()
    seat.terminal.settle()
    assert len(seat.claims) == 1


def test_hangul_is_text_in_the_chat_box(seat: Seat) -> None:
    seat.deal(window())
    seat.types(TAB, "ㄱ론ㅇ")
    seat.terminal.shows("ㄱ론ㅇ")
    seat.nothing_was_done()
    seat.types(BACKSPACE, BACKSPACE, BACKSPACE, TAB)


def test_the_terminals_cursor_is_where_the_input_method_composes(seat: Seat) -> None:
    seat.types(TAB, "안녕")
    seat.terminal.shows("안녕")
    seat.terminal.shows(" 말하기: 안녕")
    note_row, cells = 21, cell_len(" 말하기: 안녕")
    seat.terminal.until(lambda: (seat.terminal.screen.row, seat.terminal.screen.column) == (note_row, cells))
    seat.types(BACKSPACE, BACKSPACE, TAB)


# ---- a slow line -----------------------------------------------------------------------------------------


def test_an_arrow_key_cut_by_lag_moves_the_cursor_and_draws_no_card(seat: Seat) -> None:
    seat.types(*[LEFT] * 9, RIGHT, RIGHT)
    for piece in (ESC, "[D"):
        seat.types(piece)
        seat.terminal.settle(0.2)
    seat.types(" ")
    seat.sum_is("4")
    seat.nothing_was_done()


@pytest.mark.parametrize("letter", list("ABCFH"))
def test_a_bare_capital_that_a_cut_sequence_could_leave_does_no_act(seat: Seat, letter: str) -> None:
    seat.types(f"[{letter}")
    seat.nothing_was_done()


def test_a_d_with_a_sum_begun_asks_before_it_draws(seat: Seat) -> None:
    seat.types("4+9", "[D")
    seat.shows("table.draw_ask")
    seat.nothing_was_done()
    seat.types(ESC)
    seat.hides("table.draw_ask")


def test_a_function_key_cut_by_lag_is_one_key(seat: Seat) -> None:
    seat.types("\x1bO")
    seat.terminal.settle(0.2)
    seat.types("Q")
    seat.terminal.until(lambda: "╔════" not in seat.terminal.screen.text, why="F2 did not come through")
    seat.types("\x1bOQ")
    seat.terminal.shows("╔════")


# ---- the draft -------------------------------------------------------------------------------------------


def test_a_sum_survives_the_moves_of_others_and_can_be_prepared_meanwhile(seat: Seat) -> None:
    seat.deal(changed(playing(), turn=3))
    seat.types("4+9")
    seat.sum_is("4 + 9")
    for turn, floor in ((4, 6), (0, 11)):
        seat.go_on(changed(playing(), turn=turn, floor=floor, layer=3))
        seat.sum_is("4 + 9")
    seat.types("-2", ENTER)
    assert seat.moves() is not None


def test_enter_in_anothers_turn_keeps_the_sum_and_lays_nothing(seat: Seat) -> None:
    seat.deal(changed(playing(), turn=3))
    seat.types("4+9-2", ENTER)
    seat.shows("reason.not_your_turn")
    seat.nothing_was_done()
    assert seat.sum.startswith("4 + 9 - 2")


def test_a_card_that_is_gone_from_the_hand_leaves_the_sum(seat: Seat) -> None:
    seat.types("4+9-2")
    seat.sum_is("4 + 9 - 2")
    seat.go_on(changed(playing((2, 4, 6)), cards=(3, 12, 1, 14, 7)))
    seat.sum_is("4 - 2")


def test_a_drawn_card_leaves_the_picked_cards_picked(seat: Seat) -> None:
    seat.types(*[LEFT] * 9, RIGHT, " ")
    seat.sum_is("4")
    seat.go_on(changed(playing((1, 2, 2, 4, 6, 7, 8, 8, 8, 9, 13)), turn=2, cards=(11, 12, 1, 14, 7)))
    seat.sum_is("4")
