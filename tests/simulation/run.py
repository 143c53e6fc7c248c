"""One run: a table, its clients, its weather and its checks, from a seed to the end of the game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from dataclasses import dataclass, field
from typing import Final

from server.table.table import Table
from server.wire.messages import Command, Stage
from server.wire.settings import Level
from terra_tui.session.state import DealCheck
from tests.simulation.chance import between, stream
from tests.simulation.checks import Checks
from tests.simulation.clients import Client, World
from tests.simulation.clock import SECOND, Clock
from tests.simulation.faults import EVERY, Fault, Weather, weather
from tests.simulation.host import Host, Peer
from tests.simulation.links import Line
from tests.simulation.scene import Scene, scene
from tests.simulation.trace import Trace
from tests.simulation.violation import Violation, demand

LONGEST: Final = 1200 * SECOND
"""A game that has not ended by then, with all faults long over, never will."""
MOST_STEPS: Final = 500_000
MOST_AT_ONCE: Final = 2_000
"""More things than this at one microsecond are a table that turns in a circle."""
LAST_WORDS: Final = 3 * SECOND
"""Time for what was sent last to arrive."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a run came to.

    Attributes:
        digest: the trace's SHA-256.
        events: how many things the trace holds.
        seconds: virtual time.
        seen: how often what came up: kinds of lines, double Rons, penalties, kills.
        failure: what was violated, None if nothing.
        tail: the last things that happened before a failure.
    """

    seed: int
    digest: str
    events: int
    seconds: float
    seen: Counter[str] = field(default_factory=Counter)
    failure: str | None = None
    tail: str = ""


class Run:
    """Builds the world of a seed, and lets it go."""

    def __init__(self, seed: int, faults: Collection[Fault] = EVERY) -> None:
        self.seed = seed
        self.clock = Clock()
        self.trace = Trace()
        self.scene: Scene = scene(seed, faults)
        self.weather: Weather = weather(seed, len(self.scene.guests), faults)
        self.checks = Checks(stream(seed, "checks"))
        self.seen: Counter[str] = Counter()
        self.host: Host | None = None
        self._lives = 0
        self._lines = 0
        self._begun = self.clock.now
        world = World(self.clock, self._dial, self._sent, self._nonce)
        self.clients = [
            Client(number, guest, world, stream(seed, "client", number))
            for number, guest in enumerate(self.scene.guests)
        ]

    # ---- the world's parts --------------------------------------------------------------------------------

    def _dial(self, client: Client) -> Line | None:
        host = self.host
        if host is None or not host.alive:
            return None
        self._lines += 1
        number = self._lines
        peers: list[Peer] = []
        line = Line(
            self.clock,
            client.guest.road,
            stream(self.seed, "line", number),
            to_host=lambda data: host.received(peers[0], data),
            to_client=lambda data: self._arrives(client, line, data),
            lost_by_host=lambda: host.lost(peers[0]),
            lost_by_client=lambda: client.lost(line),
        )
        peers.append(host.accept(number, line, client.guest.kernel))
        return line

    def _arrives(self, client: Client, line: Line, data: bytes) -> None:
        self.trace.add(self.clock.now, f"client {client.number} reads", data)
        client.received(line, data)

    def _sent(self, seat: int, name: str, command: Command) -> None:
        self.checks.register.sent((seat, name), command)

    def _nonce(self, nonce: bytes, game: bytes, round: int) -> None:
        self.checks.nonces[nonce.hex()] = (game.hex(), round)

    # ---- what happens to it -------------------------------------------------------------------------------

    def _start_host(self) -> None:
        self._lives += 1
        entropy = stream(self.seed, "entropy", self._lives).randbytes
        if self.checks.journal:
            table = Table.restore(self.checks.journal, entropy=entropy)
            self.checks.restored(table)
            bots: tuple[Level, ...] = ()
        else:
            table = Table(self.scene.settings, entropy=entropy, seed=self.scene.announced)
            bots = self.scene.bots
        random = stream(self.seed, "host", self._lives)
        slow = self.weather.slow_disk
        self.host = Host(self.clock, self.trace, self.checks, table, random, slow_disk=slow)
        self.host.open(bots)

    def _kill_host(self, down: int) -> None:
        if self.host is not None and self.host.alive:
            self.host.kill()
            self.seen["kill"] += 1
            self.clock.after(down, self._start_host)

    def _hurt(self, number: int, how: str, until: int) -> None:
        line = self.clients[number].line
        if line is None:
            return
        self.seen[how] += 1
        self.trace.add(self.clock.now, f"{how} for client {number}")
        if how == "stall":
            line.stall(until)
        elif how == "cut":
            line.cut()
        else:
            line.die_half_open()

    def _calm(self) -> None:
        for client in self.clients:
            client.calm = True
        if self.host is not None:
            self.host.calm = True

    # ---- the run ------------------------------------------------------------------------------------------

    def go(self) -> Outcome:
        """Run to the end of the game; a violation ends it too, and is told in the outcome."""
        failure, tail = None, ""
        try:
            self._plan()
            self._until_over()
            self._until(self.clock.now + LAST_WORDS)
            self._look_back()
        except Violation as violation:
            failure, tail = str(violation), self.trace.tail()
        except Exception as error:
            failure, tail = f"{type(error).__name__}: {error}", self.trace.tail()
        seconds = (self.clock.now - self._begun) / SECOND
        self.seen.update(self.checks.referee.seen)
        return Outcome(self.seed, self.trace.digest, self.trace.events, seconds, self.seen, failure, tail)

    def _plan(self) -> None:
        begun, weather = self._begun, self.weather
        self._start_host()
        random = stream(self.seed, "arrivals")
        for client in self.clients:
            self.clock.at(begun + between(random, 0, 2 * SECOND), client.connect)
        for at, down in weather.kills:
            self.clock.at(begun + at, lambda down=down: self._kill_host(down))  # type: ignore[misc]
        for at, number, how, until in weather.hurts:
            self.clock.at(
                begun + at, lambda number=number, how=how, until=until: self._hurt(number, how, until)  # type: ignore[misc]
            )
        self.clock.at(begun + weather.calm, self._calm)

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.host is not None and self.host.alive and self.host.table.core.stage is Stage.OVER

    def _until_over(self) -> None:
        steps, stood, time = 0, 0, self.clock.now
        while not self.over:
            demand(self.clock.step(), "nothing is planned any more, and the game has not ended")
            steps += 1
            in_time = self.clock.now - self._begun < LONGEST and steps < MOST_STEPS
            demand(in_time, "the faults are over, and the game does not end")
            stood, time = (stood + 1 if time == self.clock.now else 0), self.clock.now
            demand(stood < MOST_AT_ONCE, "the table wakes again and again, and does nothing")

    def _until(self, time: int) -> None:
        while self.clock.now < time and self.clock.step():
            pass

    def _look_back(self) -> None:
        """The game is over: everybody who is here knows it, and nothing that was acknowledged is lost."""
        self.checks.ended()
        host = self.host
        if host is None or not host.alive:
            return                            # killed in its last seconds
        for client in self.clients:
            snapshot = client.state.snapshot
            if client.up and client.line is not None and not client.line.half_open and not client.line.stalled:
                known = snapshot is not None and snapshot.stage in (Stage.OVER, Stage.DEALING, Stage.PLAY)
                demand(known or host.table.core.stage is not Stage.OVER, f"{client.guest.name} is not told the end")
            for check in client.state.checks.values():
                who = "watched" if client.state.seat is None else "deal"      # who comes late cannot tell
                self.seen[f"{who} {check.value}"] += check is not DealCheck.PENDING


def run(seed: int, faults: Collection[Fault] = EVERY) -> Outcome:
    """Run `seed` and return what came of it."""
    return Run(seed, faults).go()
