"""Sums: what cards, in what order and with what signs, make a number (R3.1, R3.2); which a hand can lay."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from enum import StrEnum
from functools import cache
from itertools import product
from typing import Final, NamedTuple

from server.engine.cards import RANKS, TOP_RANK, Rank, dots, shares_dots
from server.engine.masks import Picker

DEFAULT_MAX_CARDS: Final = 3
SIGNS: Final = "+-"


class Lay(NamedTuple):
    """Cards in laying order and the signs between them: `Lay((5, 7, 8), "+-")` is 5+7-8."""

    cards: tuple[Rank, ...]
    signs: str = ""

    def __str__(self) -> str:
        """Return the sum as it is typed, such as `5+7-8`; `parse_sum` reads it back."""
        rest = (sign + str(card) for sign, card in zip(self.signs, self.cards[1:], strict=True))
        return str(self.cards[0]) + "".join(rest)


def total(lay: Lay) -> int:
    """Return what the sum makes; it may be negative or above 15. The first card counts as plus (R3.2)."""
    value = lay.cards[0]
    for sign, card in zip(lay.signs, lay.cards[1:], strict=True):
        value += card if sign == "+" else -card
    return value


class SumCode(StrEnum):
    """Why a text is not a sum."""

    EMPTY = "empty"                      # nothing was typed
    BAD_CHARACTER = "bad_character"      # something other than digits, + and -
    LEADING_SIGN = "leading_sign"        # the first card has no sign (R3.2)
    MISSING_CARD = "missing_card"        # a sign with no card after it
    MISSING_SIGN = "missing_sign"        # two cards with only a space between them
    NO_SUCH_CARD = "no_such_card"        # a number outside 1 to 15 (R1.1)


class SumError(ValueError):
    """A text that is not a sum of cards.

    Attributes:
        code: what is wrong with it, the first such thing from the left.
    """

    def __init__(self, code: SumCode) -> None:
        super().__init__(code.value)
        self.code = code


_CARD_NAMES: Final = {str(rank): rank for rank in RANKS}
_DIGITS: Final = frozenset("0123456789")


def parse_sum(text: str) -> Lay:
    """Read a sum such as `5+7-8`; spaces around cards and signs are skipped.

    Only the writing is looked at: how many cards a sum may have, and what it must make, is the game's to say.

    Raises:
        SumError: the text is not cards 1 to 15 with + or - between them.
    """
    cards: list[Rank] = []
    signs: list[str] = []
    for token in _tokens(text):
        if token in SIGNS:
            if not cards:
                raise SumError(SumCode.LEADING_SIGN)
            if len(signs) == len(cards):
                raise SumError(SumCode.MISSING_CARD)
            signs.append(token)
        else:
            if len(cards) > len(signs):
                raise SumError(SumCode.MISSING_SIGN)
            if token not in _CARD_NAMES:
                raise SumError(SumCode.NO_SUCH_CARD)
            cards.append(_CARD_NAMES[token])
    if not cards:
        raise SumError(SumCode.EMPTY)
    if len(signs) == len(cards):
        raise SumError(SumCode.MISSING_CARD)
    return Lay(tuple(cards), "".join(signs))


def _tokens(text: str) -> Iterator[str]:
    """Yield each sign and each run of digits.

    Raises:
        SumError: BAD_CHARACTER, when it is met.
    """
    number = ""
    for character in text:
        if character in _DIGITS:
            number += character
            continue
        if number:
            yield number
            number = ""
        if character in SIGNS:
            yield character
        elif character != " ":
            raise SumError(SumCode.BAD_CHARACTER)
    if number:
        yield number


def is_sum(lay: Lay, max_cards: int = DEFAULT_MAX_CARDS) -> bool:
    """Return whether `lay` is written as a sum of 1 to `max_cards` cards (R3.1, R3.2), whatever it makes."""
    cards, signs = lay
    return (
        1 <= len(cards) <= max_cards
        and len(signs) == len(cards) - 1
        and all(sign in SIGNS for sign in signs)
    )


def holds(hand: Sequence[Rank], cards: Sequence[Rank]) -> bool:
    """Return whether all `cards` are in `hand`, each copy used once (R3.2)."""
    return all(cards.count(card) <= hand.count(card) for card in cards)


def is_lay(hand: Sequence[Rank], floor: Rank, lay: Lay, max_cards: int = DEFAULT_MAX_CARDS) -> bool:
    """Return whether `lay` may be laid from `hand` on `floor`: a single by dots (R3.3), else by sum (R3.1)."""
    if not is_sum(lay, max_cards) or not holds(hand, lay.cards):
        return False
    if len(lay.cards) == 1:
        return dots(lay.cards[0]) == dots(floor)
    return total(lay) == floor


class Plays:
    """Every lay on one floor, numbered; bit i of a mask stands for lay i.

    Attributes:
        lays: all of them: singles, then two cards, then three …, each group by cards and signs.
        held: `held[rank][copies]` is the mask of the lays for which so many copies of `rank` are enough.
        picker: turns a mask into the lays themselves.
    """

    __slots__ = ("held", "lays", "picker")

    def __init__(self, floor: Rank, max_cards: int) -> None:
        self.lays = tuple(_all_lays(floor, max_cards))
        self.held = tuple(self._held(rank) for rank in range(TOP_RANK + 1))
        self.picker = Picker([(lay,) for lay in self.lays])

    def _held(self, rank: Rank) -> tuple[int, ...]:
        """Return the masks for no copy, one copy … all copies of `rank`."""
        needed = [lay.cards.count(rank) for lay in self.lays]
        return tuple(
            sum(1 << index for index, count in enumerate(needed) if count <= copies)
            for copies in range(dots(rank) + 1)
        )

    def mask(self, hand: Sequence[Rank]) -> int:
        """Return which of the lays can be made from `hand`."""
        count = hand.count
        mask = -1
        for rank in RANKS:
            mask &= self.held[rank][count(rank)]
        return mask


@cache
def plays(floor: Rank, max_cards: int = DEFAULT_MAX_CARDS) -> Plays:
    """Return the lays on `floor`, built when first asked for: all floors at import would cost 0.4 s."""
    return Plays(floor, max_cards)


def legal_lays(hand: Sequence[Rank], floor: Rank, max_cards: int = DEFAULT_MAX_CARDS) -> tuple[Lay, ...]:
    """Return every distinct lay from `hand` on `floor`, singles included (R3.1, R3.3).

    Args:
        hand: cards of one deck, in any order.
        floor: the floor card's rank.
        max_cards: the most cards in a combination (R9).

    Returns:
        Lays that differ in cards, order or signs; always in the same order: singles, two cards, three …
    """
    table = plays(floor, max_cards)
    return tuple(table.picker.pick(table.mask(hand)))


def _all_lays(floor: Rank, max_cards: int) -> Iterator[Lay]:
    """Yield every lay on `floor` that the deck's copies allow (R1.2), in the order of `Plays.lays`."""
    for rank in shares_dots(floor):
        yield Lay((rank,))
    for size in range(2, max_cards + 1):
        found = [lay for lay in _combinations(floor, size) if _in_deck(lay.cards)]
        yield from sorted(found)


def _combinations(floor: Rank, size: int) -> Iterator[Lay]:
    """Yield every sum of `size` cards that makes `floor`: each beginning with the last card that it needs."""
    for cards in product(RANKS, repeat=size - 1):
        for signs in map("".join, product(SIGNS, repeat=size - 2)):
            missing = floor - total(Lay(cards, signs))
            if abs(missing) in RANKS:
                yield Lay((*cards, abs(missing)), signs + ("+" if missing > 0 else "-"))


def _in_deck(cards: tuple[Rank, ...]) -> bool:
    """Return whether the deck has enough copies of each card (R1.2)."""
    return all(copies <= dots(rank) for rank, copies in Counter(cards).items())
