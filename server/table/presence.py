"""Who is still there: pings, unsteady and away, stand-ins, owners who went (DESIGN.md 6)."""

from __future__ import annotations

from typing import Final

from server.engine.cards import Seat
from server.table.arrivals import Arrivals
from server.table.core import Core
from server.table.links import AWAY_AFTER, PING_EVERY, UNSTEADY_AFTER, Link
from server.table.play import Play
from server.wire.messages import Change, Changed, Code, Kind, Ping, Presence, Stage

CHECK_EVERY: Final = 1.0
"""Seconds between two looks at who was heard."""
LOBBY_KEPT: Final = 300.0
"""Seconds that an absent player's seat is kept in a lobby in which nobody is left (a host that came back after a
crash has one), and after a game: a table that all have left is open to others again."""


class Watch:
    """Looks after the links once a second, from `now` on."""

    def __init__(self, core: Core, arrivals: Arrivals, play: Play) -> None:
        self.core = core
        self.arrivals = arrivals
        self.play = play
        self.next_check: float | None = None
        self._next_ping = 0.0

    def begin(self, now: float) -> None:
        """Look for the first time at `now`."""
        self.next_check = self._next_ping = now

    def heard(self, now: float, link: Link) -> None:
        """Something came from a link: its player is here."""
        link.heard = now
        if link.seat is None:
            return
        state = self.core.seats[link.seat]
        if len(state.tokens) > 1:
            # What the newest token's holder sends shows that it has arrived: older ones end here, for good.
            state.tokens = state.tokens[:1]
            self.core.persist(state.line(link.seat))
        if state.presence is not Presence.HERE:
            self.arrivals.returned(now, link.seat)

    def tick(self, now: float) -> None:
        """Do what is due."""
        core = self.core
        if self.next_check is None or now < self.next_check:
            return
        self.next_check = now + CHECK_EVERY
        if core.spectators_changed:
            core.roster_changed, core.spectators_changed = True, False
        if now >= self._next_ping:
            self._next_ping = now + PING_EVERY
            for link in core.links.values():
                core.send(link.peer, Ping(link.ping(now)))
        for link in core.links.values():
            self._listen(now, link)
        for seat, state in enumerate(core.seats):
            if state.kind is Kind.HUMAN and state.away_since is not None:
                self._miss(now, seat, now - state.away_since)

    def _listen(self, now: float, link: Link) -> None:
        if link.seat is None:
            return
        state, silent = self.core.seats[link.seat], now - link.heard
        if silent >= AWAY_AFTER:
            self.arrivals.away(now, link.seat)
        elif silent >= UNSTEADY_AFTER and state.presence is Presence.HERE:
            state.presence = Presence.UNSTEADY
            self.core.roster_changed = True

    def _miss(self, now: float, seat: Seat, away: float) -> None:
        """A human has been away for so many seconds."""
        core, state = self.core, self.core.seats[seat]
        if away < core.settings.grace / 1000:
            return
        if not core.running and (away >= LOBBY_KEPT or (core.stage is Stage.LOBBY and not core.deserted)):
            self.arrivals.free(seat, Change.LEFT, Code.SILENT)
            return
        if core.owner == seat:
            self.arrivals.pass_on_from_absent(seat)
        if core.running and core.stopped is None and state.presence is Presence.AWAY:
            state.presence = Presence.STAND_IN
            core.note(Changed(Change.STAND_IN, seat, state.name))
            core.roster_changed = True
            self.play.take_over(now, seat)
