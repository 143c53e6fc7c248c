"""The reducer's part about deals: commitments, what is seen of a round, reveals and the verdicts."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from server.engine.cards import Seat
from server.engine.events import Dealt, Event
from server.wire.messages import Changed, Commitment, Numbered, Raced, Reveal, Said, Stage
from terra_tui.session.dealcheck import judge
from terra_tui.session.state import ClientState, DealCheck
from terra_tui.session.witness import Witness

KEPT: Final = 2
"""The round that has ended, for a late reveal, and the next."""
CHECKS_LIMIT: Final = 500


def committed(state: ClientState, message: Commitment) -> ClientState:
    """A commitment came: from now on this round can be checked.

    A second, other commitment for a deal not yet seen is not believed, unless the link was lost in between; then
    the deal cannot be judged any more.
    """
    witness = Witness(message.game, message.round, message.commit, late=state.fresh, greeted=state.fresh)
    if state.witnesses and not state.witnesses[-1].dealt:
        # It may still be on its way, and then it is taken for the new one.
        witness = replace(witness, stale=state.witnesses[-1].nonce)
    for old in state.witnesses:
        if (old.game, old.round, old.commit) == (message.game, message.round, message.commit):
            return state
        if (old.game, old.round) == (message.game, message.round) and not old.dealt:
            if not old.relinked:
                return state
            witness = witness.blind()
    return replace(state, witnesses=(*state.witnesses, witness)[-KEPT:])


def nonce_sent(state: ClientState, nonce: bytes) -> ClientState:
    """This client sent `nonce` for the round committed to last."""
    if not state.witnesses:
        return state
    last = state.witnesses[-1]
    witness = replace(last, seat=state.seat, nonce=nonce, taken=last.taken and last.nonce == nonce)
    return replace(state, witnesses=(*state.witnesses[:-1], witness))


def nonce_taken(state: ClientState, nonce: bytes) -> ClientState:
    """The host acknowledged the newest nonce that this client sent."""
    taken = tuple(replace(old, taken=True) if old.nonce == nonce else old for old in state.witnesses)
    return replace(state, witnesses=taken)


def relinked(state: ClientState) -> ClientState:
    """A lost link was welcomed again; meanwhile another client may have played the seat."""
    return replace(state, witnesses=tuple(replace(old, relinked=True, taken=False) for old in state.witnesses))


def watched(state: ClientState, new: tuple[Numbered, ...], *, gap: bool) -> ClientState:
    """Show the witnesses what the newest snapshot told. `gap`: events before or among `new` are missing."""
    witnesses = [_placed(state, witness) for witness in state.witnesses]
    if gap:
        witnesses = [witness.blind() if witness.running else witness for witness in witnesses]
    checks = dict(state.checks)
    for numbered in new:
        event = numbered.event
        if isinstance(event, Raced | Said | Changed):
            continue
        if isinstance(event, Dealt):
            if event.round == 1:
                checks = {}
            checks[event.round] = DealCheck.PENDING
        witnesses = [_shown(witness, event, state.seat, gap) for witness in witnesses]
    view = None if state.snapshot is None else state.snapshot.view
    if view is not None:
        # The end of a round shows its cards too: the witness that has just ended looks once more.
        at = [place for place, old in enumerate(witnesses) if old.dealt and old.round == view.round]
        if at:
            witnesses[at[-1]] = witnesses[at[-1]].glimpsed(view, state.seat)
    after = replace(state, witnesses=tuple(witnesses), checks=_newest(checks))
    for witness in witnesses:
        if witness.reveal is not None and new and not witness.running:
            after = _judged(after, witness)
    return after


def revealed(state: ClientState, message: Reveal) -> ClientState:
    """The seed of a round came: judge it now, or once its end is seen too (`closed` ends the wait)."""
    for place in reversed(range(len(state.witnesses))):
        witness = state.witnesses[place]
        if (witness.game, witness.round) == (message.game, message.round):
            if witness.reveal is not None and witness.reveal != message:
                return _noted(state, witness.round, DealCheck.BAD)
            told = replace(witness, reveal=message)
            after = replace(state, witnesses=(*state.witnesses[:place], told, *state.witnesses[place + 1 :]))
            return after if told.running else _judged(after, told)
    return _noted(state, message.round, DealCheck.UNKNOWN)


def closed(state: ClientState) -> ClientState:
    """The host says goodbye: what it revealed of a round that will not end is judged by what was seen."""
    for witness in state.witnesses:
        if witness.running:
            state = _judged(state, witness)
    return state


def _placed(state: ClientState, witness: Witness) -> Witness:
    """Blind a witness whose commitment came with a new link on which the deal had already been done."""
    if not witness.late:
        return witness
    snapshot = state.snapshot
    view = None if snapshot is None else snapshot.view
    after_deal = (
        snapshot is not None
        and view is not None
        and view.round >= witness.round
        and snapshot.stage is not Stage.DEALING
    )
    return (witness.blind() if after_deal else replace(witness, late=False)) if not witness.dealt else witness


def _shown(witness: Witness, event: Event, seat: Seat | None, gap: bool) -> Witness:
    """Return the witness, who sits at `seat`, after an event, if that is of its round."""
    if isinstance(event, Dealt):
        mine = event.round == witness.round and not witness.dealt
        if mine:
            witness = replace(witness, seat=seat)
            return witness.saw(event).blind() if gap else witness.saw(event)
        # Another deal while this round seemed to run: its end was missed.
        return replace(witness, ended=True).blind() if witness.running else witness
    return witness.saw(event) if witness.running else witness


def _judged(state: ClientState, witness: Witness) -> ClientState:
    if witness.reveal is None or state.roster is None:
        return state
    return _noted(state, witness.round, judge(witness, witness.reveal, state.settings.rules.hand))


def _noted(state: ClientState, round: int, verdict: DealCheck) -> ClientState:
    # What was found to be wrong stays wrong.
    if state.checks.get(round) is DealCheck.BAD:
        return state
    return replace(state, checks=_newest({**state.checks, round: verdict}))


def _newest(checks: dict[int, DealCheck]) -> dict[int, DealCheck]:
    return checks if len(checks) <= CHECKS_LIMIT else dict(list(checks.items())[-CHECKS_LIMIT:])
