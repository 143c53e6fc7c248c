"""One game of bots, without a table or a clock: each sees its own view, every chance comes from outside."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Protocol

from server.bots.player import BotAction, Decision, Player
from server.engine.actions import Action, Deal, Reshuffle, Ron
from server.engine.apply import apply
from server.engine.cards import Rank, Seat
from server.engine.legal import canonical
from server.engine.ron import paying_order
from server.engine.rounds import reshuffle_needed
from server.engine.rules import Rules
from server.engine.state import Game, Phase, new_game
from server.engine.view import view_for
from server.wire.record import Line, lines_for


@dataclass(frozen=True, slots=True)
class Proof:
    """What a committed deal's line carries (docs/records.md); nothing for one that nobody committed to."""

    commit: bytes | None = None
    nonces: tuple[bytes | None, ...] | None = None
    seed: bytes | None = None


class Chance(Protocol):
    """Where the order of cards comes from."""

    def lead(self, seats: int) -> Seat:
        """Return who leads the first round (R2.3)."""
        ...

    def deal(self, round: int) -> tuple[tuple[Rank, ...], Proof]:
        """Return the 64 cards of a round's deal, and its proof."""
        ...

    def reshuffle(self, cards: tuple[Rank, ...], round: int, k: int) -> tuple[Rank, ...]:
        """Return `cards` shuffled, for the k-th time (from 1) in `round` (R8.1)."""
        ...


class ArenaGame:
    """A game in play.

    Attributes:
        game: as it stands.
        lines: its record so far, without the `game` line.
        decisions: how often the bots were asked.
    """

    def __init__(self, rules: Rules, players: Sequence[Player], chance: Chance, random: Random) -> None:
        self.game: Game = new_game(rules, len(players))
        self.lines: list[Line] = []
        self.decisions = 0
        self._players = tuple(players)
        self._chance = chance
        self._random = random
        self._reshuffles = 0

    def play(self) -> None:
        """Play the game to its end.

        Raises:
            IllegalAction: a bot answered what the rules do not allow; that is a bug in it.
        """
        while self.game.phase is not Phase.OVER:
            self.play_round()

    def play_round(self) -> None:
        """Deal, and play until the round is settled or the game over.

        Raises:
            IllegalAction: as `play` does.
        """
        self._deal()
        while self.game.phase in (Phase.TURN, Phase.MATCH):
            self._step()

    def _deal(self) -> None:
        game = self.game
        lead = self._chance.lead(game.seats) if game.next_lead is None else game.next_lead
        order, proof = self._chance.deal(game.round + 1)
        self._reshuffles = 0
        self._take(Deal(lead, order), proof)

    def _step(self) -> None:
        claimants = self._claimants()
        if claimants:
            self._do(Ron(paying_order(self.game, claimants)))
            return
        turn = self.game.turn
        action = self._ask(turn, Decision.TURN)
        assert action is not None, "only a Ron may be left undone"
        self._do(canonical(self.game, action))

    def _claimants(self) -> list[Seat]:
        """Return who declares Ron as a turn has ended: all one-card seats are asked at the same moment (R5.5)."""
        game = self.game
        if game.phase is not Phase.TURN or not game.turns:
            return []
        asked = [seat for seat, hand in enumerate(game.hands) if len(hand) == 1]
        return [seat for seat in asked if self._ask(seat, Decision.RON) is not None]

    def _ask(self, seat: Seat, decision: Decision) -> BotAction | None:
        game = self.game
        self.decisions += 1
        return self._players[seat].decide(view_for(game, seat), decision, game.rules, self._random)

    def _do(self, action: Action) -> None:
        """Apply `action`, after the reshuffle that it may need (R8.1)."""
        game = self.game
        under = reshuffle_needed(game, action)
        if under is not None:
            self._reshuffles += 1
            shuffled = self._chance.reshuffle(under, game.round, self._reshuffles)
            self._take(Reshuffle(game.deck + shuffled))
        self._take(action)

    def _take(self, action: Action, proof: Proof | None = None) -> None:
        proof = Proof() if proof is None else proof
        before = self.game
        self.game, events = apply(before, action)
        self.lines += lines_for(
            before, action, self.game, events, commit=proof.commit, nonces=proof.nonces, seed=proof.seed
        )
