"""Rows of runs: widths in columns, cutting, and what must be painted again."""

from __future__ import annotations

import pytest

from terra_tui.ui.draw.lines import (
    NEAR,
    Role,
    Run,
    centred,
    changed_spans,
    clean,
    cut,
    fit,
    pad,
    pad_left,
    split,
    width,
)


def test_cutting_counts_columns_and_never_halves_a_wide_letter() -> None:
    assert cut("소라소라", 8) == "소라소라"
    assert cut("소라소라", 7) == "소라소~"
    assert cut("소라소라", 6) == "소라~"
    assert cut("abc", 0) == ""


def test_padding_to_columns() -> None:
    assert pad("소라", 6) == "소라  "
    assert pad_left("7", 3) == "  7"
    assert centred("8 ", 5) == " 8   "


def test_fit_fills_cuts_and_joins_runs_of_one_role() -> None:
    line = (Run("ab"), Run("cd"), Run("ef", Role.WARN))
    assert fit(line, 8) == (Run("abcd"), Run("ef", Role.WARN), Run("  "))
    assert fit(line, 5) == (Run("abcd"), Run("~", Role.WARN))
    assert fit((), 2) == (Run("  "),)
    assert width(fit((Run("가나다"),), 5)) == 5


def test_split_keeps_the_right_side() -> None:
    right = Run("right", Role.TURN)
    assert split((Run("a long left side"),), (right,), 12) == (Run("a long~"), right)


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("plain", "plain"),
        ("\x1b[2J", "[2J"),
        ("\x1b]52;c;eA==\x07", "]52;c;eA=="),
        ("a\u202eb\u200bc\u2066d", "abcd"),
        ("a\tb\nc", "a b c"),
        ("소라", "소라"),
        ("e\u0301", "e"),
    ],
)
def test_foreign_text_is_made_safe(text: str, shown: str) -> None:
    assert clean(text) == shown


def test_only_the_columns_that_differ_are_painted() -> None:
    old = (Run("clock 0:17 ", Role.TEXT), Run("[|||]", Role.TEXT))
    new = (Run("clock 0:16 ", Role.TEXT), Run("[|||]", Role.TEXT))
    assert changed_spans(old, new) == [(9, 1)]
    assert changed_spans(old, old) == []
    assert changed_spans((Run("ab"),), (Run("a"), Run("b", Role.WARN))) == [(1, 1)]
    assert changed_spans((Run("가나"),), (Run("가다"),)) == [(2, 2)]
    assert changed_spans((Run("a"),), (Run("ab"),)) == [(0, 2)]


def test_changes_far_apart_are_painted_apart() -> None:
    gap = "-" * (NEAR + 1)
    assert changed_spans((Run(f"a{gap}a"),), (Run(f"b{gap}b"),)) == [(0, 1), (NEAR + 2, 1)]
    assert changed_spans((Run("a--a"),), (Run("b--b"),)) == [(0, 4)]


def test_the_same_look_in_other_runs_is_not_painted() -> None:
    assert changed_spans((Run("ab"),), (Run("a"), Run("b"))) == []
