"""A table's shell in virtual time: it carries effects out at once and keeps what was sent and committed."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random
from typing import Any

from server.bots.player import BotAction, Decision
from server.engine.actions import Draw, LayCards, Match, Ron
from server.engine.cards import dots
from server.engine.state import Phase
from server.engine.sums import legal_lays
from server.engine.view import View
from server.table.effects import Close, Effect, Persist, Send, Think, Wake
from server.table.table import Table
from server.wire.messages import (
    Ack,
    Bye,
    Command,
    Hello,
    Ping,
    Refusal,
    Role,
    Roster,
    Snapshot,
    ToClient,
    Welcome,
)
from server.wire.settings import Level, Settings


def seeded(seed: int) -> Callable[[int], bytes]:
    """Return an entropy source that gives the same bytes for the same seed."""
    return Random(seed).randbytes


def first_legal(view: View, decision: Decision) -> BotAction | None:
    """Play plainly: Ron if it fits, else the longest lay, else match, else draw."""
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
    return LayCards(seat, lays[0]) if lays else Draw(seat)


@dataclass
class Shell:
    """Drives one table. `now` is virtual; `run` lets it pass."""

    table: Table
    bot: Callable[[View, Decision], BotAction | None] = first_legal
    now: float = 100.0
    journal: list[dict[str, Any]] = field(default_factory=list)
    inbox: dict[int, list[ToClient]] = field(default_factory=lambda: defaultdict(list))
    byes: dict[int, Bye] = field(default_factory=dict)
    wake: float | None = None
    peers: int = 0
    seqs: dict[int, int] = field(default_factory=lambda: defaultdict(int))
    tell: bool = True
    silent: set[int] = field(default_factory=set)
    thoughts: list[tuple[int, View, Decision]] = field(default_factory=list)

    def carry_out(self, effects: list[Effect]) -> None:
        """Do what the table asks, in order. Peers answer pings, unless they are `silent`."""
        for effect in effects:
            match effect:
                case Persist(lines):
                    self.journal += lines
                case Send(peer, message, told):
                    self.inbox[peer].append(message)
                    if told is not None and self.tell:
                        self.carry_out(self.table.told(self.now, peer, told))
                    if isinstance(message, Ping) and peer not in self.silent:
                        self.carry_out(self.table.ponged(self.now, peer, message.n))
                case Close(peer, bye):
                    self.byes[peer] = bye
                case Wake(at):
                    self.wake = at
                case Think(request, _, _, decision, view):
                    self.thoughts.append((request, view, decision))
        while self.thoughts:
            request, view, decision = self.thoughts.pop(0)
            self.carry_out(self.table.thought(self.now, request, self.bot(view, decision)))

    def open(self, *bots: Level) -> Shell:
        """Open the table."""
        self.carry_out(self.table.open(self.now, bots))
        return self

    def join(self, name: str, role: Role = Role.PLAY, token: bytes | None = None) -> int:
        """Connect a peer; return its number."""
        self.peers += 1
        self.carry_out(self.table.connected(self.now, self.peers, Hello(1, role, name, token)))
        return self.peers

    def leave(self, peer: int) -> None:
        """Cut a peer's link."""
        self.carry_out(self.table.disconnected(self.now, peer))

    def give(self, peer: int, make: Callable[[int], Command]) -> Ack | Refusal | None:
        """Send the command that `make(seq)` builds; return its answer if it came at once."""
        self.seqs[peer] += 1
        seq = self.seqs[peer]
        self.carry_out(self.table.receive(self.now, peer, make(seq)))
        return self.answer(peer, seq)

    def answer(self, peer: int, seq: int) -> Ack | Refusal | None:
        """Return the answer that `peer` got to its command."""
        for message in self.inbox[peer]:
            if isinstance(message, Ack | Refusal) and message.seq == seq:
                return message
        return None

    def run(self, seconds: float) -> None:
        """Let time pass, waking the table as it asks."""
        end = self.now + seconds
        while self.wake is not None and self.wake <= end:
            self.now = max(self.now, self.wake)
            self.wake = None
            self.carry_out(self.table.tick(self.now))
        self.now = end

    def run_until(self, fact: Callable[[], bool], most: float = 10_000.0) -> None:
        """Let time pass until `fact` holds."""
        end = self.now + most
        while not fact():
            assert self.wake is not None, "the table asks for no wake"
            assert self.now <= end, "it never came true"
            self.now = max(self.now, self.wake)
            self.wake = None
            self.carry_out(self.table.tick(self.now))

    def last(self, peer: int) -> Snapshot:
        """Return the newest snapshot that `peer` got."""
        return next(message for message in reversed(self.inbox[peer]) if isinstance(message, Snapshot))

    def roster(self, peer: int) -> Roster:
        """Return the newest roster that `peer` got."""
        return next(message for message in reversed(self.inbox[peer]) if isinstance(message, Roster))

    def welcome(self, peer: int) -> Welcome:
        """Return the newest welcome of `peer`."""
        return next(message for message in reversed(self.inbox[peer]) if isinstance(message, Welcome))


def new_shell(settings: Settings, seed: int = 1) -> Shell:
    """Return a shell with a fresh, seeded table."""
    return Shell(Table(settings, entropy=seeded(seed)))
