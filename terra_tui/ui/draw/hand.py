"""The hand: as boxes, as a fan, or as a rail of ranks where the window is narrow."""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum

from rich.cells import cell_len

from server.engine.cards import RANKS, Hand, dots
from terra_tui.session.draft import Pick
from terra_tui.ui.draw.lines import Line, Role, Run, centred, pad, pad_left
from terra_tui.ui.draw.model import Board
from terra_tui.ui.draw.skin import Frame

RAIL_BELOW = 80
"""A window narrower than this shows the rail."""
RAIL_CELLS = 4
CARD_CELLS = 5
TALL_CELLS = 7
FAN_STEP = 3


class Shape(StrEnum):
    """How a hand is drawn."""

    TALL = "tall"        # with dots, a gap between cards
    LOOSE = "loose"      # a gap between cards
    TIGHT = "tight"      # side by side
    FAN = "fan"          # overlapping
    RAIL = "rail"        # counts under the ranks 1 to 15


STEPS = {Shape.TALL: TALL_CELLS + 1, Shape.LOOSE: CARD_CELLS + 1, Shape.TIGHT: CARD_CELLS, Shape.FAN: FAN_STEP}
ROWS = {Shape.TALL: 6, Shape.LOOSE: 4, Shape.TIGHT: 4, Shape.FAN: 4, Shape.RAIL: 3}
"""Rows with the row of signs above the cards."""


def shape_for(cards: int, width: int, tall: bool) -> Shape:
    """Return how `cards` cards are drawn in `width` columns; `tall` where there are rows enough for dots."""
    if width < RAIL_BELOW:
        return Shape.RAIL
    if tall and 1 + cards * (TALL_CELLS + 1) <= width:
        return Shape.TALL
    if 1 + cards * (CARD_CELLS + 1) <= width:
        return Shape.LOOSE
    if 2 + cards * CARD_CELLS <= width:
        return Shape.TIGHT
    if 2 + (cards - 1) * FAN_STEP + CARD_CELLS <= width:
        return Shape.FAN
    return Shape.RAIL


def place_at(board: Board, shape: Shape, column: int) -> int | None:
    """Return the index in the hand of the card drawn at `column`, None where there is none."""
    if shape is Shape.RAIL:
        rank = (column - 1) // RAIL_CELLS + 1 if board.width >= RAIL_CELLS * 15 else 0
        picked = {pick.index for pick in board.draft.picks}
        copies = [index for index, card in enumerate(board.state.hand) if card == rank]
        return next((index for index in copies if index not in picked), copies[0] if copies else None)
    place, inside = divmod(column - 1, STEPS[shape])
    order = board.shown_hand
    if shape is Shape.FAN and len(order) <= place <= len(order) + 1:
        place = len(order) - 1
    if column < 1 or not 0 <= place < len(order) or inside >= TALL_CELLS:
        return None
    return order[place]


def hand_lines(board: Board, shape: Shape) -> Iterator[Line]:
    """Yield the rows of the hand, the signs of picked cards above: `ROWS[shape]` rows."""
    hand = board.state.hand
    if not hand:
        for _ in range(ROWS[shape]):
            yield ()
        return
    if shape is Shape.RAIL:
        yield from _rail(board, hand)
        return
    yield _signs(board, shape)
    yield from _cards(board, hand, shape)


def _picks(board: Board) -> dict[int, Pick]:
    return {pick.index: pick for pick in board.draft.picks}


def _new(board: Board) -> int | None:
    """Return the index of the card just drawn that waits for a decision (R3.5)."""
    view = board.view
    if view is None or view.drawn is None or not board.my_turn:
        return None
    return view.hand.index(view.drawn)


def _signs(board: Board, shape: Shape) -> Line:
    step, picks, new = STEPS[shape], _picks(board), _new(board)
    card = min(step, TALL_CELLS if shape is Shape.TALL else CARD_CELLS)
    runs = [Run(" ")]
    for index in board.shown_hand:
        pick = picks.get(index)
        text = f"{pick.sign}{pick.order}" if pick else board.skin.band * 3 if index == new else ""
        runs.append(Run(centred(text, card) + " " * (step - card), Role.PICKED))
    return tuple(runs)


def _cards(board: Board, hand: Hand, shape: Shape) -> Iterator[Line]:
    """Yield the rows of the cards, each card cut to the step of its shape; the last one of a fan is whole."""
    picks, new = _picks(board), _new(board)
    order = board.shown_hand
    faces = []
    for place, index in enumerate(order):
        picked = index in picks or index == new
        cursor = place == board.cursor
        faces.append((_face(board, hand[index], shape, picked, cursor), _role(picked, cursor)))
    for row in range(ROWS[shape] - 1):
        runs = [Run(" ")]
        for place, (face, role) in enumerate(faces):
            text = face[row]
            if shape is Shape.FAN and place < len(faces) - 1:
                text = text[:FAN_STEP]
            runs.append(Run(text, role))
            if shape in (Shape.TALL, Shape.LOOSE):
                runs.append(Run(" "))
        yield tuple(runs)


def _role(picked: bool, cursor: bool) -> Role:
    if cursor:
        return Role.CURSOR
    return Role.PICKED if picked else Role.CARD


def _face(board: Board, rank: int, shape: Shape, picked: bool, cursor: bool) -> tuple[str, ...]:
    """Return the rows of one card. A picked card has a double frame, the one under the cursor a marked foot."""
    skin = board.skin
    frame: Frame = skin.thick if picked else skin.thin
    inner = (TALL_CELLS if shape is Shape.TALL else CARD_CELLS) - 2
    foot = (skin.cursor if cursor else frame.across) * inner
    # A fan shows three columns of a card: the frame and both digits.
    number = pad(f"{rank:2}", inner) if shape is Shape.FAN else centred(f"{rank:2} ", inner)
    middle = [frame.down + number + frame.down]
    if shape is Shape.TALL:
        marks = skin.dot * dots(rank)
        for start in (0, 4):
            middle.append(frame.down + centred(marks[start : start + 4], inner) + frame.down)
    return (
        frame.top_left + frame.across * inner + frame.top_right,
        *middle,
        frame.bottom_left + foot + frame.bottom_right,
    )


def _rail(board: Board, hand: Hand) -> Iterator[Line]:
    """Yield the signs of picked cards, the ranks 1 to 15, and how many of each are held."""
    step = min(RAIL_CELLS, board.width // len(RANKS))
    order = board.shown_hand
    under_cursor = hand[order[board.cursor]] if 0 <= board.cursor < len(order) else 0
    picked: dict[int, str] = {}
    for pick in board.draft.picks:
        picked[hand[pick.index]] = picked.get(hand[pick.index], "") + f"{pick.sign}{pick.order}"
    new = None if board.view is None or not board.my_turn else board.view.drawn
    yield tuple(Run(_rail_cell(picked.get(rank, ""), step), Role.PICKED) for rank in RANKS)
    ranks, counts = [], []
    for rank in RANKS:
        held = hand.count(rank)
        role = _role(rank in picked or rank == new, rank == under_cursor) if held else Role.FAINT
        ranks.append(Run(_rail_cell(str(rank), step), role))
        mark = board.skin.cursor if rank == under_cursor else " "
        counts.append(Run(_rail_cell(f"x{held}" if held else board.skin.dot, step)[:-1] + mark, role))
    yield tuple(ranks)
    yield tuple(counts)


def _rail_cell(text: str, step: int) -> str:
    """Return `text` at the right of a rank's columns, one left free."""
    return pad_left(text, step - 1) + " " if cell_len(text) < step else pad(text, step)
