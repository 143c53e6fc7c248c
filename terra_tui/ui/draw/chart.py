"""Points by round as a chart of characters: each seat is its number."""

from __future__ import annotations

from terra_tui.ui.draw.lines import Line, Role, Run, pad, pad_left
from terra_tui.ui.draw.model import Board

AXIS_CELLS = 8
NUMBER_CELLS = 5
LEAST_ROWS = 5
"""Three rows of points, the rounds and the names."""


def chart_lines(board: Board, cells: int, rows: int) -> list[Line]:
    """Return `rows` rows: the scores after each round, the rounds' numbers, and which number is whose.

    Round 0 is the start; where not all rounds have room, the newest are shown. Seats with the same points stand
    side by side.
    """
    points = board.state.points
    if len(points) < 2 or rows < LEAST_ROWS:
        return []
    seats = len(points[-1])
    step = seats + 1
    first = max(0, len(points) - (cells - AXIS_CELLS) // step)
    shown = points[first:]
    top = max(board.state.settings.rules.limit, *(max(row) for row in points))
    low = min(0, *(min(row) for row in points))
    height = rows - 2
    lines: list[Line] = []
    for row in range(height):
        value = round(top - row * (top - low) / (height - 1))
        label = pad_left(str(value) if row % 2 == 0 or row == height - 1 else "", NUMBER_CELLS)
        axis = Run(f"{label} {board.skin.divider} ", Role.DIM)
        marks = [_there(scores, row, height, top, low) for scores in shown]
        lines.append((axis, *(run for column in marks for run in _column(board, column, step))))
    numbers = "".join(pad(str(number), step) for number in range(first, len(points)))
    lines.append((Run(pad(board.say("game_end.axis"), AXIS_CELLS) + numbers, Role.DIM),))
    legend = "   ".join(f"{seat + 1} {board.name(seat)}" for seat in range(seats))
    return [*lines, (Run(" " * AXIS_CELLS + legend, Role.DIM),)]


def _there(scores: tuple[int, ...], row: int, height: int, top: int, low: int) -> list[int]:
    """Return the seats whose points are drawn in this row."""
    return [seat for seat, score in enumerate(scores) if round((top - score) * (height - 1) / (top - low)) == row]


def _column(board: Board, seats: list[int], cells: int) -> list[Run]:
    runs = [Run(str(seat + 1), Role.YOU if seat == board.state.seat else Role.TEXT) for seat in seats]
    return [*runs, Run(" " * (cells - len(seats)))]
