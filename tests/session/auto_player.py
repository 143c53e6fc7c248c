"""A player who plays a session in a fixed way, and what is compared of two runs of the same game."""

from __future__ import annotations

import asyncio
from dataclasses import replace

from server.engine.events import Drew, Event
from server.engine.state import Phase
from server.engine.sums import legal_lays
from server.wire.messages import Changed, Numbered, Raced, Said, Stage
from terra_tui.session.session import Session
from terra_tui.session.state import ClientState, LinkState


class AutoPlayer:
    """Plays a session in a fixed way, so that one deal always makes one game; says a word at each move."""

    def __init__(self, session: Session, rounds: int) -> None:
        self.session = session
        self.rounds = rounds
        self.said: list[str] = []
        self._asked: object = None
        session.watch(self._changed)

    def _changed(self, state: ClientState) -> None:
        # Not at once: a wish within a state change would nest the calls of the watchers.
        asyncio.get_running_loop().call_soon(self._act)

    def _act(self) -> None:
        state, session = self.session.state, self.session
        view = None if state.snapshot is None else state.snapshot.view
        if state.seat is None or state.snapshot is None or state.link.state is not LinkState.UP:
            return
        if state.stage is not Stage.PLAY:
            place = (state.stage, None if view is None else view.round, len(state.points))
            if place != self._asked and not finished(state, self.rounds):
                self._asked = place
                session.ready()
            return
        if view is None or view.turn != state.seat or state.waiting:
            return
        word = f"{view.round}.{view.phase.value}.{len(self.said)}"
        self.said.append(word)
        session.say(word)
        if view.phase is Phase.MATCH:
            session.match()
        elif lays := legal_lays(view.hand, view.floor):
            session.lay(lays[-1])
        else:
            session.draw()


def finished(state: ClientState, rounds: int) -> bool:
    """Return whether so many rounds are over."""
    return state.stage in (Stage.BETWEEN, Stage.OVER) and len(state.points) > rounds


def game_events(state: ClientState) -> list[Event]:
    """Return what all may know of what happened in the game; chat, times, coming and going left out."""
    events: list[Event] = []
    for numbered in state.log:
        event = numbered.event
        if not isinstance(event, Said | Changed | Raced):
            events.append(replace(event, cards=()) if isinstance(event, Drew) else event)
    return events


def words_of(log: tuple[Numbered, ...], name: str) -> list[str]:
    """Return what `name` has said."""
    return [one.event.text for one in log if isinstance(one.event, Said) and one.event.name == name]
