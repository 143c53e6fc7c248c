"""Alerts: each once for its cause."""

from __future__ import annotations

from server.engine.events import Drew
from server.engine.state import Phase
from server.wire.messages import Moment, Numbered, Said, Snapshot
from terra_tui.session.alerts import Alert, AlertKind, alerts
from terra_tui.session.reducer import reduce
from terra_tui.session.state import ClientState
from tests.session.fake_host import roster, snap, view, welcome

TURN = Alert(AlertKind.YOUR_TURN)
RON = Alert(AlertKind.RON_WINDOW)


def told(*snapshots: Snapshot, seat: int | None = 0) -> list[tuple[Alert, ...]]:
    """Return the alerts at each of `snapshots`."""
    state = reduce(reduce(ClientState(), welcome(seat), 0.0), roster(), 0.0)
    found = []
    for snapshot in snapshots:
        new = reduce(state, snapshot, 0.0)
        found.append(alerts(state, new))
        state = new
    return found


def test_your_turn_once() -> None:
    chat = Numbered(1, Said("Jun", "hi", 1))
    assert told(
        snap(1, view(turn=1)),
        snap(2, view(turn=0)),
        snap(3, view(turn=0), chat),
        snap(4, view(turn=0, phase=Phase.MATCH, drawn=4)),
        snap(5, view(turn=1)),
        snap(6, view(turn=0)),
    ) == [(), (TURN,), (), (), (), (TURN,)]


def test_a_turn_that_came_round_in_one_snapshot() -> None:
    mine = Numbered(1, Drew(0, 1, False, (4,)))
    others = (Numbered(2, Drew(1, 1, False)), Numbered(3, Drew(2, 1, False)))
    assert told(snap(1, view(turn=0)), snap(2, view(turn=0), mine, *others)) == [(TURN,), (TURN,)]
    choosing = Numbered(1, Drew(0, 1, True, (4,)))
    assert told(snap(1, view(turn=0)), snap(2, view(turn=0, phase=Phase.MATCH), choosing))[1] == ()


def test_the_same_seat_in_the_next_round() -> None:
    assert told(snap(1, view(turn=0)), snap(2, view(turn=0, round=2)))[1] == (TURN,)


def test_one_card_left_once_and_not_ones_own() -> None:
    one = Alert(AlertKind.ONE_CARD, 2)
    assert told(
        snap(1, view(turn=1, cards=(1, 5, 6), hand=(3,))),
        snap(2, view(turn=1, cards=(1, 5, 1), hand=(3,))),
        snap(3, view(turn=1, cards=(1, 5, 1), hand=(3,))),
        snap(4, view(turn=1, cards=(1, 5, 2), hand=(3,))),
        snap(5, view(turn=1, cards=(1, 5, 1), hand=(3,))),
    ) == [(), (one,), (), (), (one,)]


def test_a_ron_window_for_one_who_may_claim() -> None:
    window = Moment(4, 1500, 1500)
    assert told(
        snap(4, view(hand=(3,), turn=1, cards=(1, 5, 6)), moment=window),
        snap(5, view(hand=(3,), turn=1, cards=(1, 5, 6)), moment=window),
        snap(6, view(hand=(3,), turn=2, cards=(1, 5, 6)), moment=Moment(6)),
        snap(7, view(hand=(3,), turn=2, cards=(1, 5, 6)), moment=Moment(7, 900, 900)),
    ) == [(RON,), (), (), (RON,)]
    assert told(snap(4, view(hand=(3, 4), turn=1), moment=window)) == [()]
    assert told(snap(4, view(hand=(3,), turn=1, layer=0), moment=window)) == [()]
    assert told(snap(4, view(hand=(3,), turn=1, barred=(0,)), moment=window)) == [()]


def test_a_spectator_is_told_of_one_card_only() -> None:
    shown = snap(4, view(hand=(), turn=0, cards=(1, 5, 6)), moment=Moment(4, 1500, 1500))
    assert told(shown, seat=None) == [(Alert(AlertKind.ONE_CARD, 0),)]
