"""The bell and the word in the window's title: once for each alert, never a toast."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from server.engine.events import Laid, Matched
from server.engine.sums import Lay
from server.wire.words import SOLO
from terra_tui.locale import tell
from terra_tui.locale.words import Words
from terra_tui.session.alerts import Alert, AlertKind, alerts
from terra_tui.session.state import ClientState
from terra_tui.ui.draw.lines import clean


@dataclass(frozen=True, slots=True)
class Call:
    """One alert with its title."""

    kind: AlertKind
    title: str


URGENCY: Final = (AlertKind.RON_WINDOW, AlertKind.YOUR_TURN, AlertKind.ONE_CARD)


def call_for(words: Words, old: ClientState, new: ClientState) -> Call | None:
    """Return what the change from `old` to `new` calls for, the most urgent alert alone, or None."""
    if new.seat is None:
        return None
    found = {alert.kind: alert for alert in reversed(alerts(old, new))}
    for kind in URGENCY:
        if kind in found:
            return Call(kind, _title(words, new, found[kind]))
    return None


def _title(words: Words, state: ClientState, alert: Alert) -> str:
    if alert.kind is AlertKind.RON_WINDOW:
        return words.say("alert.ron")
    if alert.kind is AlertKind.YOUR_TURN:
        return _turn_title(words, state)
    return clean(words.say("alert.one_card", name=tell.name(words, state, alert.seat)))


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
    return clean(words.say("alert.idle", table=words.say("table.solo") if state.table == SOLO else state.table))
