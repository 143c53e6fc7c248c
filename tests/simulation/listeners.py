"""What each link was told: players every revision, all every event, once and the same for all."""

from __future__ import annotations

from dataclasses import dataclass, replace

from server.engine.cards import Seat
from server.engine.events import Drew, Event, Ronned
from server.table.effects import Peer
from server.wire.messages import Said, Snapshot, TableEvent
from tests.simulation.violation import Violation, demand


@dataclass(slots=True)
class _Told:
    rev: int | None = None
    event: int | None = None
    watched: bool = False


class Listeners:
    """Follows what the table sends, link by link."""

    def __init__(self) -> None:
        self._links: dict[Peer, _Told] = {}
        self._events: dict[int, Event | TableEvent] = {}
        self._said: dict[str, int] = {}

    def welcomed(self, peer: Peer) -> None:
        """A link begins; or a spectator sits down, on the same link."""
        self._links.setdefault(peer, _Told())

    def snapshot(self, peer: Peer, viewer: Seat | None, snapshot: Snapshot) -> None:
        """`snapshot` is made for `peer`, who plays `viewer` or watches: spectators are told less often."""
        told = self._links[peer]
        watches = viewer is None
        if told.rev is not None:
            follows = snapshot.rev > told.rev if watches or told.watched else snapshot.rev == told.rev + 1
            demand(follows, f"link {peer} is told revision {snapshot.rev} after {told.rev}")
        told.watched = watches
        # A link's first snapshot may leave some out: chat is not in the journal of a host that came back.
        first = told.rev is None
        told.rev = snapshot.rev
        for numbered in snapshot.events:
            follows = told.event is None or (numbered.n > told.event if first else numbered.n == told.event + 1)
            demand(follows, f"link {peer} is told event {numbered.n} after {told.event}")
            told.event = numbered.n
            public = _public(numbered.event)
            known = self._events.setdefault(numbered.n, public)
            if isinstance(public, Said) and not self._said.setdefault(public.text, numbered.n) == numbered.n:
                raise Violation(f"{public.text!r} was said once, and told twice")
            demand(known == public, f"event {numbered.n} is one thing for one viewer, another for another")

    def host_died(self) -> None:
        """Every link ends; numbers of what was not committed are free again."""
        self._links.clear()
        self._events.clear()
        self._said.clear()                    # what was told and not kept may be said again


def _public(event: Event | TableEvent) -> Event | TableEvent:
    if isinstance(event, Drew):
        return replace(event, cards=())
    if isinstance(event, Ronned):
        return replace(event, penalty_cards=())
    return event
