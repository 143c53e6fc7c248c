"""Client states built by hand, for drawing tests: a table of five in the third round."""

from __future__ import annotations

from dataclasses import replace

from server.engine.events import Cause, Dealt, Drew, EndReason, GameEnded, Laid, Pay, Ronned, RoundEnded
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
    Raced,
    RaceLine,
    Roster,
    Said,
    SeatInfo,
    Snapshot,
    SpectatorInfo,
    Stage,
    Verdict,
)
from server.wire.settings import Assist, Level, Settings
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
        logged=LOG[-1].n,
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


def with_hints(state: ClientState) -> ClientState:
    """Return the state at a table that gives hints."""
    roster = state.roster
    assert roster is not None
    settings = replace(roster.settings, assist=Assist.HINTS)
    return replace(state, roster=replace(roster, settings=settings))


def round_end() -> ClientState:
    """Return the state after Sora's Ron on Jun's card, a Terra penalty with it."""
    state = playing()
    assert state.snapshot is not None
    assert state.snapshot.view is not None
    pay = (Pay(1, 2, 30),)
    last = RoundEnded(3, Cause.RON, (2,), pay, (9, 15, 0, 14, 7), (34, -2, 61, 27, 30), 2)
    seen = replace(
        state.snapshot.view, phase=Phase.BETWEEN, last=last, scores=last.scores, cards=(9, 15, 0, 14, 7), layer=2
    )
    events = (
        Numbered(16, Raced((RaceLine(2, 312, Verdict.PAID), RaceLine(0, 348, Verdict.FALSE)))),
        Numbered(17, Ronned((2,), (11,), 1, 3, False)),
        Numbered(18, last),
    )
    snapshot = replace(
        state.snapshot, stage=Stage.BETWEEN, view=seen, moment=None, clock=Clock(14_000, 20_000)
    )
    return replace(
        state, snapshot=snapshot, log=(*state.log, *events), points=(*state.points, last.scores),
        checks={**state.checks, 3: DealCheck.GOOD},
    )


def game_end() -> ClientState:
    """Return the state after that Ron ended the game."""
    state = round_end()
    assert state.snapshot is not None
    assert state.snapshot.view is not None
    seen = replace(state.snapshot.view, phase=Phase.OVER, winners=(2,))
    ended = Numbered(19, GameEnded((34, -2, 61, 27, 30), (2,), EndReason.LIMIT))
    snapshot = replace(state.snapshot, stage=Stage.OVER, view=seen, clock=None)
    return replace(state, snapshot=snapshot, log=(*state.log, ended))


def lobby(seat: int | None = 0) -> ClientState:
    """Return a table before its game: two humans, a bot, an open seat."""
    seats = (
        SeatInfo(Kind.HUMAN, "Minji"),
        SeatInfo(Kind.HUMAN, "소라", ready=True),
        SeatInfo(Kind.BOT, "Mars", Level.HARD),
        SeatInfo(Kind.OPEN),
    )
    roster = replace(ROSTER, settings=Settings(), seats=seats)
    return ClientState(
        link=Link(LinkState.UP, "192.168.0.7:4747"), table="lunch", seat=seat, roster=roster,
        snapshot=Snapshot(rev=3, stage=Stage.LOBBY), arrived=100.0,
        log=(Numbered(1, Changed(Change.JOINED, 0, "Minji")), Numbered(2, Changed(Change.JOINED, 1, "소라"))),
    )


def full_lobby() -> ClientState:
    """Return the lobby with a bot in the open seat."""
    state = lobby()
    assert state.roster is not None
    seats = (*state.roster.seats[:3], SeatInfo(Kind.BOT, "Luna", Level.EASY))
    return replace(state, roster=replace(state.roster, seats=seats))
