"""A sound player: sheds cards so that the rest combines, and leaves no floor card that a last card waits for."""

from __future__ import annotations

from functools import cached_property
from random import Random
from typing import Final

from server.bots.options import can_ron, me, rivals
from server.bots.packed import PackedLay, floor_lays, pack
from server.bots.player import BotAction, Decision
from server.bots.values import Values, hand_values
from server.engine.actions import Draw, LayCards, Match, Ron
from server.engine.cards import DECK, Rank, dots
from server.engine.rules import Rules
from server.engine.state import Phase
from server.engine.view import View

FEAR: Final = 0.5
"""How much of a feared Ron's price counts: rivals keep last cards of few dots more often than of many."""
GOING_OUT: Final = 100.0
"""More than any hand is worth."""


class Normal:
    """Takes the lay that leaves the best hand by the table of values, less the danger of the floor left."""

    @cached_property
    def _values(self) -> Values:
        return hand_values()

    def decide(self, view: View, decision: Decision, rules: Rules, random: Random) -> BotAction | None:
        """Return the best action by its own valuation; see `Player.decide`. It needs no chance."""
        seat = me(view)
        if can_ron(view):
            return Ron((seat,))
        if decision is Decision.RON:
            return None
        if view.phase is Phase.MATCH:
            return self._match(view, rules)
        lay = self.best(view, rules)
        if lay is None:
            return Draw(seat)
        return LayCards(seat, lay.lay, terra=declares(view, rules, lay.floor, len(view.hand) - lay.size))

    def best(self, view: View, rules: Rules) -> PackedLay | None:
        """Return the best lay of the viewer's hand on the floor, or None if there is none."""
        ranked = self.ranked(view, rules)
        return max(ranked, key=lambda pair: pair[0])[1] if ranked else None

    def ranked(self, view: View, rules: Rules) -> list[tuple[float, PackedLay]]:
        """Return each lay, a last single left out, with its worth in points a round."""
        if len(view.hand) == 1:
            return []
        hand = pack(view.hand)
        return [
            (self._worth(view, rules, lay, hand - lay.cards), lay)
            for lay in floor_lays(view.floor, rules.max_cards).of(hand)
        ]

    def _worth(self, view: View, rules: Rules, lay: PackedLay, rest: int) -> float:
        if not rest:
            return GOING_OUT + lay.size
        left = len(view.hand) - lay.size
        return self._values[rest] - danger(view, rules, lay.floor, left)

    def _match(self, view: View, rules: Rules) -> BotAction:
        """Return the match: a card less and a point from everybody is always good (R3.5)."""
        assert view.drawn is not None, "a card to match was drawn"
        return Match(me(view), terra=declares(view, rules, view.drawn, len(view.hand) - 1))


def last_cards(view: View) -> int:
    """Return how many rivals may interrupt with a last card."""
    return sum(view.cards[rival] == 1 and rival not in view.barred for rival in rivals(view))


def danger(view: View, rules: Rules, floor: Rank, left: int) -> float:
    """Return the points that a Ron on `floor` costs on average, with `left` cards in one's hand (R5.4)."""
    waiting = last_cards(view)
    if not waiting:
        return 0.0
    seen = [*view.hand, *view.under, view.floor]
    unseen = len(DECK) - len(seen)
    fitting = sum(dots(card) == dots(floor) for card in DECK) - sum(dots(card) == dots(floor) for card in seen)
    return FEAR * waiting * rules.ron_factor * left * fitting / max(1, unseen)


def declares(view: View, rules: Rules, floor: Rank, left: int) -> bool:
    """Return whether to declare Terra: it costs the rivals cards, unless one waits with a last one (R4.5)."""
    return floor == rules.terra and left > 0 and last_cards(view) == 0
