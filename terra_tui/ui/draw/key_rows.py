"""The last rows: which keys do what just now."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich.cells import cell_len

from terra_tui.ui.draw.lines import Line, Role, Run

GAP = " | "


def rows_needed(words: Sequence[str], cells: int, most: int) -> int:
    """Return how many rows all `words` take, `most` at most."""
    for rows in range(1, most):
        shown = sum(run.role is Role.KEY for line in key_lines(words, cells, rows) for run in line)
        if shown == len(words):
            return rows
    return most


def key_lines(words: Sequence[str], cells: int, rows: int) -> Iterator[Line]:
    """Yield exactly `rows` rows with as many of `words` as there is room for, the first ones first."""
    left = list(words)
    for _ in range(rows):
        runs, used = [Run(" ")], 1
        while left:
            gap = 0 if used == 1 else len(GAP)
            if used + gap + cell_len(left[0]) > cells:
                break
            if gap:
                runs.append(Run(GAP, Role.FAINT))
            word = left.pop(0)
            runs.append(Run(word, Role.KEY))
            used += gap + cell_len(word)
        yield tuple(runs)
