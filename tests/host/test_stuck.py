"""A peer that does not read: when it counts as stuck, and what it may hold (docs/security.md)."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field

import pytest

from server.host.inbox import Inbox
from server.host.limits import HostLimits
from server.host.link import Link, LinkStage
from server.host.outbox import Encoder
from server.host.peers import AT_ONCE, Peers
from server.wire.messages import Code

STUCK = HostLimits().stuck


class Pipe(asyncio.Transport):
    """A connection that takes as much as the test lets it. `full`: it takes nothing."""

    def __init__(self, address: str = "10.0.0.1") -> None:
        super().__init__({"peername": (address, 4747)})
        self.waiting = 0
        self.full = False
        self.cut = False
        self.link: Link | None = None

    def set_write_buffer_limits(self, high: int | None = None, low: int | None = None) -> None:
        """The link wants to hear at once."""

    def get_write_buffer_size(self) -> int:
        """Return what the peer has not taken."""
        return self.waiting

    def write(self, data: bytes | bytearray | memoryview) -> None:
        """Keep it where the peer takes nothing."""
        if self.full:
            self.waiting += len(data)
            assert self.link is not None
            self.link.pause_writing()

    def is_closing(self) -> bool:
        """Return whether it was cut."""
        return self.cut

    def can_write_eof(self) -> bool:
        """Return that halves can be ended."""
        return True

    def write_eof(self) -> None:
        """End our half; the peer does not end its own."""

    def pause_reading(self) -> None:
        """Nothing comes."""

    def resume_reading(self) -> None:
        """Nothing comes."""

    def abort(self) -> None:
        """Close by force."""
        self.cut = True


@dataclass
class Keeping:
    """Notes what a link reports."""

    overdue_for: list[Code] = field(default_factory=list)

    def opened(self, link: Link) -> None:
        """It is there."""

    def received(self, link: Link, data: bytes) -> None:
        """It spoke."""

    def ended(self, link: Link) -> None:
        """It will speak no more."""

    def closed(self, link: Link) -> None:
        """It is gone."""

    def told(self, link: Link, numbers: list[int]) -> None:
        """It was told."""

    def overdue(self, link: Link, code: Code) -> None:
        """It is to be cut."""
        self.overdue_for.append(code)


async def stuck_link(waiting: int) -> tuple[Link, Pipe, Keeping, float]:
    """Return a link that is in, with so many bytes that its peer does not take, and when that began."""
    keeper, pipe = Keeping(), Pipe()
    link = Link(1, keeper, asyncio.get_running_loop(), Encoder(), HostLimits())
    pipe.link = link
    link.connection_made(pipe)
    link.stage = LinkStage.IN
    pipe.waiting = waiting
    link.pause_writing()
    return link, pipe, keeper, link._stuck_since


async def test_who_takes_nothing_for_ten_seconds_is_slow() -> None:
    assert STUCK == 10.0
    link, _, keeper, began = await stuck_link(5_000)
    link.look(began + 9.9)
    assert keeper.overdue_for == []
    link.look(began + 10.1)
    assert keeper.overdue_for == [Code.SLOW]


@pytest.mark.parametrize("every", [0.25, 9.5])
async def test_who_takes_a_byte_now_and_then_is_not_however_long_it_lasts(every: float) -> None:
    link, pipe, keeper, now = await stuck_link(5_000)
    for _ in range(40):
        pipe.waiting -= 1
        now += every
        link.look(now)
    assert keeper.overdue_for == []
    link.look(now + 9.9)
    assert keeper.overdue_for == []
    link.look(now + 10.1)
    assert keeper.overdue_for == [Code.SLOW]


async def test_who_has_taken_all_begins_anew() -> None:
    link, pipe, keeper, began = await stuck_link(5_000)
    pipe.waiting = 0
    link.resume_writing()
    link.look(began + 1_000.0)
    assert keeper.overdue_for == []


def peers_with(limits: HostLimits) -> Peers:
    """Return the links of a host that hears nothing."""
    loop = asyncio.get_running_loop()
    inbox = Inbox(loop, lambda error: None)
    return Peers(
        loop, inbox, limits, None, received=lambda link, data, now: None, gone=lambda link, now: None,
        told=lambda link, number, now: None,
    )


def come(peers: Peers, address: str) -> tuple[Link, Pipe]:
    """Return one more connection."""
    link, pipe = peers.make(), Pipe(address)
    pipe.link = link
    link.connection_made(pipe)
    return link, pipe


async def test_links_that_are_being_closed_are_bounded_too_and_the_busiest_caller_loses_the_oldest() -> None:
    limits = HostLimits(links=3, arriving=4, pending=4, closing=2)
    peers = peers_with(limits)
    honest, honest_pipe = come(peers, "10.0.0.9")
    peers._close(honest, None, 0.0)
    pipes = []
    for _ in range(3 * limits.most):
        link, pipe = come(peers, "10.0.0.1")
        peers._close(link, None, 0.0)      # its goodbye waits to be read
        pipes.append(pipe)
        assert len(peers) <= limits.most
    assert not honest_pipe.cut
    assert [pipe.cut for pipe in pipes] == [True] * (len(pipes) - limits.most + 1) + [False] * (limits.most - 1)


async def test_a_crowd_is_written_to_by_fifties_so_that_a_players_byte_is_read_between() -> None:
    assert AT_ONCE == 50
    peers = peers_with(HostLimits())
    flushed: list[int] = []

    class Watcher:
        plays = False

        def flush(self) -> None:
            flushed[-1] += 1

    flushed.append(0)
    peers._written = {Watcher(): None for _ in range(130)}  # type: ignore[misc]
    peers.flush()
    while sum(flushed) < 130:
        flushed.append(0)
        await asyncio.sleep(0)
    assert [some for some in flushed if some] == [50, 50, 30]
