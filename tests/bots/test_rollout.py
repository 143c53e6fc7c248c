"""The quick round plays by the engine's rules: the same deal and the same choices bring the same payments."""

from __future__ import annotations

from random import Random

from server.arena.game import ArenaGame, Proof
from server.bots.options import can_ron
from server.bots.packed import pack
from server.bots.player import BotAction, Decision
from server.bots.rollout import Policy, Round, play_out
from server.bots.values import hand_values
from server.engine.actions import Draw, LayCards, Match, Ron
from server.engine.cards import DECK, Rank
from server.engine.rules import Rules
from server.engine.state import Game, Phase
from server.engine.view import View


class ByPolicy:
    """Plays the choices of `play_out` by the engine's rules."""

    def __init__(self, policy: Policy) -> None:
        self.policy = policy

    def decide(self, view: View, decision: Decision, rules: Rules, random: Random) -> BotAction | None:
        assert view.viewer is not None
        seat = view.viewer
        if can_ron(view):
            return Ron((seat,))
        if decision is Decision.RON:
            return None
        if view.phase is Phase.MATCH:
            return Match(seat, terra=view.drawn == rules.terra and self._calm(view, 1))
        lay = self.policy.best(pack(view.hand), view.floor) if len(view.hand) > 1 else None
        if lay is None:
            return Draw(seat)
        out = lay.size == len(view.hand)
        terra = lay.floor == rules.terra and not out and self._calm(view, lay.size)
        return LayCards(seat, lay.lay, terra)

    def _calm(self, view: View, laid: int) -> bool:
        """Say whether nobody holds a last card, after `laid` cards are laid."""
        cards = list(view.cards)
        before = cards[view.viewer or 0]
        cards[view.viewer or 0] -= laid
        return 1 not in cards and before != 1


class OneDeal:
    """A chance that knows one deal, and no reshuffle."""

    def __init__(self, order: tuple[Rank, ...]) -> None:
        self.order = order

    def lead(self, seats: int) -> int:
        return 0

    def deal(self, round: int) -> tuple[tuple[Rank, ...], Proof]:
        return self.order, Proof()

    def reshuffle(self, cards: tuple[Rank, ...], round: int, k: int) -> tuple[Rank, ...]:
        raise LookupError


def round_by_the_engine(rules: Rules, seats: int, policy: Policy, order: tuple[Rank, ...]) -> Game:
    match = ArenaGame(rules, [ByPolicy(policy)] * seats, OneDeal(order), Random(0))
    match.play_round()
    return match.game


def test_a_quick_round_pays_what_the_engine_pays() -> None:
    rules = Rules(start=500, limit=1000)
    policy, random = Policy(hand_values(), rules), Random(23)
    compared = rons = 0
    for number in range(400):
        seats = 3 + number % 3
        order = tuple(random.sample(DECK, len(DECK)))
        dealt = 9 * seats
        hands = [pack(order[at : at + 9]) for at in range(0, dealt, 9)]
        deck = list(reversed(order[dealt + 1 :]))
        quick = Round(rules, hands, [9] * seats, deck, [], order[dealt], None, 0, first=True)
        try:
            game = round_by_the_engine(rules, seats, policy, order)
        except LookupError:
            continue
        pay = play_out(quick, [policy] * seats, random)
        assert pay == [score - rules.start for score in game.scores]
        compared += 1
        rons += game.last is not None and game.last.cause == "ron"
    assert compared > 350
    assert rons > 10
