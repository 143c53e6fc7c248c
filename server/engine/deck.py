"""How many cards a player takes off the deck, and whether it has them (R3.4, R4.2, R8.1)."""

from __future__ import annotations

from server.engine.state import Game


def cards_to_take(game: Game) -> int:
    """Return how many cards a player takes who lays none: one, or three in a Terra phase (R3.4, R4.2)."""
    return game.rules.terra_draw if game.terra else 1


def is_short(game: Game, cards: int) -> bool:
    """Return whether taking so many needs a reshuffle first, and there is something to shuffle (R8.1)."""
    return len(game.deck) < cards and bool(game.under)
