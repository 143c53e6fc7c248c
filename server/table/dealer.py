"""The deal that can be checked (DESIGN.md 4): commit to a seed, take nonces, shuffle, reveal."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from server.engine.actions import Deal, Reshuffle
from server.engine.cards import DECK, Rank
from server.engine.shuffle import commitment, deal_label, first_lead, reshuffle_label, shuffled
from server.engine.state import Game
from server.wire.messages import Commitment, Reveal

Entropy = Callable[[int], bytes]
"""Gives so many bytes that nobody can guess; `os.urandom` in a real host."""


@dataclass(slots=True)
class Dealer:
    """Holds the seed of the round that runs or comes next.

    Attributes:
        announced: the seed of a reproducible table (`--seed`), known to all: nonces then count as empty.
        game: the id of the game it deals for.
        round: which round's deal `seed` is for.
        nonces: what was dealt with, one for each seat; () until the deal.
        last: the reveal of the round that was dealt before, for whoever missed it.
    """

    entropy: Entropy
    announced: int | None = None
    game: bytes = bytes(16)
    round: int = 0
    seed: bytes | None = None
    nonces: tuple[bytes, ...] = ()
    reshuffles: int = 0
    last: Reveal | None = None
    _label: bytes = field(default=b"")

    def game_id(self, evening: bytes, number: int) -> bytes:
        """Return the 16-byte id of game `number` (from 0) of an evening; the first has the evening's own.

        It is part of what the shuffles are made with, so at a reproducible table it comes of the seed alone.
        """
        first = evening
        if self.announced is not None:
            first = hashlib.sha256(f"terra-seeded-game-v1\0{self.announced}".encode()).digest()[:16]
        if number == 0:
            return first
        return hashlib.sha256(b"terra-game-v1\0" + first + number.to_bytes(4, "big")).digest()[:16]

    def prepare(self, game: bytes, round: int) -> dict[str, object]:
        """Choose the seed of `round` before any nonce for it is taken; return the journal's line."""
        if self.announced is None:
            seed = self.entropy(32)
        else:
            text = f"terra-seeded-v1\0{self.announced}\0{round}\0".encode() + game
            seed = hashlib.sha256(text).digest()
        self.adopt(game, round, seed)
        return {"t": "_commit", "game": game.hex(), "round": round, "seed": seed.hex()}

    def adopt(self, game: bytes, round: int, seed: bytes) -> None:
        """Take `seed` for `round`: a restart re-rolls nothing."""
        self.last = self.reveal()
        self.game, self.round, self.seed = game, round, seed
        self.nonces, self.reshuffles = (), 0
        self._label = deal_label(game, round)

    def commitment(self) -> Commitment | None:
        """Return what is published of the seed, None while there is none."""
        if self.seed is None:
            return None
        return Commitment(self.game, self.round, commitment(self.seed, self._label))

    def deal(self, game: Game, nonces: Sequence[bytes | None]) -> Deal:
        """Return the deal of the round, with the lead drawn where none is known (R2.3)."""
        assert self.seed is not None
        self.nonces = tuple(nonce or b"" for nonce in nonces)
        lead = game.next_lead
        if lead is None:
            lead = first_lead(game.seats, self.seed, self.nonces, self.game)
        return Deal(lead, shuffled(DECK, self.seed, self.nonces, self._label))

    def reshuffle(self, game: Game, cards: Sequence[Rank]) -> Reshuffle:
        """Return the reshuffle that puts `cards` under the deck, from the same seed (R8.1)."""
        assert self.seed is not None
        self.reshuffles += 1
        label = reshuffle_label(self.game, self.round, self.reshuffles)
        return Reshuffle(game.deck + shuffled(cards, self.seed, self.nonces, label))

    def reveal(self) -> Reveal | None:
        """Return the seed and nonces of the round that was dealt last; None before it is dealt."""
        if self.seed is None or not self.nonces:
            return None
        return Reveal(self.game, self.round, self.seed, self.nonces)
