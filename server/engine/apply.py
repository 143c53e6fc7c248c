"""The one way a game changes, and the question whether it may."""

from __future__ import annotations

from typing import assert_never

from server.engine.actions import Action, Deal, Draw, FalseRon, Keep, LayCards, Match, Reshuffle, Ron, Stop
from server.engine.ends import Outcome
from server.engine.reasons import Reason
from server.engine.ron import false_ron, ron, why_not_false_ron, why_not_rons
from server.engine.rounds import deal, reshuffle, stop, why_not_deal, why_not_reshuffle, why_not_stop
from server.engine.state import Game
from server.engine.turn import (
    draw,
    keep,
    lay_cards,
    match,
    why_not_draw,
    why_not_keep,
    why_not_lay,
    why_not_match,
)


def apply(game: Game, action: Action) -> Outcome:
    """Return the game after `action`, and what happened, in order and told in full; `game` is untouched.

    Raises:
        IllegalAction: the action is not allowed; its reason is what `why_not` returns.
    """
    if isinstance(action, LayCards):
        return lay_cards(game, action)
    if isinstance(action, Draw):
        return draw(game, action)
    if isinstance(action, Match):
        return match(game, action)
    if isinstance(action, Keep):
        return keep(game, action)
    if isinstance(action, Ron):
        return ron(game, action)
    if isinstance(action, Deal):
        return deal(game, action)
    if isinstance(action, Reshuffle):
        return reshuffle(game, action)
    if isinstance(action, FalseRon):
        return false_ron(game, action)
    if isinstance(action, Stop):
        return stop(game)
    assert_never(action)


def why_not(game: Game, action: Action) -> Reason | None:
    """Return why `action` may not be taken now, or None if it may; `apply` always agrees."""
    if isinstance(action, LayCards):
        return why_not_lay(game, action)
    if isinstance(action, Draw):
        return why_not_draw(game, action)
    if isinstance(action, Match):
        return why_not_match(game, action)
    if isinstance(action, Keep):
        return why_not_keep(game, action)
    if isinstance(action, Ron):
        return why_not_rons(game, action)
    if isinstance(action, Deal):
        return why_not_deal(game, action)
    if isinstance(action, Reshuffle):
        return why_not_reshuffle(game, action)
    if isinstance(action, FalseRon):
        return why_not_false_ron(game, action)
    if isinstance(action, Stop):
        return why_not_stop(game)
    assert_never(action)
