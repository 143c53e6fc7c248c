"""Who sits, watches and owns the table: coming, going, bots, settings, pauses (DESIGN.md 6)."""

from __future__ import annotations

import hmac
from typing import Final

from server.engine.cards import Seat
from server.table.core import Core
from server.table.effects import Peer
from server.table.journal import settings_line
from server.table.links import Link
from server.table.play import Play
from server.table.rounds import Rounds
from server.table.seats import SeatState, bot, hashed, human
from server.wire.limits import PROTOCOL_VERSION
from server.wire.messages import (
    AddBot,
    Change,
    Changed,
    Code,
    Configure,
    HandOver,
    Hello,
    Kind,
    Leave,
    Pause,
    Presence,
    Ready,
    Remove,
    Role,
    Said,
    Say,
    ShowHand,
    Stage,
    Start,
    TakeSeat,
    Welcome,
)
from server.wire.settings import Level, Settings, Watching
from server.wire.text import TextError, clean_name, clean_text, fold

CHAT_CELLS: Final = 200
KICKED_LEVEL: Final = Level.NORMAL


class Lobby:
    """Seats, spectators, owner and settings. Each command method returns a refusal's code, or None: done."""

    def __init__(self, core: Core, rounds: Rounds, play: Play) -> None:
        self.core = core
        self.rounds = rounds
        self.play = play

    # ---- coming -----------------------------------------------------------------------------------------

    def connected(self, now: float, peer: Peer, hello: Hello) -> Code | None:
        """Seat, re-seat or admit as a spectator the peer of `hello`; it came through the door before."""
        if hello.token is not None:
            return self._resume(now, peer, hello.token)
        try:
            name = clean_name(hello.name)
        except TextError:
            return Code.BAD_NAME
        if self._taken(name):
            return Code.NAME_TAKEN
        if hello.role is Role.WATCH:
            return self._watch(now, peer, name)
        core = self.core
        seat = next((i for i, state in enumerate(core.seats) if state.kind is Kind.OPEN), None)
        if seat is None:
            return Code.TABLE_FULL
        self._sit(Link(peer, seat, name, now, events=core.newcomer_events), human(name))
        return None

    def _taken(self, name: str) -> bool:
        names = [state.name for state in self.core.seats if state.name]
        names += [link.name for link in self.core.links.values() if link.seat is None]
        return fold(name) in {fold(taken) for taken in names}

    def _watch(self, now: float, peer: Peer, name: str) -> Code | None:
        core = self.core
        if core.settings.watching is Watching.OFF:
            return Code.NO_WATCHING
        self._admit(Link(peer, None, name, now, events=core.newcomer_events), None)
        return None

    def _sit(self, link: Link, state: SeatState) -> None:
        """Put `state` on the seat of `link`, with a new token."""
        core, seat = self.core, link.seat
        assert seat is not None
        core.seats[seat] = state
        state.peer = link.peer
        core.note(Changed(Change.JOINED, seat, state.name))
        if core.owner is None:
            self._own(seat)
        self._admit(link, self._new_token(seat))

    def _new_token(self, seat: Seat) -> bytes:
        """Return a new token of `seat`; the one before works until this one was used, in case it gets lost."""
        token = self.core.entropy(32)
        state = self.core.seats[seat]
        state.tokens = (hashed(token), *state.tokens[:1])
        self.core.save_seat(seat)
        return token

    def _admit(self, link: Link, token: bytes | None) -> None:
        core = self.core
        core.links[link.peer] = link
        answers = link.answers if link.seat is None else core.seats[link.seat].answers
        welcome = Welcome(
            version=PROTOCOL_VERSION,
            table=core.name,
            game=core.evening,
            seat=link.seat,
            token=token,
            seq=max(0, answers.highest),
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
            if state.kind is Kind.HUMAN and state.opens_to(token):
                seat = number
        if seat is None:
            return Code.BAD_TOKEN
        state = core.seats[seat]
        # A token that was lost on its way stays good until the newer one was used.
        state.tokens = tuple(known for known in state.tokens if hmac.compare_digest(known, hashed(token)))
        if state.peer is not None:
            core.close(state.peer, Code.FENCED)
        link = Link(peer, seat, state.name, now)
        link.events = state.events
        state.peer = peer
        self._admit(link, self._new_token(seat))
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
            self._own(seat)
        self.play.welcome_back(now, seat)

    # ---- going ------------------------------------------------------------------------------------------

    def lost(self, now: float, link: Link) -> None:
        """A link is gone; the seat is kept."""
        core = self.core
        core.links.pop(link.peer, None)
        self._roster_changed(link)
        if link.seat is not None:
            state = core.seats[link.seat]
            if state.peer == link.peer:
                state.peer = None
                self.away(now, link.seat)

    def away(self, now: float, seat: Seat) -> None:
        """The human of `seat` does not answer."""
        state = self.core.seats[seat]
        if state.present:
            state.presence, state.away_since = Presence.AWAY, now
            self.core.note(Changed(Change.AWAY, seat, state.name))
            self.core.roster_changed = True

    def leave(self, now: float, link: Link, command: Leave) -> Code | None:
        """Go as asked: a spectator goes, a seat is freed in the lobby, given to a bot, or kept."""
        core, seat = self.core, link.seat
        if seat is not None:
            if not core.running:
                self._free(now, seat, Change.LEFT)
            elif command.bot:
                self._give_to_bot(now, seat, Change.LEFT)
            else:
                core.seats[seat].peer = None
                self.away(now, seat)
        core.close(link.peer, Code.LEFT)
        self._roster_changed(link)
        return None

    def _free(self, now: float, seat: Seat, what: Change) -> None:
        core = self.core
        core.note(Changed(what, seat, core.seats[seat].name))
        core.seats[seat] = SeatState()
        core.save_seat(seat)
        self._pass_on(seat)
        self.rounds.start_if_ready(now)

    def _give_to_bot(self, now: float, seat: Seat, what: Change, level: Level = KICKED_LEVEL) -> None:
        core = self.core
        core.note(Changed(what, seat, core.seats[seat].name))
        core.seats[seat] = bot(level, core.seats)
        core.note(Changed(Change.BOT, seat, core.seats[seat].name))
        core.save_seat(seat)
        self._pass_on(seat)
        self.play.thinking.ask_again(now, seat)
        self.rounds.start_if_ready(now)

    def free_forgotten(self, now: float, seat: Seat) -> None:
        """In the lobby, a seat whose human stayed away is free again."""
        self._free(now, seat, Change.LEFT)

    # ---- the owner --------------------------------------------------------------------------------------

    def _own(self, seat: Seat | None) -> None:
        core = self.core
        core.owner = seat
        core.persist({"t": "_owner", "seat": seat})
        core.roster_changed = True
        if seat is not None and core.seats[seat].name:
            core.note(Changed(Change.OWNER, seat, core.seats[seat].name))

    def _pass_on(self, seat: Seat) -> None:
        """Find another owner where `seat` was it: a human who is here, else one who may come back."""
        core = self.core
        if core.owner != seat:
            return
        humans = [i for i, state in enumerate(core.seats) if state.kind is Kind.HUMAN and i != seat]
        humans.sort(key=lambda i: not core.seats[i].present)
        self._own(humans[0] if humans else None)

    def pass_on_from_absent(self, seat: Seat) -> None:
        """The owner stayed away: the rights go to a human who is here, if any."""
        if any(state.present for state in self.core.seats):
            self._pass_on(seat)

    # ---- commands of players ----------------------------------------------------------------------------

    def ready(self, now: float, seat: Seat, command: Ready) -> Code | None:
        """Ready, or not; the nonce is for the next deal, and counts only before it."""
        core, state = self.core, self.core.seats[seat]
        if core.stage is Stage.PLAY:
            return Code.GAME_RUNNING
        if command.nonce is not None and state.nonce is None:
            state.nonce = command.nonce
        if core.stage is not Stage.DEALING:
            state.ready = command.ready
            core.roster_changed = True
        self.rounds.start_if_ready(now)
        return None

    def say(self, now: float, link: Link, command: Say) -> Code | None:
        """Chat, cleaned."""
        text = clean_text(command.text, CHAT_CELLS)
        if not text:
            return Code.BAD_MESSAGE
        name = link.name if link.seat is None else self.core.seats[link.seat].name
        self.core.note(Said(name, text, link.seat))
        return None

    def pause(self, now: float, seat: Seat, command: Pause) -> Code | None:
        """Stop the clocks, or let them run; a race that is being decided goes first (see `Table`)."""
        core = self.core
        if not core.running:
            return Code.NOT_STARTED
        if command.on == (core.paused is not None):
            return None
        core.paused = seat if command.on else None
        what = Change.PAUSED if command.on else Change.UNPAUSED
        core.note(Changed(what, seat, core.seats[seat].name))
        core.persist({"t": "_pause", "seat": core.paused})
        return None

    def show_hand(self, now: float, seat: Seat, command: ShowHand) -> Code | None:
        """Let spectators see this hand, or no longer."""
        self.core.seats[seat].shows_hand = command.on
        self.core.roster_changed = True
        return None

    def take_seat(self, now: float, link: Link, command: TakeSeat) -> Code | None:
        """A spectator sits down in an open or a bot's seat."""
        core = self.core
        if link.seat is not None:
            return Code.SEAT_TAKEN
        if command.seat >= len(core.seats):
            return Code.NO_SUCH_SEAT
        if core.seats[command.seat].kind is Kind.HUMAN:
            return Code.SEAT_TAKEN
        saw_hands = core.settings.watching is Watching.DELAYED or any(seat.shows_hand for seat in core.seats)
        if core.stage is Stage.PLAY and saw_hands:
            return Code.GAME_RUNNING            # who has seen hands of this round does not play in it
        link.seat = command.seat
        self._sit(link, human(link.name))
        return None

    # ---- commands of the owner --------------------------------------------------------------------------

    def add_bot(self, now: float, seat: Seat, command: AddBot) -> Code | None:
        """A bot into the first open seat."""
        core = self.core
        free = next((i for i, state in enumerate(core.seats) if state.kind is Kind.OPEN), None)
        if free is None:
            return Code.TABLE_FULL
        self.seat_bot(free, command.level)
        self.rounds.start_if_ready(now)
        return None

    def seat_bot(self, seat: Seat, level: Level) -> None:
        """Put a bot on an open seat."""
        core = self.core
        core.seats[seat] = bot(level, core.seats)
        core.note(Changed(Change.BOT, seat, core.seats[seat].name))
        core.save_seat(seat)

    def remove(self, now: float, seat: Seat, command: Remove) -> Code | None:
        """A bot out of its seat (not in a game), or a player: a bot takes a kicked player's seat in a game."""
        core, gone = self.core, command.seat
        if gone >= len(core.seats) or core.seats[gone].kind is Kind.OPEN:
            return Code.NO_SUCH_SEAT
        state = core.seats[gone]
        if state.kind is Kind.BOT and core.running:
            return Code.GAME_RUNNING
        peer = state.peer
        if core.running:
            self._give_to_bot(now, gone, Change.KICKED)
        else:
            self._free(now, gone, Change.KICKED if state.kind is Kind.HUMAN else Change.LEFT)
        if peer is not None:
            core.close(peer, Code.KICKED)
        return None

    def start(self, now: float, seat: Seat, command: Start) -> Code | None:
        """Begin, though not all are ready."""
        core = self.core
        if core.stage in (Stage.PLAY, Stage.DEALING):
            return Code.GAME_RUNNING
        if any(state.kind is Kind.OPEN for state in core.seats):
            return Code.NOT_READY
        self.rounds.begin(now)
        return None

    def configure(self, now: float, seat: Seat, command: Configure) -> Code | None:
        """Other settings, between games; seats are added open, and taken away only where they are open."""
        core = self.core
        if core.running:
            return Code.GAME_RUNNING
        settings = command.settings
        if not self._fits(settings):
            return Code.BAD_SETTINGS
        self._resize(settings.seats)
        core.settings = settings
        core.persist({"t": "_settings", "settings": settings_line(settings)})
        core.note(Changed(Change.SETTINGS, seat, core.seats[seat].name))
        if core.stage is Stage.OVER and len(core.game.scores) != settings.seats:
            core.stage = Stage.LOBBY
            core.fresh_game()
        core.roster_changed = True
        return None

    def _fits(self, settings: Settings) -> bool:
        return all(state.kind is Kind.OPEN for state in self.core.seats[settings.seats :])

    def _resize(self, seats: int) -> None:
        core = self.core
        while len(core.seats) < seats:
            core.seats.append(SeatState())
            core.save_seat(len(core.seats) - 1)
        del core.seats[seats:]

    def hand_over(self, now: float, seat: Seat, command: HandOver) -> Code | None:
        """Another human owns the table from now on."""
        core = self.core
        if command.seat >= len(core.seats) or core.seats[command.seat].kind is not Kind.HUMAN:
            return Code.NO_SUCH_SEAT
        self._own(command.seat)
        return None
