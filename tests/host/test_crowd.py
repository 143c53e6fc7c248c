"""A crowd that says much: nobody who plays waits for it, and what it may say has a bound (DESIGN.md 7)."""

from __future__ import annotations

import time
from collections.abc import Sequence
from contextlib import AsyncExitStack
from dataclasses import replace

from server.host.buckets import Rate
from server.host.limits import HostLimits
from server.host.server import Host
from server.table.effects import Effect, Peer, Send
from server.wire.codec import encode
from server.wire.messages import Ack, Code, Command, Ping, Pong, Ready, Refusal, Role, Say, TakeSeat
from tests.host.caller import Caller, calling
from tests.host.conftest import Hosting, wait_until
from tests.host.fake_table import FakeTable

WORK = 0.001
"""Seconds that a command of this crowd keeps the table busy."""
PASS = 0.002
"""Seconds that a crowd may take of each pass of the loop; what has begun then is done."""
PATIENT = HostLimits(crowd_frames=Rate(1e6, 1e6), commands=Rate(1e6, 1e6), lasting=Rate(1e6, 1e6))


def busy(now: float, peer: Peer, command: Command) -> Sequence[Effect] | None:
    """Take a while for what spectators ask."""
    if isinstance(command, TakeSeat):
        end = time.perf_counter() + WORK
        while time.perf_counter() < end:
            pass
        return [Send(peer, Ack(command.seq))]
    return None


async def crowd(host: Host, stack: AsyncExitStack, many: int) -> list[Caller]:
    """Let `many` spectators in."""
    watchers = []
    for number in range(many):             # one after another: few may stand at the door for long
        watchers.append(await stack.enter_async_context(calling(host.port)))
        await watchers[-1].enter(f"W{number}", Role.WATCH)
    return watchers


async def test_a_player_waits_for_no_crowd(hosting: Hosting) -> None:
    """All that the crowd sent is there to be read before the ping, and most of it is done after the pong."""
    many = 100
    table = FakeTable(script=busy)
    host = await hosting(table, limits=PATIENT)
    async with AsyncExitStack() as stack:
        player = await stack.enter_async_context(calling(host.port))
        await player.enter("Minji")
        watchers = await crowd(host, stack, many)
        for n in range(3):
            for watcher in watchers:
                watcher.send(TakeSeat(watcher.next_seq(), 0))      # one command: no read of theirs is long
            player.send(Ping(n))
            before = len(table.commands)
            assert before == n * many                  # the host shares this loop, and has read nothing yet
            await player.expect(Pong, lambda pong, n=n: pong.n == n)  # type: ignore[misc]
            # Four passes of the loop (the reads, the pong, its reading, this task), each with the crowd's share.
            assert len(table.commands) - before <= 4 * (PASS / WORK + 1)
            await wait_until(lambda n=n: len(table.commands) == (n + 1) * many)  # type: ignore[misc]


async def test_one_long_read_of_a_spectator_is_all_that_a_player_may_have_to_wait_for(hosting: Hosting) -> None:
    table = FakeTable(script=busy)
    host = await hosting(table, limits=PATIENT)
    async with AsyncExitStack() as stack:
        player = await stack.enter_async_context(calling(host.port))
        await player.enter("Minji")
        watchers = await crowd(host, stack, 20)
        for watcher in watchers:
            watcher.send_raw(b"".join(encode(TakeSeat(seq, 0)) for seq in range(1, 51)))
        player.send(Ping(1))
        await player.expect(Pong, lambda pong: pong.n == 1)
        assert len(table.commands) <= 4 * 50            # again four passes, one read in each
        await wait_until(lambda: len(table.commands) == 20 * 50)


async def test_what_each_says_is_done_in_its_order_and_nothing_is_lost(hosting: Hosting) -> None:
    table = FakeTable(script=busy)
    host = await hosting(table, limits=PATIENT)
    async with AsyncExitStack() as stack:
        watchers = await crowd(host, stack, 10)
        for seq in range(1, 21):
            for watcher in watchers:
                watcher.send(TakeSeat(seq, 0))
        for watcher in watchers:
            for seq in range(1, 21):
                assert (await watcher.expect(Ack)).seq == seq


async def test_the_last_word_of_one_who_goes_counts(hosting: Hosting) -> None:
    table = FakeTable(script=busy)
    host = await hosting(table, limits=PATIENT)
    async with AsyncExitStack() as stack:
        watchers = await crowd(host, stack, 10)
        for watcher in watchers:
            watcher.send_raw(b"".join(encode(TakeSeat(seq, 0)) for seq in range(1, 11)))
            watcher.writer.write_eof()
        await wait_until(lambda: not table.peers)
        assert len(table.commands) == 10 * 10


async def test_a_host_that_closes_does_not_read_a_crowd_to_its_end(hosting: Hosting) -> None:
    table = FakeTable(script=busy)
    host = await hosting(table, limits=PATIENT)
    async with AsyncExitStack() as stack:
        watchers = await crowd(host, stack, 20)
        for watcher in watchers:
            watcher.send_raw(b"".join(encode(TakeSeat(seq, 0)) for seq in range(1, 201)))
        await wait_until(lambda: bool(table.commands))
        await host.stop()
        assert len(table.commands) < 20 * 200
        for watcher in watchers:
            assert (await watcher.bye()).code is Code.CLOSING


async def test_a_spectator_that_floods_is_cut_sooner_than_a_player(hosting: Hosting) -> None:
    host = await hosting(FakeTable())
    async with calling(host.port) as watcher, calling(host.port) as player:
        await watcher.enter("W", Role.WATCH)
        await player.enter("Minji")
        for caller in (watcher, player):
            caller.send_raw(b"".join(encode(Ping(n)) for n in range(300)))
        assert (await watcher.bye()).code is Code.TOO_FAST
        await player.expect(Pong, lambda pong: pong.n == 299)


def answers(caller: Caller) -> tuple[int, int]:
    """Return how many commands of `caller` were done, and how many refused."""
    done = sum(isinstance(one, Ack) for one in caller.heard)
    refused = [one for one in caller.heard if isinstance(one, Refusal)]
    assert {one.code for one in refused} <= {Code.TOO_FAST}
    return done, len(refused)


async def talk(caller: Caller, lines: int) -> tuple[int, int]:
    """Say so many lines at once; return how many were done, and how many refused."""
    for _ in range(lines):
        caller.send(Say(caller.next_seq(), "hello"))
    caller.send(Ready(caller.next_seq()))
    last = caller.seq
    while not any(isinstance(one, Ack | Refusal) and one.seq == last for one in caller.heard):
        assert await caller.read() is not None
    done, refused = answers(caller)
    return done - 1, refused


def quiet(now: float, peer: Peer, command: Command) -> Sequence[Effect] | None:
    """Acknowledge a line of chat, and tell nobody."""
    return [Send(peer, Ack(command.seq))] if isinstance(command, Say) else None


async def test_chat_has_a_bound_of_its_own_for_each(hosting: Hosting) -> None:
    limits = replace(HostLimits(), words=Rate(burst=3, per_second=0))
    host = await hosting(FakeTable(script=quiet), limits=limits)
    async with calling(host.port) as minji, calling(host.port) as jun:
        await minji.enter("Minji")
        await jun.enter("Jun")
        assert await talk(minji, 10) == (3, 7)
        assert await talk(jun, 2) == (2, 0)


async def test_spectators_have_one_in_common_which_silences_no_player(hosting: Hosting) -> None:
    limits = replace(HostLimits(), crowd_words=Rate(burst=5, per_second=0))
    host = await hosting(FakeTable(script=quiet), limits=limits)
    async with AsyncExitStack() as stack:
        player = await stack.enter_async_context(calling(host.port))
        await player.enter("Minji")
        watchers = await crowd(host, stack, 4)
        said = [await talk(watcher, 2) for watcher in watchers]
        assert sum(done for done, _ in said) == 5
        assert sum(refused for _, refused in said) == 3
        assert await talk(player, 5) == (5, 0)
