"""A race track: the real table, put again and again in front of a Ron by claimants on modelled links.

Only the race is played: a crafted position with a fresh floor card, claimants who hold the last single that fits
(or do not), and the presses as they reach the host. Everything is judged by `Table.receive`, `told` and `tick`.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from random import Random
from typing import Any

from server.engine.actions import Deal
from server.engine.apply import apply
from server.engine.cards import DECK, Hand, Seat
from server.engine.state import Game, Phase, new_game
from server.table.effects import Effect, Persist, Send, Wake
from server.table.table import Table
from server.wire.messages import (
    Act,
    Claim,
    Command,
    DoDraw,
    Hello,
    Ping,
    Raced,
    RaceLine,
    Role,
    Snapshot,
    Stage,
)
from server.wire.settings import Settings

REACTION, SPREAD = 260.0, 50.0
"""Milliseconds: how long a human takes from seeing to pressing, normal."""
BETWEEN_RACES = 2.5
"""Seconds: long enough that each race comes after a ping of every link."""
MOST_SECONDS = 3.0
"""Longer than any race lasts."""
PINGS = 32
"""Rounds of pings before the first race: as many as the table remembers."""


class Manner(StrEnum):
    """How a claimant behaves."""

    HONEST = "honest"        # claims, and tells its own reaction time
    LIAR = "liar"            # claims, and says that it took no time at all
    FORGER = "forger"        # lies, and holds back its pongs, so that its link seems to jitter
    HAMMER = "hammer"        # claims at once, five times in a row, whatever it holds
    DRAW = "draw"            # the next player: draws, and tells its own reaction time


@dataclass(frozen=True, slots=True)
class Lane:
    """One claimant and the link it comes by.

    Attributes:
        rtt: the base round trip, milliseconds, half of it each way.
        jitter: each way varies evenly by so many milliseconds up and down, as `tc netem delay … 20ms` does.
    """

    rtt: float = 0.0
    jitter: float = 0.0
    manner: Manner = Manner.HONEST

    def way(self, random: Random) -> float:
        """Return how long one message takes one way, seconds."""
        spread = random.uniform(-self.jitter, self.jitter) if self.jitter else 0.0
        return max(0.0, self.rtt / 2 + spread) / 1000


@dataclass(slots=True)
class Heat:
    """What one race came to.

    Attributes:
        lines: the settled race as the players see it, the first place first; none where nobody claimed.
        arrivals: seat -> when its first press was read, seconds.
        false: who declared a false Ron.
        record: the race's line in the journal.
    """

    lines: tuple[RaceLine, ...] = ()
    arrivals: dict[Seat, float] = field(default_factory=dict)
    false: set[Seat] = field(default_factory=set)
    record: dict[str, Any] | None = None

    @property
    def first(self) -> Seat | None:
        """The seat in the first place, None where no Ron stood."""
        return self.lines[0].seat if self.lines and self.lines[0].verdict == "paid" else None

    @property
    def paid(self) -> frozenset[Seat]:
        """Who was paid."""
        return frozenset(line.seat for line in self.lines if line.verdict == "paid")


class Track:
    """A table whose seats are linked once; `run` lets one race be run.

    Args:
        lanes: seat -> its claimant; seats without one only sit there.
        kernel: whether the host's kernel tells the smallest round trip (`TCP_INFO`).
    """

    def __init__(self, settings: Settings, lanes: dict[Seat, Lane], seed: int, *, kernel: bool = True) -> None:
        self.random = Random(seed)
        self.settings = settings
        self.lanes = lanes
        self.table = Table(settings, entropy=Random(seed + 1).randbytes)
        self.now = 1000.0
        self._kernel = kernel
        self._least: dict[Seat, float] = {}
        self._wake: float | None = None
        self._heat = Heat()
        self._told: dict[Seat, float] = {}
        self._queue: list[tuple[float, int, Callable[[float], list[Effect]]]] = []
        self._count = 0
        self._seq = 0
        self._take(self.table.open(self.now))
        for seat in range(settings.seats):
            self._take(self.table.connected(self.now, seat, Hello(1, Role.PLAY, f"Seat {seat}")))
        for _ in range(PINGS):
            self.now += BETWEEN_RACES
            self._until(self.now)

    def run(self, game: Game, claimants: Collection[Seat] | None = None) -> Heat:
        """Run one race from `game`, whose turn has just ended with a lay.

        Args:
            claimants: who presses; by default every lane.
        """
        self.now += BETWEEN_RACES
        self._until(self.now)
        core = self.table.core
        core.game, core.stage = game, Stage.PLAY
        self._heat, self._told = Heat(), {}
        self.table.play.next_decision(self.now, timed=True)
        race = core.race
        assert race is not None
        window, rev = race.window, core.rev + 1
        self._take(self.table.tick(self.now))
        for seat in self.lanes if claimants is None else claimants:
            reaction = max(100.0, self.random.gauss(REACTION, SPREAD))
            self._press(seat, self.lanes[seat], reaction, window, rev)
        self._until(self.now + MOST_SECONDS, lambda: core.stage is not Stage.PLAY or core.race is not race)
        return self._heat

    # ---- a claimant's presses ---------------------------------------------------------------------------

    def _press(self, seat: Seat, lane: Lane, reaction: float, window: int, rev: int) -> None:
        saw = self._told[seat] + lane.way(self.random)
        claimed = round(reaction)
        if lane.manner in (Manner.LIAR, Manner.FORGER):
            claimed = 0
        if lane.manner is Manner.HAMMER:
            for key in range(5):
                self._send(seat, lane, saw + key * 0.030, Claim(self._next(), window, key * 30))
        elif lane.manner is Manner.DRAW:
            self._send(seat, lane, saw + reaction / 1000, Act(self._next(), rev, DoDraw(), claimed))
        else:
            self._send(seat, lane, saw + reaction / 1000, Claim(self._next(), window, claimed))

    def _send(self, seat: Seat, lane: Lane, pressed: float, command: Command) -> None:
        arrival = pressed + lane.way(self.random)
        heat = self._heat
        heat.arrivals.setdefault(seat, arrival)
        # What comes after the race is late, and changes nothing here.
        self._at(arrival, lambda now: self.table.receive(now, seat, command) if heat is self._heat else [])

    def _next(self) -> int:
        self._seq += 1
        return self._seq

    # ---- time -------------------------------------------------------------------------------------------

    def _at(self, at: float, act: Callable[[float], list[Effect]]) -> None:
        self._count += 1
        heapq.heappush(self._queue, (at, self._count, act))

    def _until(self, end: float, done: Callable[[], bool] = lambda: False) -> None:
        """Let time pass until `end`, or until `done`; what was read comes before a timer of the same time."""
        while not done():
            due = self._queue[0][0] if self._queue else float("inf")
            wake = float("inf") if self._wake is None else self._wake
            at = min(due, wake)
            if at > end:
                self.now = max(self.now, end)
                return
            self.now = max(self.now, at)
            if due <= wake:
                act = heapq.heappop(self._queue)[2]
                self._take(act(self.now))
            else:
                self._wake = None
                self._take(self.table.tick(self.now))

    def _take(self, effects: Sequence[Effect]) -> None:
        for effect in effects:
            match effect:
                case Wake(at):
                    self._wake = at
                case Persist(lines):
                    self._note(lines)
                case Send(peer, message, told):
                    self._sent(peer, message, told)

    def _note(self, lines: Sequence[dict[str, Any]]) -> None:
        for line in lines:
            if line["t"] == "race":
                self._heat.record = line
            elif line["t"] == "false_ron":
                self._heat.false.add(line["seat"])

    def _sent(self, peer: int, message: object, told: int | None) -> None:
        if isinstance(message, Snapshot):
            if told is not None:
                self._told[peer] = self.now
                self._take(self.table.told(self.now, peer, told))
            for numbered in message.events:
                if isinstance(numbered.event, Raced):
                    self._heat.lines = numbered.event.lines
        elif isinstance(message, Ping):
            self._answer(peer, message.n)

    def _answer(self, peer: int, n: int) -> None:
        lane = self.lanes.get(peer, Lane())
        trip = lane.way(self.random) + lane.way(self.random)
        self._least[peer] = min(trip, self._least.get(peer, trip))
        if self._kernel:
            self.table.measured(peer, self._least[peer])
        if lane.manner is Manner.FORGER:
            trip += 0.2                       # the kernel has acknowledged the ping long before
        self._at(self.now + trip, lambda now: self.table.ponged(now, peer, n))


def position(
    settings: Settings, layer: Seat, holders: dict[Seat, int], floor: int, barred: frozenset[Seat] = frozenset()
) -> Game:
    """Return a game whose turn has just ended: `layer` laid `floor`, and `holders` hold that one card each.

    The others hold three cards; all 64 cards are there.
    """
    game, _ = apply(new_game(settings.rules, settings.seats), Deal(0, DECK))
    left = list(DECK)
    for card in (floor, *holders.values()):
        left.remove(card)
    hands: list[Hand] = []
    for seat in range(settings.seats):
        if seat in holders:
            hands.append((holders[seat],))
        else:
            hands.append(tuple(sorted(left[:3])))
            del left[:3]
    return replace(
        game,
        hands=tuple(hands),
        deck=tuple(left),
        floor=floor,
        layer=layer,
        under=(),
        turn=(layer + 1) % settings.seats,
        turns=1,
        phase=Phase.TURN,
        barred=barred,
    )

