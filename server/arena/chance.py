"""An arena's chance: every card order and every bot's random numbers follow from the seed and the game's number."""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import sha256
from random import Random

from server.arena.game import Proof
from server.engine.cards import DECK, Rank, Seat
from server.engine.shuffle import deal_label, first_lead, reshuffle_label, shuffled


def derived(seed: int, *parts: object) -> bytes:
    """Return 32 bytes that depend on nothing but the seed and `parts` (not on PYTHONHASHSEED, nor on the job)."""
    return sha256("/".join(("terra-arena-v1", str(seed), *map(str, parts))).encode()).digest()


def bots_random(seed: int, game: int) -> Random:
    """Return the random numbers that the bots of game number `game` draw from."""
    return Random(int.from_bytes(derived(seed, "bots", game), "big"))


@dataclass(frozen=True, slots=True)
class ArenaChance:
    """The deals of deal number `number`, shuffled like a table's but without anybody's nonce."""

    seed: int
    number: int

    def lead(self, seats: int) -> Seat:
        """Return who leads the first round (R2.3)."""
        return first_lead(seats, self._secret(0), (), b"")

    def deal(self, round: int) -> tuple[tuple[Rank, ...], Proof]:
        """Return the cards of `round`; an arena commits to nothing."""
        return shuffled(DECK, self._secret(round), (), deal_label(b"", round)), Proof()

    def reshuffle(self, cards: tuple[Rank, ...], round: int, k: int) -> tuple[Rank, ...]:
        """Return `cards` shuffled for the k-th time in `round` (R8.1)."""
        return shuffled(cards, self._secret(round), (), reshuffle_label(b"", round, k))

    def _secret(self, round: int) -> bytes:
        return derived(self.seed, "deal", self.number, round)
