"""The whole log: in a round it takes the place of the floor and the players, else the page's."""

from __future__ import annotations

from collections.abc import Iterator

from server.wire.messages import Stage
from terra_tui.locale.watchers import watchers_text
from terra_tui.ui.draw.key_rows import key_lines, rows_needed
from terra_tui.ui.draw.lines import Line, Role, Run, clean
from terra_tui.ui.draw.log import log_lines
from terra_tui.ui.draw.model import Board
from terra_tui.ui.draw.sheet import page, rows_of
from terra_tui.ui.draw.status import note_rows, status_line
from terra_tui.ui.draw.table_keys import chat_keys

MOST_WATCHERS = 3
"""Rows that the names of those who watch may take."""


def long_log_lines(board: Board, rows: int) -> Iterator[Line]:
    """Yield `rows` rows: what this is and how one leaves it, who watches, the events."""
    keys = "table.log_close" if board.keys else "table.log_keys"      # a replay's arrow keys are its own
    yield (Run(f" {board.say('table.log')}   ", Role.TITLE), Run(board.say(keys), Role.DIM))
    watchers = rows_of(clean(watchers_text(board.words, board.state)), board.width - 2, Role.WARN)[:MOST_WATCHERS]
    yield from ((Run(" "), *line) for line in watchers)
    yield from log_lines(board, board.width, rows - 1 - len(watchers), back=board.log_back)


def log_page_lines(board: Board) -> tuple[Line, ...]:
    """Return the window with the log between two rounds and after a game, where there is nothing else to watch."""
    keys = chat_keys(board) or [board.key(name) for name in _key_names(board)]
    foot = [*note_rows(board), *key_lines(keys, board.width, rows_needed(keys, board.width, 2))]
    top = [status_line(board), (Run(board.skin.rule * board.width, Role.FAINT),)]
    rows = max(0, board.height - len(top) - len(foot))
    return page([*top, *long_log_lines(board, rows)], foot, board.width, board.height)


def _key_names(board: Board) -> tuple[str, ...]:
    if board.keys:
        return board.keys
    seat, roster = board.state.seat, board.state.roster
    ready = "unready" if seat is not None and roster is not None and roster.seats[seat].ready else "ready"
    save = ("save",) if board.state.stage is Stage.OVER and board.kept else ()
    return ("close", *([ready] if seat is not None else []), *save, "scroll", "chat", "help", "menu", "language")
