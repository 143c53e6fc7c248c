"""A table's shell in virtual time: it carries effects out, and keeps what was sent and committed, and when."""

from __future__ import annotations

import heapq
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from random import Random
from typing import Any, TypeVar

from server.bots.player import BotAction, Decision
from server.engine.actions import Draw, LayCards, Match, Ron
from server.engine.cards import dots
from server.engine.events import Event
from server.engine.rules import Rules
from server.engine.state import Game, Phase
from server.engine.sums import legal_lays
from server.engine.view import View
from server.table.effects import Close, Effect, Persist, Send, Think, Wake
from server.table.race import Race
from server.table.table import Table
from server.wire.messages import (
    Ack,
    Act,
    Bye,
    Claim,
    Command,
    Hello,
    Move,
    Ping,
    Refusal,
    Role,
    Roster,
    Snapshot,
    Stage,
    TableEvent,
    ToClient,
    Welcome,
)
from server.wire.settings import Level, Settings

Bot = Callable[[View, Decision], BotAction | None]
Message = TypeVar("Message", bound=ToClient)

START = 100.0
"""Seconds. Where the virtual clock begins."""
MOST_STEPS = 200_000
"""A test that takes more steps than this goes round in circles."""


def seeded(seed: int) -> Callable[[int], bytes]:
    """Return an entropy source that gives the same bytes for the same seed."""
    return Random(seed).randbytes


def first_legal(view: View, decision: Decision) -> BotAction | None:
    """Play plainly: Ron if it fits, else the longest lay, with Terra, else match, else draw."""
    seat = view.viewer
    assert seat is not None
    fits = len(view.hand) == 1 and dots(view.hand[0]) == dots(view.floor)
    if decision is Decision.RON:
        return Ron((seat,)) if fits else None
    if view.phase is Phase.MATCH:
        return Match(seat)
    if fits:
        return Ron((seat,))
    lays = sorted(legal_lays(view.hand, view.floor), key=lambda lay: (-len(lay.cards), lay))
    lays = [lay for lay in lays if not (len(lay.cards) == 1 == len(view.hand))]
    if not lays:
        return Draw(seat)
    cards = lays[0].cards
    return LayCards(seat, lays[0], terra=cards[-1] == Rules().terra and len(cards) < len(view.hand))


class Killed(Exception):
    """The host was killed: what was committed is all that is left."""


@dataclass
class Shell:
    """Drives one table. `now` is virtual; `run` lets it pass.

    Attributes:
        bot: what bots play; `mute` bots never answer.
        disk: how long each commit takes, seconds; what follows it is told that much later.
        silent: peers that answer no ping; `deaf` ones to whom the kernel hands nothing over.
        given: the newest command of each peer.
        dies_after: the transaction after whose commit the host is killed, with nothing told of it.
        watchers: called with every message that reaches a peer; `after` when all effects of a call are done.
        batches: the lines of each transaction; `stream` all that was sent, as (time, peer, message).
    """

    table: Table
    bot: Bot = first_legal
    mute: bool = False
    disk: float = 0.0
    now: float = START
    journal: list[dict[str, Any]] = field(default_factory=list)
    batches: list[tuple[dict[str, Any], ...]] = field(default_factory=list)
    stream: list[tuple[float, int, ToClient]] = field(default_factory=list)
    inbox: dict[int, list[ToClient]] = field(default_factory=lambda: defaultdict(list))
    byes: dict[int, Bye] = field(default_factory=dict)
    wake: float | None = None
    peers: int = 0
    seqs: dict[int, int] = field(default_factory=lambda: defaultdict(int))
    given: dict[int, Command] = field(default_factory=dict)
    silent: set[int] = field(default_factory=set)
    deaf: set[int] = field(default_factory=set)
    dies_after: int | None = None
    watchers: list[Callable[[int, ToClient], None]] = field(default_factory=list)
    after: list[Callable[[], None]] = field(default_factory=list)
    _queue: list[tuple[float, int, Callable[[], None]]] = field(default_factory=list)
    _count: int = 0
    _one_pass: bool = False

    # ---- time -------------------------------------------------------------------------------------------

    def later(self, seconds: float, act: Callable[[], None]) -> None:
        """Call `act` after so many seconds of virtual time."""
        self._count += 1
        heapq.heappush(self._queue, (self.now + seconds, self._count, act))

    def step(self, end: float) -> bool:
        """Do the next thing that is due by `end`, or return False; what was read comes before the table's wake."""
        due = self._queue[0][0] if self._queue else float("inf")
        wake = float("inf") if self.wake is None else self.wake
        if min(due, wake) > end:
            return False
        self.now = max(self.now, min(due, wake))
        if due <= wake:
            heapq.heappop(self._queue)[2]()
        else:
            self.wake = None
            self.carry_out(self.table.tick(self.now))
        return True

    def run(self, seconds: float) -> None:
        """Let time pass."""
        end = self.now + seconds
        steps = 0
        while self.step(end):
            steps += 1
            assert steps < MOST_STEPS
        self.now = end

    def run_until(self, fact: Callable[[], bool], most: float = 10_000.0) -> None:
        """Let time pass until `fact` holds."""
        end = self.now + most
        steps = 0
        while not fact():
            assert self.step(end), "it never came true"
            steps += 1
            assert steps < MOST_STEPS

    @contextmanager
    def one_pass(self) -> Iterator[None]:
        """All that is given within is read in one pass of the loop, so the table is not ticked in between."""
        self._one_pass = True
        yield
        self._one_pass = False
        self.rest()

    def rest(self) -> None:
        """Do all that is due now; not at a table of bots that knows no rest."""
        if not self._one_pass and not self.table.core.instant:
            self.run(0.0)

    # ---- effects ----------------------------------------------------------------------------------------

    def carry_out(self, effects: Sequence[Effect]) -> None:
        """Do what the table asks, in order. What a commit holds up comes when the disk is done with it."""
        wait = 0.0
        for effect in effects:
            match effect:
                case Persist(lines):
                    self.journal += lines
                    self.batches.append(lines)
                    if len(self.batches) == self.dies_after:
                        raise Killed
                    wait = self.disk
                case Send(peer, message, told):
                    self._send(wait, peer, message, told)
                case Close(peer, bye):
                    self.byes[peer] = bye
                case Wake(at):
                    self.wake = at
                case Think(request, _, _, decision, view):
                    if not self.mute:
                        self._think(wait, request, self.bot(view, decision))
        for watcher in self.after:
            watcher()

    def _send(self, wait: float, peer: int, message: ToClient, told: int | None) -> None:
        if wait:
            self.later(wait, lambda: self._deliver(peer, message, told))
        else:
            self._deliver(peer, message, told)

    def _deliver(self, peer: int, message: ToClient, told: int | None) -> None:
        if peer in self.deaf:
            return
        self.stream.append((self.now, peer, message))
        self.inbox[peer].append(message)
        if told is not None:
            self.later(0.0, lambda: self.carry_out(self.table.told(self.now, peer, told)))
        if isinstance(message, Ping) and peer not in self.silent:
            self.later(0.0, lambda: self.carry_out(self.table.ponged(self.now, peer, message.n)))
        for watcher in self.watchers:
            watcher(peer, message)

    def _think(self, wait: float, request: int, answer: BotAction | None) -> None:
        self.later(wait, lambda: self.carry_out(self.table.thought(self.now, request, answer)))

    # ---- peers ------------------------------------------------------------------------------------------

    def open(self, *bots: Level) -> Shell:
        """Open the table."""
        self.carry_out(self.table.open(self.now, bots))
        self.rest()
        return self

    def join(self, name: str, role: Role = Role.PLAY, token: bytes | None = None) -> int:
        """Connect a peer; return its number."""
        self.peers += 1
        peer = self.peers
        self.carry_out(self.table.connected(self.now, peer, Hello(1, role, name, token)))
        if self.inbox[peer]:
            self.seqs[peer] = self.welcome(peer).seq
        self.rest()
        return peer

    def resume(self, peer: int) -> int:
        """Connect anew with the newest token that `peer` got; return the new peer's number."""
        return self.join("", token=self.welcome(peer).token)

    def cut(self, peer: int) -> None:
        """Cut a peer's link."""
        self.carry_out(self.table.disconnected(self.now, peer))
        self.rest()

    def give(self, peer: int, make: Callable[[int], Command]) -> Ack | Refusal | None:
        """Send the command that `make(seq)` builds; return its answer if it came at once."""
        self.seqs[peer] += 1
        seq = self.seqs[peer]
        self.send(peer, make(seq))
        return self.answer(peer, seq)

    def give_again(self, peer: int, before: int) -> None:
        """Send once more, by the link `peer`, what `before` sent last."""
        self.send(peer, self.given[before])

    def send(self, peer: int, command: Command) -> None:
        """Send a command, be its number new or not."""
        self.given[peer] = command
        self.carry_out(self.table.receive(self.now, peer, command))
        self.rest()

    def act(self, peer: int, move: Move, reaction: int = 0, rev: int | None = None) -> Ack | Refusal | None:
        """Send a move that answers the newest snapshot of `peer`, or `rev`."""
        answered = self.last(peer).rev if rev is None else rev
        return self.give(peer, lambda seq: Act(seq, answered, move, reaction))

    def ron(self, peer: int, reaction: int, window: int | None = None) -> Ack | Refusal | None:
        """Send a Ron for the open moment, or for `window`."""
        named = self.race.window if window is None else window
        return self.give(peer, lambda seq: Claim(seq, named, reaction))

    # ---- what came --------------------------------------------------------------------------------------

    def answer(self, peer: int, seq: int | None = None) -> Ack | Refusal | None:
        """Return the answer that `peer` got to its command, or to its newest one."""
        seq = self.seqs[peer] if seq is None else seq
        for message in self.inbox[peer]:
            if isinstance(message, Ack | Refusal) and message.seq == seq:
                return message
        return None

    def newest(self, peer: int, kind: type[Message]) -> Message:
        """Return the newest message of a kind that `peer` got."""
        return next(message for message in reversed(self.inbox[peer]) if isinstance(message, kind))

    def last(self, peer: int) -> Snapshot:
        """Return the newest snapshot that `peer` got."""
        return self.newest(peer, Snapshot)

    def roster(self, peer: int) -> Roster:
        """Return the newest roster that `peer` got."""
        return self.newest(peer, Roster)

    def welcome(self, peer: int) -> Welcome:
        """Return the newest welcome of `peer`."""
        return self.newest(peer, Welcome)

    def events(self, peer: int) -> list[Event | TableEvent]:
        """Return all events that `peer` was told, each once, in order."""
        told = {
            numbered.n: numbered.event
            for message in self.inbox[peer]
            if isinstance(message, Snapshot)
            for numbered in message.events
        }
        return [told[n] for n in sorted(told)]

    def lines(self, kind: str) -> list[dict[str, Any]]:
        """Return the journal's lines of a kind."""
        return [line for line in self.journal if line["t"] == kind]

    # ---- the table --------------------------------------------------------------------------------------

    @property
    def race(self) -> Race:
        """The race that is open."""
        race = self.table.core.race
        assert race is not None
        return race

    @property
    def game(self) -> Game:
        """The game as it stands."""
        return self.table.core.game

    def at(self, stage: Stage) -> bool:
        """Return whether the table stands there."""
        return self.table.core.stage is stage

    def put(self, game: Game, timed: bool = True) -> None:
        """Put a crafted position on the table, as if a turn had just ended with a lay (`timed`) or a draw."""
        core = self.table.core
        core.game, core.stage = game, Stage.PLAY
        self.table.play.next_decision(self.now, timed)
        self.carry_out(self.table.tick(self.now))
        self.rest()


def new_shell(settings: Settings, seed: int = 1) -> Shell:
    """Return a shell with a fresh, seeded table."""
    return Shell(Table(settings, entropy=seeded(seed)))


def seated(settings: Settings, seed: int = 1, names: str = "ABCDE") -> tuple[Shell, list[int]]:
    """Return a shell whose seats are all held by linked humans, and their peers by seat."""
    shell = new_shell(settings, seed).open()
    return shell, [shell.join(name) for name in names[: settings.seats]]
