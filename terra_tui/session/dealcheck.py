"""The client's own check of a round (DESIGN.md 4): the revealed deal against all that this client saw."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from server.engine.cards import DECK, Rank, Seat, dots
from server.engine.events import (
    Dealt,
    Drew,
    Event,
    Laid,
    Matched,
    Reshuffled,
    Ronned,
    TerraEnded,
)
from server.engine.rules import MAX_SEATS, MIN_SEATS
from server.engine.shuffle import commitment, deal_label, first_lead, reshuffle_label, shuffled
from server.wire.messages import Reveal
from terra_tui.session.state import DealCheck
from terra_tui.session.witness import Glimpse, Witness


class Mismatch(Exception):
    """Something was seen that the revealed deal does not give."""


def judge(witness: Witness, reveal: Reveal, hand: int) -> DealCheck:
    """Return what `witness` makes of `reveal`.

    BAD needs proof: the seed is not the one committed to, this client's own nonce was changed, or a card was
    seen that the deal does not give. What was seen only in part, or dealt without this client's nonce although
    it sent one, or with one that an earlier client of its seat may have sent, is UNKNOWN.

    Args:
        hand: how many cards each seat is dealt (R9).
    """
    if commitment(reveal.seed, deal_label(witness.game, witness.round)) != witness.commit:
        return DealCheck.BAD
    nonces = _check_nonce(witness, reveal)
    if nonces is DealCheck.BAD:
        return DealCheck.BAD
    if not (witness.whole and witness.dealt):
        return DealCheck.UNKNOWN
    try:
        _Replay(reveal, hand).follow(witness)
    except Mismatch:
        return DealCheck.BAD
    return nonces


def _check_nonce(witness: Witness, reveal: Reveal) -> DealCheck:
    """Return whether the nonce that this client sent, and no other, went into the deal.

    A nonce that this client did not send may be from an earlier one of the same seat, or from this one for a deal
    that was given up. Where neither can be, the host made it up, maybe after it knew all others: with it, it can
    have chosen how the cards lie.
    """
    if witness.seat is None:
        return DealCheck.GOOD
    used = reveal.nonces[witness.seat] if witness.seat < len(reveal.nonces) else b""
    if not used:
        return DealCheck.GOOD if witness.nonce is None else DealCheck.UNKNOWN
    if used == witness.nonce:
        return DealCheck.GOOD
    return DealCheck.UNKNOWN if witness.shared or used == witness.stale else DealCheck.BAD


class _Replay:
    """The whole table, worked out from the seed; each thing seen is laid beside it."""

    def __init__(self, reveal: Reveal, hand: int) -> None:
        self._reveal = reveal
        self._order = shuffled(DECK, reveal.seed, reveal.nonces, deal_label(reveal.game, reveal.round))
        seats = len(reveal.nonces)
        _agree(MIN_SEATS <= seats <= MAX_SEATS and hand * seats < len(self._order))
        self._hands = [Counter(self._order[seat * hand : (seat + 1) * hand]) for seat in range(seats)]
        self._floor = self._order[seats * hand]
        self._deck = list(self._order[seats * hand + 1 :])
        self._under: list[Rank] = []
        self._drawn: Rank | None = None
        self._terra = False
        self._reshuffles = 0

    def follow(self, witness: Witness) -> None:
        """Raise Mismatch at the first thing seen that this deal does not give."""
        for sight in witness.sights:
            if isinstance(sight, Glimpse):
                self._glimpse(sight)
            else:
                self._event(sight)

    def _event(self, event: Event) -> None:
        match event:
            case Dealt():
                self._dealt(event)
            case Laid(seat=seat, cards=cards, terra=terra):
                self._lay(seat, cards)
                self._terra = self._terra or terra
            case Matched(seat=seat, card=card, terra=terra):
                _agree(card == self._drawn)
                self._lay(seat, (card,))
                self._terra = self._terra or terra
            case TerraEnded():
                self._terra = False
            case Drew(seat=seat, count=count, choosing=choosing, cards=cards):
                self._draw(seat, count, choosing, cards)
            case Ronned(seats=seats, cards=cards, payer=payer, penalty=penalty, penalty_cards=seen):
                if payer is not None:
                    self._take(payer, penalty, seen)
                _agree(len(seats) == len(cards))
                for seat, card in zip(seats, cards, strict=True):
                    self._lay(seat, (card,))
            case Reshuffled(deck=deck):
                self._reshuffle()
                _agree(deck == len(self._deck))
            case _:
                pass      # nothing of a deal in it

    def _dealt(self, event: Dealt) -> None:
        _agree(event.round == self._reveal.round and event.floor == self._floor)
        if event.round == 1:      # R2.3: drawn from the same seed
            reveal = self._reveal
            _agree(event.lead == first_lead(len(reveal.nonces), reveal.seed, reveal.nonces, reveal.game))

    def _lay(self, seat: Seat, cards: Iterable[Rank]) -> None:
        for card in cards:
            _agree(0 <= seat < len(self._hands) and self._hands[seat][card] > 0)
            self._hands[seat][card] -= 1
            self._under.append(self._floor)
            self._floor = card

    def _draw(self, seat: Seat, count: int, choosing: bool, seen: tuple[Rank, ...]) -> None:
        """R3.4. Whether the player is choosing tells everybody whether the card fits (R3.5)."""
        taken = self._take(seat, count, seen)
        fits = len(taken) == 1 and not self._terra and dots(taken[0]) == dots(self._floor)
        _agree(choosing == fits)
        self._drawn = taken[0] if fits else None

    def _take(self, seat: Seat, count: int, seen: tuple[Rank, ...]) -> tuple[Rank, ...]:
        """Give `seat` the top `count` cards; `seen` is what this client saw of them, () for nothing."""
        _agree(0 <= seat < len(self._hands) and 0 <= count <= len(self._deck))
        taken = tuple(self._deck[:count])
        _agree(not seen or seen == taken)
        del self._deck[:count]
        self._hands[seat].update(taken)
        return taken

    def _reshuffle(self) -> None:
        """R8.1: the cards under the floor card, shuffled from the same seed, go under the deck."""
        self._reshuffles += 1
        reveal = self._reveal
        label = reshuffle_label(reveal.game, reveal.round, self._reshuffles)
        self._deck += shuffled(self._under, reveal.seed, reveal.nonces, label)
        self._under = []

    def _glimpse(self, seen: Glimpse) -> None:
        _agree(seen.floor == self._floor and seen.under == tuple(self._under) and seen.deck == len(self._deck))
        _agree(seen.cards == tuple(hand.total() for hand in self._hands))
        if seen.seat is not None:
            _agree(seen.seat < len(self._hands) and +self._hands[seen.seat] == Counter(seen.hand))


def _agree(fact: bool) -> None:
    if not fact:
        raise Mismatch
