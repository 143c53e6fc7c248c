"""One line of text that is being typed."""

from __future__ import annotations

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
