"""The phases of a game and what leads from one to another: the whole of it is the one table below."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from server.engine.actions import Action, Deal, Draw, FalseRon, Keep, LayCards, Match, Reshuffle, Ron, Stop
from server.engine.reasons import Reason
from server.engine.state import Phase

_TURN, _MATCH, _BETWEEN, _OVER = Phase.TURN, Phase.MATCH, Phase.BETWEEN, Phase.OVER

TRANSITIONS: Final[Mapping[Phase, Mapping[type[Action], Reason | frozenset[Phase]]]] = {
    _BETWEEN: {
        Deal: frozenset({_TURN}),                                # R2.2
        LayCards: Reason.NO_ROUND,
        Draw: Reason.NO_ROUND,
        Match: Reason.NO_ROUND,
        Keep: Reason.NO_ROUND,
        Ron: Reason.NO_ROUND,
        FalseRon: Reason.NO_ROUND,
        Reshuffle: Reason.NO_ROUND,
        Stop: frozenset({_OVER}),
    },
    _TURN: {
        Deal: Reason.ROUND_RUNNING,
        LayCards: frozenset({_TURN, _BETWEEN, _OVER}),           # R3.6; out with a combination (R6.1)
        Draw: frozenset({_TURN, _MATCH, _BETWEEN}),              # R3.6; back match (R3.5); void round (R8.3)
        Match: Reason.NOT_CHOOSING,
        Keep: Reason.NOT_CHOOSING,
        Ron: frozenset({_BETWEEN, _OVER}),                       # R5.1
        FalseRon: frozenset({_TURN}),                            # R5.8
        Reshuffle: frozenset({_TURN}),                           # R8.1
        Stop: frozenset({_OVER}),
    },
    _MATCH: {
        Deal: Reason.ROUND_RUNNING,
        LayCards: Reason.CHOOSING,
        Draw: Reason.CHOOSING,
        Match: frozenset({_TURN, _OVER}),                        # the one point each may end the game (R7.2)
        Keep: frozenset({_TURN}),
        Ron: Reason.NOT_AT_A_TURNS_END,                          # that turn is not over (R5.2)
        FalseRon: Reason.NOT_AT_A_TURNS_END,
        Reshuffle: Reason.NO_RESHUFFLE,
        Stop: frozenset({_OVER}),
    },
    _OVER: dict.fromkeys(
        (Deal, LayCards, Draw, Match, Keep, Ron, FalseRon, Reshuffle, Stop), Reason.GAME_OVER
    ),
}
"""For each phase and kind of action: the phases it may lead to, or the reason why it is refused outright."""

_REFUSED: Final = {
    phase: {kind: outcome for kind, outcome in row.items() if isinstance(outcome, Reason)}
    for phase, row in TRANSITIONS.items()
}


def refused(phase: Phase, kind: type[Action]) -> Reason | None:
    """Return why no action of this kind may be taken in `phase`, or None where some may."""
    return _REFUSED[phase].get(kind)
