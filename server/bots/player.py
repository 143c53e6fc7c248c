"""What a bot is asked and what it answers: it knows a `View` and nothing else."""

from __future__ import annotations

from enum import StrEnum
from random import Random
from typing import Protocol, TypeAlias

from server.engine.actions import Draw, Keep, LayCards, Match, Ron
from server.engine.rules import Rules
from server.engine.view import View

BotAction: TypeAlias = LayCards | Draw | Match | Keep | Ron


class Decision(StrEnum):
    """What a bot decides about."""

    TURN = "turn"        # lay or draw; or, in Phase.MATCH, lay the drawn card or keep it
    RON = "ron"          # interrupt or not (answer `Ron((seat,))` or None)


class Player(Protocol):
    """A bot. Each call has all it gets; it keeps nothing between calls."""

    def decide(self, view: View, decision: Decision, rules: Rules, random: Random) -> BotAction | None:
        """Return a legal action of `view.viewer`; None only for `Decision.RON`: no Ron.

        Args:
            view: what the bot's seat sees.
            decision: what is asked.
            rules: the table's rules.
            random: the only source of chance, seeded by the caller.
        """
        ...

