"""Points by round as a chart of characters: each seat is the number of its place in the standings."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich.cells import cell_len

from server.engine.cards import Seat
from terra_tui.ui.draw.lines import Line, Role, Run, cut, pad, pad_left
from terra_tui.ui.draw.model import Board

AXIS_CELLS = 8
NUMBER_CELLS = 5
LEAST_ROWS = 5
"""Three rows of points, the rounds and the names."""
STEPS = (5, 10, 15, 20, 25, 30, 50, 100, 200, 250, 500, 1000)
"""Round numbers by which the axis may go."""


def ranked(scores: Sequence[int]) -> list[Seat]:
    """Return the seats in the order of the standings."""
    return sorted(range(len(scores)), key=lambda seat: -scores[seat])


def chart_lines(board: Board, cells: int, rows: int) -> list[Line]:
    """Return `rows` rows: the scores after each round, the rounds' numbers, and which number is whose.

    Round 0 is the start; where not all rounds have room, the newest are shown, and the last row says so. Seats
    with the same points stand side by side.
    """
    points = board.state.points
    if len(points) < 2 or rows < LEAST_ROWS:
        return []
    # Whoever came in after the game has not seen how its last round ended.
    final = None if board.view is None else board.view.scores
    order = ranked(points[-1] if final is None or len(final) != len(points[-1]) else final)
    step = len(order) + 1
    first = max(0, len(points) - (cells - AXIS_CELLS) // step)
    shown = points[first:]
    legend = list(_legend(board, order, len(shown) if first else 0, cells - AXIS_CELLS))
    height = rows - 1 - len(legend)
    if height < LEAST_ROWS - 2:
        return []
    limit = board.state.settings.rules.limit
    top, low = max(limit, *map(max, shown)), min(0, *map(min, shown))
    ticks = _ticks(limit, top, low, height)
    lines: list[Line] = []
    for row in range(height):
        axis = Run(f"{pad_left(ticks.get(row, ''), NUMBER_CELLS)} {board.skin.divider} ", Role.DIM)
        runs: list[Run] = []
        for scores in shown:
            there = [place for place, seat in enumerate(order, 1) if _row(scores[seat], top, low, height) == row]
            runs += [Run(str(place), _role(board, order[place - 1])) for place in there]
            runs.append(Run(" " * (step - len(there))))
        lines.append((axis, *runs))
    numbers = "".join(pad(str(number), step) for number in range(first, len(points)))
    lines.append((Run(pad(board.say("game_end.axis"), AXIS_CELLS) + numbers, Role.DIM),))
    return lines + [(Run(" " * AXIS_CELLS + text, Role.DIM),) for text in legend]


def _role(board: Board, seat: Seat) -> Role:
    return Role.YOU if seat == board.state.seat else Role.TEXT


def _row(score: int, top: int, low: int, height: int) -> int:
    """Return the row in which so many points are drawn."""
    return round((top - score) * (height - 1) / (top - low))


def _ticks(limit: int, top: int, low: int, height: int) -> dict[int, str]:
    """Return the numbers beside the rows: the limit, zero, and round ones between that do not crowd."""
    ticks = {_row(value, top, low, height): str(value) for value in (0, limit)}
    apart = [step for step in STEPS if step * (height - 1) >= 2 * (top - low)]
    step = next((step for step in apart if limit % step == 0), min(apart, default=0))
    if step:
        for value in range(-(-low // step) * step, top + 1, step):
            row = _row(value, top, low, height)
            if not ticks.keys() & {row - 1, row, row + 1}:
                ticks[row] = str(value)
    return ticks


def _legend(board: Board, order: Sequence[Seat], rounds: int, cells: int) -> Iterator[str]:
    """Yield whose number is which in rows of so many columns; before that, that not all rounds are shown."""
    row = board.say("game_end.last_rounds", n=rounds) if rounds else ""
    for place, seat in enumerate(order, 1):
        name = cut(f"{place} {board.name(seat)}", cells)
        if row and cell_len(row) + 3 + cell_len(name) > cells:
            yield row
            row = name
        else:
            row = f"{row}   {name}" if row else name
    yield row
