"""`reduce(state, message, now)`: the one place where a new client state is made from an old one. Pure."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from server.engine.events import Dealt, GameEnded, RoundEnded
from server.wire.messages import (
    Act,
    Bye,
    Claim,
    Code,
    Command,
    Commitment,
    Numbered,
    Refusal,
    Reveal,
    Roster,
    Snapshot,
    Stage,
    ToClient,
    Welcome,
)
from terra_tui.session import deals
from terra_tui.session.scrub import scrub_event, scrub_line, scrub_roster
from terra_tui.session.state import ClientState, Failure, Link, Position, Sent, seat_names

LOG_LIMIT: Final = 500
POINTS_LIMIT: Final = 500
TABLE_CELLS: Final = 40
PASSING: Final = frozenset({Code.TOO_FAST.value, Code.PAUSED.value})
"""Refusals of a claim after which the same window may be claimed again."""


def reduce(state: ClientState, message: ToClient, now: float) -> ClientState:
    """Return the state after `message` came at `now` (seconds, the client's monotonic clock).

    Never raises for a message that the codec lets through, in whatever order they come. `Ping`, `Pong`, `Ack` and
    `Challenge` are the session's business and change nothing here.
    """
    match message:
        case Welcome():
            return _welcomed(state, message)
        case Roster():
            return replace(state, roster=scrub_roster(message))
        case Snapshot():
            return _snapped(state, message, now)
        case Commitment():
            return deals.committed(state, message)
        case Reveal():
            return deals.revealed(state, message)
        case Refusal():
            return _refused(state, message)
        case Bye():
            return deals.closed(state)
        case _:
            return state


def linked(state: ClientState, link: Link) -> ClientState:
    """Return the state with another link state."""
    return replace(state, link=link)


def sent(state: ClientState, command: Command) -> ClientState:
    """Return the state after this client sent `command`: a move is waited for, a window is claimed once."""
    if isinstance(command, Act):
        position = None if state.snapshot is None else Position.of(state.snapshot)
        return replace(state, waiting=True, move=Sent(command.seq, position))
    if isinstance(command, Claim):
        return replace(state, claimed=command.window, claim=command.seq)
    return state


def dropped(state: ClientState) -> ClientState:
    """Return the state after commands on their way were given up: another seat, or none, is held now."""
    return replace(state, waiting=False, move=None, claimed=None, claim=None)


def _welcomed(state: ClientState, message: Welcome) -> ClientState:
    table = scrub_line(message.table, TABLE_CELLS)
    if message.game != state.game:
        # Another evening: nothing of the old one counts.
        return ClientState(
            link=state.link, table=table, seat=message.seat, game=message.game, only_watches=state.only_watches
        )
    relinked = deals.relinked(state)
    if message.seat != state.seat:
        # What was seen from another seat, or at a table without this one, is told anew.
        relinked = replace(dropped(relinked), roster=None, snapshot=None)
    return replace(relinked, table=table, seat=message.seat, fresh=True)


def _snapped(state: ClientState, message: Snapshot, now: float) -> ClientState:
    old = state.snapshot
    if old is not None and not state.fresh and message.rev < old.rev:
        return state
    renumbered = old is not None and state.fresh and message.rev < old.rev
    new = _new_events(state, message, renumbered)
    snapshot = replace(message, events=tuple(scrub_event(numbered) for numbered in message.events))
    after = replace(
        state,
        snapshot=snapshot,
        arrived=now,
        log=(*state.log, *(scrub_event(numbered) for numbered in new))[-LOG_LIMIT:],
        logged=new[-1].n if new else state.logged,
    )
    after = _name(after, new)
    after = _settle(after, snapshot)
    after = _count(after, new)
    after = deals.watched(after, new, gap=renumbered or _gap(state, new))
    return replace(after, fresh=False)


def _new_events(state: ClientState, message: Snapshot, renumbered: bool) -> tuple[Numbered, ...]:
    """Return the events not logged yet, in order; overlapping resends are left out.

    A host that came back from a crash may count from a lower number than it did (chat is not kept): on a link
    whose revisions fall back, an event is new unless it is in the log as it is.
    """
    events = sorted(message.events, key=lambda numbered: numbered.n)
    if renumbered:
        known = set(state.log)
        return tuple(numbered for numbered in events if scrub_event(numbered) not in known)
    new: list[Numbered] = []
    for numbered in events:
        if numbered.n > (new[-1].n if new else state.logged):
            new.append(numbered)
    return tuple(new)


def _gap(state: ClientState, new: tuple[Numbered, ...]) -> bool:
    """Return whether events are missing before or among `new` (numbers are dense).

    The first ones that a client is told may have any number; that the deal was before them, `deals.py` knows.
    """
    if not new:
        return False
    before = state.logged if state.logged >= 0 else new[0].n - 1
    return new[-1].n - before != len(new)


def _name(state: ClientState, new: tuple[Numbered, ...]) -> ClientState:
    """Keep how the seats were called when the events in the log happened."""
    if not new or state.roster is None:
        return state
    first, called = new[0].n, seat_names(state.roster)
    names = tuple(entry for entry in state.names if entry[0] < first)
    if not names or names[-1][1] != called:
        names = (*names, (first, called))
    # What was before the oldest event that is kept, up to the names it was told with.
    old = sum(since <= state.log[0].n for since, _ in names) - 1
    names = names[max(0, old) :]
    return state if names == state.names else replace(state, names=names)


def _settle(state: ClientState, snapshot: Snapshot) -> ClientState:
    """Clear `waiting` and `claimed` once what they waited for has passed."""
    move = state.move
    if move is not None and (snapshot.stage is not Stage.PLAY or Position.of(snapshot) != move.position):
        state = replace(state, waiting=False, move=None)
    if state.claimed is not None and (snapshot.moment is None or snapshot.moment.window != state.claimed):
        state = replace(state, claimed=None, claim=None)
    return state


def _count(state: ClientState, new: tuple[Numbered, ...]) -> ClientState:
    """Keep the points by round, also where the end of a round was missed."""
    points = state.points
    start = (state.settings.rules.start,)
    for numbered in new:
        match numbered.event:
            case Dealt(round=1):
                points = ()
            case RoundEnded(scores=scores) | GameEnded(scores=scores):
                points = points or (start * len(scores),)
                # A game that ends with its round tells the same scores twice.
                again = isinstance(numbered.event, GameEnded) and points[-1] == scores
                points = points if again else (*points, scores)
    view = None if state.snapshot is None else state.snapshot.view
    if view is not None and view.round_start and state.stage is Stage.PLAY:
        if view.round == 1 or (points and len(points[-1]) != len(view.round_start)):
            points = (view.round_start,)
        elif not points or points[-1] != view.round_start:
            points = (*points, view.round_start)
    if points == state.points:
        return state
    # What was told of a game of other seats goes: a chart has a row for each seat of one game.
    return replace(state, points=tuple(row for row in points[-POINTS_LIMIT:] if len(row) == len(points[-1])))


def _refused(state: ClientState, message: Refusal) -> ClientState:
    failure = Failure(scrub_line(message.code), text=scrub_line(message.text))
    after = replace(state, refusal=failure, refusals=state.refusals + 1)
    if state.move is not None and message.seq == state.move.seq:
        after = replace(after, waiting=False, move=None)
    if message.seq is not None and message.seq == state.claim and message.code != Code.CLAIMED:
        # Judged: no longer on its way. The window stays claimed, except where it may be claimed again.
        claimed = None if message.code in PASSING else state.claimed
        after = replace(after, claimed=claimed, claim=None)
    return after

