"""What the table's drawing functions are given: the client's state and what the player is doing with it."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

from server.engine.cards import Hand, Rank, Seat, dots
from server.engine.events import Dealt, Laid, Matched
from server.engine.state import Phase
from server.engine.sums import Lay
from server.wire.messages import GameView, Kind, Moment, Stage
from server.wire.settings import Level
from server.wire.words import SOLO
from terra_tui.locale import tell
from terra_tui.locale.words import Words
from terra_tui.session.draft import Draft
from terra_tui.session.state import ClientState
from terra_tui.ui.draw.lines import Line, clean
from terra_tui.ui.draw.skin import BOX, Skin, with_arrows
from terra_tui.ui.text_line import TextLine


class Order(StrEnum):
    """How the hand is sorted."""

    UP = "up"
    DOWN = "down"
    DOTS = "dots"


class Bars(StrEnum):
    """What the bars beside the names show."""

    CARDS = "cards"
    SCORES = "scores"


@dataclass(frozen=True, slots=True)
class Board:
    """Everything a table's screen shows; `now` is seconds of the clock that `state.arrived` was taken from.

    Attributes:
        cursor: the place of the card cursor in the order shown.
        asking: the player pressed draw with a sum being built and is asked once more.
        match_terra: Terra is to be declared with the card that was drawn (R4.1).
        note: a sentence for the note row: a refusal, a hint.
        follow: the seat whose hand a spectator looks at, where hands are shown; None for all.
        address: what others type to join, for the lobby.
        long_log: the log takes the place of the floor and the players.
        muted: chat is not shown.
        chosen_seat: in the lobby, the seat that the owner's keys are about; `bot_level` is the next bot's.
        chat: what is being typed to the others, None while the box is closed.
        link_at: when the link came to be as it is (`Link.retry_in` counts from there).
        panel: rows in the place of the players, where there are any (a drill).
        below: rows in the place of the log, where there are any (a lesson).
        drill: only a combination is asked for, no single.
        keys: the names of the keys to tell of instead of a table's.
    """

    state: ClientState
    words: Words
    width: int = 80
    height: int = 24
    now: float = 0.0
    skin: Skin = BOX
    draft: Draft = field(default_factory=Draft)
    cursor: int = 0
    order: Order = Order.UP
    bars: Bars = Bars.CARDS
    asking: bool = False
    match_terra: bool = False
    note: str = ""
    follow: Seat | None = None
    address: str = ""
    long_log: bool = False
    log_back: int = 0
    muted: bool = False
    chosen_seat: Seat = 0
    bot_level: Level = Level.NORMAL
    chat: TextLine | None = None
    link_at: float = 0.0
    panel: tuple[Line, ...] = ()
    below: tuple[Line, ...] = ()
    drill: bool = False
    keys: tuple[str, ...] = ()
    kept: bool | None = None

    def say(self, key: str, **values: str | int) -> str:
        """Return a sentence of the chosen language."""
        return self.words.say(key, **values)

    def key(self, name: str) -> str:
        """Return the words for a key, with the skin's arrows."""
        return with_arrows(self.skin, self.say(f"keys.{name}"))

    def name(self, seat: Seat | None) -> str:
        """Return the name of `seat`, safe to draw."""
        return clean(tell.name(self.words, self.state, seat))

    @property
    def table(self) -> str:
        """The table's name, safe to draw; that of a game against bots in the chosen language."""
        return self.say("table.solo") if self.state.table == SOLO else clean(self.state.table)

    def names(self, seats: tuple[Seat, ...]) -> str:
        """Return names with commas."""
        return ", ".join(self.name(seat) for seat in seats)

    @property
    def view(self) -> GameView | None:
        """The game as the viewer sees it, None before the first deal."""
        return None if self.state.snapshot is None else self.state.snapshot.view

    @property
    def playing(self) -> bool:
        """Whether a round is being played."""
        return self.state.stage is Stage.PLAY and self.view is not None

    @property
    def my_turn(self) -> bool:
        """Whether the viewer is to lay, draw or choose."""
        view = self.view
        return self.playing and view is not None and view.turn == self.state.seat

    @property
    def choosing(self) -> bool:
        """Whether somebody decides about a back match (R3.5)."""
        view = self.view
        return self.playing and view is not None and view.phase is Phase.MATCH

    @property
    def shown_hand(self) -> tuple[int, ...]:
        """The places of the hand's cards in the order shown."""
        return shown_order(self.state.hand, self.order)

    def left_of(self, millis: int) -> int:
        """Return what is left of `millis` that ran when the snapshot came, in ms; a paused table's clock stands."""
        if self.state.snapshot is not None and self.state.snapshot.paused is not None:
            return millis
        return max(0, millis - self.elapsed)

    @property
    def elapsed(self) -> int:
        """Milliseconds since the snapshot came."""
        return max(0, int((self.now - self.state.arrived) * 1000))

    @property
    def free_seats(self) -> tuple[Seat, ...]:
        """The seats that somebody who watches may take: bots' and open ones."""
        seats = () if self.state.roster is None else self.state.roster.seats
        return tuple(seat for seat, info in enumerate(seats) if info.kind is not Kind.HUMAN)

    @property
    def moment(self) -> Moment | None:
        """The moment at which Ron may be declared, None where it may not."""
        return None if self.state.snapshot is None or not self.playing else self.state.snapshot.moment

    @property
    def window_left(self) -> int:
        """What is left of an open Ron window, in ms; 0 in a bare race."""
        return 0 if self.moment is None else self.left_of(self.moment.left)


def shown_order(hand: Hand, order: Order) -> tuple[int, ...]:
    """Return the places of the cards of `hand`, sorted."""
    places = range(len(hand))
    if order is Order.DOWN:
        return tuple(reversed(places))
    if order is Order.DOTS:
        return tuple(sorted(places, key=lambda place: (dots(hand[place]), hand[place])))
    return tuple(places)


def last_lay(state: ClientState) -> tuple[Seat, str] | None:
    """Return who laid the floor card and the sum as text, None for a first floor card or where it is not known."""
    for numbered in reversed(state.log):
        event = numbered.event
        if isinstance(event, Laid):
            return event.seat, str(Lay(event.cards, event.signs))
        if isinstance(event, Matched):
            return event.seat, str(event.card)
        if isinstance(event, Dealt):
            return None
    return None


def terra_by(state: ClientState) -> Seat | None:
    """Return who declared the Terra that is on, None where the log does not reach back."""
    for numbered in reversed(state.log):
        event = numbered.event
        if isinstance(event, Laid | Matched) and event.terra:
            return event.seat
        if isinstance(event, Dealt):
            return None
    return None


def dots_text(skin: Skin, rank: Rank) -> str:
    """Return the dots of a card as the skin draws them."""
    return skin.dot * dots(rank)
