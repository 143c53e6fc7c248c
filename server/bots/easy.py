"""A beginner: overlooks sums, the longer the more, and now and then a Ron."""

from __future__ import annotations

from random import Random
from typing import Final

from server.bots.options import can_ron, lays, may_declare, me
from server.bots.player import BotAction, Decision
from server.engine.actions import Draw, Keep, LayCards, Match, Ron
from server.engine.rules import Rules
from server.engine.state import Phase
from server.engine.sums import Lay
from server.engine.view import View

SEES: Final = {1: 0.9, 2: 0.6}
"""How likely a lay of so many cards is noticed."""
SEES_LONG: Final = 0.25
"""The same for three cards and more. There are many of them: a full hand still finds one most of the time."""
SEES_RON: Final = 0.6
SEES_MATCH: Final = 0.8
PREFERS_MANY: Final = 0.7
DECLARES: Final = 0.5


class Easy:
    """Plays what it notices: mostly the most cards, sometimes anything."""

    def decide(self, view: View, decision: Decision, rules: Rules, random: Random) -> BotAction | None:
        """Return what a beginner would do; see `Player.decide`."""
        seat = me(view)
        if decision is Decision.RON:
            return Ron((seat,)) if can_ron(view) and random.random() < SEES_RON else None
        if view.phase is Phase.MATCH:
            if random.random() >= SEES_MATCH:
                return Keep(seat)
            return Match(seat, terra=view.drawn == rules.terra and random.random() < DECLARES)
        if can_ron(view):
            return Ron((seat,)) if random.random() < SEES[1] else Draw(seat)
        seen = [lay for lay in lays(view, rules) if random.random() < SEES.get(len(lay.cards), SEES_LONG)]
        if not seen:
            return Draw(seat)
        lay = self._pick(seen, random)
        return LayCards(seat, lay, terra=may_declare(lay, view, rules) and random.random() < DECLARES)

    def _pick(self, seen: list[Lay], random: Random) -> Lay:
        if random.random() < PREFERS_MANY:
            most = max(len(lay.cards) for lay in seen)
            seen = [lay for lay in seen if len(lay.cards) == most]
        return random.choice(seen)
