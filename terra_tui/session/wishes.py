"""What a player may wish for. Each sends one command; the answer comes as state."""

from __future__ import annotations

from abc import ABC, abstractmethod

from server.engine.cards import Seat, dots
from server.engine.reasons import Reason
from server.engine.state import Phase
from server.engine.sums import Lay
from server.wire.messages import (
    Act,
    AddBot,
    Claim,
    Code,
    Command,
    Configure,
    DoDraw,
    DoKeep,
    DoLay,
    DoMatch,
    EndGame,
    HandOver,
    Move,
    Pause,
    Ready,
    Remove,
    Say,
    ShowHand,
    Start,
    TakeSeat,
)
from server.wire.settings import Level, Settings
from server.wire.text import clean_text
from terra_tui.session.state import ClientState, Failure


class Wishes(ABC):
    """The wishes of a `Session`. One that cannot be sent is refused here, like a refusal of the host's."""

    state: ClientState

    # ---- the game ----------------------------------------------------------------------------------------------

    def lay(self, lay: Lay, terra: bool = False) -> None:
        """Lay cards (R3.1, R3.3); `terra` declares it (R4.1)."""
        self._act(DoLay(lay.cards, lay.signs, terra))

    def draw(self) -> None:
        """Draw (R3.4)."""
        self._act(DoDraw())

    def match(self, terra: bool = False) -> None:
        """Lay the card just drawn (R3.5)."""
        self._act(DoMatch(terra))

    def keep(self) -> None:
        """Keep the card just drawn (R3.5)."""
        self._act(DoKeep())

    def ron(self) -> None:
        """Declare Ron (R5). One claim a window: more key presses in it do nothing.

        Where no moment is open, the last single of one's own turn, which is a Ron too (R5.3), is laid instead.
        """
        snapshot = self.state.snapshot
        if self.state.seat is None or snapshot is None:
            self._refuse(Failure(Code.NOT_PLAYER.value))
        elif snapshot.moment is not None:
            window = snapshot.moment.window
            if self.state.claimed != window:
                self._send(Claim(self._next(), window, self._reaction()))
        elif self._last_single_fits():
            self._act(DoLay(self.state.hand))
        else:
            self._refuse(Failure(Reason.NOT_AT_A_TURNS_END.value))

    # ---- the table ---------------------------------------------------------------------------------------------

    def ready(self, on: bool = True) -> None:
        """Be ready for the next round or game, or no longer."""
        self._send(Ready(self._next(), on, self._nonce() if on else None))

    def say(self, text: str) -> None:
        """Say something to all; nothing is sent where nothing is left of it."""
        clean = clean_text(text)
        if clean:
            self._send(Say(self._next(), clean))

    def add_bot(self, level: Level = Level.NORMAL) -> None:
        """Owner: put a bot into an open seat."""
        self._send(AddBot(self._next(), level))

    def remove(self, seat: Seat) -> None:
        """Owner: take a bot or a player out of `seat`."""
        self._send(Remove(self._next(), seat))

    def start(self) -> None:
        """Owner: begin though not all are ready."""
        self._send(Start(self._next()))

    def end_game(self) -> None:
        """Owner: end the game that runs; the deal of its round can then be checked."""
        self._send(EndGame(self._next()))

    def configure(self, settings: Settings) -> None:
        """Owner, between games: set the table otherwise."""
        self._send(Configure(self._next(), settings))

    def hand_over(self, seat: Seat) -> None:
        """Owner: let the player in `seat` own the table."""
        self._send(HandOver(self._next(), seat))

    def pause(self, on: bool) -> None:
        """Stop all clocks, or let them run again."""
        self._send(Pause(self._next(), on))

    def take_seat(self, seat: Seat) -> None:
        """Spectator: sit down in a bot's or an open seat; not where this client only watches."""
        if self.state.only_watches:
            self._refuse(Failure("only_watches"))
        else:
            self._send(TakeSeat(self._next(), seat))

    def show_hand(self, on: bool) -> None:
        """Let spectators see this hand, or no longer."""
        self._send(ShowHand(self._next(), on))

    # ---- inside ------------------------------------------------------------------------------------------------

    def _act(self, move: Move) -> None:
        """Send a move for the newest snapshot; while one is on its way, further ones do nothing."""
        snapshot = self.state.snapshot
        if self.state.seat is None or snapshot is None:
            self._refuse(Failure(Code.NOT_PLAYER.value))
        elif not self.state.waiting:
            self._send(Act(self._next(), snapshot.rev, move, self._reaction()))

    def _last_single_fits(self) -> bool:
        view = None if self.state.snapshot is None else self.state.snapshot.view
        if view is None or view.turn != self.state.seat or view.phase is not Phase.TURN:
            return False
        return len(view.hand) == 1 and view.floor > 0 and dots(view.hand[0]) == dots(view.floor)

    @abstractmethod
    def _next(self) -> int:
        """Return the next command number."""

    @abstractmethod
    def _reaction(self) -> int:
        """Return the milliseconds since what is answered was drawn."""

    @abstractmethod
    def _nonce(self) -> bytes | None:
        """Return the nonce that goes with a `Ready`."""

    @abstractmethod
    def _send(self, command: Command) -> None:
        """Send `command`, and keep it until it is answered."""

    @abstractmethod
    def _refuse(self, failure: Failure) -> None:
        """Refuse a wish without asking the host."""
