"""Hands as one number each: four bits a rank hold how many copies there are, so that laying is a subtraction."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from typing import Final, NamedTuple, TypeAlias

from server.engine.cards import DECK, RANKS, TOP_RANK, Hand, Rank, dots
from server.engine.masks import Picker
from server.engine.sums import Lay, legal_lays

Packed: TypeAlias = int
"""A hand: `copies << 4 * rank` for each rank, added up. Eight copies (R1.2) fit into four bits."""

CARD: Final[tuple[Packed, ...]] = tuple(1 << 4 * rank for rank in range(TOP_RANK + 1))
"""`CARD[rank]` is one card of that rank; `CARD[0]` is none of them."""


class PackedLay(NamedTuple):
    """A lay made ready: what it takes from the hand, how many cards, and the floor card it leaves."""

    cards: Packed
    size: int
    floor: Rank
    lay: Lay


def pack(cards: Iterable[Rank]) -> Packed:
    """Return `cards` as one number."""
    return sum(CARD[card] for card in cards)


def unpack(hand: Packed) -> Hand:
    """Return the cards of `hand`, ascending."""
    return tuple(rank for rank in RANKS for _ in range(hand >> 4 * rank & 15))


class FloorLays:
    """The lays on one floor card, by the hand they are made from; one lay for each cards taken and card left."""

    __slots__ = ("_held", "_picker")

    def __init__(self, floor: Rank, max_cards: int) -> None:
        groups: dict[Packed, dict[Rank, PackedLay]] = {}
        for lay in legal_lays(DECK, floor, max_cards):
            cards, left = pack(lay.cards), lay.cards[-1]
            groups.setdefault(cards, {}).setdefault(left, PackedLay(cards, len(lay.cards), left, lay))
        self._picker = Picker([tuple(group.values()) for group in groups.values()])
        self._held = tuple((4 * rank, _enough(rank, list(groups))) for rank in RANKS)

    def of(self, hand: Packed) -> list[PackedLay]:
        """Return every lay from `hand`, singles first."""
        mask = -1
        for shift, enough in self._held:
            mask &= enough[hand >> shift & 15]
        return self._picker.pick(mask)


def _enough(rank: Rank, groups: list[Packed]) -> tuple[int, ...]:
    """Return, for no copy of `rank`, one copy … all copies, the mask of the groups that take no more of them."""
    taken = [group >> 4 * rank & 15 for group in groups]
    return tuple(
        sum(1 << index for index, copies in enumerate(taken) if copies <= held) for held in range(dots(rank) + 1)
    )


@cache
def floor_lays(floor: Rank, max_cards: int) -> FloorLays:
    """Return the lays on `floor`, built when first asked for."""
    return FloorLays(floor, max_cards)


def all_hands(size: int) -> Iterator[Packed]:
    """Yield every hand of `size` cards that one deck can give (R1.2), always in the same order."""
    return _hands(size, TOP_RANK)


def _hands(size: int, top: Rank) -> Iterator[Packed]:
    if size == 0:
        yield 0
    elif top > 0:
        for copies in range(min(size, dots(top)), -1, -1):
            for rest in _hands(size - copies, top - 1):
                yield rest + copies * CARD[top]
