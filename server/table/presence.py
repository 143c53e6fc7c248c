"""Who is still there: pings, unsteady and away, stand-ins, owners who went (DESIGN.md 6)."""

from __future__ import annotations

from server.table.core import Core
from server.table.links import AWAY_AFTER, PING_EVERY, UNSTEADY_AFTER, Link
from server.table.lobby import Lobby
from server.table.play import Play
from server.wire.messages import Change, Changed, Kind, Ping, Presence, Stage

CHECK_EVERY = 1.0
"""Seconds between two looks at who was heard."""


class Watch:
    """Looks after the links once a second."""

    def __init__(self, core: Core, lobby: Lobby, play: Play) -> None:
        self.core = core
        self.lobby = lobby
        self.play = play
        self.next_check: float | None = None
        self._next_ping = 0.0

    def heard(self, now: float, link: Link) -> None:
        """Something came from a link: its player is here."""
        link.heard = now
        if link.seat is None:
            return
        state = self.core.seats[link.seat]
        # What the newest token's holder sends shows that it has arrived: older ones end here.
        state.tokens = state.tokens[:1]
        if state.presence is not Presence.HERE:
            self.lobby.returned(now, link.seat)

    def tick(self, now: float) -> None:
        """Do what is due."""
        if self.next_check is not None and now < self.next_check:
            return
        self.next_check = now + CHECK_EVERY
        if self.core.spectators_changed:
            self.core.roster_changed, self.core.spectators_changed = True, False
        if now >= self._next_ping:
            self._next_ping = now + PING_EVERY
            for link in self.core.links.values():
                self.core.send(link.peer, Ping(link.ping(now)))
        for link in self.core.links.values():
            self._look(now, link)
        for seat, state in enumerate(self.core.seats):
            if state.kind is Kind.HUMAN and state.away_since is not None:
                self._miss(now, seat, now - state.away_since)

    def _look(self, now: float, link: Link) -> None:
        if link.seat is None:
            return
        state, silent = self.core.seats[link.seat], now - link.heard
        if silent >= AWAY_AFTER:
            self.lobby.away(now, link.seat)
        elif silent >= UNSTEADY_AFTER and state.presence is Presence.HERE:
            state.presence = Presence.UNSTEADY
            self.core.roster_changed = True

    def _miss(self, now: float, seat: int, away: float) -> None:
        """A human has been away for so many seconds."""
        core, state = self.core, self.core.seats[seat]
        if away < core.settings.grace / 1000 or core.deserted:
            return
        if core.owner == seat:
            self.lobby.pass_on_from_absent(seat)
        if core.stage is Stage.LOBBY:
            self.lobby.free_forgotten(now, seat)
        elif core.running and state.presence is Presence.AWAY:
            state.presence = Presence.STAND_IN
            core.note(Changed(Change.STAND_IN, seat, state.name))
            core.roster_changed = True
            if core.stage is Stage.PLAY:
                self.play.thinking.ask_again(now, seat)
