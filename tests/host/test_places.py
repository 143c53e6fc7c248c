"""Who gets in where a host is full: holders of seats always, players where a seat is free, spectators by shares."""

from __future__ import annotations

import asyncio
import socket
import sys
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager

import pytest

from server.host.limits import HostLimits
from server.host.options import HostOptions
from server.wire.limits import PROTOCOL_VERSION
from server.wire.messages import (
    Act,
    Bye,
    Code,
    DoDraw,
    Hello,
    Refusal,
    Role,
    Say,
    Snapshot,
    ToClient,
    Welcome,
)
from server.wire.settings import Settings
from tests.host.caller import PATIENCE, Caller, calling
from tests.host.conftest import Hosting, wait_until
from tests.host.fake_table import FakeTable

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="other systems have one loopback address")

FEW = HostLimits(links=12)
HERE, THERE, ELSEWHERE = "127.0.0.1", "127.0.0.2", "127.0.0.3"


@asynccontextmanager
async def crowd(port: int, count: int, source: str) -> AsyncIterator[list[Caller]]:
    """Let `count` spectators come in from one address; all of them have been answered when this begins."""
    async with AsyncExitStack() as stack:
        callers = []
        for number in range(count):
            caller = await stack.enter_async_context(calling(port, source=source))
            await caller.enter(f"{source[-1]}-{number}", Role.WATCH)
            callers.append(caller)
        yield callers


async def refused(port: int, source: str, role: Role = Role.WATCH) -> Bye:
    """Ask to be let in, and return the refusal."""
    async with calling(port, source=source) as caller:
        with pytest.raises(AssertionError, match="the host closed"):
            await caller.enter("Late", role)
        bye = caller.heard[-1]
        assert isinstance(bye, Bye)
        return bye


async def test_the_holder_of_a_seat_gets_in_whoever_fills_the_host(hosting: Hosting) -> None:
    host = await hosting(options=HostOptions(settings=Settings(seats=3), discovery=False), limits=FEW)
    async with calling(host.port) as minji:
        token = (await minji.enter("Minji")).token
    async with crowd(host.port, 12, HERE):
        assert (await refused(host.port, HERE)).code is Code.CROWDED
        async with calling(host.port) as again, calling(host.port) as jun:
            assert (await again.enter("Minji", token=token)).seat == 0
            assert (await jun.enter("Jun")).seat == 1                # and a newcomer gets a seat that is free
            async with calling(host.port) as fenced:                 # as often as they like
                assert (await fenced.enter("Jun", token=token_of(jun))).seat == 1


def token_of(caller: Caller) -> bytes | None:
    """Return the token that a caller was given."""
    return next(one.token for one in caller.heard if isinstance(one, Welcome))


async def test_whoever_fills_the_host_pushes_out_their_own_newest(hosting: Hosting) -> None:
    host = await hosting(FakeTable(), limits=FEW)
    async with crowd(host.port, 12, HERE) as flood, crowd(host.port, 4, THERE) as others:
        for caller in flood[8:]:
            assert (await caller.bye()).code is Code.CROWDED
        others[0].send(Say(1, "we are in"))
        for caller in (*flood[:8], *others):
            await caller.expect(Snapshot)


async def test_two_crowds_do_not_push_each_other_in_turn(hosting: Hosting) -> None:
    host = await hosting(FakeTable(), limits=FEW)
    async with crowd(host.port, 12, HERE) as flood, crowd(host.port, 6, THERE) as others:
        assert (await refused(host.port, THERE)).code is Code.CROWDED
        assert (await refused(host.port, HERE)).code is Code.CROWDED
        async with crowd(host.port, 4, ELSEWHERE):                   # each of the two gives two
            assert (await refused(host.port, ELSEWHERE)).code is Code.CROWDED
        await wait_until(lambda: len(host._peers) == 8)
        others[0].send(Say(1, "still here"))
        for caller in (*flood[:4], *others[:4]):
            await caller.expect(Snapshot)


async def test_all_places_are_one_addresss_where_nobody_else_comes(hosting: Hosting) -> None:
    host = await hosting(FakeTable(), limits=FEW)
    async with crowd(host.port, 12, HERE) as school:
        school[0].send(Say(1, "all of us"))
        for caller in school:
            await caller.expect(Snapshot)


async def test_a_place_that_is_given_up_is_somebody_elses_soon(hosting: Hosting) -> None:
    host = await hosting(FakeTable(), limits=HostLimits(links=3, moment=0.05))
    async with crowd(host.port, 3, HERE) as school:
        assert (await refused(host.port, HERE)).code is Code.CROWDED
        school[0].close()
        await wait_until(lambda: len(host._peers) < 3)
        answers: list[ToClient | None] = [None]
        async with asyncio.timeout(PATIENCE):
            while not isinstance(answers[-1], Welcome):              # refused a moment ago, for a moment still
                async with calling(host.port) as late:
                    late.send(Hello(PROTOCOL_VERSION, Role.WATCH, "Late"))
                    answers.append(await late.read())
        assert all(isinstance(one, Bye) for one in answers[1:-1])


async def test_a_burst_of_connections_leaves_no_more_than_the_most(hosting: Hosting) -> None:
    limits = HostLimits(links=4, arriving=8, closing=8, linger=60.0, hello=60.0)
    host = await hosting(FakeTable(), limits=limits)
    async with calling(host.port) as honest, AsyncExitStack() as stack:
        await honest.enter()
        for _ in range(90):                                          # all in one pass of the loop
            stack.enter_context(socket.create_connection(("127.0.0.1", host.port)))
        await wait_until(lambda: len(host._peers) == 9)
        for _ in range(90):
            loud = stack.enter_context(socket.create_connection(("127.0.0.1", host.port)))
            loud.send(b"\xff" * 10)                                  # is told goodbye, and does not go
        await wait_until(lambda: host._peers._next == 181)
        honest.send(Say(honest.next_seq(), "undisturbed"))
        await honest.expect(Snapshot)
        assert len(host._peers) <= limits.most


async def test_no_player_is_ever_pushed_out(hosting: Hosting) -> None:
    settings = Settings(seats=3, turn_time=0, ron_window=0)
    host = await hosting(options=HostOptions(settings=settings, discovery=False), limits=HostLimits(links=2))
    async with AsyncExitStack() as stack:
        players = []
        for name in ("Minji", "Jun", "Sora"):
            players.append(await stack.enter_async_context(calling(host.port, source=HERE)))
            await players[-1].enter(name)
        async with crowd(host.port, 2, HERE) as flood, crowd(host.port, 1, THERE):
            assert (await flood[1].bye()).code is Code.CROWDED
            for player in players:
                player.send(Act(player.next_seq(), 0, DoDraw()))
                await player.expect(Refusal)                         # no game runs; but it was heard
