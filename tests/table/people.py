"""People at a simulated table: they get ready, play plainly, Ron when they can, and come back with their token."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random

from server.bots.player import BotAction, Decision
from server.engine.actions import Draw, Keep, LayCards, Match, Ron
from server.engine.cards import dots
from server.engine.events import Event
from server.engine.view import View
from server.wire.convert import view_from_wire
from server.wire.messages import (
    Ack,
    Act,
    Claim,
    Command,
    DoDraw,
    DoKeep,
    DoLay,
    DoMatch,
    Move,
    Ready,
    Refusal,
    Snapshot,
    Stage,
    TableEvent,
    ToClient,
    Welcome,
)
from tests.table.shell import Shell, first_legal

NONCE = 32


def move_of(action: BotAction, view: View) -> Move:
    """Return the move that says `action` on the wire."""
    match action:
        case LayCards(_, lay, terra):
            return DoLay(lay.cards, lay.signs, terra)
        case Draw():
            return DoDraw()
        case Match(_, terra):
            return DoMatch(terra)
        case Keep():
            return DoKeep()
        case Ron():
            return DoLay(view.hand)


@dataclass
class Person:
    """One player on one seat, who presses some time after each snapshot.

    Attributes:
        thinks: seconds from a snapshot to a move, and from a Ron's moment to the press.
        rematch: whether they want another game when one is over.
        seat, token: where they sit, and what resumes it.
        lost: commands that have no answer yet, to be sent again on a new link.
        done: the moves and Rons that were acknowledged.
        rev, told: the newest revision and all events that they were shown; that these agree is demanded always.
    """

    shell: Shell
    name: str
    random: Random
    thinks: Callable[[Random], float] = lambda random: 0.2 + 0.2 * random.random()
    rematch: bool = True
    peer: int = 0
    linked: bool = False
    nonces: list[bytes] = field(default_factory=list)
    answers: dict[int, Ack | Refusal] = field(default_factory=dict)
    seat: int | None = None
    token: bytes | None = None
    lost: dict[int, Command] = field(default_factory=dict)
    done: list[int] = field(default_factory=list)
    rev: int = 0
    told: dict[int, Event | TableEvent] = field(default_factory=dict)
    _asked: tuple[object, ...] | None = None
    _claimed: int = -1

    def come(self) -> Person:
        """Join the table."""
        self.linked = True
        self.shell.watchers.append(self.heard)
        self.peer = self.shell.peers + 1
        self.shell.join(self.name)
        return self

    def cut(self) -> None:
        """Lose the link."""
        if self.linked:
            self.linked = False
            self.shell.cut(self.peer)

    def back(self, shell: Shell | None = None) -> None:
        """Come back with the newest token, to `shell` after a restart; repeat what got no answer."""
        if shell is not None:
            self.shell = shell
            shell.watchers.append(self.heard)
        self._asked, self._claimed = None, -1
        self.linked = True
        self.peer = self.shell.peers + 1
        self.shell.join("", token=self.token)
        self.shell.seqs[self.peer] = max([self.shell.seqs[self.peer], *self.lost])
        for command in list(self.lost.values()):
            self.shell.send(self.peer, command)

    def heard(self, peer: int, message: ToClient) -> None:
        """React to what the table says."""
        if peer != self.peer or not self.linked:
            return
        if isinstance(message, Welcome):
            self.token, self.seat = message.token, message.seat
        elif isinstance(message, Ack | Refusal) and message.seq is not None:
            self.answers[message.seq] = message
            command = self.lost.pop(message.seq, None)
            if isinstance(command, Act | Claim) and isinstance(message, Ack):
                self.done.append(message.seq)
            self._asked = None if isinstance(message, Refusal) else self._asked
        elif isinstance(message, Snapshot):
            self._read(message)
            shell = self.shell
            shell.later(self.thinks(self.random), lambda: self._react(shell, peer, message))

    def _read(self, seen: Snapshot) -> None:
        assert seen.rev >= self.rev
        self.rev = seen.rev
        for numbered in seen.events:
            assert self.told.setdefault(numbered.n, numbered.event) == numbered.event
        numbers = [numbered.n for numbered in seen.events]
        assert numbers == sorted(set(numbers))

    def give(self, make: Callable[[int], Command]) -> None:
        """Send a command, and remember it until it is answered."""
        shell = self.shell
        command = make(shell.seqs[self.peer] + 1)
        self.lost[command.seq] = command
        shell.seqs[self.peer] = command.seq
        shell.send(self.peer, command)

    def _react(self, shell: Shell, peer: int, seen: Snapshot) -> None:
        if shell is not self.shell or peer != self.peer or not self.linked or shell.last(peer) is not seen:
            return
        if seen.stage is Stage.PLAY:
            self._play(seen)
        elif seen.stage is Stage.DEALING or self.rematch or seen.stage is not Stage.OVER:
            self._ready(seen)

    def _ready(self, seen: Snapshot) -> None:
        asked = (seen.stage, None if seen.view is None else seen.view.round)
        if asked != self._asked:
            self._asked = asked
            self.nonces.append(self.random.randbytes(NONCE))
            self.give(lambda seq: Ready(seq, True, self.nonces[-1]))

    def _play(self, seen: Snapshot) -> None:
        assert seen.view is not None
        view = view_from_wire(seen.view, self.seat)
        moment = seen.moment
        if moment is not None and moment.window > self._claimed and self._fits(view):
            self._claimed = moment.window
            self.give(lambda seq: Claim(seq, moment.window, 150))
        elif view.turn == view.viewer and seen.paused is None:
            asked = (view.round, view.phase, view.floor, view.hand, view.under, view.deck)
            if asked != self._asked:
                self._asked = asked
                action = first_legal(view, Decision.TURN)
                assert action is not None
                self.give(lambda seq: Act(seq, seen.rev, move_of(action, view), 150))

    def _fits(self, view: View) -> bool:
        own = view.layer == view.viewer and view.turn != view.viewer
        barred = view.viewer in view.barred and view.turn != view.viewer
        return len(view.hand) == 1 and dots(view.hand[0]) == dots(view.floor) and not own and not barred


def crowd(shell: Shell, names: str, seed: int = 1) -> list[Person]:
    """Let one person for each letter join the table."""
    return [Person(shell, name, Random(f"{seed} {name}")).come() for name in names]
