"""What no Terra host sends, and that real games are never taken for it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from server.engine.state import Phase
from server.wire.messages import Challenge, Kind, Roster, SeatInfo, Stage, ToClient, Welcome
from server.wire.settings import Settings
from terra_tui.session.reducer import reduce
from terra_tui.session.sense import nonsense
from terra_tui.session.state import ClientState
from tests.session.fake_host import GAME, ended_round, roster, snap, view, welcome
from tests.session.rogue import Rogue

SEATED = reduce(reduce(ClientState(), welcome(0), 0.0), roster(), 0.0)
WATCHING = reduce(reduce(ClientState(), welcome(None), 0.0), roster(), 0.0)
NEW = reduce(ClientState(), welcome(4), 0.0)
"""Welcomed into seat 4; the roster has not come."""


@pytest.mark.parametrize("seed", range(40))
def test_real_games_make_sense(seed: int) -> None:
    host = Rogue(seed, sense=1.0)
    state = reduce(ClientState(), host.welcome(), 0.0)
    for message in host.honest(120):
        assert nonsense(state, message, may_sit=False) is None
        state = reduce(state, message, 0.0)


@pytest.mark.parametrize(("state", "message"), [
    # rosters
    (SEATED, Roster(Settings(seats=4), (SeatInfo(Kind.OPEN),) * 3)),
    (SEATED, replace(roster(), owner=3)),
    (NEW, roster()),
    # a game of other seats
    (SEATED, snap(1, view(cards=(3, 5, 6, 1)))),
    (SEATED, snap(1, view(scores=(1, 2, 3, 4)))),
    (SEATED, snap(1, view(round_start=(1, 2, 3, 4)))),
    (NEW, snap(1, view())),
    (SEATED, replace(snap(1, view()), paused=3)),
    (WATCHING, replace(snap(1, view(hand=(), cards=(3, 5, 6))), hands=((1,), (2,)))),
    (SEATED, snap(1, replace(view(), last=ended_round(4)))),
    # seats that do not exist
    (SEATED, snap(1, view(turn=3))),
    (SEATED, snap(1, view(layer=4))),
    (SEATED, snap(1, view(barred=(3,)))),
    (SEATED, snap(1, replace(view(), lead=3))),
    (SEATED, snap(1, replace(view(), winners=(3,)))),
    # a stage and a phase that contradict each other
    (SEATED, snap(1, None)),
    (SEATED, snap(1, view(phase=Phase.BETWEEN))),
    (SEATED, snap(1, view(floor=0))),
    # hands
    (SEATED, snap(1, view(hand=(3, 5), cards=(3, 5, 6)))),
    (SEATED, snap(1, view(hand=(), cards=(3, 5, 6)))),
    (SEATED, snap(1, view(hand=(8, 5, 3)))),
    (SEATED, snap(1, view(hand=(1, 1)))),
    (WATCHING, snap(1, view(hand=(3,), cards=(1, 5, 6)))),
    (WATCHING, replace(snap(1, view(hand=(), cards=(3, 5, 6))), hands=((15, 15), (), ()))),
    # a drawn card
    (SEATED, snap(1, view(phase=Phase.MATCH, drawn=4))),
    (SEATED, snap(1, view(phase=Phase.TURN, drawn=3))),
    (SEATED, snap(1, view(phase=Phase.MATCH, drawn=3, turn=1))),
    # what has no place after the welcome
    (SEATED, Challenge(bytes(16), bytes(16), 10)),
    (SEATED, welcome(1)),
])
def test_what_no_host_sends_is_known(state: ClientState, message: ToClient) -> None:
    assert nonsense(state, message, may_sit=False)


@pytest.mark.parametrize("message", [
    roster(), snap(1, view()), snap(1, view(phase=Phase.MATCH, drawn=3)), snap(1, None, stage=Stage.LOBBY),
    snap(1, view(hand=()), stage=Stage.BETWEEN), snap(1, replace(view(), last=ended_round(3))),
])
def test_what_these_are_made_from_makes_sense(message: ToClient) -> None:
    assert nonsense(SEATED, message, may_sit=False) is None


def test_a_seat_that_was_asked_for_brings_a_welcome_of_the_same_evening() -> None:
    assert nonsense(WATCHING, welcome(1), may_sit=True) is None
    other = Welcome(1, "lunch", GAME[::-1], 1, bytes(32))
    assert nonsense(WATCHING, other, may_sit=True)
