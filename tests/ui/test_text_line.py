"""One line of text that is being typed."""

from __future__ import annotations

import pytest

from terra_tui.ui.draw.lines import Role
from terra_tui.ui.draw.text_runs import text_runs
from terra_tui.ui.text_line import TextLine


def typed(*keys: str) -> TextLine:
    """Return what comes of typing text and editing keys; keys are in angle brackets."""
    line = TextLine()
    for key in keys:
        line = line.press(key[1:-1]) if key.startswith("<") else line.insert(key)
    return line


def test_typing_and_editing() -> None:
    assert typed("ab", "<left>", "c").text == "acb"
    assert typed("ab", "<backspace>").text == "a"
    assert typed("ab", "<home>", "<delete>").text == "b"
    assert typed("ab", "<home>", "<backspace>").text == "ab"
    assert typed("ab", "<left>", "<ctrl+u>").text == "b"
    assert typed("ab", "<home>", "<right>", "<end>", "c").text == "abc"
    assert typed("ab", "<f1>") == typed("ab")


def test_there_is_room_for_so_many_columns_and_no_control_characters() -> None:
    assert TextLine(cells=5).insert("소라소라").text == "소라"
    assert TextLine().insert("a\x1b\nb").text == "ab"


def test_the_caret_stays_in_sight() -> None:
    runs = text_runs(TextLine.of("abcdefgh"), 5)
    assert [run.text for run in runs] == ["efgh", " ", ""]
    assert runs[1].role is Role.CARET
    assert [run.text for run in text_runs(TextLine("abcdefgh", 0), 5)] == ["", "a", "bcde"]


def test_a_secret_is_not_shown() -> None:
    assert "".join(run.text for run in text_runs(TextLine.of("key", secret=True), 9)) == "*** "


def test_what_is_typed_takes_the_place_of_a_proposal() -> None:
    proposal = TextLine.of("root", 16, proposed=True)
    assert proposal.insert("민").insert("수").text == "민수"
    assert proposal.insert("").text == proposal.insert("\x1b").text == "root"
    assert proposal.insert("Jun\n").text == "Jun"


@pytest.mark.parametrize(
    ("key", "text"),
    [
        ("left", "rooxt"), ("right", "rootx"), ("home", "xroot"), ("end", "rootx"), ("ctrl+a", "xroot"),
        ("backspace", "x"), ("delete", "x"), ("ctrl+u", "x"), ("f5", "x"),
    ],
)
def test_a_key_that_moves_keeps_a_proposal_one_that_deletes_takes_all_of_it(key: str, text: str) -> None:
    assert TextLine.of("root", 16, proposed=True).press(key).insert("x").text == text
