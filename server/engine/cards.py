"""The 64 number cards, their dots (R1), and hands of them."""

from __future__ import annotations

from bisect import insort
from collections.abc import Iterable
from typing import Final, TypeAlias

Rank: TypeAlias = int
"""A card is its rank, 1 to 15: two copies of a rank are the same to every rule (R1.1)."""

Seat: TypeAlias = int
"""A seat number from 0; play passes from seat i to seat i + 1 (R2.4)."""

Hand: TypeAlias = tuple[Rank, ...]
"""Cards in ascending order."""

TOP_RANK: Final = 15
RANKS: Final = range(1, TOP_RANK + 1)


def dots(rank: Rank) -> int:
    """Return how many dots a card of `rank` shows, which is also how many copies of it there are (R1.2)."""
    return min(rank, 16 - rank)


DECK: Final[Hand] = tuple(rank for rank in RANKS for _ in range(dots(rank)))
"""All 64 cards, in ascending order."""


def shares_dots(rank: Rank) -> tuple[Rank, ...]:
    """Return the ranks with as many dots as `rank`: itself and its complement `16 - rank` (R1.2)."""
    return (rank,) if rank == 8 else tuple(sorted((rank, 16 - rank)))


def with_cards(hand: Hand, cards: Iterable[Rank]) -> Hand:
    """Return `hand` with `cards` sorted in."""
    held = list(hand)
    for card in cards:
        insort(held, card)
    return tuple(held)


def without_cards(hand: Hand, cards: Iterable[Rank]) -> Hand:
    """Return `hand` without one copy of each of `cards`; all of them must be in it."""
    held = list(hand)
    for card in cards:
        held.remove(card)
    return tuple(held)
