"""A committed deal checked (DESIGN.md 4): that seed and nonces give these cards, and that the seed was promised.

Clients use `check_deal` as a round's seed is revealed, `terra verify` for every deal of a record.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from hmac import compare_digest

from server.engine.cards import DECK, Rank, Seat
from server.engine.shuffle import (
    NONCE_LIMIT,
    SEED_BYTES,
    commitment,
    deal_label,
    first_lead,
    reshuffle_label,
    shuffled,
)


class DealFault(StrEnum):
    """What is wrong with a deal."""

    SEED_SIZE = "seed_size"        # the seed is not 32 bytes
    NONCE_SIZE = "nonce_size"      # a nonce is over 255 bytes
    COMMIT = "commit"              # the seed is not the one that was committed to
    ORDER = "order"                # the cards are not those that seed and nonces give
    LEAD = "lead"                  # the first lead was not drawn from them (R2.3)


@dataclass(frozen=True, slots=True)
class Sealed:
    """Everything that a committed deal follows from.

    Attributes:
        game: the id in the labels.
        round: from 1.
        commit: what the host published first.
        nonces: one for each seat, None where it sent none.
        seed: what it revealed last.
    """

    game: bytes
    round: int
    commit: bytes
    nonces: tuple[bytes | None, ...]
    seed: bytes

    def why_not_kept(self) -> DealFault | None:
        """Return why the seed is not what was promised, or None if it is."""
        if len(self.seed) != SEED_BYTES:
            return DealFault.SEED_SIZE
        if any(len(nonce or b"") > NONCE_LIMIT for nonce in self.nonces):
            return DealFault.NONCE_SIZE
        promised = commitment(self.seed, deal_label(self.game, self.round))
        return None if compare_digest(promised, self.commit) else DealFault.COMMIT

    def order(self) -> tuple[Rank, ...]:
        """Return the 64 cards as this round must deal them."""
        return shuffled(DECK, self.seed, self.nonces, deal_label(self.game, self.round))

    def first_lead(self) -> Seat:
        """Return who must lead the first round (R2.3)."""
        return first_lead(len(self.nonces), self.seed, self.nonces, self.game)

    def reshuffled(self, under: Sequence[Rank], k: int) -> tuple[Rank, ...]:
        """Return the cards `under` the floor card as the round's k-th reshuffle (from 1) must order them (R8.1)."""
        return shuffled(under, self.seed, self.nonces, reshuffle_label(self.game, self.round, k))


def check_deal(
    sealed: Sealed, hands: Sequence[Sequence[Rank] | None], floor: Rank, lead: Seat | None = None
) -> DealFault | None:
    """Return what is wrong with a deal as one player saw it, or None.

    Args:
        hands: what each seat was dealt, in any order; None for a hand that one did not see.
        floor: the first floor card.
        lead: who led, where the draw for it is to be checked (the game's first round).
    """
    fault = sealed.why_not_kept()
    if fault is not None:
        return fault
    order, at = sealed.order(), 0
    size = next((len(hand) for hand in hands if hand is not None), 0)
    for hand in hands:
        if hand is not None and sorted(order[at : at + size]) != sorted(hand):
            return DealFault.ORDER
        at += size
    if size and order[at] != floor:
        return DealFault.ORDER
    if lead is not None and lead != sealed.first_lead():
        return DealFault.LEAD
    return None
