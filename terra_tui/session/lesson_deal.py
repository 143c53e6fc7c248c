"""The deal of the lesson: always the same cards, made so that every rule comes up in a few turns."""

from __future__ import annotations

from collections import Counter
from typing import Final

from server.engine.actions import Action, Deal, Draw, LayCards
from server.engine.apply import apply
from server.engine.cards import DECK, Rank, Seat
from server.engine.rules import Rules
from server.engine.state import Game, new_game
from server.engine.sums import parse_sum
from terra_tui.session.offline import ME

JUN: Final[Seat] = 1
SORA: Final[Seat] = 2

HANDS: Final[tuple[tuple[Rank, ...], ...]] = (
    (4, 4, 5, 7, 8, 9, 11, 12, 14),
    (2, 6, 6, 8, 10, 11, 11, 13, 15),
    (3, 4, 6, 7, 8, 9, 9, 10, 13),
)
FLOOR: Final[Rank] = 11
TOP: Final[tuple[Rank, ...]] = (3, 7, 5, 10, 2, 8)
"""The deck's first cards: Jun's draw, the player's back match, Sora's draw, and Jun's three of the Terra phase."""


def order() -> tuple[Rank, ...]:
    """Return all 64 cards as they are dealt."""
    front = (*(card for hand in HANDS for card in hand), FLOOR, *TOP)
    rest = Counter(DECK) - Counter(front)
    return (*front, *sorted(rest.elements()))


def dealt() -> Game:
    """Return the game after the deal; the player leads."""
    game, _ = apply(new_game(Rules(), len(HANDS)), Deal(ME, order()))
    return game


def lays(seat: Seat, text: str, *, terra: bool = False) -> LayCards:
    """Return the action of laying a sum."""
    return LayCards(seat, parse_sum(text), terra)


AFTER_SUM: Final[tuple[Action, ...]] = (lays(JUN, "11"), lays(SORA, "7+4"))
AFTER_SINGLE: Final[tuple[Action, ...]] = (Draw(JUN), lays(SORA, "3+9"))
AFTER_MATCH: Final[tuple[Action, ...]] = (lays(JUN, "13-6"), Draw(SORA))
AFTER_TERRA: Final[tuple[Action, ...]] = (Draw(JUN), lays(SORA, "8"))
AFTER_OWN: Final[tuple[Action, ...]] = (lays(JUN, "15-11"),)
