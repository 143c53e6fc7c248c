"""Client states built by hand, for drawing tests: a table of five in the third round."""

from __future__ import annotations

from dataclasses import replace

from server.engine.events import Dealt, Drew, Laid
from server.engine.state import Phase
from server.wire.messages import (
    Change,
    Changed,
    Clock,
    GameView,
    Kind,
    Moment,
    Numbered,
    Presence,
    Roster,
    Said,
    SeatInfo,
    Snapshot,
    SpectatorInfo,
    Stage,
)
from server.wire.settings import Level, Settings
from terra_tui.session.state import ClientState, DealCheck, Link, LinkState

NINE = (2, 4, 6, 7, 8, 8, 8, 9, 13)
TWENTY = (1, 2, 2, 3, 4, 4, 5, 6, 6, 7, 7, 8, 8, 9, 9, 10, 11, 12, 13, 14)

SEATS = (
    SeatInfo(Kind.HUMAN, "Minji"),
    SeatInfo(Kind.HUMAN, "Jun"),
    SeatInfo(Kind.HUMAN, "소라"),
    SeatInfo(Kind.BOT, "Mars", Level.NORMAL),
    SeatInfo(Kind.HUMAN, "Hana", presence=Presence.AWAY, away=42_000),
)

LOG = (
    Numbered(9, Changed(Change.AWAY, 4)),
    Numbered(10, Dealt(3, 0, 9)),
    Numbered(11, Laid(0, (2, 7), "+", False)),
    Numbered(12, Said("소라", "안녕하세요 [b]hi[/b]", 2)),
    Numbered(13, Laid(3, (15, 4), "-", False)),
    Numbered(14, Drew(4, 1, False)),
    Numbered(15, Laid(1, (7, 8, 11), "+-", False)),
)

ROSTER = Roster(
    settings=Settings(seats=5), seats=SEATS, owner=0, watching=2,
    spectators=(SpectatorInfo("Bora"), SpectatorInfo("Kim")),
)


def view(hand: tuple[int, ...] = NINE) -> GameView:
    """Return the third round of a table of five, Minji's turn on Jun's 11."""
    return GameView(
        phase=Phase.TURN, round=3, lead=0, turn=0, floor=11, layer=1, under=(9, 2, 7, 15, 4, 7, 8), deck=18,
        cards=(len(hand), 12, 1, 14, 7), scores=(34, 28, 31, 27, 30), round_start=(30, 30, 30, 30, 30),
        ron_open=True, hand=hand,
    )


def playing(hand: tuple[int, ...] = NINE, seat: int | None = 0) -> ClientState:
    """Return the state of a client at that table; `seat` None is a spectator."""
    seen = view(hand) if seat is not None else replace(view(hand), hand=())
    return ClientState(
        link=Link(LinkState.UP, "192.168.0.7:4747"),
        table="lunch",
        seat=seat,
        roster=ROSTER,
        snapshot=Snapshot(rev=41, stage=Stage.PLAY, view=seen, moment=Moment(41), clock=Clock(17_000, 60_000)),
        arrived=100.0,
        log=LOG,
        checks={1: DealCheck.GOOD, 2: DealCheck.GOOD},
        points=((30, 30, 30, 30, 30), (36, 27, 29, 28, 30), (30, 30, 30, 30, 30)),
    )


def changed(state: ClientState, **fields: object) -> ClientState:
    """Return the state with other fields of its view."""
    assert state.snapshot is not None
    assert state.snapshot.view is not None
    seen = replace(state.snapshot.view, **fields)  # type: ignore[arg-type]
    return replace(state, snapshot=replace(state.snapshot, view=seen))


def with_window(state: ClientState, left: int = 1100) -> ClientState:
    """Return the state with a Ron window open."""
    assert state.snapshot is not None
    return replace(state, snapshot=replace(state.snapshot, moment=Moment(41, left, 1500)))
