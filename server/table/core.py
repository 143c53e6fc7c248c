"""What every part of a table shares: its state, and the one way to change the game and to tell the viewers."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Final

from server.engine import apply
from server.engine.actions import Action, Draw, Keep
from server.engine.cards import Hand, Seat
from server.engine.events import Event, GameEnded, RoundEnded
from server.engine.reasons import Reason
from server.engine.rounds import reshuffle_needed
from server.engine.state import Game, Phase, new_game
from server.table.dealer import Dealer, Entropy
from server.table.effects import Close, Effect, Peer, Persist, Send, Wake
from server.table.links import Answers, Link
from server.table.race import Race
from server.table.seats import BOT_NAMES, SeatState
from server.table.sentences import SENTENCES, refusal
from server.table.timer import Timer
from server.wire.limits import EVENTS_LIMIT
from server.wire.messages import (
    Ack,
    Bye,
    Code,
    Kind,
    Refusal,
    Roster,
    SpectatorInfo,
    Stage,
    TableEvent,
    ToClient,
)
from server.wire.record import lines_for
from server.wire.settings import Settings, Watching
from server.wire.text import fold

NAMED_SPECTATORS: Final = 16
NEWCOMER_EVENTS: Final = 16
"""How many past events one who comes for the first time is told."""
DELAY_KEPT: Final = 101
"""How many past sets of hands are kept for delayed spectators; a table's delay is at most 100 turns."""
_OF_BOTS: Final = frozenset(map(fold, BOT_NAMES))


@dataclass(slots=True)
class Core:
    """The state of one table.

    Attributes:
        evening: the id of the evening, `Welcome.game`.
        games: how many games began.
        clock: for a decision in PLAY, the next deal in BETWEEN and DEALING.
        decision: grows with each decision that somebody is asked for.
        decided_rev: the revision that asked for the decision now due; an older action is stale.
        stopped: since when the clocks stand (a pause, or no human is here), seconds; None while they run.
        paused: the seat that paused.
        rev, events: the newest revision and event number.
        doing: the command (seat, seq) that is being done; the first line that it writes says so.
        called: those of the bots' names, folded, that somebody has held a seat with this evening.
        shown: the round, as (`games`, `round`), of which spectators were last shown hands.
        left: the seats that humans left to bots in the round that is being played: they know those hands.
        removed: those of them whose human the owner has removed: nobody takes these again before the next round.
        newcomers: links that still wait for their first roster and snapshot.
        changed, roster_changed: what all are to be told next; `spectators_changed` waits for the next second.
        rush: whether the spectators are to be told with the players, and not by and by.
    """

    settings: Settings
    name: str
    evening: bytes
    entropy: Entropy
    dealer: Dealer
    seats: list[SeatState]
    game: Game
    stage: Stage = Stage.LOBBY
    owner: Seat | None = None
    games: int = 0
    links: dict[Peer, Link] = field(default_factory=dict)
    race: Race | None = None
    clock: Timer = field(default_factory=Timer)
    decision: int = 0
    decided_rev: int = 0
    stopped: float | None = None
    paused: Seat | None = None
    rev: int = 0
    events: int = 0
    recent: deque[tuple[int, Event | TableEvent]] = field(default_factory=lambda: deque(maxlen=EVENTS_LIMIT))
    past: deque[tuple[Hand, ...]] = field(default_factory=lambda: deque(maxlen=DELAY_KEPT))
    out: list[Effect] = field(default_factory=list)
    doing: tuple[Seat, int] | None = None
    called: set[str] = field(default_factory=set)
    shown: tuple[int, int] | None = None
    left: set[Seat] = field(default_factory=set)
    removed: set[Seat] = field(default_factory=set)
    newcomers: list[Link] = field(default_factory=list)
    changed: bool = False
    roster_changed: bool = False
    spectators_changed: bool = False
    rush: bool = False

    # ---- questions --------------------------------------------------------------------------------------

    @property
    def humans(self) -> list[SeatState]:
        """The seats that humans hold, whether these are here or not."""
        return [seat for seat in self.seats if seat.kind is Kind.HUMAN]

    @property
    def has_open_seat(self) -> bool:
        """Whether somebody may still sit down."""
        return any(seat.kind is Kind.OPEN for seat in self.seats)

    @property
    def instant(self) -> bool:
        """Whether bots play by themselves as fast as they can: nobody is to be waited for."""
        return self.settings.pace == 0 and not self.humans

    @property
    def deserted(self) -> bool:
        """Whether humans sit here and none of them is present: the table waits for them."""
        humans = self.humans
        return bool(humans) and not any(seat.present for seat in humans)

    @property
    def running(self) -> bool:
        """Whether a game has begun and not ended."""
        return self.stage not in (Stage.LOBBY, Stage.OVER)

    @property
    def game_id(self) -> bytes:
        """The id of the game that runs or ran last."""
        return self.dealer.game_id(self.evening, max(0, self.games - 1))

    @property
    def next_game_id(self) -> bytes:
        """The id of the game that comes next."""
        return self.dealer.game_id(self.evening, self.games)

    @property
    def default(self) -> Draw | Keep:
        """What is done for the seat in turn if it does nothing: draw, or keep; always legal."""
        seat = self.game.turn
        return Keep(seat) if self.game.phase is Phase.MATCH else Draw(seat)

    @property
    def hands_were_shown(self) -> bool:
        """Whether spectators may know hands of the round that is being played."""
        return self.settings.watching is Watching.DELAYED or self.shown == (self.games, self.game.round)

    @property
    def newcomer_events(self) -> int:
        """After which event one who comes for the first time is told."""
        return max(0, self.events - NEWCOMER_EVENTS)

    def link_of(self, seat: Seat) -> Link | None:
        """Return the link that plays `seat`, None if it has none."""
        peer = self.seats[seat].peer
        return None if peer is None else self.links.get(peer)

    def answers_of(self, link: Link) -> Answers:
        """Return what was answered to the seat or spectator of `link`."""
        return link.answers if link.seat is None else self.seats[link.seat].answers

    # ---- output -----------------------------------------------------------------------------------------

    def persist(self, line: dict[str, object]) -> None:
        """Have `line` committed before anything that follows is told; what comes in a row, in one transaction."""
        if self.doing is not None:
            line = line | {"_seq": [list(self.doing)]}
            self.doing = None
        if self.out and isinstance(self.out[-1], Persist):
            self.out[-1] = Persist((*self.out[-1].lines, line))
        else:
            self.out.append(Persist((line,)))

    def send(self, peer: Peer, message: ToClient, told: int | None = None) -> None:
        """Send `message` to one peer."""
        self.out.append(Send(peer, message, told))

    def close(self, peer: Peer, code: Code) -> None:
        """Close a link for good; the table forgets it."""
        self.links.pop(peer, None)
        self.out.append(Close(peer, Bye(code, SENTENCES[code])))

    def note(self, event: Event | TableEvent) -> None:
        """Number an event; the next snapshots tell it."""
        self.events += 1
        self.recent.append((self.events, event))
        self.changed = True

    def save_seat(self, seat: Seat) -> None:
        """Have a seat's state committed, and everybody told of it."""
        self.persist(self.seats[seat].line(seat))
        self.call(self.seats[seat].name)
        self.roster_changed = True

    def hide_hands(self) -> None:
        """Show spectators no player's hand any more: who let them see it did so for one game."""
        for state in self.seats:
            state.shows_hand = False

    def call(self, name: str) -> None:
        """Note who has sat here, as far as that matters: no bot is to come under the name of another."""
        if fold(name) in _OF_BOTS:
            self.called.add(fold(name))

    def pause(self, seat: Seat | None) -> None:
        """Note that `seat` has paused, or (None) that the pause is over."""
        self.paused = seat
        self.persist({"t": "_pause", "seat": seat})
        self.changed = True

    def ack(self, seat: Seat, seq: int | None) -> None:
        """Answer the command `seq` of `seat`: done. None: nobody asked (a bot, a clock)."""
        if seq is not None:
            self._answer_seat(seat, seq, Ack(seq))

    def refuse(self, seat: Seat, seq: int | None, code: Code | Reason) -> None:
        """Answer the command `seq` of `seat`: refused, and why."""
        if seq is not None:
            self._answer_seat(seat, seq, refusal(code, seq))

    def _answer_seat(self, seat: Seat, seq: int, answer: Ack | Refusal) -> None:
        state = self.seats[seat]
        state.answers.known[seq] = answer
        if state.peer is not None:
            self.send(state.peer, answer)

    # ---- the game ---------------------------------------------------------------------------------------

    def do(self, action: Action, done: Sequence[tuple[Seat, int]] = (), **deal: object) -> None:
        """Apply a legal action, with the reshuffle that it needs (R8.1); persist and note what happened.

        Args:
            action: checked before; an `IllegalAction` here is a bug.
            done: the commands (seat, seq) that it carries out.
            deal: `commit`, `nonces` and `seed` of a deal.
        """
        under = reshuffle_needed(self.game, action)
        if under is not None:
            self._apply(self.dealer.reshuffle(self.game, under), (), {})
        self._apply(action, done, deal)

    def _apply(self, action: Action, done: Sequence[tuple[Seat, int]], deal: dict[str, object]) -> None:
        before = self.game
        self.game, events = apply(before, action)
        for event in events:
            self.note(event)
        lines = lines_for(before, action, self.game, events, **deal)  # type: ignore[arg-type]
        for index, line in enumerate(lines):
            if index == 0:
                line |= {"_n": self.events, "_rev": self.rev + 1}
                if done:
                    line["_seq"] = [list(pair) for pair in done]
            self.persist(line)
        if self.game.turns != before.turns or self.game.round != before.round:
            self.past.append(self.game.hands)
        self._take_in(events)

    def _take_in(self, events: Iterable[Event]) -> None:
        for event in events:
            if isinstance(event, RoundEnded):
                self.stage = Stage.BETWEEN
            elif isinstance(event, GameEnded):
                self.stage = Stage.OVER

    def fresh_game(self) -> None:
        """Put an unplayed game on the table, with the settings as they are."""
        self.game = new_game(self.settings.rules, self.settings.seats)
        self.past.clear()

    def configure(self, settings: Settings) -> None:
        """Take other settings, between games; added seats are open, seats that go must be."""
        self.settings = settings
        while len(self.seats) < settings.seats:
            self.seats.append(SeatState())
        del self.seats[settings.seats :]
        if self.stage is Stage.OVER and self.game.seats != settings.seats:
            self.stage = Stage.LOBBY            # the game that was played here is no game of these seats
        if self.stage is Stage.LOBBY:
            self.fresh_game()

    # ---- telling ----------------------------------------------------------------------------------------

    def known_elsewhere(self, seat: Seat) -> bool:
        """Return whether somebody who may come for `seat` may have seen other hands of the round that is played.

        Spectators were shown hands, a player left one to a bot, or keeps one and is not here.
        """
        absent = {i for i, state in enumerate(self.seats) if state.kind is Kind.HUMAN and not state.present}
        return self.hands_were_shown or bool((self.left | absent) - {seat}) or seat in self.removed

    def note_shown(self) -> None:
        """Note that spectators are about to be shown hands of this round; it outlives a crash."""
        now = (self.games, self.game.round)
        if self.shown != now:
            self.shown = now
            self.persist({"t": "_shown"})

    def greet(self, link: Link) -> None:
        """Give a newcomer what the roster and the snapshot to come do not hold: of the last deal and the next."""
        if self.dealer.last is not None:
            self.send(link.peer, self.dealer.last)
        commitment = self.dealer.commitment()
        if commitment is not None:
            self.send(link.peer, commitment)

    def roster(self, now: float) -> Roster:
        """Return who is here."""
        watching = [link for link in self.links.values() if link.seat is None]
        sees = self.settings.watching
        return Roster(
            settings=self.settings,
            seats=tuple(seat.info(now) for seat in self.seats),
            owner=self.owner,
            watching=len(watching),
            spectators=tuple(SpectatorInfo(link.name, sees) for link in watching[:NAMED_SPECTATORS]),
            seed=self.dealer.announced,
        )

    def wake(self, at: float | None) -> None:
        """Ask to be ticked at `at`."""
        if at is not None:
            self.out.append(Wake(at))
