"""Points by round as a chart of characters: each seat is its number."""

from __future__ import annotations

from terra_tui.ui.draw.lines import Line, Role, Run, pad_left
from terra_tui.ui.draw.model import Board

AXIS_CELLS = 5


def chart_lines(board: Board, cells: int, rows: int) -> list[Line]:
    """Return `rows` rows: the scores after each round, the limit at the top, and which number is whose.

    Where two seats share a place the later seat's number is drawn; the numbers at the side tell the points.
    """
    points = board.state.points
    if len(points) < 2 or rows < 3:
        return []
    height, width = rows - 1, cells - AXIS_CELLS
    top = max(board.state.settings.rules.limit, *(max(row) for row in points))
    low = min(0, *(min(row) for row in points))
    grid: list[list[str]] = [[" "] * width for _ in range(height)]
    step = max(1, min(6, (width - 1) // max(1, len(points) - 1)))
    shown = points[-(1 + (width - 1) // step) :]
    for number, scores in enumerate(shown):
        for seat, score in enumerate(scores):
            row = round((top - score) * (height - 1) / max(1, top - low))
            grid[row][number * step] = str(seat + 1)
    lines: list[Line] = []
    for row, marks in enumerate(grid):
        value = round(top - row * (top - low) / max(1, height - 1))
        label = pad_left(str(value) if row % 2 == 0 or row == height - 1 else "", AXIS_CELLS - 2)
        lines.append((Run(f"{label} {board.skin.divider}", Role.DIM), *_marks(board, marks)))
    legend = "   ".join(f"{seat + 1} {board.name(seat)}" for seat in range(len(points[-1])))
    return [*lines, (Run(" " * AXIS_CELLS + legend, Role.DIM),)]


def _marks(board: Board, marks: list[str]) -> list[Run]:
    own = "" if board.state.seat is None else str(board.state.seat + 1)
    return [Run(mark, Role.YOU if mark == own else Role.TEXT) for mark in marks]
