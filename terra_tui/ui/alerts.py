"""What is worth a bell and a word in the window's title: once each, never a toast."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from server.engine.events import Laid, Matched
from server.engine.sums import Lay
from server.wire.messages import GameView, Stage
from terra_tui.locale import tell
from terra_tui.locale.words import Words
from terra_tui.session.state import ClientState
from terra_tui.ui.draw.lines import clean


class Alert(StrEnum):
    """Why the player is called."""

    TURN = "turn"
    ONE_CARD = "one_card"
    RON = "ron"


@dataclass(frozen=True, slots=True)
class Call:
    """One alert with its title."""

    alert: Alert
    title: str


def _view(state: ClientState) -> GameView | None:
    snapshot = state.snapshot
    return None if snapshot is None or snapshot.stage is not Stage.PLAY else snapshot.view


def call_for(words: Words, old: ClientState, new: ClientState) -> Call | None:
    """Return what the change from `old` to `new` calls for, the most urgent first, or None."""
    view = _view(new)
    if view is None or new.seat is None:
        return None
    if _may_ron(new) and not (_may_ron(old) and _window(old) == _window(new)):
        return Call(Alert.RON, words.say("alert.ron"))
    before = _view(old)
    if view.turn == new.seat and (before is None or before.turn != new.seat or before.round != view.round):
        return Call(Alert.TURN, _turn_title(words, new))
    for seat, cards in enumerate(view.cards):
        had = None if before is None or before.round != view.round else before.cards[seat]
        if cards == 1 and had not in (None, 1) and seat != new.seat:
            return Call(Alert.ONE_CARD, clean(words.say("alert.one_card", name=tell.name(words, new, seat))))
    return None


def _window(state: ClientState) -> int | None:
    moment = None if state.snapshot is None else state.snapshot.moment
    return None if moment is None else moment.window


def _may_ron(state: ClientState) -> bool:
    """Return whether a timed window is open and this player holds the one card it takes."""
    view, snapshot = _view(state), state.snapshot
    if view is None or snapshot is None or snapshot.moment is None or not snapshot.moment.length:
        return False
    return len(view.hand) == 1 and view.layer != state.seat and state.seat not in view.barred


def _turn_title(words: Words, state: ClientState) -> str:
    for numbered in reversed(state.log):
        event = numbered.event
        if isinstance(event, Laid | Matched):
            laid = str(Lay(event.cards, event.signs)) if isinstance(event, Laid) else str(event.card)
            what = f"{tell.name(words, state, event.seat)} {laid}"
            return clean(words.say("alert.turn_after", what=what))
    return words.say("alert.turn")


def idle_title(words: Words, state: ClientState | None) -> str:
    """Return the title while nothing calls."""
    if state is None or not state.table:
        return words.say("alert.plain")
    return clean(words.say("alert.idle", table=state.table))
