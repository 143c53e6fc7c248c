"""The table of phases."""

from __future__ import annotations

import random
from typing import get_args

import pytest

from server.engine.actions import Action, Deal, Draw, FalseRon, Keep, LayCards, Match, Reshuffle, Ron, Stop
from server.engine.apply import why_not
from server.engine.cards import DECK
from server.engine.phases import TRANSITIONS, refused
from server.engine.reasons import Reason
from server.engine.state import Game, Phase
from server.engine.sums import Lay
from tests.engine.playouts import playout
from tests.engine.positions import after, choosing, position

KINDS = get_args(Action)

ANY: dict[type[Action], Action] = {
    Deal: Deal(0, DECK),
    LayCards: LayCards(0, Lay((6,))),
    Draw: Draw(0),
    Match: Match(0),
    Keep: Keep(0),
    Ron: Ron((0,)),
    FalseRon: FalseRon(0),
    Reshuffle: Reshuffle(DECK),
    Stop: Stop(),
}
"""One action of each kind."""

TURN = position((2, 9), (1, 2), (10,), floor=6, layer=2, top=(10,))
GAMES: dict[Phase, Game] = {
    Phase.TURN: TURN,
    Phase.MATCH: choosing(TURN, 10),
    Phase.BETWEEN: after(position((2, 9), (1, 2), (10,), floor=6, layer=0, turn=1), Ron((2,))),
    Phase.OVER: after(TURN, Stop()),
}
"""One game in each phase."""


def test_the_table_has_every_phase_and_every_kind_of_action() -> None:
    assert set(TRANSITIONS) == set(Phase)
    assert set(ANY) == set(KINDS)
    for row in TRANSITIONS.values():
        assert set(row) == set(KINDS)


@pytest.mark.parametrize("phase", Phase)
@pytest.mark.parametrize("kind", KINDS)
def test_what_the_table_refuses_is_refused_with_that_code(phase: Phase, kind: type[Action]) -> None:
    outcome = TRANSITIONS[phase][kind]
    if isinstance(outcome, Reason):
        assert refused(phase, kind) is outcome
        assert why_not(GAMES[phase], ANY[kind]) is outcome
    else:
        assert refused(phase, kind) is None


def test_games_go_only_where_the_table_says_and_everywhere_it_says() -> None:
    seen: set[tuple[Phase, type[Action], Phase]] = set()
    rng = random.Random(11)
    for _ in range(30):
        for step in playout(rng, seats=3):
            seen.add((step.before.phase, type(step.action), step.after.phase))
    listed = {
        (phase, kind, to)
        for phase, row in TRANSITIONS.items()
        for kind, outcome in row.items()
        if not isinstance(outcome, Reason)
        for to in outcome
    }
    assert seen <= listed
    # Left over: what no player does, and what only a deck without cards brings about (R8.3).
    assert listed - seen <= {
        *((phase, Stop, Phase.OVER) for phase in Phase),
        (Phase.TURN, FalseRon, Phase.TURN),
        (Phase.TURN, Draw, Phase.BETWEEN),
    }
