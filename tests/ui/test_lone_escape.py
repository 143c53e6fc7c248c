"""Esc or the start of another key's sequence: told apart by what follows, and when."""

from __future__ import annotations

import pytest

from terra_tui.ui.lone_escape import ESC, LoneEscape, Pasted

LEFT = "\x1b[D"


@pytest.mark.parametrize(
    ("text", "pieces"),
    [
        ("4+9", ["4+9"]),
        (LEFT, [LEFT]),
        ("4" + LEFT + "9", ["4" + LEFT + "9"]),
        ("\x1b4", [ESC, "4"]),
        ("9\x1b.", ["9", ESC, "."]),
        ("\x1b\x1b[D", [ESC, LEFT]),
        ("\x1br", ["\x1br"]),
        ("\x1bOP\x1b4", ["\x1bOP", ESC, "4"]),
        ("\x1b[200~a\x1bb\x1b[201~\x1b4", [Pasted("ab"), ESC, "4"]),
    ],
    ids=repr,
)
def test_what_one_piece_of_input_means(text: str, pieces: list[str | Pasted]) -> None:
    assert list(LoneEscape(0.5).cut(text, 10.0)) == pieces


def test_a_sequence_that_a_slow_line_cuts_stays_one() -> None:
    escape = LoneEscape(0.5)
    assert list(escape.cut(ESC, 10.0)) == []
    assert not escape.due(10.4)
    assert list(escape.cut("[D", 10.4)) == [LEFT]
    assert not escape.due(11.0)


def test_esc_alone_is_the_key_once_nothing_has_followed() -> None:
    escape = LoneEscape(0.5)
    assert list(escape.cut(ESC, 10.0)) == []
    assert escape.due(10.5)
    assert not escape.due(10.6)
    assert list(escape.cut("[D", 11.0)) == ["[D"]


@pytest.mark.parametrize("key", ["4", ".", "!", "r", "ㄱ", ESC])
def test_a_key_soon_after_esc_stays_itself(key: str) -> None:
    escape = LoneEscape(0.5)
    assert list(escape.cut(ESC, 10.0)) == []
    rest = list(escape.cut(key, 10.2))
    assert rest == ([ESC] if key == ESC else [ESC, key])


def test_an_esc_in_pasted_text_is_no_key_but_one_right_after_it_is() -> None:
    escape = LoneEscape(0.5)
    assert list(escape.cut("\x1b[200~a\x1b", 10.0)) == []
    assert not escape.due(12.0)
    assert list(escape.cut("b\x1b[20", 12.0)) == []
    assert list(escape.cut("1~\x1b", 12.0)) == [Pasted("ab")]
    assert escape.due(12.5) == ESC
