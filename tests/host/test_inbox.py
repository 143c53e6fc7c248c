"""The inbox and the wake: one pass of the loop is one moment, and timers come after its reads (DESIGN.md 2.5)."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Callable

from server.host.inbox import Act, Inbox
from server.host.wake import SLEPT, Wake
from tests.host.conftest import wait_until


def act(done: list[tuple[str, float]], name: str) -> Act:
    return lambda now: done.append((name, now))


def ignore(error: Exception) -> None:
    raise AssertionError from error


def overslept(now: float, gap: float) -> None:
    raise AssertionError(f"{gap} seconds too late")


async def test_reads_of_one_pass_have_one_stamp() -> None:
    loop = asyncio.get_running_loop()
    inbox = Inbox(loop, ignore)
    done: list[tuple[str, float]] = []
    pairs = [socket.socketpair() for _ in range(5)]
    for index, (ours, theirs) in enumerate(pairs):
        ours.setblocking(False)
        theirs.send(b"x")            # all are readable before the loop looks

        def read(sock: socket.socket = ours, name: str = str(index)) -> None:
            sock.recv(1)
            inbox.read(act(done, name))

        loop.add_reader(ours, read)
    await wait_until(lambda: len(done) == len(pairs))
    assert len({stamp for _, stamp in done}) == 1
    for ours, theirs in pairs:
        loop.remove_reader(ours)
        ours.close()
        theirs.close()


async def test_a_timer_that_is_due_comes_after_what_was_read_in_its_pass() -> None:
    loop = asyncio.get_running_loop()
    done: list[tuple[str, float]] = []
    inbox = Inbox(loop, ignore)
    wake = Wake(loop, inbox, act(done, "tick"), overslept)
    ours, theirs = socket.socketpair()
    ours.setblocking(False)

    def read() -> None:
        ours.recv(1)
        inbox.read(act(done, "read"))

    loop.add_reader(ours, read)
    wake.set(loop.time())
    theirs.send(b"x")                # both are ready when this coroutine gives the loop back
    await wait_until(lambda: len(done) == 2)
    assert [name for name, _ in done] == ["read", "tick"]
    assert done[0][1] <= done[1][1]
    loop.remove_reader(ours)
    ours.close()
    theirs.close()


async def test_the_newest_wish_to_be_woken_counts() -> None:
    loop = asyncio.get_running_loop()
    ticks: list[tuple[str, float]] = []
    wake = Wake(loop, Inbox(loop, ignore), act(ticks, "tick"), overslept)
    wake.set(loop.time())
    later = loop.time() + 0.02
    wake.set(later)
    await wait_until(lambda: bool(ticks))
    assert ticks[0][1] >= later
    wake.set(loop.time())
    wake.cancel()
    passed: list[Callable[[], None]] = []
    loop.call_later(0.005, passed.append, wake.cancel)
    await wait_until(lambda: bool(passed))
    assert len(ticks) == 1


async def test_a_wake_long_after_its_time_is_told_first_by_how_much() -> None:
    """As of a process that was stopped; a little late is any."""
    loop = asyncio.get_running_loop()
    done: list[tuple[str, float]] = []
    wake = Wake(loop, Inbox(loop, ignore), act(done, "tick"), lambda now, gap: done.append(("slept", gap)))
    for late in (SLEPT / 2, SLEPT + 1.0):
        wake.set(loop.time() - late)
        await wait_until(lambda: done[-1:] != [] and done[-1][0] == "tick")
        names = [name for name, _ in done]
        assert names == (["tick"] if late < SLEPT else ["slept", "tick"])
        assert names == ["tick"] or late <= done[0][1] < late + 1.0
        done.clear()


async def test_stamps_order_what_one_pass_collected() -> None:
    loop = asyncio.get_running_loop()
    done: list[tuple[str, float]] = []
    inbox = Inbox(loop, ignore)
    inbox.read(act(done, "first read"))
    inbox.put(act(done, "then"))
    inbox.read(act(done, "second read"))
    await wait_until(lambda: len(done) == 3)
    assert [name for name, _ in done] == ["first read", "second read", "then"]


async def test_a_bug_in_one_act_is_reported_and_the_others_are_done() -> None:
    loop = asyncio.get_running_loop()
    bugs: list[Exception] = []
    done: list[tuple[str, float]] = []
    inbox = Inbox(loop, bugs.append)

    def fail(now: float) -> None:
        raise KeyError("secret")

    inbox.put(fail)
    inbox.put(act(done, "next"))
    await wait_until(lambda: bool(done))
    assert [type(error) for error in bugs] == [KeyError]
