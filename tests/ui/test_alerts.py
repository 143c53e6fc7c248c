"""What calls the player, once each."""

from __future__ import annotations

from dataclasses import replace

import pytest

from server.wire.messages import Moment
from terra_tui.locale.words import Words
from terra_tui.session.alerts import AlertKind
from terra_tui.session.state import ClientState
from terra_tui.ui.alerts import call_for, idle_title
from tests.ui.states import changed, playing

EN = Words("en")
OTHERS = changed(playing(), turn=1, cards=(9, 12, 2, 14, 7))
MINE = changed(playing(), cards=(9, 12, 2, 14, 7))


def window(state: ClientState, number: int = 41, length: int = 1500) -> ClientState:
    """Return the state with a moment for Ron, for a player with one card."""
    assert state.snapshot is not None
    return replace(state, snapshot=replace(state.snapshot, moment=Moment(number, length, length)))


def test_your_turn_names_what_was_laid() -> None:
    call = call_for(EN, OTHERS, MINE)
    assert call is not None
    assert (call.kind, call.title) == (AlertKind.YOUR_TURN, "* YOUR TURN - Jun 7+8-11")


def test_a_turn_calls_once() -> None:
    assert call_for(EN, MINE, MINE) is None


def test_a_rivals_last_card_calls() -> None:
    call = call_for(EN, OTHERS, changed(OTHERS, cards=(9, 12, 1, 14, 7)))
    assert call is not None
    assert (call.kind, call.title) == (AlertKind.ONE_CARD, "소라 holds one card")


def test_ones_own_last_card_does_not() -> None:
    assert call_for(EN, OTHERS, changed(OTHERS, cards=(1, 12, 2, 14, 7), hand=(3,))) is None


def test_a_window_calls_whoever_holds_one_card_once() -> None:
    quiet = changed(OTHERS, hand=(3,), cards=(1, 12, 2, 14, 7))
    call = call_for(EN, quiet, window(quiet))
    assert call is not None
    assert call.kind is AlertKind.RON_WINDOW
    assert call_for(EN, window(quiet), window(quiet)) is None
    assert call_for(EN, window(quiet), window(quiet, 50)) is not None


@pytest.mark.parametrize(
    "state",
    [
        changed(OTHERS, hand=(3, 4)),
        changed(OTHERS, hand=(3,), layer=0),
        changed(OTHERS, hand=(3,), barred=(0,)),
    ],
    ids=["two cards", "own card", "barred"],
)
def test_a_window_that_is_not_for_the_player_does_not_call(state: ClientState) -> None:
    assert call_for(EN, state, window(state)) is None


def test_a_bare_race_does_not_call() -> None:
    state = changed(OTHERS, hand=(3,))
    assert call_for(EN, state, window(state, length=0)) is None


def test_a_spectator_is_not_called() -> None:
    assert call_for(EN, replace(OTHERS, seat=None), replace(MINE, seat=None)) is None


def test_titles_hold_no_escape_sequence() -> None:
    assert "\x1b" not in idle_title(EN, replace(playing(), table="\x1b]0;x\x07lunch"))
    assert idle_title(EN, None) == "Terra"
