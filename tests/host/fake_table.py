"""A table that plays nothing: it lets everybody in, repeats what is said, and keeps what the shell told it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from server.bots.player import BotAction
from server.table.effects import Close, Effect, Peer, Persist, Send
from server.wire.limits import PROTOCOL_VERSION
from server.wire.messages import (
    Ack,
    Bye,
    Code,
    Command,
    Hello,
    Kind,
    Leave,
    Numbered,
    Pong,
    Roster,
    Said,
    Say,
    SeatInfo,
    Snapshot,
    Stage,
    Welcome,
)
from server.wire.settings import Level, Settings


@dataclass
class FakeCore:
    """What the shell may look at."""

    settings: Settings = field(default_factory=Settings)
    name: str = "Fake"
    stage: Stage = Stage.PLAY

    def roster(self, now: float) -> Roster:
        """Return a roster of open seats."""
        return Roster(self.settings, tuple(SeatInfo(Kind.OPEN) for _ in range(self.settings.seats)))


@dataclass
class FakeTable:
    """See the module. `script(now, peer, command)` may answer a command in place of the usual.

    Attributes:
        calls: what the shell called, as (name, now, peer).
    """

    script: Callable[[float, Peer, Command], Sequence[Effect] | None] = lambda *_: None
    on_tick: Callable[[float], Sequence[Effect]] = lambda _: ()
    at_open: Sequence[Effect] = ()
    evening: bytes = bytes(range(16))
    core: FakeCore = field(default_factory=FakeCore)
    calls: list[tuple[str, float, Peer]] = field(default_factory=list)
    peers: list[Peer] = field(default_factory=list)
    names: dict[Peer, str] = field(default_factory=dict)
    commands: list[Command] = field(default_factory=list)
    told_revs: list[tuple[Peer, int]] = field(default_factory=list)
    answers: list[tuple[int, BotAction | None]] = field(default_factory=list)
    trips: dict[Peer, float] = field(default_factory=dict)
    rev: int = 0

    def open(self, now: float, bots: Sequence[Level] = ()) -> Sequence[Effect]:
        self.calls.append(("open", now, 0))
        return self.at_open

    def connected(self, now: float, peer: Peer, hello: Hello) -> Sequence[Effect]:
        self.calls.append(("connected", now, peer))
        if hello.name == "nobody":
            return [Close(peer, Bye(Code.BAD_NAME, "No."))]
        self.peers.append(peer)
        self.names[peer] = hello.name
        return [Send(peer, Welcome(PROTOCOL_VERSION, "Fake", self.evening))]

    def seat_of(self, token: bytes) -> int | None:
        return None

    def receive(self, now: float, peer: Peer, command: Command) -> Sequence[Effect]:
        self.calls.append(("receive", now, peer))
        self.commands.append(command)
        scripted = self.script(now, peer, command)
        if scripted is not None:
            return scripted
        if isinstance(command, Say):
            return [Persist(({"t": "chat", "text": command.text},)), *self.shown(command.text)]
        if isinstance(command, Leave):
            self.peers.remove(peer)
            return [Close(peer, Bye(Code.LEFT, "Bye."))]
        return [Send(peer, Ack(command.seq))]

    def shown(self, text: str) -> list[Effect]:
        """Return a new snapshot for everybody in which `text` is said."""
        self.rev += 1
        event = Numbered(self.rev, Said("Somebody", text))
        snapshot = Snapshot(self.rev, Stage.LOBBY, events=(event,))
        return [Send(peer, snapshot, told=self.rev) for peer in self.peers]

    def pinged(self, now: float, peer: Peer, n: int) -> Sequence[Effect]:
        self.calls.append(("pinged", now, peer))
        return [Send(peer, Pong(n))]

    def ponged(self, now: float, peer: Peer, n: int) -> Sequence[Effect]:
        self.calls.append(("ponged", now, peer))
        return []

    def disconnected(self, now: float, peer: Peer) -> Sequence[Effect]:
        self.calls.append(("disconnected", now, peer))
        self.peers.remove(peer)
        return []

    def told(self, now: float, peer: Peer, rev: int) -> Sequence[Effect]:
        self.told_revs.append((peer, rev))
        return []

    def measured(self, peer: Peer, min_rtt: float) -> None:
        self.trips[peer] = min_rtt

    def thought(self, now: float, request: int, action: BotAction | None) -> Sequence[Effect]:
        self.answers.append((request, action))
        return []

    def tick(self, now: float) -> Sequence[Effect]:
        self.calls.append(("tick", now, 0))
        return self.on_tick(now)

    def slept(self, now: float, gap: float) -> Sequence[Effect]:
        self.calls.append(("slept", now, 0))
        return []

    def shut(self, now: float, code: Code = Code.CLOSING) -> Sequence[Effect]:
        self.calls.append(("shut", now, 0))
        peers, self.peers = self.peers, []
        return [Close(peer, Bye(code, "The host is closing.")) for peer in peers]
