"""Which keys the last rows of the board name."""

from __future__ import annotations

from server.wire.settings import Assist
from terra_tui.ui.draw.hands import sees_hands
from terra_tui.ui.draw.model import Board

NARROW = 72
SHORT = ("ron", "match", "keep", "follow", "join", "lay", "draw", "terra", "chat")
"""What a turn needs, for one short row."""


CHAT = ("send", "greet", "close", "ron_typing")


def chat_keys(board: Board) -> list[str]:
    """Return the keys of the open chat box; none while it is closed, for then they are the screen's own."""
    if board.chat is None:
        return []
    names = CHAT if board.playing and board.state.seat is not None else CHAT[:-1]
    return [board.key(name) for name in names]


def table_keys(board: Board) -> list[str]:
    """Return the keys of the table for this moment, those for the turn first."""
    if board.chat is not None:
        return chat_keys(board)
    if board.keys:
        return [board.key(name) for name in board.keys]
    names = ["chat", "log", "sort", "view", "hint", "help", "menu"]
    if board.state.seat is None:
        # A number chooses whose hand is seen, or which seat is taken: neither may be possible.
        join = ["join"] if board.free_seats and not board.state.only_watches else []
        follow = ["follow"] if join or sees_hands(board) else []
        names = [*follow, *join, "chat", "log", "view", "language", "help", "menu"]
    elif board.choosing and board.my_turn:
        names = ["match", "keep", "terra", *names]
    elif len(board.state.hand) == 1:
        names = ["ron", "type", "lay", "draw", *names]
    else:
        names = ["type", "pick", "undo", "lay", "draw", "terra", "ron", *names]
    if board.width < NARROW:
        # One short row: what a turn needs, where the rest is told, and what there is room for.
        short = [name for name in names if name in SHORT]
        names = [*short, "more", *(name for name in names if name not in (*short, "help"))]
    if board.state.settings.assist is not Assist.HINTS and "hint" in names:
        names.remove("hint")
    return [board.key(name) for name in names]
