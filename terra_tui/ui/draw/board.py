"""The table while a round is played, as rows: every part has its fixed place for a window's size."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from terra_tui.session.state import LinkState
from terra_tui.ui.draw.floor import ROWS as PANEL_ROWS
from terra_tui.ui.draw.floor import floor_lines
from terra_tui.ui.draw.hand import ROWS, Shape, hand_lines, shape_for
from terra_tui.ui.draw.hands import hand_rows, seen_hands, sees_hands
from terra_tui.ui.draw.key_rows import key_lines
from terra_tui.ui.draw.lines import Line, Role, Run, beside, fit, pad, width
from terra_tui.ui.draw.log import log_lines, points_lines
from terra_tui.ui.draw.long_log import long_log_lines
from terra_tui.ui.draw.model import Board
from terra_tui.ui.draw.players import player_lines
from terra_tui.ui.draw.sheet import rows_of
from terra_tui.ui.draw.status import clock_line, link_text, note_line, status_line, terra_line, whose_line
from terra_tui.ui.draw.strip import ron_line, sum_line
from terra_tui.ui.draw.table_keys import table_keys

SMALLEST = (60, 16)
"""Columns and rows below which the board has no room."""
TALL_ROWS = 30
WIDE_CELLS = 100


@dataclass(frozen=True, slots=True)
class Layout:
    """Where things are for a window's size and a number of cards.

    Attributes:
        hand_top: the row of the signs above the cards.
        log: rows for the log.
        note: the row of notes, where the chat box opens too.
    """

    shape: Shape
    hand_top: int
    log: int
    rule: bool
    label: bool
    keys: int
    note: int


def layout_for(width: int, height: int, cards: int) -> Layout:
    """Return the layout; the hand and the strip keep their rows whatever the hand holds, as far as it can be."""
    tall = height >= TALL_ROWS
    shape = shape_for(cards, width, tall)
    # A fan or a rail takes fewer rows than what a hand of nine takes: the strip stays where it was.
    most = max(ROWS[shape], ROWS[shape_for(1, width, tall)])
    keys = 2 if height >= 22 else 1
    label = height >= 18
    fixed = 2 + PANEL_ROWS + 2 + label + most + 1
    keys = min(keys, max(0, height - fixed))
    spare = max(0, height - fixed - keys)
    rule = spare > 1
    note = height - keys - 1
    return Layout(shape, note - most, spare - rule, rule, label, keys, note)


def _for_hands(board: Board, layout: Layout) -> Layout:
    """Return the layout with a row for each of several hands that are seen, as far as the log can spare them.

    Where those who watch see no hand, the log has its rows.
    """
    if board.state.seat is not None or board.state.hand:
        return layout
    rows = layout.note - layout.hand_top + layout.label
    if not sees_hands(board):
        return replace(layout, hand_top=layout.note, label=False, log=layout.log + rows)
    more = max(0, min(len(seen_hands(board)) - rows, layout.log))
    return replace(layout, hand_top=layout.hand_top - more, log=layout.log - more)


def board_lines(board: Board) -> tuple[Line, ...]:
    """Return all rows of the window, each exactly as wide as it is."""
    lines = list(_rows(board))
    return tuple(fit(line, board.width) for line in _exactly(lines, board.height))


def _exactly(lines: Sequence[Line], height: int) -> Iterable[Line]:
    return [*lines[:height], *([()] * (height - len(lines)))]


def _rows(board: Board) -> Iterator[Line]:
    layout = _for_hands(board, layout_for(board.width, board.height, len(board.state.hand)))
    # What a lesson says may need the rule's row too.
    under = layout.rule and not board.long_log and len(board.below) > layout.log
    yield status_line(board)
    yield terra_line(board)
    note = note_line(board)
    # In the lowest window the rows that are free otherwise tell what happened.
    low = layout.log == 0 and not board.below and not board.long_log
    if board.long_log:
        yield from long_log_lines(board, PANEL_ROWS + layout.log)
    else:
        yield from _panels(board, (not note) if low else None)
        yield from _history(board, layout.log + under)
    if layout.rule and not under:
        yield (Run(board.skin.rule * board.width, Role.FAINT),)
    yield sum_line(board)
    yield ron_line(board)
    yield from _hand(board, layout)
    if board.state.link.state is LinkState.CLOSED:
        # The last word is whole: no key does anything any more but leave.
        told = rows_of(link_text(board), board.width - 2, Role.ALERT)
        yield from ((Run(" "), *line) for line in _exactly(told, 1 + layout.keys))
        return
    yield from log_lines(board, board.width, 1) if low and not note else [note]
    yield from key_lines(table_keys(board), board.width, layout.keys)


def _floor_cells(width: int) -> int:
    return 34 if width >= WIDE_CELLS else 26 if width >= 72 else 20


def panel_cells(width: int) -> int:
    """Return the columns of the panel of players, beside the floor's."""
    return width - _floor_cells(width) - 3


def _panels(board: Board, newest_below: bool | None) -> Iterator[Line]:
    """Yield the players beside the floor; unless `newest_below` is None, the newest events under the players.

    Args:
        newest_below: whether the newest of all is told in the row of notes.
    """
    floor = _floor_cells(board.width)
    players = panel_cells(board.width)
    divider = (Run(f"{board.skin.divider}  ", Role.FAINT),)
    rows = PANEL_ROWS
    if newest_below is not None and not board.panel:
        rows = 1 + (0 if board.view is None else len(board.view.cards))
    left = list(_exactly(board.panel, PANEL_ROWS) if board.panel else player_lines(board, players, rows))
    left += log_lines(board, players, PANEL_ROWS - rows, back=int(newest_below or 0))
    yield from beside(left, floor_lines(board, floor), players, floor, divider)


def _history(board: Board, rows: int) -> Iterator[Line]:
    """Yield the log; in a wide and high window the log, the chat and the points by round side by side."""
    if board.below:
        yield from _exactly(board.below, rows)
        return
    if board.width < WIDE_CELLS or rows < 6:
        yield from log_lines(board, board.width, rows)
        return
    points = 38
    chat = (board.width - points) // 2 - 1
    log = board.width - points - chat - 2
    gap = (Run(board.skin.divider, Role.FAINT),)
    heads = (("table.log", log), ("table.chat", chat), ("table.points_by_round", points))
    yield (Run(board.skin.rule * board.width, Role.FAINT),)
    cells: list[Run] = []
    for place, (key, size) in enumerate(heads):
        cells += [*(gap if place else ()), Run(pad(" " + board.say(key), size), Role.DIM)]
    yield tuple(cells)
    rows -= 2
    left = beside(
        # A column stays free before the line between them.
        log_lines(board, log - 1, rows, chat=False), log_lines(board, chat - 1, rows, chat=True), log, chat, gap
    )
    yield from beside(left, points_lines(board, points, rows), log + chat + 1, points, gap)


def _hand(board: Board, layout: Layout) -> Iterator[Line]:
    """Yield the label and the hand; to those who do not play, the hands that they may see."""
    rows = layout.note - layout.hand_top
    if board.state.seat is None and not board.state.hand:
        yield from hand_rows(board, rows + layout.label)
        return
    if layout.label:
        yield _hand_label(board)
    yield from _exactly(list(hand_lines(board, layout.shape)), rows)


def _hand_label(board: Board) -> Line:
    if board.view is None:
        return ()
    names = board.names(tuple(seat for seat, _ in seen_hands(board)))
    whose = board.say("table.your_hand") if board.state.seat is not None else board.say("table.hand_of", name=names)
    return (Run(f" {whose}   ", Role.DIM), Run(board.say("count.cards", n=len(board.state.hand))))


def small_lines(board: Board) -> tuple[Line, ...]:
    """Return what a window shows that is too small for the board: the turn, Ron, and that it is too small."""
    whose, clock = whose_line(board), clock_line(board)
    # The bar goes first where there is no room, and then the clock has a row of its own.
    in_one = ((*whose, *clock), (*whose, *clock[:1]))
    first = next(([line] for line in in_one if width(line) <= board.width), [whose, clock])
    ron = ron_line(replace(board, width=board.width + width(ron_line(board)[:1])))[1:]
    lines: list[Line] = [line for line in (*first, ron) if line]
    lines += rows_of(board.say("table.small"), board.width, Role.WARN)
    lines += [line for line in [note_line(board)] if line]
    lines += rows_of(board.say("table.small_need"), board.width, Role.DIM)
    return tuple(fit(line, board.width) for line in _exactly(lines, board.height))


def table_lines(board: Board) -> tuple[Line, ...]:
    """Return the board, or what is shown in too small a window."""
    if board.width < SMALLEST[0] or board.height < SMALLEST[1]:
        return small_lines(board)
    return board_lines(board)
