"""Taking cards off the deck, and what happens when it is short of them (R8.1, R8.2)."""

from __future__ import annotations

from bisect import insort

from server.engine.cards import Hand, Rank
from server.engine.state import Game


def cards_to_take(game: Game) -> int:
    """Return how many cards a player takes who lays none: one, or three in a Terra phase (R3.4, R4.2)."""
    return game.rules.terra_draw if game.terra else 1


def is_short(game: Game, cards: int) -> bool:
    """Return whether taking so many needs a reshuffle first, and there is something to shuffle (R8.1)."""
    return len(game.deck) < cards and bool(game.under)


def with_cards(hand: Hand, cards: tuple[Rank, ...]) -> Hand:
    """Return `hand` with `cards` sorted in."""
    held = list(hand)
    for card in cards:
        insort(held, card)
    return tuple(held)


def without_cards(hand: Hand, cards: tuple[Rank, ...]) -> Hand:
    """Return `hand` without one copy of each of `cards`; all of them must be in it."""
    held = list(hand)
    for card in cards:
        held.remove(card)
    return tuple(held)
