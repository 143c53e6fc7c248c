"""The log, the chat, and the points by round."""

from __future__ import annotations

from collections.abc import Iterator

from rich.cells import cell_len

from server.wire.messages import Numbered, Said
from terra_tui.locale.tell import is_told, logged_text
from terra_tui.ui.draw.lines import Line, Role, Run, clean, cut, pad, pad_left
from terra_tui.ui.draw.model import Board
from terra_tui.ui.draw.sheet import wrapped

LEAST_NAME = 10
"""Columns of the names beside the points by round; longer names get more of the points' own."""


def log_lines(
    board: Board, cells: int, rows: int, *, chat: bool | None = None, back: int = 0
) -> Iterator[Line]:
    """Yield `rows` lines of the newest events, the newest last; each takes the rows that it needs.

    Where too few are left, an event is cut, so that its beginning is seen; chat by itself is never cut.

    Args:
        chat: only chat (True), everything but chat (False), or all (None).
        back: how many of the newest to leave out, for looking back.
    """
    if rows <= 0:
        return
    found: list[Line] = []
    skipped = 0
    for numbered in reversed(board.state.log):
        said = isinstance(numbered.event, Said)
        if (chat is not None and said is not chat) or (said and board.muted):
            continue
        if not is_told(board.state, numbered.event):
            continue
        if skipped < back:
            skipped += 1
            continue
        most = 0 if chat is True else rows - len(found)
        found = _event_rows(board, numbered, cells, newest=not found, most=most) + found
        if len(found) >= rows:
            break
    yield from found[-rows:]
    for _ in range(rows - len(found)):
        yield ()


def _event_rows(board: Board, numbered: Numbered, cells: int, *, newest: bool, most: int) -> list[Line]:
    """Return an event in the rows that it needs, in at most `most` where that is not 0."""
    text = clean(logged_text(board.words, board.state, numbered))
    role = Role.CHAT if isinstance(numbered.event, Said) else Role.TEXT if newest else Role.DIM
    if cell_len(text) < cells:
        return [(Run(f" {text}", role),)]
    rows = wrapped(text, cells - 3)
    if most and len(rows) > most:
        rows = [*rows[: most - 1], cut(" ".join(rows[most - 1 :]), cells - (1 if most == 1 else 3))]
    return [(Run(f"   {row}" if place else f" {row}", role),) for place, row in enumerate(rows)]


def points_lines(board: Board, cells: int, rows: int) -> Iterator[Line]:
    """Yield `rows` lines: for each seat a line of points by round, and the last few numbers."""
    points = board.state.points
    count = 0
    if points:
        longest = max(cell_len(board.name(seat)) for seat in range(len(points[-1])))
        name_cells = max(LEAST_NAME, min(longest + 1, cells // 2))
        numbers = max(1, min(4, (cells - name_cells - 12) // 4))
        spark_cells = cells - name_cells - 2 - 4 * numbers
        for seat in range(min(len(points[-1]), rows)):
            scores = [row[seat] for row in points]
            line = spark(board, scores[-spark_cells:])
            role = Role.YOU if seat == board.state.seat else Role.TEXT
            last = "".join(pad_left(str(score), 4) for score in scores[-numbers:])
            yield (
                Run(" " + pad(board.name(seat), name_cells), role),
                Run(pad(line, spark_cells), Role.FLOOR),
                Run(pad_left(last, 4 * numbers), role),
            )
            count += 1
    for _ in range(rows - count):
        yield ()


def spark(board: Board, scores: list[int]) -> str:
    """Return the points as heights between 0 and the limit."""
    limit = board.state.settings.rules.limit
    top = len(board.skin.spark) - 1
    return "".join(board.skin.spark[max(0, min(top, score * top // limit))] for score in scores)
