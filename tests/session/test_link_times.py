"""When a link pings, when it is given up: with a clock of its own, so to the second (docs/hosting.md)."""

from __future__ import annotations

import asyncio
import heapq
from collections.abc import Callable
from types import SimpleNamespace

import pytest

from server.wire.codec import decode_to_host, encode
from server.wire.frames import FrameReader
from server.wire.limits import FRAME_LIMIT
from server.wire.messages import Ping, Pong
from terra_tui.session import link as link_module
from terra_tui.session.link import HostLink

STEP = 0.25


class Timer:
    """One call that waits."""

    def __init__(self, call: Callable[[], None]) -> None:
        self.call: Callable[[], None] | None = call

    def cancel(self) -> None:
        """Never call."""
        self.call = None


class World:
    """A loop, a clock, a wall clock and a wire, for one link. `sent` has when each message went out."""

    def __init__(self) -> None:
        self.now = 1000.0
        self.asleep = 0.0
        self.sent: list[tuple[float, object]] = []
        self.ended: float | None = None
        self._waiting: list[tuple[float, int, Timer]] = []
        self._frames = FrameReader(FRAME_LIMIT)

    def call_later(self, delay: float, call: Callable[..., None], *given: object) -> Timer:
        """Have a call made, as a loop does."""
        timer = Timer(lambda: call(*given))
        heapq.heappush(self._waiting, (self.now + delay, id(timer), timer))
        return timer

    def create_future(self) -> asyncio.Future[object]:
        """Return a future of the loop that runs the test."""
        return asyncio.get_running_loop().create_future()

    def pass_time(self, seconds: float, often: Callable[[], None] = lambda: None) -> None:
        """Let time pass, with `often` called each quarter of a second."""
        end = self.now + seconds
        while self.now < end:
            self.now += STEP
            while self._waiting and self._waiting[0][0] <= self.now:
                _, _, timer = heapq.heappop(self._waiting)
                if timer.call is not None:
                    timer.call()
            often()

    # ---- the transport -----------------------------------------------------------------------------------------

    def write(self, data: bytes) -> None:
        """Note what is sent."""
        self._frames.feed(data)
        self.sent += [(self.now, decode_to_host(payload)) for payload in self._frames.payloads()]

    def abort(self) -> None:
        """Note when the link was given up."""
        self.ended = self.now if self.ended is None else self.ended

    def is_closing(self) -> bool:
        """Return whether it was."""
        return self.ended is not None

    def get_write_buffer_size(self) -> int:
        """Return that the host reads all."""
        return 0

    def pause_reading(self) -> None:
        """Nothing is read before somebody listens."""

    def resume_reading(self) -> None:
        """Somebody listens."""


@pytest.fixture
def world(monkeypatch: pytest.MonkeyPatch) -> World:
    """Return a world whose time is the link's."""
    world = World()
    clocks = SimpleNamespace(monotonic=lambda: world.now, time=lambda: 10.0**9 + world.now + world.asleep)
    monkeypatch.setattr(link_module, "time", clocks)
    return world


def link_in(world: World) -> HostLink:
    """Return a link that is up."""
    link = HostLink(lambda message: None, lambda round_trip: None)
    link._loop = world  # type: ignore[assignment]
    link.connection_made(world)  # type: ignore[arg-type]
    link.listen()
    return link


async def test_a_ping_goes_out_every_two_seconds_from_the_first_on(world: World) -> None:
    link = link_in(world)
    began = world.now
    world.pass_time(20.0, lambda: link.data_received(encode(Ping(1))))
    pings = [at - began for at, message in world.sent if isinstance(message, Ping)]
    assert pings == [2.0 * number for number in range(1, 11)]
    assert world.ended is None


@pytest.mark.parametrize("heard_for", [0.0, 3.0, 4.0, 9.25, 30.5])
async def test_a_silent_link_is_given_up_after_four_seconds_when_the_next_ping_is_due(
    world: World, heard_for: float
) -> None:
    link = link_in(world)
    world.pass_time(heard_for, lambda: link.data_received(encode(Pong(1))))
    assert world.ended is None
    heard = world.now
    world.pass_time(3.75)
    assert world.ended is None
    world.pass_time(2.25)
    assert world.ended is not None
    assert 4.0 <= world.ended - heard < 6.0


@pytest.mark.parametrize("after", [0.5, 1.25, 7.0])
async def test_a_link_that_the_machine_slept_through_is_given_up_within_half_a_second(
    world: World, after: float
) -> None:
    link = link_in(world)

    def speaks() -> None:
        link.data_received(encode(Pong(1)))

    world.pass_time(after, speaks)
    world.asleep += 2.0               # a clock that was set by a little
    world.pass_time(1.0, speaks)
    assert world.ended is None
    world.asleep += 60.0
    woke = world.now
    world.pass_time(0.5, speaks)
    assert world.ended is not None
    assert world.ended - woke <= 0.5
