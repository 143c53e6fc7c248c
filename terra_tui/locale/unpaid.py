"""Why nobody pays for a round: told in the log and at the round's end."""

from __future__ import annotations

from collections.abc import Iterator

from server.engine.events import Cause, Dealt, Laid, Matched, Ronned, RoundEnded
from server.wire.messages import Numbered
from terra_tui.locale.words import Words
from terra_tui.session.state import ClientState


def ron_unpaid_text(words: Words, state: ClientState, ron: Ronned) -> str:
    """Return why nobody pays for `ron`, "" where the log does not reach back to the floor card's lay."""
    for numbered in _before(state, ron):
        event = numbered.event
        if isinstance(event, Dealt):
            return words.say("round_end.unpaid_first")                              # R5.7
        if isinstance(event, Laid | Matched):
            alone = ron.seats == (event.seat,)
            key = "round_end.unpaid_own" if alone else "round_end.unpaid_too"       # R5.6
            return words.say(key, name=state.as_of(numbered.n).name_of(event.seat))
    return ""


def nobody_pays_text(words: Words, state: ClientState, ended: RoundEnded) -> str:
    """Return that nobody pays for a round, and why, where that is known."""
    why = words.say("round_end.unpaid_void") if ended.cause is Cause.VOID else ""
    if ended.cause is Cause.RON:
        rons = (n.event for n in reversed(state.log) if isinstance(n.event, Ronned))
        ron = next((ron for ron in rons if ron.payer is None and ron.seats == ended.winners), None)
        why = "" if ron is None else ron_unpaid_text(words, state, ron)
    return words.say("round_end.nobody_pays_why", why=why) if why else words.say("round_end.nobody_pays")


def _before(state: ClientState, ron: Ronned) -> Iterator[Numbered]:
    """Yield what happened before `ron`, the newest first; nothing where the log does not have it."""
    log = reversed(state.log)
    for numbered in log:
        if numbered.event is ron:      # an earlier one may be equal
            yield from log
