"""A searcher: guesses the hidden cards many times and plays the round out from each choice."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache
from random import Random
from time import perf_counter
from typing import Final

from server.bots.guesses import Guesses
from server.bots.normal import GOING_OUT, Normal, declares
from server.bots.options import can_ron, me
from server.bots.packed import CARD, PackedLay, pack
from server.bots.player import BotAction, Decision
from server.bots.rollout import Policy, play_out, take_turn
from server.bots.values import hand_values
from server.engine.actions import Draw, LayCards
from server.engine.cards import RANKS, dots
from server.engine.rules import Rules
from server.engine.state import Phase
from server.engine.view import View

SECONDS: Final = 0.25
CANDIDATES: Final = 8
"""The lays looked at: the best by the valuation of `Normal`."""
SHRINK: Final = 40.0
"""How many rollouts that valuation counts for: without it, few rollouts are worse than none."""
STAGES: Final = 3
"""After each stage the worse half of the choices is dropped."""
BATCH: Final = 8
"""Guesses between two looks at the clock."""


@dataclass(slots=True)
class Choice:
    """One choice, and what it has brought.

    Attributes:
        prior: what `Normal` thinks of it, in points a round.
        lay: the cards, None for a draw.
    """

    action: BotAction
    prior: float
    lay: PackedLay | None
    terra: bool = False
    sum: float = 0.0
    count: int = 0

    @property
    def worth(self) -> float:
        """The mean of its rollouts, moved towards the prior."""
        return (self.sum + SHRINK * self.prior) / (self.count + SHRINK)


class Hard:
    """Searches in its own turn; takes every Ron and every back match."""

    def __init__(self, *, seconds: float | None = None, rollouts: int | None = None) -> None:
        """Set the budget of one decision: `rollouts` rounds played out if given, else `seconds`."""
        self._seconds = SECONDS if seconds is None else seconds
        self._rollouts = rollouts
        self._normal = Normal()

    def decide(self, view: View, decision: Decision, rules: Rules, random: Random) -> BotAction | None:
        """Return what the search likes best; see `Player.decide`."""
        if decision is Decision.RON or view.phase is Phase.MATCH or can_ron(view):
            return self._normal.decide(view, decision, rules, random)
        choices = self._choices(view, rules)
        if len(choices) > 1 and choices[0].prior < GOING_OUT:
            choices = Search(view, rules, random, choices).run(self._seconds, self._rollouts)
        return choices[0].action

    def _choices(self, view: View, rules: Rules) -> list[Choice]:
        """Return what is worth looking at, the best first: lays with and without Terra, and the draw."""
        seat = me(view)
        ranked = sorted(self._normal.ranked(view, rules), key=lambda pair: -pair[0])[:CANDIDATES]
        choices = []
        for worth, lay in ranked:
            left = len(view.hand) - lay.size
            options = (False, True) if lay.floor == rules.terra and left else (False,)
            liked = declares(view, rules, lay.floor, left)
            for terra in options:
                prior = worth - (TERRA_DOUBT if terra != liked else 0.0)
                choices.append(Choice(LayCards(seat, lay.lay, terra), prior, lay, terra))
        choices.append(Choice(Draw(seat), drawn_worth(view), None))
        return sorted(choices, key=lambda choice: -choice.prior)


TERRA_DOUBT: Final = 0.2
"""What the prior holds against the other decision about Terra, in points."""


def drawn_worth(view: View) -> float:
    """Return what the hand is worth with one more card, on average over the ranks as a full deck has them."""
    values, hand = hand_values(), pack(view.hand)
    spare = [(rank, dots(rank) - view.hand.count(rank)) for rank in RANKS]
    return sum(left * values[hand + CARD[rank]] for rank, left in spare if left) / sum(left for _, left in spare)


@dataclass
class Search:
    """Successive halving: all choices meet the same guesses, and the worse half drops out after each stage."""

    view: View
    rules: Rules
    random: Random
    choices: list[Choice]
    guesses: Guesses = field(init=False)

    def __post_init__(self) -> None:
        self.guesses = Guesses(self.view, self.rules)

    def run(self, seconds: float, rollouts: int | None) -> list[Choice]:
        """Spend the budget and return the choices that are left, the best first."""
        end = perf_counter() + seconds
        for stage in range(STAGES):
            if rollouts is not None:
                for _ in range(max(1, rollouts // (STAGES * len(self.choices)))):
                    self._guess()
            else:
                self._until(end - seconds * (STAGES - 1 - stage) / STAGES)
            self.choices.sort(key=lambda choice: -choice.worth)
            if stage < STAGES - 1:
                del self.choices[max(2, (len(self.choices) + 1) // 2) :]
        return self.choices

    def _until(self, end: float) -> None:
        while perf_counter() < end:
            for _ in range(BATCH):
                self._guess()

    def _guess(self) -> None:
        """Play every choice out from one guess: all meet the same cards."""
        guess = self.guesses.deal(self.random)
        policies = [policy_for(self.rules)] * len(guess.hands)
        for choice in self.choices:
            game = guess.copy()
            seat = game.turn
            if not take_turn(game, choice.lay, choice.terra, self.random):
                play_out(game, policies, self.random)
            choice.sum += game.pay[seat]
            choice.count += 1


@lru_cache(maxsize=4)
def policy_for(rules: Rules) -> Policy:
    """Return the policy that plays rounds out under `rules`."""
    return Policy(hand_values(), rules)
