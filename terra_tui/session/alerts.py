"""What a player should be told by bell or title: from two states, each alert once for its cause."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from server.engine.cards import Seat
from server.engine.events import Drew, Kept, Laid, Matched
from server.engine.state import Phase
from server.wire.messages import GameView, Stage
from terra_tui.session.state import ClientState


class AlertKind(StrEnum):
    """What the alert is about."""

    YOUR_TURN = "your_turn"
    ONE_CARD = "one_card"            # `seat` holds one card: watch out
    RON_WINDOW = "ron_window"        # the viewer, holding one card, may declare Ron


@dataclass(frozen=True, slots=True)
class Alert:
    """One alert."""

    kind: AlertKind
    seat: Seat | None = None


def alerts(old: ClientState, new: ClientState) -> tuple[Alert, ...]:
    """Return what calls for attention in `new` and did not yet in `old`."""
    view = _played(new)
    if view is None:
        return ()
    return tuple(_alerts(old, new, view))


def _alerts(old: ClientState, new: ClientState, view: GameView) -> Iterator[Alert]:
    before = _played(old)
    if before is not None and before.round != view.round:
        before = None
    if _my_turn(new, view) and not (before is not None and _my_turn(old, before) and not _acted(old, new)):
        yield Alert(AlertKind.YOUR_TURN)
    for seat, count in enumerate(view.cards):
        had = before.cards[seat] if before is not None and seat < len(before.cards) else 0
        if count == 1 and had != 1 and seat != new.seat:
            yield Alert(AlertKind.ONE_CARD, seat)
    window = _window(new, view)
    if window is not None and (before is None or window != _window(old, before)):
        yield Alert(AlertKind.RON_WINDOW)


def _played(state: ClientState) -> GameView | None:
    """Return the view while a round is played, else None."""
    return state.snapshot.view if state.snapshot is not None and state.stage is Stage.PLAY else None


def _my_turn(state: ClientState, view: GameView) -> bool:
    return state.seat is not None and view.turn == state.seat and view.phase in (Phase.TURN, Phase.MATCH)


def _acted(old: ClientState, new: ClientState) -> bool:
    """Return whether this seat's turn ended between the two: it may have come round again in one snapshot."""
    for numbered in reversed(new.log):
        if numbered.n <= old.logged:
            return False
        match numbered.event:
            case Laid(seat=seat) | Matched(seat=seat) | Kept(seat=seat) | Drew(seat=seat, choosing=False):
                if seat == new.seat:
                    return True
    return False


def _window(state: ClientState, view: GameView) -> int | None:
    """Return the number of the timed window in which this seat could claim, None where it could not."""
    moment = None if state.snapshot is None else state.snapshot.moment
    if moment is None or not moment.length or len(view.hand) != 1:
        return None
    return None if view.layer == state.seat or state.seat in view.barred else moment.window
