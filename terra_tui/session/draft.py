"""The sum being built: typed or picked cards, signs and the Terra flag, as one frozen value."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Final

from server.engine.cards import Hand, Rank, shares_dots
from server.engine.rules import Rules
from server.engine.sums import Lay, parse_sum, total

MOST_CARDS: Final = 4
"""The most cards that any table allows in a lay (R9)."""
MINUS_SIGNS: Final = "-−–"


class Flaw(StrEnum):
    """What keeps a draft from being laid; where the engine has a `Reason`, the same word."""

    EMPTY = "empty"
    UNFINISHED = "unfinished"        # a sign without a card after it
    NOT_IN_HAND = "not_in_hand"      # values: rank
    TOO_MANY = "too_many"            # values: most
    WRONG_TOTAL = "wrong_total"      # values: total, floor (R3.1)
    NONE_IN_HAND = "none_in_hand"    # values: rank
    DOTS_DIFFER = "dots_differ"      # values: rank, floor, either, other (R3.3)


@dataclass(frozen=True, slots=True)
class Problem:
    """Why the draft cannot be laid on this floor: a code for the catalogue and its values."""

    code: Flaw
    values: dict[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Pick:
    """A picked card of the hand: where it is, its place in the sum from 1, and its sign (the first counts as +)."""

    index: int
    order: int
    sign: str


@dataclass(frozen=True, slots=True)
class Term:
    """One card of the draft.

    Attributes:
        sign: "" for the first card, else + or -.
        index: the place in the hand of a card picked there; None for a typed one.
        spoken: the sign was typed for itself, so that undoing the card leaves it.
    """

    rank: Rank
    sign: str = ""
    index: int | None = None
    spoken: bool = False


@dataclass(frozen=True, slots=True)
class Draft:
    """A sum in the making. Every method returns a new draft, or the same one where the key means nothing.

    Attributes:
        hand: the cards it is built from, ascending.
        terra_rank: the rank that allows a Terra (R4.1, R9).
        terms: the cards so far, in laying order.
        sign: a sign that waits for its card, else "".
        open: the last card was typed and may still grow a second digit.
        terra: declare Terra with it; only while the last card is the Terra rank and a hand is left.
    """

    hand: Hand = ()
    terra_rank: Rank = 8
    terms: tuple[Term, ...] = ()
    sign: str = ""
    open: bool = False
    terra: bool = False

    # ---- building ----------------------------------------------------------------------------------------------

    def type_char(self, char: str) -> Draft:
        """Type a digit, + or -. A leading sign (R3.2), a leading 0 and numbers over 15 change nothing."""
        if char in ("+", *MINUS_SIGNS):
            return self._type_sign("+" if char == "+" else "-")
        if len(char) == 1 and char in "0123456789":
            return self._type_digit(int(char))
        return self

    def toggle(self, index: int) -> Draft:
        """Pick the card at `index` of the hand (its sign is the one just typed, else +), or put it back."""
        if not 0 <= index < len(self.hand):
            return self
        for place, owner in enumerate(self._indexes()):
            if owner == index:
                return self._without(place)
        if len(self.terms) == MOST_CARDS:
            return self
        return self._with(Term(self.hand[index], self._next_sign(), index, bool(self.sign)))

    def undo(self) -> Draft:
        """Take back the last step: a sign that waits, or else the last card."""
        if self.sign:
            return self._changed(sign="", open=False)
        if not self.terms:
            return self
        last = self.terms[-1]
        return self._changed(terms=self.terms[:-1], sign=last.sign if last.spoken else "", open=False)

    def clear(self) -> Draft:
        """Begin anew with the same hand."""
        return Draft(self.hand, self.terra_rank)

    def toggle_terra(self) -> Draft:
        """Declare Terra with this lay, or no longer (R4.1); changes nothing where it may not be declared."""
        return replace(self, terra=not self.terra) if self.may_declare else self

    def with_hand(self, hand: Hand, terra_rank: Rank | None = None) -> Draft:
        """Return the draft over a new hand: cards that have left the hand leave the draft, all else stays.

        What was typed but never was in the hand stays too: it may be half of a number.
        """
        rank = self.terra_rank if terra_rank is None else terra_rank
        if hand == self.hand and rank == self.terra_rank:
            return self
        gone = Counter(self.hand) - Counter(hand)
        kept: list[Term] = []
        for term, index in zip(self.terms, self._indexes(), strict=True):
            if index is not None and gone[term.rank]:
                gone[term.rank] -= 1
                continue
            kept.append(replace(term, index=_same_copy(self.hand, term.index, hand)))
        whole = len(kept) == len(self.terms)
        terms = _signed(kept)
        return self._changed(
            hand=hand, terra_rank=rank, terms=terms, sign=self.sign if terms else "", open=self.open and whole
        )

    @classmethod
    def from_text(cls, text: str, hand: Hand, terra_rank: Rank = 8) -> Draft:
        """Read a whole sum such as `5+7-8`.

        Raises:
            SumError: `text` is not a sum of cards; its `code` says why.
        """
        lay = parse_sum("".join("-" if char in MINUS_SIGNS else char for char in text))
        terms = (Term(card, sign, None, bool(sign)) for card, sign in zip(lay.cards, ("", *lay.signs), strict=True))
        return cls(hand, terra_rank, tuple(terms))

    # ---- reading ----------------------------------------------------------------------------------------------

    @property
    def text(self) -> str:
        """The draft as it is typed, without spaces; a waiting sign at its end."""
        return "".join(f"{term.sign}{term.rank}" for term in self.terms) + self.sign

    @property
    def lay(self) -> Lay | None:
        """The cards and signs, or None while the draft is empty or ends with a sign. The hand is not asked."""
        if not self.terms or self.sign:
            return None
        return Lay(tuple(term.rank for term in self.terms), "".join(term.sign for term in self.terms))

    @property
    def total(self) -> int | None:
        """The value of the cards so far, None for an empty draft."""
        if not self.terms:
            return None
        return total(Lay(tuple(term.rank for term in self.terms), "".join(term.sign for term in self.terms)))

    @property
    def picks(self) -> tuple[Pick, ...]:
        """The cards of the hand that the draft uses, in laying order; a typed card takes the first free copy."""
        return tuple(
            Pick(index, place + 1, term.sign or "+")
            for place, (term, index) in enumerate(zip(self.terms, self._indexes(), strict=True))
            if index is not None
        )

    @property
    def may_declare(self) -> bool:
        """Whether Terra could be declared with this lay: it leaves the Terra rank and a hand (R4.1)."""
        lay = self.lay
        return lay is not None and lay.cards[-1] == self.terra_rank and len(lay.cards) < len(self.hand)

    def problem(self, floor: Rank, rules: Rules) -> Problem | None:
        """Return what keeps the draft from being laid on `floor`, or None if the rules allow it.

        A card that is not held is told of at once, also before the sum is whole.
        """
        for term, index in zip(self.terms, self._indexes(), strict=True):
            if index is None:
                held = term.rank in self.hand
                return Problem(Flaw.NOT_IN_HAND if held else Flaw.NONE_IN_HAND, {"rank": term.rank})
        if len(self.terms) > rules.max_cards:
            return Problem(Flaw.TOO_MANY, {"most": rules.max_cards})
        lay = self.lay
        if lay is None:
            return Problem(Flaw.UNFINISHED if self.terms else Flaw.EMPTY)
        if len(lay.cards) > 1:
            value = total(lay)
            return None if value == floor else Problem(Flaw.WRONG_TOTAL, {"total": value, "floor": floor})
        rank = lay.cards[0]
        allowed = shares_dots(floor)
        if rank in allowed:
            return None
        return Problem(
            Flaw.DOTS_DIFFER, {"rank": rank, "floor": floor, "either": allowed[0], "other": allowed[-1]}
        )

    # ---- inside ----------------------------------------------------------------------------------------------

    def _type_sign(self, sign: str) -> Draft:
        if not self.terms or len(self.terms) == MOST_CARDS:
            return self
        return self._changed(sign=sign, open=False)

    def _type_digit(self, digit: int) -> Draft:
        if self.open and not self.sign:
            # Only a 1 can grow: 10 to 15. Anything else needs a sign first.
            last = self.terms[-1]
            if last.rank != 1 or digit > 5:
                return self
            grown = replace(last, rank=10 + digit)
            return self._changed(terms=(*self.terms[:-1], grown))
        if digit == 0 or len(self.terms) == MOST_CARDS:
            return self
        return replace(self._with(Term(digit, self._next_sign(), None, bool(self.sign))), open=True)

    def _next_sign(self) -> str:
        return (self.sign or "+") if self.terms else ""

    def _with(self, term: Term) -> Draft:
        return self._changed(terms=(*self.terms, term), sign="", open=False)

    def _without(self, place: int) -> Draft:
        terms = _signed([*self.terms[:place], *self.terms[place + 1 :]])
        return self._changed(terms=terms, sign=self.sign if terms else "", open=False)

    def _changed(
        self,
        *,
        hand: Hand | None = None,
        terra_rank: Rank | None = None,
        terms: tuple[Term, ...] | None = None,
        sign: str | None = None,
        open: bool | None = None,
    ) -> Draft:
        """Return the draft with these fields changed, and Terra only where it still may be declared."""
        changed = Draft(
            self.hand if hand is None else hand,
            self.terra_rank if terra_rank is None else terra_rank,
            self.terms if terms is None else terms,
            self.sign if sign is None else sign,
            self.open if open is None else open,
        )
        return replace(changed, terra=self.terra and changed.may_declare)

    def _indexes(self) -> tuple[int | None, ...]:
        """Return for each term the place of its card in the hand, None where the hand holds no (further) copy."""
        taken = {term.index for term in self.terms if term.index is not None}
        found: list[int | None] = []
        for term in self.terms:
            if term.index is not None:
                found.append(term.index)
                continue
            free = (i for i, rank in enumerate(self.hand) if rank == term.rank and i not in taken)
            index = next(free, None)
            if index is not None:
                taken.add(index)
            found.append(index)
        return tuple(found)


def _signed(terms: list[Term]) -> tuple[Term, ...]:
    """Return `terms` with no sign before the first and one before every other (R3.2)."""
    return tuple(
        replace(term, sign="", spoken=False) if place == 0 else replace(term, sign=term.sign or "+")
        for place, term in enumerate(terms)
    )


def _same_copy(old: Hand, index: int | None, new: Hand) -> int | None:
    """Return where the copy at `index` of `old` is in `new`; None for a typed card, or too few."""
    if index is None:
        return None
    rank = old[index]
    copies = [place for place, other in enumerate(new) if other == rank]
    nth = index - old.index(rank)
    return copies[nth] if nth < len(copies) else None
