"""The hands that one may see who does not play: one as cards, several as rows."""

from __future__ import annotations

from collections.abc import Iterator

from server.engine.cards import Hand, Seat
from terra_tui.ui.draw.lines import Line, Role, Run, fit, pad
from terra_tui.ui.draw.model import Board

NAME_CELLS = 11
NARROW_NAME_CELLS = 6


def seen_hands(board: Board) -> list[tuple[Seat, Hand]]:
    """Return the hands to be shown, with whose they are: all that are known, or the one that is followed."""
    snapshot = board.state.snapshot
    hands = () if snapshot is None else snapshot.hands
    return [(seat, hand) for seat, hand in enumerate(hands) if hand and board.follow in (None, seat)]


def hand_rows(board: Board, rows: int) -> Iterator[Line]:
    """Yield exactly `rows` rows with the hands, side by side where there are more hands than rows."""
    seen = seen_hands(board)
    columns = max(1, -(-len(seen) // max(1, rows)))
    cells = board.width // columns
    for row in range(rows):
        line: list[Run] = []
        for seat, hand in seen[row * columns : (row + 1) * columns]:
            line += fit(_one(board, seat, hand, narrow=columns > 1), cells)
        yield tuple(line)


def _one(board: Board, seat: Seat, hand: Hand, *, narrow: bool) -> Line:
    turn = board.playing and board.view is not None and board.view.turn == seat
    mark = f"{board.skin.turn if turn else ' '} "
    name = pad(board.name(seat), NARROW_NAME_CELLS if narrow else NAME_CELLS)
    cards = " ".join(f"{card:{1 if narrow else 2}}" for card in hand)
    return Run(f"{mark if narrow else ' ' + mark}{name} ", Role.TURN if turn else Role.DIM), Run(cards)
