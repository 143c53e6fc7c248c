"""A connection in virtual time: latency, jitter, stalls, cuts, and the half-open death that nobody is told of."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from random import Random

from tests.simulation.clock import SECOND, Clock

KERNEL_GIVES_UP = 30 * SECOND
"""TCP_USER_TIMEOUT of the real host's sockets."""


@dataclass(frozen=True, slots=True)
class Road:
    """One way's latency and jitter, microseconds; the jitter goes evenly up and down."""

    latency: int = 0
    jitter: int = 0


class Pipe:
    """One direction: bytes arrive in order, in pieces, later. Where it is `closed`, nothing arrives any more."""

    def __init__(self, clock: Clock, road: Road, random: Random, deliver: Callable[[bytes], None]) -> None:
        self._clock = clock
        self._road = road
        self._random = random
        self._deliver = deliver
        self._last = 0
        self.stalled_until = 0
        self.closed = False

    def send(self, data: bytes) -> None:
        """Let `data` travel."""
        for piece in self._pieces(data):
            self._clock.at(self._arrival(), self._arriving(piece))

    def _pieces(self, data: bytes) -> list[bytes]:
        if len(data) < 2 or self._random.random() > 0.05:
            return [data]
        cut = 1 + int(self._random.random() * (len(data) - 1))
        return [data[:cut], data[cut:]]

    def _arrival(self) -> int:
        jitter = self._road.jitter
        late = round((self._random.random() * 2 - 1) * jitter) if jitter else 0
        at = max(self._clock.now, self.stalled_until) + max(0, self._road.latency + late)
        self._last = max(self._last, at)                  # TCP: nothing overtakes
        return self._last

    def _arriving(self, data: bytes) -> Callable[[], None]:
        def arrive() -> None:
            if not self.closed:
                self._deliver(data)

        return arrive

    def after_all(self, deed: Callable[[], None]) -> None:
        """Do `deed` when what was sent has arrived."""
        self._clock.at(self._arrival(), deed)


class Line:
    """A connection between a client and the host.

    Args:
        to_host, to_client: take what arrives.
        lost_by_host, lost_by_client: called once when that end learns that the connection is gone.
    """

    def __init__(
        self,
        clock: Clock,
        road: Road,
        random: Random,
        *,
        to_host: Callable[[bytes], None],
        to_client: Callable[[bytes], None],
        lost_by_host: Callable[[], None],
        lost_by_client: Callable[[], None],
    ) -> None:
        self._clock = clock
        self._road = road
        self.up = Pipe(clock, road, random, to_host)
        self.down = Pipe(clock, road, random, to_client)
        self._lost_by_host = lost_by_host
        self._lost_by_client = lost_by_client
        self._host_knows = self._client_knows = False
        self.half_open = False

    @property
    def stalled(self) -> bool:
        """Whether the host's kernel takes no more bytes now."""
        return self._clock.now < self.down.stalled_until

    @property
    def least_round_trip(self) -> float:
        """What the kernel's smallest round trip would be, in seconds."""
        return 2 * max(0, self._road.latency - self._road.jitter) / 1e6

    def stall(self, micros: int) -> None:
        """Let nothing through for a while, either way."""
        until = self._clock.now + micros
        self.up.stalled_until = max(self.up.stalled_until, until)
        self.down.stalled_until = max(self.down.stalled_until, until)

    def die_half_open(self) -> None:
        """Let nothing through any more, and tell nobody; the host's kernel gives up in the end."""
        self.half_open = True
        self.up.closed = self.down.closed = True
        self._clock.after(KERNEL_GIVES_UP, self.host_end)

    def cut(self) -> None:
        """Break the connection: what is on its way is lost, both ends are told a little later."""
        self.up.closed = self.down.closed = True
        self._clock.after(self._road.latency, self.host_end)
        self._clock.after(self._road.latency, self.client_end)

    def closed_by_client(self) -> None:
        """The client closes: what it sent still arrives, then the host is told."""
        self._client_knows = True
        self.down.closed = True
        if not self.half_open:
            self.up.after_all(self.host_end)

    def closed_by_host(self) -> None:
        """The host closes (or its process dies): what it sent still arrives, then the client is told."""
        self._host_knows = True
        self.up.closed = True
        if not self.half_open:
            self.down.after_all(self.client_end)

    def host_end(self) -> None:
        """The host learns that the connection is gone."""
        self.up.closed = True
        if not self._host_knows:
            self._host_knows = True
            self._lost_by_host()

    def client_end(self) -> None:
        """The client learns that the connection is gone."""
        self.down.closed = True
        if not self._client_knows:
            self._client_knows = True
            self._lost_by_client()
