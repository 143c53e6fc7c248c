"""Sums: what cards, in what order and with what signs, make a number (R3.1, R3.2); which a hand can lay."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from enum import StrEnum
from functools import cache
from itertools import combinations, combinations_with_replacement, permutations
from typing import Final, NamedTuple

from server.engine.cards import RANKS, Rank, dots, shares_dots, without_cards
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
    return 1 <= len(cards) <= max_cards and len(signs) == len(cards) - 1 and not signs.strip(SIGNS)


def holds(hand: Sequence[Rank], cards: Sequence[Rank]) -> bool:
    """Return whether all `cards` are in `hand`, each copy used once (R3.2)."""
    left = list(hand)
    try:
        for card in cards:
            left.remove(card)
    except ValueError:
        return False
    return True


def is_lay(hand: Sequence[Rank], floor: Rank, lay: Lay, max_cards: int = DEFAULT_MAX_CARDS) -> bool:
    """Return whether `lay` may be laid from `hand` on `floor`: singles by dots (R3.3), else by sum."""
    if not is_sum(lay, max_cards) or not holds(hand, lay.cards):
        return False
    if len(lay.cards) == 1:
        return dots(lay.cards[0]) == dots(floor)
    return total(lay) == floor


class Plays:
    """Every lay on one floor, grouped by the cards it takes: bit i of a mask stands for group i.

    Lays of the same cards in another order or with other signs go together, for a hand can make all of them
    or none: that makes the masks four times shorter.

    Attributes:
        groups: all lays: singles, then two cards, then three …; each group by its cards.
        picker: turns a mask into the lays themselves.
    """

    __slots__ = ("_held", "groups", "picker")

    def __init__(self, floor: Rank, max_cards: int) -> None:
        groups = list(_groups(floor, max_cards))
        self.groups = tuple(lays for _, lays in groups)
        self.picker = Picker(self.groups)
        self._held = [(rank, _enough(rank, [cards for cards, _ in groups])) for rank in RANKS]

    def mask(self, hand: Sequence[Rank]) -> int:
        """Return which of the groups can be made from `hand`."""
        count = hand.count
        mask = -1
        for rank, enough in self._held:
            mask &= enough[count(rank)]
        return mask


def _enough(rank: Rank, groups: Sequence[tuple[Rank, ...]]) -> tuple[int, ...]:
    """Return, for a hand with no, one … all copies of `rank`, the mask of the groups that need no more."""
    needed = [cards.count(rank) for cards in groups]
    return tuple(
        sum(1 << index for index, count in enumerate(needed) if count <= copies)
        for copies in range(dots(rank) + 1)
    )


@cache
def plays(floor: Rank, max_cards: int = DEFAULT_MAX_CARDS) -> Plays:
    """Return the lays on `floor`, built when first asked for: few floors are needed to start."""
    return Plays(floor, max_cards)


def legal_lays(hand: Sequence[Rank], floor: Rank, max_cards: int = DEFAULT_MAX_CARDS) -> tuple[Lay, ...]:
    """Return every distinct lay from `hand` on `floor`, singles included (R3.1, R3.3).

    Args:
        hand: cards of one deck, in any order.
        floor: the floor card's rank.
        max_cards: the most cards in a combination (R9).

    Returns:
        Lays that differ in cards, order or signs: singles, then two cards, then three …, always in one order.
    """
    table = plays(floor, max_cards)
    return tuple(table.picker.pick(table.mask(hand)))


def _groups(floor: Rank, max_cards: int) -> Iterator[tuple[tuple[Rank, ...], tuple[Lay, ...]]]:
    """Yield the cards and the lays of each group of `Plays`, fewer cards first."""
    for rank in shares_dots(floor):
        yield (rank,), (Lay((rank,)),)
    for size in range(2, max_cards + 1):
        for cards in combinations_with_replacement(RANKS, size):
            if _in_deck(cards):
                lays = tuple(sorted(_lays_of(cards, floor)))
                if lays:
                    yield cards, lays


def _lays_of(cards: tuple[Rank, ...], floor: Rank) -> Iterator[Lay]:
    """Yield every sum of exactly these cards that makes `floor`."""
    surplus = sum(cards) - floor            # a card with a minus takes away twice its number
    subtracted = {
        minus for count in range(len(cards)) for minus in combinations(cards, count) if 2 * sum(minus) == surplus
    }
    for minus in subtracted:
        signed = [*without_cards(cards, minus), *(-card for card in minus)]
        for order in set(permutations(signed)):
            if order[0] > 0:                # R3.2
                yield Lay(tuple(map(abs, order)), "".join("+" if card > 0 else "-" for card in order[1:]))


def _in_deck(cards: tuple[Rank, ...]) -> bool:
    """Return whether the deck has enough copies of each card (R1.2)."""
    return all(copies <= dots(rank) for rank, copies in Counter(cards).items())
