"""Coming and going: seats and the tokens that hold them, spectators, the owner's rights (DESIGN.md 6)."""

from __future__ import annotations

from typing import Final

from server.engine.cards import Seat
from server.table.core import Core
from server.table.effects import Peer
from server.table.links import Link
from server.table.play import Play
from server.table.rounds import Rounds
from server.table.seats import SeatState, bot, human
from server.wire.limits import PROTOCOL_VERSION
from server.wire.messages import Ack, Change, Changed, Code, Hello, Kind, Leave, Presence, Role, Stage, Welcome
from server.wire.settings import Level, Watching
from server.wire.text import TextError, clean_name, fold

SUCCESSOR_LEVEL: Final = Level.NORMAL
"""How well a bot plays that a player left the seat to."""


class Arrivals:
    """Who sits, who watches and who owns the table."""

    def __init__(self, core: Core, rounds: Rounds, play: Play) -> None:
        self.core = core
        self.rounds = rounds
        self.play = play

    # ---- coming -----------------------------------------------------------------------------------------

    def connected(self, now: float, peer: Peer, hello: Hello) -> Code | None:
        """Seat, re-seat or admit as a spectator the peer of `hello`; it came through the door before.

        Returns:
            Why not, or None: the peer is in.
        """
        if hello.token is not None:
            return self._resume(now, peer, hello.token)
        try:
            name = clean_name(hello.name)
        except TextError:
            return Code.BAD_NAME
        core = self.core
        if hello.role is Role.PLAY and (lost := self._lost_on_arrival(name)) is not None:
            old = core.seats[lost].peer
            if old is not None:
                core.close(old, Code.FENCED)
            self.sit(now, Link(peer, lost, name, now, events=core.newcomer_events), lost)
            return None
        if fold(name) in {fold(taken) for taken in self._names()}:
            return Code.NAME_TAKEN
        if hello.role is Role.WATCH:
            if core.settings.watching is Watching.OFF:
                return Code.NO_WATCHING
            self._admit(Link(peer, None, name, now, events=core.newcomer_events), None)
            return None
        seat = next((i for i, state in enumerate(core.seats) if state.kind is Kind.OPEN), None)
        if seat is None:
            return Code.TABLE_FULL
        self.sit(now, Link(peer, seat, name, now, events=core.newcomer_events), seat)
        return None

    def _lost_on_arrival(self, name: str) -> Seat | None:
        """Return the seat of `name` whose link went before its welcome is known to have come, and no game runs.

        Whoever took it may hold no token of it, and would be kept out by their own name. Nothing is lost to a
        stranger who comes instead: the seat has no cards, and its owner nothing but a name.
        """
        if self.core.running:
            return None
        for seat, state in enumerate(self.core.seats):
            gone = state.kind is Kind.HUMAN and not state.present
            if gone and not state.proven and fold(state.name) == fold(name):
                return seat
        return None

    def _names(self) -> list[str]:
        names = [state.name for state in self.core.seats if state.name]
        return names + [link.name for link in self.core.links.values() if link.seat is None]

    def sit(self, now: float, link: Link, seat: Seat) -> None:
        """Give `seat`, open or a bot's, to the human of `link`, with a new token."""
        core = self.core
        link.seat = seat
        core.seats[seat] = human(link.name, link.peer)
        core.note(Changed(Change.JOINED, seat, link.name))
        if core.stage is Stage.OVER:
            core.clock.clear()              # bots alone would go on by themselves; a human is asked for a rematch
        if core.owner is None:
            self.own(seat)
        self._admit(link, self._new_token(seat))
        self.play.welcome_back(now, seat)   # amid a race it is theirs as it is that of one who returns

    def _new_token(self, seat: Seat) -> bytes:
        """Return a new token of `seat`; the one before works until this one was used, in case it gets lost."""
        token = self.core.entropy(32)
        self.core.seats[seat].rotate(token)
        self.core.save_seat(seat)
        return token

    def _admit(self, link: Link, token: bytes | None) -> None:
        core = self.core
        core.links[link.peer] = link
        welcome = Welcome(
            version=PROTOCOL_VERSION,
            table=core.name,
            game=core.evening,
            seat=link.seat,
            token=token,
            seq=max(0, core.answers_of(link).highest),
        )
        core.send(link.peer, welcome)
        core.greet(link)
        core.newcomers.append(link)
        self._roster_changed(link)

    def _roster_changed(self, link: Link) -> None:
        # Spectators come and go by the hundred: the players are told once a second.
        if link.seat is None:
            self.core.spectators_changed = True
        else:
            self.core.roster_changed = True

    def _resume(self, now: float, peer: Peer, token: bytes) -> Code | None:
        core = self.core
        seat = None
        for number, state in enumerate(core.seats):
            if state.opens_to(token):
                seat = number
        if seat is None:
            return Code.BAD_TOKEN
        state = core.seats[seat]
        state.used(token)
        state.proven = True                 # whoever has the token had a welcome
        fresh = self._new_token(seat)
        if state.peer is not None:
            core.close(state.peer, Code.FENCED)
        state.peer = peer
        # All that is remembered is told again: which of it the old link still brought is not known here.
        self._admit(Link(peer, seat, state.name, now), fresh)
        self.returned(now, seat)
        return None

    def returned(self, now: float, seat: Seat) -> None:
        """The human of `seat` is here again: the seat is theirs at once."""
        core, state = self.core, self.core.seats[seat]
        if not state.present:
            core.note(Changed(Change.BACK, seat, state.name))
        state.presence, state.away_since = Presence.HERE, None
        core.roster_changed = True
        if core.owner is None:
            self.own(seat)
        self.play.welcome_back(now, seat)

    # ---- going ------------------------------------------------------------------------------------------

    def lost(self, now: float, link: Link) -> None:
        """A link is gone; the seat is kept."""
        core = self.core
        core.links.pop(link.peer, None)
        self._roster_changed(link)
        if link.seat is not None:
            core.seats[link.seat].peer = None
            self.away(now, link.seat)

    def away(self, now: float, seat: Seat) -> None:
        """The human of `seat` does not answer."""
        state = self.core.seats[seat]
        if state.present:
            state.presence, state.away_since = Presence.AWAY, now
            self.core.note(Changed(Change.AWAY, seat, state.name))
            self.core.roster_changed = True

    def leave(self, now: float, link: Link, command: Leave) -> None:
        """Go as asked: a spectator goes; a seat is freed between games, given to a bot, or kept."""
        core, seat = self.core, link.seat
        if seat is not None and not core.running:
            self.free(seat, Change.LEFT, Code.LEFT, command.seq)
        elif seat is not None and command.bot:
            self.give_to_bot(now, seat, Change.LEFT, Code.LEFT, command.seq)
        else:
            self.lost(now, link)
            core.send(link.peer, Ack(command.seq))
            core.close(link.peer, Code.LEFT)

    def free(self, seat: Seat, what: Change, bye: Code, seq: int | None = None) -> None:
        """Open a seat; no game runs.

        Args:
            bye: why its human's link is closed, if there is one.
            seq: the command that asked for it, to be answered first where it came by that link.
        """
        self._replace(seat, SeatState(), what, bye, seq)
        self._pass_on(seat)

    def give_to_bot(self, now: float, seat: Seat, what: Change, bye: Code, seq: int | None = None) -> None:
        """Let a bot play a human's seat for good; the rest is as `free` says."""
        core = self.core
        self._replace(seat, bot(SUCCESSOR_LEVEL, self._names(), core.called), what, bye, seq)
        core.note(Changed(Change.BOT, seat, core.seats[seat].name))
        self._pass_on(seat)
        if core.paused is not None and not core.humans:
            core.pause(None)                # whoever could have gone on is gone
        self.play.take_over(now, seat)
        self.rounds.start_if_ready(now)

    def _replace(self, seat: Seat, state: SeatState, what: Change, bye: Code, seq: int | None) -> None:
        core, gone = self.core, self.core.seats[seat]
        core.note(Changed(what, seat, gone.name))
        if core.stage is Stage.PLAY and gone.kind is Kind.HUMAN:
            core.left.add(seat)
            if what is Change.KICKED:
                core.removed.add(seat)
        core.seats[seat] = state
        core.save_seat(seat)
        if gone.peer is not None:
            if seq is not None:
                core.send(gone.peer, Ack(seq))
            core.close(gone.peer, bye)      # or it would go on speaking for whoever sits there next

    def seat_bot(self, seat: Seat, level: Level) -> None:
        """Put a bot on an open seat."""
        core = self.core
        core.seats[seat] = bot(level, self._names(), core.called)
        core.note(Changed(Change.BOT, seat, core.seats[seat].name))
        core.save_seat(seat)

    # ---- the owner --------------------------------------------------------------------------------------

    def own(self, seat: Seat | None) -> None:
        """Make the human of `seat` the owner; None: nobody is."""
        core = self.core
        core.owner = seat
        core.persist({"t": "_owner", "seat": seat})
        core.roster_changed = True
        if seat is not None:
            core.note(Changed(Change.OWNER, seat, core.seats[seat].name))

    def _pass_on(self, seat: Seat) -> None:
        """Find another owner where `seat` was it: a human who is here, else one who may come back."""
        core = self.core
        if core.owner != seat:
            return
        humans = [i for i, state in enumerate(core.seats) if state.kind is Kind.HUMAN and i != seat]
        humans.sort(key=lambda i: not core.seats[i].present)
        self.own(humans[0] if humans else None)

    def pass_on_from_absent(self, seat: Seat) -> None:
        """The owner stayed away: the rights go to a human who is here, if any."""
        if any(state.present for state in self.core.seats):
            self._pass_on(seat)
