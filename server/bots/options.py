"""What a seat may do, told from its view alone; the engine would say the same of the whole game."""

from __future__ import annotations

from server.bots.player import BotAction
from server.engine.actions import Draw, Keep, LayCards, Match, Ron
from server.engine.cards import Seat, dots
from server.engine.rules import Rules
from server.engine.state import Phase
from server.engine.sums import Lay, legal_lays
from server.engine.view import View


def me(view: View) -> Seat:
    """Return whose view it is.

    Raises:
        ValueError: it is the public's, and nobody is asked.
    """
    if view.viewer is None:
        raise ValueError("a bot is asked with a seat's view, not the public's")
    return view.viewer


def lays(view: View, rules: Rules) -> tuple[Lay, ...]:
    """Return every lay of the hand on the floor; a last single is left out, it is a Ron (R5.3)."""
    if len(view.hand) == 1:
        return ()
    return legal_lays(view.hand, view.floor, rules.max_cards)


def can_ron(view: View) -> bool:
    """Return whether the viewer's one card may be laid now, in its own turn or as an interrupt (R5.1, R5.3)."""
    if view.phase is not Phase.TURN or len(view.hand) != 1 or dots(view.hand[0]) != dots(view.floor):
        return False
    if view.viewer == view.turn:
        return True
    return view.ron_open and view.layer != view.viewer and view.viewer not in view.barred


def may_declare(lay: Lay, view: View, rules: Rules) -> bool:
    """Return whether Terra may be declared with this lay (R4.1)."""
    return lay.cards[-1] == rules.terra and len(lay.cards) < len(view.hand)


def rivals(view: View) -> tuple[Seat, ...]:
    """Return the other seats, from the viewer's left."""
    seats = len(view.cards)
    return tuple((me(view) + step) % seats for step in range(1, seats))


def all_options(view: View, rules: Rules) -> list[BotAction]:
    """Return every legal action of the viewer in its own turn, its Ron included."""
    seat = me(view)
    if view.phase is Phase.MATCH:
        declared = [Match(seat, terra=True)] if view.drawn == rules.terra else []
        return [Match(seat), *declared, Keep(seat)]
    options: list[BotAction] = [Ron((seat,))] if can_ron(view) else []
    for lay in lays(view, rules):
        options.append(LayCards(seat, lay))
        if may_declare(lay, view, rules):
            options.append(LayCards(seat, lay, terra=True))
    return [*options, Draw(seat)]
