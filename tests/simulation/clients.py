"""A client in virtual time: the real state, reducer, command numbers and reaction times, and a human's hands."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from random import Random

from server.engine.state import Phase
from server.wire.codec import decode_to_client, encode
from server.wire.frames import FrameReader
from server.wire.limits import FRAME_LIMIT
from server.wire.messages import (
    Ack,
    Act,
    Bye,
    Claim,
    Code,
    Command,
    Hello,
    Ping,
    Pong,
    Ready,
    Refusal,
    Role,
    Roster,
    Snapshot,
    Stage,
    ToClient,
    ToHost,
    Welcome,
)
from terra_tui.session import deals
from terra_tui.session.commands import Commands
from terra_tui.session.nonces import next_nonce, nonce_is_due
from terra_tui.session.reactions import Reactions
from terra_tui.session.reducer import dropped, reduce, sent
from terra_tui.session.state import ClientState, DealCheck
from tests.simulation.chance import between
from tests.simulation.clock import MILLI, SECOND, Clock
from tests.simulation.hands import Hands
from tests.simulation.links import Line
from tests.simulation.scene import Guest
from tests.simulation.violation import demand

SILENCE = 8 * SECOND
BEAT = 4 * SECOND


@dataclass(frozen=True, slots=True)
class World:
    """What a client finds around it.

    Attributes:
        clock: the time.
        dial: makes a line to the host for a client, or returns None: nobody listens there.
        sent: is told each command and who sent it: (seat, name, command).
        nonce: is told each nonce that was made, and for which game and round.
    """

    clock: Clock
    dial: Callable[[Client], Line | None]
    sent: Callable[[int, str, Command], None]
    nonce: Callable[[bytes, bytes, int], None]


class Client:
    """One person with a terminal. `calm` from when on nobody misbehaves any more."""

    def __init__(self, number: int, guest: Guest, world: World, random: Random) -> None:
        self.number = number
        self.guest = guest
        self.world = world
        self.random = random
        self.state = ClientState()
        self.commands = Commands()
        self.reactions = Reactions()
        self.line: Line | None = None
        self.up = False
        self.calm = False
        self.gone = False
        self.greeted = 0
        self.token: bytes | None = None
        self._reader = FrameReader(FRAME_LIMIT)
        self._heard = 0
        self._tries = 0
        self._pings = 0
        self._told_nonce: bytes | None = None
        self._hands = Hands(self)

    # ---- the link -----------------------------------------------------------------------------------------

    def connect(self) -> None:
        """Try to reach the host, with back-off."""
        if self.line is not None or self.gone:
            return
        line = self.world.dial(self)
        if line is None:
            self._try_again()
            return
        self.line = line
        self._reader = FrameReader(FRAME_LIMIT)
        self._heard = self.world.clock.now
        self._told_nonce = None
        role = Role.WATCH if self.guest.watches and self.token is None else Role.PLAY
        self.send(Hello(1, role, self.guest.name, self.token))
        self._beat(line)

    def _try_again(self) -> None:
        self._tries += 1
        self.world.clock.after(between(self.random, 100, 300 * min(8, self._tries)) * MILLI, self.connect)

    def lost(self, line: Line) -> None:
        """`line` is gone."""
        if line is self.line:
            self.line = None
            self.up = False
            self._try_again()

    def hang_up(self) -> None:
        """Close the line."""
        line = self.line
        if line is not None:
            line.closed_by_client()
            self.lost(line)

    def _beat(self, line: Line) -> None:
        def beat() -> None:
            if line is not self.line:
                return
            if self.world.clock.now - self._heard >= SILENCE:
                self.hang_up()
                return
            self._pings += 1
            self.send(Ping(self._pings))
            self._beat(line)

        self.world.clock.after(BEAT, beat)

    def send(self, message: ToHost) -> None:
        """Send `message` if there is a line."""
        if self.line is not None:
            self.line.up.send(encode(message))

    # ---- what comes ---------------------------------------------------------------------------------------

    def received(self, line: Line, data: bytes) -> None:
        """Bytes came by `line`."""
        if line is not self.line:
            return
        self._heard = self.world.clock.now
        self._reader.feed(data)
        for payload in self._reader.payloads():
            self._take(decode_to_client(payload))
            if line is not self.line:
                return

    def _take(self, message: ToClient) -> None:
        now = self.world.clock.seconds
        match message:
            case Ping(n=n):
                self.send(Pong(n))
                return
            case Bye(code=code):
                self._dismissed(code)
                return
            case Welcome():
                self._welcomed(message)
                return
            case Ack(seq=seq):
                done = self.commands.answered(seq)
                if isinstance(done, Ready) and done.nonce is not None:
                    self._update(deals.nonce_taken(self.state, done.nonce))
            case Refusal(seq=int(seq)):
                self.commands.answered(seq)
            case Snapshot():
                self.reactions.arrived(message, now)
                self.reactions.painted(message.rev, now)
        self._update(reduce(self.state, message, now))
        if isinstance(message, Snapshot | Roster):
            self._send_nonce()
        if isinstance(message, Snapshot):
            self._hands.saw(message)

    def _update(self, state: ClientState) -> None:
        numbers = [numbered.n for numbered in state.log[-3:]]
        demand(numbers == sorted(set(numbers)), f"{self.guest.name} logs events {numbers}")
        demand(DealCheck.BAD not in state.checks.values(), f"{self.guest.name} finds a deal that is wrong")
        self.state = state

    def _welcomed(self, welcome: Welcome) -> None:
        self.up = True
        self._tries = 0
        self.greeted += 1
        same = welcome.seat is not None and welcome.seat == self.state.seat and welcome.game == self.state.game
        if welcome.token is not None:
            self.token = welcome.token
        self.commands.go_on_above(welcome.seq)
        state = reduce(self.state, welcome, self.world.clock.seconds)
        if not same:
            self.commands.drop()
            state = dropped(state)
        self._update(state)
        for command in self.commands.once_more():
            self.send(command)

    def _dismissed(self, code: Code) -> None:
        line = self.line
        if line is not None:
            line.closed_by_client()
            self.line, self.up = None, False
        if code in (Code.BAD_TOKEN, Code.KICKED):
            self.token = None
        if code in (Code.TABLE_FULL, Code.NO_WATCHING, Code.KICKED):
            self.gone = True
            return
        self._try_again()

    # ---- what goes out ------------------------------------------------------------------------------------

    def command(self, make: Callable[[int], Command], times: int = 1) -> None:
        """Send the command that `make(seq)` builds, so often, and keep it until it is answered."""
        if not self.up:
            return
        command = make(self.commands.next())
        self.commands.sent(command)
        self._update(sent(self.state, command))
        self._told_of(command)
        for _ in range(times):
            self.send(command)

    def _told_of(self, command: Command) -> None:
        if self.state.seat is not None and isinstance(command, Act | Claim):
            self.world.sent(self.state.seat, self.guest.name, command)

    def nonce(self) -> bytes | None:
        """Return the nonce that goes with a `Ready` now, None where none may go."""
        if next_nonce(self.state) is None:
            return None
        witness = self.state.witnesses[-1]
        nonce = witness.nonce or self.random.randbytes(16)
        self.world.nonce(nonce, witness.game, witness.round)
        self._update(deals.nonce_sent(self.state, nonce))
        self._told_nonce = nonce
        return nonce

    def _send_nonce(self) -> None:
        if not nonce_is_due(self.state):
            return
        told = self._told_nonce
        nonce = self.nonce()
        if nonce is not None and nonce != told:
            self.command(lambda seq: Ready(seq, True, nonce))

    @property
    def my_turn(self) -> bool:
        """Whether this client's seat is to move."""
        snapshot = self.state.snapshot
        view = None if snapshot is None else snapshot.view
        if view is None or snapshot is None or snapshot.stage is not Stage.PLAY:
            return False
        return view.turn == self.state.seat and view.phase in (Phase.TURN, Phase.MATCH)

    @property
    def reaction(self) -> int:
        """The reaction time that an honest client tells now, milliseconds."""
        return self.reactions.since(self.world.clock.seconds)


