"""A link takes its share of the time and no more, whatever its host sends (DESIGN.md 7)."""

from __future__ import annotations

import asyncio

import pytest

from server.wire.codec import encode
from server.wire.messages import Ack, ToClient
from terra_tui.session import link as module
from terra_tui.session.link import HostLink
from terra_tui.session.pace import BURST, REST, SHARE, Pace
from tests.ui.stage import wait_until


def test_a_burst_passes_and_then_a_share_of_the_time() -> None:
    pace = Pace(100.0)
    pace.begin(100.0)
    assert not pace.spent(100.0 + BURST * 0.9)
    assert pace.spent(100.0 + BURST * 1.1)
    now, worked = 100.0 + BURST * 1.1, 0.0
    for _ in range(1000):
        now += REST
        pace.begin(now)
        while True:
            now, worked = now + 0.001, worked + 0.001
            if pace.spent(now):
                break
    assert worked / (now - 100.0) == pytest.approx(SHARE, abs=0.08)


def test_idle_time_saves_up_no_more_than_a_burst() -> None:
    pace = Pace(0.0)
    pace.begin(1e6)
    assert not pace.spent(1e6 + BURST * 0.9)
    assert pace.spent(1e6 + BURST * 1.1)


class StillTransport(asyncio.Transport):
    """Notes whether it is read."""

    def __init__(self) -> None:
        super().__init__()
        self.read = True
        self.closing = False

    def pause_reading(self) -> None:
        self.read = False

    def resume_reading(self) -> None:
        self.read = True

    def is_closing(self) -> bool:
        return self.closing

    def abort(self) -> None:
        self.closing = True


class Clock:
    """A clock that stands unless it is moved."""

    def __init__(self) -> None:
        self.now = 50.0

    def monotonic(self) -> float:
        return self.now

    def time(self) -> float:
        return self.now


async def test_a_link_rests_amid_a_flood_and_loses_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = Clock()
    monkeypatch.setattr(module, "time", clock)
    taken: list[int] = []

    def slowly(message: ToClient) -> None:
        assert isinstance(message, Ack)
        taken.append(message.seq)
        clock.now += BURST / 10

    transport = StillTransport()
    link = HostLink(slowly, lambda _: None)
    link.connection_made(transport)
    assert not transport.read      # nothing is heard before somebody listens
    link.listen()
    link.data_received(b"".join(encode(Ack(seq)) for seq in range(100)))
    first = len(taken)
    assert 10 <= first <= 20
    assert not transport.read
    await wait_until(lambda: transport.read)
    assert taken == list(range(100))
    link.connection_lost(None)


async def test_what_comes_before_anybody_listens_is_heard_then() -> None:
    """As in Python 3.11.2: there asyncio reads on though `connection_made` has asked it not to."""
    taken: list[ToClient] = []
    link = HostLink(taken.append, lambda _: None)
    link.connection_made(StillTransport())
    link.data_received(encode(Ack(1)))
    link.data_received(encode(Ack(2)))
    assert taken == []
    link.listen()
    assert taken == [Ack(1), Ack(2)]
    link.data_received(encode(Ack(3)))
    assert taken[2:] == [Ack(3)]
    link.connection_lost(None)


async def test_a_link_that_goes_down_as_it_rests_is_over() -> None:
    taken: list[ToClient] = []
    transport = StillTransport()
    link = HostLink(taken.append, lambda _: None)
    link.connection_made(transport)
    link._pace = Pace(1e18)      # nothing is ever saved up
    link.listen()
    link.data_received(encode(Ack(1)) + encode(Ack(2)))
    assert len(taken) == 1
    link.connection_lost(None)
    assert link._resting is not None
    assert link._resting.cancelled()
    assert (await link.ended).failure is None
