"""Pasted text is text, whatever it holds and wherever a line cuts it; it keeps nobody in."""

from __future__ import annotations

import pytest

from terra_tui.ui.lone_escape import ESC, LoneEscape, Pasted
from terra_tui.ui.paste import LONGEST, QUIET_SECONDS

BEGIN, END = "\x1b[200~", "\x1b[201~"
EVIL = f"4{BEGIN}ab\x1b[31m!\x1b\x11\x03\x9b\x7f\x00\n\tc\x1b[20{END}9"
TEXT = "ab[31m!\n\tc[20"
SECONDS = 0.5


def pieces_of(*texts: str) -> list[str | Pasted]:
    """Return what `texts` mean that come soon after each other; keys that follow each other are put together."""
    escape = LoneEscape(SECONDS)
    found: list[str | Pasted] = []
    for at, text in enumerate(texts):
        for piece in escape.cut(text, 10.0 + at / 10):
            last = found[-1] if found else None
            if isinstance(piece, str) and isinstance(last, str):
                found[-1] = last + piece
            else:
                found.append(piece)
    return found


def test_what_is_between_the_marks_is_text_without_control_characters() -> None:
    assert pieces_of(EVIL) == ["4", Pasted(TEXT), "9"]


@pytest.mark.parametrize("at", range(1, len(EVIL)))
def test_a_paste_may_be_cut_anywhere(at: int) -> None:
    assert pieces_of(EVIL[:at], EVIL[at:]) == ["4", Pasted(TEXT), "9"]


def test_a_paste_may_come_byte_by_byte() -> None:
    text = EVIL.replace("\x11", "").replace("\x03", "")
    assert pieces_of(*text) == ["4", Pasted(TEXT), "9"]


def test_two_pastes_in_one_piece_stay_two() -> None:
    assert pieces_of(f"{BEGIN}a{END}{BEGIN}b{END}\x1b4") == [Pasted("a"), Pasted("b"), "\x1b4"]


def test_a_key_that_begins_as_a_paste_does_stays_itself() -> None:
    assert pieces_of("\x1b[2", "4~") == ["\x1b[24~"]


@pytest.mark.parametrize("cut", range(2, len(BEGIN)))
def test_a_mark_whose_rest_does_not_come_in_time_is_none(cut: int) -> None:
    escape = LoneEscape(SECONDS)
    assert list(escape.cut(BEGIN[:cut], 10.0)) == []
    assert escape.due(10.6) is None
    assert list(escape.cut(BEGIN[cut:] + "4", 10.7)) == [BEGIN[cut:] + "4"]


@pytest.mark.parametrize("key", ["\x11", "\x03", "\x1b[113;5u", "\x1b[99;5u"], ids=repr)
def test_an_unfinished_paste_lets_the_key_to_leave_through(key: str) -> None:
    escape = LoneEscape(SECONDS)
    assert list(escape.cut(f"{BEGIN}abc", 10.0)) == []
    assert list(escape.cut("?", 10.1)) == []
    assert list(escape.cut(key, 10.2)) == [Pasted("abc?"), key]
    assert list(escape.cut("4", 10.3)) == ["4"]


def test_an_unfinished_paste_is_over_when_nothing_comes_any_more() -> None:
    escape = LoneEscape(SECONDS)
    assert list(escape.cut(f"{BEGIN}abc{ESC}", 10.0)) == []
    assert escape.due(10.0 + QUIET_SECONDS / 2) is None
    assert escape.due(10.0 + QUIET_SECONDS) == Pasted("abc")
    assert escape.due(11.0 + QUIET_SECONDS) is None
    assert list(escape.cut("4", 12.0 + QUIET_SECONDS)) == ["4"]


def test_of_an_endless_paste_no_more_is_kept_than_fits() -> None:
    escape = LoneEscape(SECONDS)
    assert list(escape.cut(BEGIN, 10.0)) == []
    for _ in range(40):
        assert list(escape.cut("5+7-8!\n." * 512, 10.0)) == []
    (pasted,) = escape.cut(f"{END}", 10.0)
    assert isinstance(pasted, Pasted)
    assert len(pasted.text) == LONGEST
