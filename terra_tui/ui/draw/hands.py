"""The hands that one may see who does not play: one as cards, several as rows."""

from __future__ import annotations

from collections.abc import Iterator

from rich.cells import cell_len

from server.engine.cards import Hand, Seat
from server.wire.settings import Watching
from terra_tui.ui.draw.lines import Line, Role, Run, fit, pad
from terra_tui.ui.draw.model import Board

NAME_CELLS = 11
NARROW_NAME_CELLS = 6


def seen_hands(board: Board) -> list[tuple[Seat, Hand]]:
    """Return the hands to be shown, with whose they are: all that are known, or the one that is followed."""
    snapshot = board.state.snapshot
    hands = () if snapshot is None else snapshot.hands
    return [(seat, hand) for seat, hand in enumerate(hands) if hand and board.follow in (None, seat)]


def sees_hands(board: Board) -> bool:
    """Return whether somebody who does not play sees hands at this table, sooner or later."""
    roster, snapshot = board.state.roster, board.state.snapshot
    if board.keys or (snapshot is not None and any(snapshot.hands)):
        return True
    if roster is None:
        return False
    return roster.settings.watching is Watching.DELAYED or any(info.shows_hand for info in roster.seats)


def hand_rows(board: Board, rows: int) -> Iterator[Line]:
    """Yield exactly `rows` rows with the hands, side by side where there are more hands than rows."""
    seen = seen_hands(board)
    columns = max(1, -(-len(seen) // max(1, rows)))
    cells = board.width // columns
    heads = [_head(board, seat, narrow=columns > 1) for seat, _ in seen]
    room = cells - max((cell_len(head.text) for head in heads), default=0) - 1
    texts = _texts([hand for _, hand in seen], room)
    for row in range(rows):
        line: list[Run] = []
        for place in range(row * columns, min((row + 1) * columns, len(seen))):
            line += fit((heads[place], Run(texts[place])), cells)
        yield tuple(line)


def _head(board: Board, seat: Seat, *, narrow: bool) -> Run:
    turn = board.playing and board.view is not None and board.view.turn == seat
    mark = f"{board.skin.turn if turn else ' '} "
    name = pad(board.name(seat), NARROW_NAME_CELLS if narrow else NAME_CELLS)
    return Run(f"{mark if narrow else ' ' + mark}{name} ", Role.TURN if turn else Role.DIM)


def _texts(hands: list[Hand], room: int) -> list[str]:
    """Return the hands as text, all in one manner: ranks under one another, close together, or `4x2` for two 4s.

    The last manner is for many cards in few columns; only there may the longest hand still be cut.
    """
    texts = [" ".join(f"{card:2}" for card in hand) for hand in hands]
    if any(len(text) > room for text in texts):
        texts = [" ".join(map(str, hand)) for hand in hands]
    if any(len(text) > room for text in texts):
        texts = [" ".join(_counted(hand)) for hand in hands]
    return texts


def _counted(hand: Hand) -> Iterator[str]:
    for rank in sorted(set(hand)):
        copies = hand.count(rank)
        yield f"{rank}x{copies}" if copies > 1 else str(rank)
