"""Lines broken between words."""

from __future__ import annotations

import io

from server.console.wrap import broken, terminal_cells
from server.wire.text import cells


def test_a_long_line_breaks_between_words_by_columns() -> None:
    line = "Seat 1: 소라, 준비되면 준비를 적으세요, and a-very-long-word-that-has-no-place-to-break"
    rows = broken(line, 24)
    assert " ".join(rows) == line
    assert max(cells(row) for row in rows[:-1]) <= 24
    assert broken(line, 0) == broken(line, 200) == [line]


def test_only_a_terminal_has_columns() -> None:
    assert terminal_cells(io.StringIO()) == 0
    assert terminal_cells(None) == 0
