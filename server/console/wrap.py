"""Lines of text broken between words, for a terminal that would break them anywhere."""

from __future__ import annotations

import os
from typing import Final, TextIO

from server.wire.text import cells

LEAST_CELLS: Final = 20
"""In fewer columns nothing is broken: a terminal that says so little does not know its size."""


def broken(line: str, columns: int) -> list[str]:
    """Return `line` in rows of at most `columns` columns, indented as it is; a word that is longer stays whole."""
    if columns < LEAST_CELLS or cells(line) <= columns:
        return [line]
    text = line.lstrip(" ")
    indent = line[: len(line) - len(text)]
    rows: list[str] = []
    for word in text.split(" "):
        if rows and cells(rows[-1]) + 1 + cells(word) <= columns:
            rows[-1] += f" {word}"
        elif word:      # of several blanks, those at a break go with it
            rows.append(indent + word)
    return [row.rstrip(" ") for row in rows] or [line]


def terminal_cells(out: TextIO | None) -> int:
    """Return how many columns the terminal behind `out` has, 0 where there is none (or the stream was closed)."""
    try:
        return 0 if out is None or not out.isatty() else os.get_terminal_size(out.fileno()).columns
    except (OSError, ValueError):
        return 0
