"""Lines of text broken between words, for a terminal that would break them anywhere."""

from __future__ import annotations

import os
from typing import TextIO

from server.wire.text import cells

LEAST_CELLS = 20
"""In fewer columns nothing is broken: a terminal that says so little does not know its size."""


def terminal_cells(out: TextIO) -> int:
    """Return how many columns the terminal behind `out` has, 0 where there is none."""
    try:
        return os.get_terminal_size(out.fileno()).columns if out.isatty() else 0
    except (OSError, ValueError):
        return 0


def broken(line: str, columns: int) -> list[str]:
    """Return `line` in rows of at most `columns` columns; a word that is longer stays whole."""
    if columns < LEAST_CELLS or cells(line) <= columns:
        return [line]
    rows: list[str] = []
    for word in line.split(" "):
        if rows and cells(rows[-1]) + 1 + cells(word) <= columns:
            rows[-1] += f" {word}"
        else:
            rows.append(word)
    return rows
