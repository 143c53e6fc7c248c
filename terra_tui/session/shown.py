"""A game of the engine as the state of a client: for tables without a host, a lesson, a drill, a replay."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

from server.engine.cards import Hand, Seat
from server.engine.events import Event
from server.engine.state import Game, Phase
from server.engine.view import View, event_for, view_for
from server.wire.convert import view_to_wire
from server.wire.messages import Moment, Numbered, Roster, Snapshot, Stage, TableEvent
from terra_tui.session.reducer import LOG_LIMIT
from terra_tui.session.state import ClientState, DealCheck, Link, LinkState

STAGES: Final = {
    Phase.BETWEEN: Stage.BETWEEN,
    Phase.TURN: Stage.PLAY,
    Phase.MATCH: Stage.PLAY,
    Phase.OVER: Stage.OVER,
}


def seated_state(
    game: Game, seat: Seat, roster: Roster, events: Sequence[Event], rev: int, table: str = ""
) -> ClientState:
    """Return what the player in `seat` sees of `game`; a Ron stays open until somebody acts, without a clock."""
    view = view_for(game, seat)
    snapshot = Snapshot(
        rev, STAGES[game.phase], view_to_wire(view), moment=Moment(rev) if view.ron_open else None
    )
    log = numbered(events, seat)
    return ClientState(
        link=Link(LinkState.UP), table=table, seat=seat, roster=roster, snapshot=snapshot, log=log,
        checks={game.round: DealCheck.NONE}, logged=len(events) - 1, fresh=False,
    )


def watched_state(
    game: Game,
    follow: Seat | None,
    roster: Roster,
    events: Sequence[Event | TableEvent],
    rev: int,
    points: tuple[tuple[int, ...], ...],
    checks: Mapping[int, DealCheck],
) -> ClientState:
    """Return what one sees of `game` who looks back at it.

    Args:
        follow: the seat whose hand and drawn cards are shown; None shows all of them.
    """
    hands = game.hands if follow is None else _only(game.hands, follow)
    view = _open_view(game, follow)
    snapshot = Snapshot(rev, STAGES[game.phase], view_to_wire(view), hands=hands)
    log = numbered(events, follow, everything=follow is None)
    return ClientState(
        link=Link(LinkState.UP), roster=roster, snapshot=snapshot, log=log, points=points,
        checks={game.round: DealCheck.NONE, **checks}, logged=len(events) - 1, fresh=False,
    )


def _only(hands: tuple[Hand, ...], seat: Seat) -> tuple[Hand, ...]:
    return tuple(hand if other == seat else () for other, hand in enumerate(hands))


def _open_view(game: Game, follow: Seat | None) -> View:
    """Return the public view with the followed hand, or none, in the place of one's own."""
    view = view_for(game, None)
    return view if follow is None else replace(view, hand=game.hands[follow])


def numbered(
    events: Sequence[Event | TableEvent], viewer: Seat | None, *, everything: bool = False
) -> tuple[Numbered, ...]:
    """Return the newest events with their numbers, each as `viewer` learns of it, or told in full."""
    first = max(0, len(events) - LOG_LIMIT)
    return tuple(
        Numbered(number, event if everything or isinstance(event, TableEvent) else event_for(event, viewer))
        for number, event in enumerate(events[first:], first)
    )
