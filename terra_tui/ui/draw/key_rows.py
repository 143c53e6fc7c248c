"""The last rows: which keys do what just now."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich.cells import cell_len

from server.wire.settings import Assist
from terra_tui.ui.draw.lines import Line, Role, Run
from terra_tui.ui.draw.model import Board

GAP = " | "
NARROW = 72
SHORT = ("type", "lay", "draw", "ron", "match", "keep", "follow", "help")


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


def table_keys(board: Board) -> list[str]:
    """Return the keys of the table for this moment, those for the turn first."""
    names = ["chat", "log", "sort", "view", "hint", "help", "menu"]
    if board.state.seat is None:
        names = ["follow", "chat", "log", "view", "language", "help", "menu"]
    elif board.choosing and board.my_turn:
        names = ["match", "keep", "terra", *names]
    elif len(board.state.hand) == 1:
        names = ["ron", "type", "lay", "draw", *names]
    else:
        names = ["type", "pick", "undo", "lay", "draw", "terra", "ron", *names]
    if board.width < NARROW:
        # One short row: what a turn needs, and where the rest is told.
        names = [name for name in names if name in SHORT]
    if board.state.settings.assist is not Assist.HINTS and "hint" in names:
        names.remove("hint")
    return [board.say(f"keys.{name}") for name in names]
