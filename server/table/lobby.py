"""What players and the owner ask of the table beside their moves (DESIGN.md 6)."""

from __future__ import annotations

from server.engine.cards import Seat
from server.table.arrivals import Arrivals
from server.table.core import Core
from server.table.journal import settings_line
from server.table.links import Link
from server.table.rounds import Rounds
from server.wire.messages import (
    AddBot,
    Change,
    Changed,
    Code,
    Command,
    Configure,
    HandOver,
    Kind,
    Pause,
    Ready,
    Remove,
    Said,
    Say,
    ShowHand,
    Stage,
    Start,
    TakeSeat,
)
from server.wire.settings import Settings, Watching
from server.wire.text import CHAT_CELLS, clean_text

OWNER_COMMANDS = (AddBot, Remove, Start, Configure, HandOver)


class Lobby:
    """Does commands that are no moves. Each method returns a refusal's code, or None: done."""

    def __init__(self, core: Core, rounds: Rounds, arrivals: Arrivals) -> None:
        self.core = core
        self.rounds = rounds
        self.arrivals = arrivals

    def do(self, now: float, link: Link, command: Command) -> Code | None:
        """Do the command of a player or spectator."""
        seat = link.seat
        if isinstance(command, Say):
            return self._say(link, command)
        if isinstance(command, TakeSeat):
            return self._take_seat(now, link, command)
        if seat is None:
            return Code.NOT_PLAYER
        if isinstance(command, OWNER_COMMANDS) and self.core.owner != seat:
            return Code.NOT_OWNER
        return self._do_as_player(now, seat, command)

    def _do_as_player(self, now: float, seat: Seat, command: Command) -> Code | None:
        match command:
            case Ready():
                return self._ready(now, seat, command)
            case Pause():
                return self._pause(seat, command)
            case ShowHand():
                return self._show_hand(seat, command)
            case AddBot():
                return self._add_bot(now, command)
            case Remove():
                return self._remove(now, command)
            case Start():
                return self._start(now)
            case Configure():
                return self._configure(seat, command.settings)
            case HandOver():
                return self._hand_over(command)
            case _:
                raise AssertionError(command)

    # ---- anybody ----------------------------------------------------------------------------------------

    def _say(self, link: Link, command: Say) -> Code | None:
        """Chat, cleaned."""
        text = clean_text(command.text, CHAT_CELLS)
        if not text:
            return Code.BAD_MESSAGE
        self.core.note(Said(link.name, text, link.seat))
        return None

    def _take_seat(self, now: float, link: Link, command: TakeSeat) -> Code | None:
        """A spectator sits down in an open or a bot's seat."""
        core = self.core
        if link.seat is not None:
            return Code.SEAT_TAKEN
        if command.seat >= len(core.seats):
            return Code.NO_SUCH_SEAT
        if core.seats[command.seat].kind is Kind.HUMAN:
            return Code.SEAT_TAKEN
        if core.stage is Stage.PLAY and core.known_elsewhere(command.seat):
            return Code.GAME_RUNNING            # who may have seen other hands of this round does not play in it
        self.arrivals.sit(now, link, command.seat)
        return None

    # ---- players ----------------------------------------------------------------------------------------

    def _ready(self, now: float, seat: Seat, command: Ready) -> Code | None:
        """Ready, or not; the nonce is for the next deal, and counts only before it.

        The newest one counts: a client that was started anew does not know what the one before it sent. Neither
        host nor player gains by another nonce: the one is committed to its seed, the other does not know it.
        """
        core, state = self.core, self.core.seats[seat]
        if core.stage is Stage.PLAY:
            return Code.GAME_RUNNING
        if command.nonce is not None:
            state.nonce = command.nonce
        if core.stage is not Stage.DEALING:
            state.ready = command.ready
            core.roster_changed = True
        self.rounds.start_if_ready(now)
        return None

    def _pause(self, seat: Seat, command: Pause) -> Code | None:
        """Stop the clocks, or let them run; a race that is being decided goes first (see `Table`)."""
        core = self.core
        if not core.running:
            return Code.NOT_STARTED
        if command.on != (core.paused is not None):
            core.pause(seat if command.on else None)
            what = Change.PAUSED if command.on else Change.UNPAUSED
            core.note(Changed(what, seat, core.seats[seat].name))
        return None

    def _show_hand(self, seat: Seat, command: ShowHand) -> Code | None:
        """Let spectators see this hand, or no longer."""
        core = self.core
        core.seats[seat].shows_hand = command.on
        core.save_seat(seat)
        core.changed = True
        return None

    # ---- the owner --------------------------------------------------------------------------------------

    def _add_bot(self, now: float, command: AddBot) -> Code | None:
        """A bot into the first open seat."""
        free = next((i for i, state in enumerate(self.core.seats) if state.kind is Kind.OPEN), None)
        if free is None:
            return Code.TABLE_FULL
        self.arrivals.seat_bot(free, command.level)
        self.rounds.start_if_ready(now)
        return None

    def _remove(self, now: float, command: Remove) -> Code | None:
        """A bot out of its seat (not in a game), or a player: a bot takes a kicked player's seat in a game."""
        core, gone = self.core, command.seat
        if gone >= len(core.seats) or core.seats[gone].kind is Kind.OPEN:
            return Code.NO_SUCH_SEAT
        is_bot = core.seats[gone].kind is Kind.BOT
        if is_bot and core.running:
            return Code.GAME_RUNNING
        if core.running:
            self.arrivals.give_to_bot(now, gone, Change.KICKED, Code.KICKED)
        else:
            self.arrivals.free(gone, Change.LEFT if is_bot else Change.KICKED, Code.KICKED)
        return None

    def _start(self, now: float) -> Code | None:
        """Begin, though not all are ready."""
        core = self.core
        if core.stage in (Stage.PLAY, Stage.DEALING):
            return Code.GAME_RUNNING
        if core.has_open_seat:
            return Code.NOT_READY
        if core.paused is not None:
            return Code.PAUSED
        self.rounds.begin(now)
        return None

    def _configure(self, seat: Seat, settings: Settings) -> Code | None:
        """Other settings, between games; seats are added open, and taken away only where they are open."""
        core = self.core
        if core.running:
            return Code.GAME_RUNNING
        if any(state.kind is not Kind.OPEN for state in core.seats[settings.seats :]):
            return Code.BAD_SETTINGS
        core.configure(settings)
        core.persist({"t": "_settings", "settings": settings_line(settings)})
        core.note(Changed(Change.SETTINGS, seat, core.seats[seat].name))
        core.roster_changed = True
        for state in core.humans:
            state.ready = False                 # they were ready for another game
        if settings.watching is Watching.OFF:
            for link in [link for link in core.links.values() if link.seat is None]:
                core.close(link.peer, Code.NO_WATCHING)
        return None

    def _hand_over(self, command: HandOver) -> Code | None:
        """Another human owns the table from now on."""
        core = self.core
        if command.seat >= len(core.seats) or core.seats[command.seat].kind is not Kind.HUMAN:
            return Code.NO_SUCH_SEAT
        self.arrivals.own(command.seat)
        return None
