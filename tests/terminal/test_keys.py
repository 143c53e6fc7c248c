"""The key table of UX.md, row by row, at the real client in a pseudo-terminal."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from server.engine.state import Phase
from server.engine.sums import legal_lays, parse_sum
from server.wire.messages import DoDraw, DoKeep, DoLay, DoMatch, Leave, Say
from terra_tui.session.state import ClientState
from tests.terminal.seat import (
    BACKSPACE,
    CTRL_Q,
    DOWN,
    ENTER,
    ESC,
    F2,
    F3,
    F4,
    F5,
    F8,
    F9,
    LEFT,
    RIGHT,
    TAB,
    Seat,
    seated,
)
from tests.ui.states import NINE, changed, playing, with_hints, with_window

TERRA_HAND = (3, 4, 8, 8, 8, 12)


@pytest.fixture(scope="module", params=["en", "ko"])
def table(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Seat]:
    """A client at a staged table, one in each language."""
    folder: Path = tmp_path_factory.mktemp(request.param)
    with seated(folder, request.param) as seat:
        yield seat


@pytest.fixture
def seat(table: Seat) -> Seat:
    """The client on its turn: floor 11, nine cards, no sum begun."""
    table.deal(playing())
    return table


def window() -> ClientState:
    """Return another's turn in which this player, with one card left, may declare Ron."""
    return with_window(changed(playing((11,)), turn=2, cards=(1, 12, 1, 14, 7)), 700)


def no_window() -> ClientState:
    """Return another's turn with nothing to declare: the bare race is over too."""
    state = changed(playing((11,)), turn=2, cards=(1, 12, 1, 14, 7), ron_open=False)
    assert state.snapshot is not None
    return replace(state, snapshot=replace(state.snapshot, moment=None))


def matching() -> ClientState:
    """Return the choice about a drawn 5 on the floor's 11 (R3.5)."""
    return changed(playing((2, 4, 5, 6, 8)), phase=Phase.MATCH, drawn=5, cards=(5, 12, 1, 14, 7))


# ---- type a sum ------------------------------------------------------------------------------------------------


def test_type_a_sum_with_digits_and_signs(seat: Seat) -> None:
    seat.types("4", "+", "9", "-", "2")
    seat.sum_is("4 + 9 - 2 = 11")


def test_type_a_sum_in_one_piece_as_a_paste_or_a_slow_line_brings_it(seat: Seat) -> None:
    seat.types("13-2")
    seat.sum_is("13 - 2 = 11")


def test_a_lone_number_is_a_single(seat: Seat) -> None:
    seat.deal(changed(playing((2, 5, 9)), cards=(3, 12, 1, 14, 7)))
    seat.types("5", ENTER)
    assert seat.moves() == DoLay((5,), "", False)


def test_left_right_and_space_pick_the_card_under_the_cursor(seat: Seat) -> None:
    seat.types(*[LEFT] * 9, " ", RIGHT, " ")
    seat.sum_is("2 + 4")
    seat.types(" ")
    seat.sum_is("2  ")
    seat.types(" ")
    seat.sum_is("2 + 4")


def test_minus_before_space_makes_the_next_card_a_minus(seat: Seat) -> None:
    seat.types(*[LEFT] * 9, *[RIGHT] * 8, " ", "-", *[LEFT] * 8, " ")
    seat.sum_is("13 - 2 = 11")


# ---- undo, clear, lay ------------------------------------------------------------------------------------------


def test_backspace_undoes_one_pick(seat: Seat) -> None:
    seat.types("4+9-2", BACKSPACE)
    seat.sum_is("4 + 9 -")
    seat.types(BACKSPACE, BACKSPACE)
    seat.sum_is("4 +")


def test_esc_clears_and_does_no_harm(seat: Seat) -> None:
    empty = seat.sum
    seat.types("4+9")
    seat.sum_is("4 + 9")
    seat.types(ESC)
    seat.sum_is(empty)
    seat.types(ESC)
    seat.nothing_was_done()
    assert seat.sum == empty


def test_keys_soon_after_esc_are_neither_lost_nor_changed(seat: Seat) -> None:
    seat.types("4+9")
    seat.sum_is("4 + 9")
    seat.types(f"{ESC}13-2")
    seat.sum_is("13 - 2 = 11")


def test_esc_and_a_dot_soon_after_it_do_not_draw_the_sum_away(seat: Seat) -> None:
    seat.types("4+9", ".")
    seat.shows("table.draw_ask")
    seat.types(f"{ESC}.")
    seat.shows("table.draw_ask")
    seat.nothing_was_done()


def test_enter_lays(seat: Seat) -> None:
    seat.types("4+9-2", ENTER)
    assert seat.moves() == DoLay((4, 9, 2), "+-", False)


def test_enter_does_not_lay_a_wrong_sum(seat: Seat) -> None:
    seat.types("4+9", ENTER)
    seat.nothing_was_done()
    assert seat.sum.startswith("4 + 9 = 13")


# ---- Terra -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("key", ["/", "T", "t", "ㅅ"])
def test_declare_terra_toggles_it_while_the_last_card_is_an_8(seat: Seat, key: str) -> None:
    seat.deal(changed(playing(TERRA_HAND), floor=7, cards=(6, 12, 1, 14, 7)))
    on = seat.words.say("table.terra_on")
    seat.types("3+12", key)
    seat.sum_is("3 + 12 = 15")
    assert on not in seat.sum
    seat.types("-8", key)
    seat.terminal.shows(on)
    seat.types(key)
    seat.terminal.hides(on)
    seat.types(key)
    seat.terminal.shows(on)
    seat.types(ENTER)
    assert seat.moves() == DoLay((3, 12, 8), "+-", True)


# ---- draw, back match ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("key", [".", "D", "d", "ㅇ"])
def test_draw(seat: Seat, key: str) -> None:
    seat.types(key)
    assert seat.moves() == DoDraw()


@pytest.mark.parametrize("key", [".", "ㅇ"])
def test_draw_asks_once_if_a_sum_is_being_built(seat: Seat, key: str) -> None:
    seat.types("4+9", key)
    seat.shows("table.draw_ask")
    assert not seat.host.moves
    seat.types(key)
    assert seat.moves() == DoDraw()


@pytest.mark.parametrize(("key", "move"), [(ENTER, DoMatch()), (".", DoKeep()), ("ㅇ", DoKeep())])
def test_back_match_lay_and_keep(seat: Seat, key: str, move: object) -> None:
    seat.deal(matching())
    seat.types(key)
    # For a moment a question takes no answer: a key that was held down before it came must not give one.
    seat.terminal.settle(0.45)
    assert not seat.host.moves
    seat.types(key)
    assert seat.moves() == move


# ---- Ron -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("key", ["!", "R", "r", "ㄱ", "ㄲ", "\x1br", F9], ids=repr)
def test_ron(seat: Seat, key: str) -> None:
    seat.deal(window())
    seat.types(key)
    claim = seat.claim()
    assert claim.window == seat.host.rev
    assert len(seat.claims) == 1


def test_f9_is_ron_inside_chat_too(seat: Seat) -> None:
    seat.deal(window())
    seat.types(TAB, "r!", F9)
    seat.claim()
    seat.types(BACKSPACE, BACKSPACE, TAB)
    seat.terminal.settle()
    assert len(seat.claims) == 1
    assert not seat.host.said(Say)


@pytest.mark.parametrize("key", ["r", "!", "ㄱ"])
def test_ron_held_down_is_one_claim_a_window(seat: Seat, key: str) -> None:
    seat.deal(window())
    seat.types(*[key] * 23)
    seat.claim()
    seat.terminal.settle()
    assert len(seat.claims) == 1


# ---- chat, log, sort, view, hint ---------------------------------------------------------------------------------


def test_chat_takes_letters_and_sends_with_enter(seat: Seat) -> None:
    seat.types(TAB, "don't draw. !", "안녕", ENTER)
    seat.terminal.until(lambda: bool(seat.host.said(Say)))
    assert [said.text for said in seat.host.said(Say)] == ["don't draw. !안녕"]
    seat.nothing_was_done()


def test_emotes_are_picked_in_the_chat_box(seat: Seat) -> None:
    seat.types(TAB, DOWN, ENTER)
    seat.terminal.until(lambda: bool(seat.host.said(Say)))
    assert seat.host.said(Say)[0].text


@pytest.mark.parametrize("key", [F2, "G", "ㅎ"], ids=repr)
def test_log(seat: Seat, key: str) -> None:
    before = seat.terminal.screen.lines
    seat.types(key)
    seat.terminal.until(lambda: "╔════" not in seat.terminal.screen.text, why="no long log")
    seat.types(key)
    seat.terminal.until(lambda: "╔════" in seat.terminal.screen.text)
    assert seat.terminal.screen.lines[13:] == before[13:]


@pytest.mark.parametrize("key", [F3, "S", "ㄴ"], ids=repr)
def test_sort_hand(seat: Seat, key: str) -> None:
    def hand() -> list[str]:
        return seat.terminal.screen.lines[19].replace("│", " ").split()

    first = hand()
    assert first == ["2", "4", "6", "7", "8", "8", "8", "9", "13"]
    seat.types(key)
    seat.terminal.until(lambda: hand() != first, why="not sorted otherwise")
    assert sorted(hand(), key=int) == first

    def sorted_again() -> bool:
        return hand() == first

    for _ in range(5):
        if sorted_again():
            break
        shown = hand()
        seat.types(key)
        seat.terminal.until(lambda shown=shown: hand() != shown)      # type: ignore[misc]
    assert sorted_again()


@pytest.mark.parametrize("key", [F4, "V", "ㅍ"], ids=repr)
def test_view(seat: Seat, key: str) -> None:
    cards = "9 ▐▐▐▐▐▐▐▐▐"
    seat.terminal.shows(cards)
    seat.types(key)
    seat.terminal.hides(cards)
    seat.types(key)
    seat.terminal.shows(cards)


def test_hint_shows_one_legal_lay(seat: Seat) -> None:
    seat.deal(with_hints(playing()))
    seat.types(F5)
    label = seat.words.say("table.hint", sum="")
    seat.terminal.shows(f" {label}")
    row = next(line for line in seat.terminal.screen.lines if label in line)
    lay = parse_sum(row.partition(label)[2])
    assert lay in legal_lays(NINE, 11)


def test_hint_is_off_where_the_table_says_so(seat: Seat) -> None:
    seat.types(F5)
    seat.shows("table.hint_off")


# ---- language, help, leaving ---------------------------------------------------------------------------------


def test_f8_changes_the_language_and_keeps_the_sum(seat: Seat) -> None:
    here, there = seat.words, seat.words.other()
    for words in (there, here):
        seat.types(*["4+9-2"] * (words is there), F8)
        seat.terminal.shows(f" {words.say('table.sum')} ", words.say("table.your_hand"), "4 + 9 - 2 = 11")


def test_question_mark_shows_the_help(seat: Seat) -> None:
    seat.types("?")
    seat.shows("help.group_turn")
    seat.terminal.hides("╔════")
    seat.types(ESC)
    seat.terminal.shows("╔════")


def test_ctrl_q_asks_and_esc_stays(seat: Seat) -> None:
    seat.types(CTRL_Q)
    for answer in ("leave.heading", "leave.keep", "leave.bot", "leave.stay"):
        seat.shows(answer)
    seat.types(ESC)
    seat.hides("leave.heading")
    assert not seat.host.said(Leave)


def test_ron_works_over_help_and_over_a_question(seat: Seat) -> None:
    for key in ("?", CTRL_Q):
        seat.deal(window())
        seat.types(key)
        seat.terminal.hides("╔════")
        seat.types("!")
        seat.claim()
        seat.types(ESC)
        seat.terminal.shows("╔════")
