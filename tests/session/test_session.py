"""The session over real loopback sockets, against a fake host."""

from __future__ import annotations

import asyncio
import socket
import stat
from collections.abc import Callable
from typing import Any

import pytest

from server.engine.sums import Lay
from server.wire.messages import (
    Ack,
    Act,
    Bye,
    Code,
    Hello,
    Leave,
    Ping,
    Pong,
    Role,
    Say,
)
from terra_tui.session import link as link_module
from terra_tui.session.keyring import Keyring
from terra_tui.session.session import Session
from terra_tui.session.state import LinkState
from tests.session.fake_host import TOKEN, FakeHost, roster, snap, until, view, welcome

Make = Callable[..., tuple[Session, asyncio.Task[None]]]
OTHER_TOKEN = bytes([9]) * 32


async def test_hello_is_answered_by_a_state(make: Make) -> None:
    async with FakeHost() as host:
        session, _ = make(host.address)
        _, hello = await host.welcomed(0, roster(), snap(1, view()))
        state = await until(session, lambda state: state.snapshot is not None)
    assert (hello.role, hello.name, hello.token) == (Role.PLAY, "Minji", None)
    assert hello.nonce is not None
    assert (state.table, state.seat, state.link.state) == ("lunch", 0, LinkState.UP)
    assert state.hand == (3, 5, 8)
    assert state.owner


async def test_the_token_is_saved_at_once_and_rotated(make: Make, keyring: Keyring) -> None:
    async with FakeHost() as host:
        session, _ = make(host.address)
        peer, _ = await host.welcomed(0)
        await until(session, lambda state: state.link.state is LinkState.UP)
        key = keyring.find(host.address, "Minji")
        assert key is not None
        assert key.secret == TOKEN
        assert stat.S_IMODE(keyring.path.stat().st_mode) == 0o600
        peer.cut()
        again = await host.peer()
        assert (await again.next(Hello)).token == TOKEN
        again.send(welcome(0, token=OTHER_TOKEN), roster())
        await until(session, lambda state: state.roster is not None)
        keys = keyring.keys()
    assert [key.secret for key in keys] == [OTHER_TOKEN]


async def test_another_run_resumes_the_seat_of_that_name_only(make: Make, keyring: Keyring) -> None:
    async with FakeHost() as host:
        first, _ = make(host.address)
        await host.welcomed(0)
        await until(first, lambda state: state.link.state is LinkState.UP)
        make(host.address, "Jun")
        _, stranger = await host.welcomed(1)
        make(host.address, "minji")
        _, owner = await host.welcomed(0)
    assert stranger.token is None
    assert owner.token == TOKEN


async def test_a_forgotten_token_is_dropped_and_the_player_joins_anew(make: Make, keyring: Keyring) -> None:
    async with FakeHost() as host:
        session, task = make(host.address)
        await host.welcomed(0)
        await until(session, lambda state: state.link.state is LinkState.UP)
        task.cancel()
        later, _ = make(host.address)
        peer = await host.peer()
        assert (await peer.next(Hello)).token == TOKEN
        peer.send(Bye(Code.BAD_TOKEN, "no such seat"))
        _, hello = await host.welcomed(2)
        state = await until(later, lambda state: state.link.state is LinkState.UP)
    assert hello.token is None
    assert state.seat == 2


async def test_a_ping_is_answered_and_the_round_trip_measured(
    make: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(link_module, "PING_SECONDS", 0.01)
    async with FakeHost() as host:
        session, _ = make(host.address)
        peer, _ = await host.welcomed(0)
        peer.send(Ping(41))
        assert await peer.next(Pong) == Pong(41)
        peer.send(Pong((await peer.next(Ping)).n))
        state = await until(session, lambda state: state.link.round_trip is not None)
    assert state.link.round_trip is not None
    assert state.link.round_trip >= 0


async def test_silence_is_a_lost_link(make: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(link_module, "PING_SECONDS", 0.01)
    monkeypatch.setattr(link_module, "SILENCE_SECONDS", 0.05)
    async with FakeHost() as host:
        session, _ = make(host.address)
        await host.welcomed(0)
        await until(session, lambda state: state.link.state is LinkState.RETRYING)
        peer = await host.peer()
        assert (await peer.next(Hello)).token == TOKEN


async def test_a_lost_link_resends_what_was_not_answered_with_its_old_numbers(make: Make) -> None:
    async with FakeHost() as host:
        session, _ = make(host.address)
        peer, _ = await host.welcomed(0, roster(), snap(1, view()))
        await until(session, lambda state: state.snapshot is not None)
        session.say("one")
        session.lay(Lay((5, 8, 3), "+-"))
        session.say("two")
        first = await peer.next(Say)
        act = await peer.next(Act)
        last = await peer.next(Say)
        peer.send(Ack(first.seq))
        peer.send(Ping(1))
        await peer.next(Pong)             # the acknowledgement is in
        peer.cut()
        again, _ = await host.welcomed(0, roster(), snap(1, view()), seq=last.seq)
        assert await again.next(Act) == act
        assert await again.next(Say) == last
        session.say("three")
        assert (await again.next(Say)).seq == last.seq + 1
    assert [first.seq, act.seq, last.seq] == [1, 2, 3]


async def test_numbers_go_on_above_what_the_host_has_seen(make: Make) -> None:
    async with FakeHost() as host:
        session, _ = make(host.address)
        peer, _ = await host.welcomed(0, seq=40)
        await until(session, lambda state: state.link.state is LinkState.UP)
        session.say("hello")
        assert (await peer.next(Say)).seq == 41


async def test_another_seat_inherits_no_commands(make: Make) -> None:
    async with FakeHost() as host:
        session, _ = make(host.address)
        peer, _ = await host.welcomed(0, roster(), snap(1, view()))
        await until(session, lambda state: state.snapshot is not None)
        session.draw()
        await peer.next(Act)
        peer.cut()
        again, _ = await host.welcomed(1, roster(), snap(2, view(turn=1, hand=(1, 2, 3, 5, 8))))
        state = await until(session, lambda state: state.seat == 1 and state.link.state is LinkState.UP)
        assert not state.waiting
        session.say("hello")
        assert isinstance(await again.next(Say), Say)
        assert not any(isinstance(message, Act) for message in again.got)


@pytest.mark.parametrize("code", [Code.FENCED, Code.KICKED, Code.STORE, Code.TABLE_FULL, Code.NAME_TAKEN])
async def test_a_goodbye_for_good_ends_with_its_code(make: Make, code: Code) -> None:
    async with FakeHost() as host:
        session, task = make(host.address)
        peer, _ = await host.welcomed(0)
        peer.send(Bye(code, "a\x1b[2Jsentence"))
        async with asyncio.timeout(10):
            await task
        link = session.state.link
    assert link.state is LinkState.CLOSED
    assert link.error is not None
    assert link.error.code == code.value
    assert link.error.args["address"] == host.address
    assert link.error.text == "a[2Jsentence"


async def test_a_link_cut_for_slowness_comes_back(make: Make) -> None:
    async with FakeHost() as host:
        make(host.address)
        peer, _ = await host.welcomed(0)
        peer.send(Bye(Code.SLOW, "too slow"))
        _, hello = await host.welcomed(0)
    assert hello.token == TOKEN


async def test_a_spectator_comes_back_though_the_name_still_hangs_there(make: Make) -> None:
    async with FakeHost() as host:
        session, _ = make(host.address, role=Role.WATCH)
        peer, _ = await host.welcomed(None)
        await until(session, lambda state: state.link.state is LinkState.UP)
        peer.cut()
        again = await host.peer()
        await again.next(Hello)
        again.send(Bye(Code.NAME_TAKEN, "taken"))
        await host.welcomed(None, roster())
        await until(session, lambda state: state.roster is not None)


async def test_nobody_there_is_refused(make: Make) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
        session, task = make(f"127.0.0.1:{port}")
        async with asyncio.timeout(10):
            await task
    error = session.state.link.error
    assert error is not None
    assert (error.code, error.args["port"]) == ("refused", port)


async def test_a_host_that_comes_back_is_found_again(make: Make) -> None:
    async with FakeHost() as host:
        session, _ = make(host.address)
        await host.welcomed(0)
        await until(session, lambda state: state.link.state is LinkState.UP)
        port = host.port
    state = await until(session, lambda state: state.link.error is not None and state.link.error.code == "refused")
    assert state.link.state is LinkState.RETRYING
    async with FakeHost(port) as host:
        _, hello = await host.welcomed(0)
        await until(session, lambda state: state.link.state is LinkState.UP)
    assert hello.token == TOKEN


@pytest.mark.parametrize(
    "data",
    [b"SSH-2.0-OpenSSH_9.6\r\n", b"\x00\x00\x10\x01", b"\x00\x00\x00\x01\xc1", b"\x00\x00\x00\x02\x81\xa1"],
    ids=["another protocol", "over the limit", "not msgpack", "half a map"],
)
async def test_a_rogue_host_is_left_with_a_plain_failure(make: Make, data: bytes) -> None:
    async with FakeHost() as host:
        session, task = make(host.address)
        peer = await host.peer()
        await peer.next(Hello)
        peer.send_bytes(data)
        async with asyncio.timeout(10):
            await task
        await peer.closed()
    error = session.state.link.error
    assert error is not None
    assert error.code == "not_terra"


async def test_a_game_before_the_welcome_is_not_a_host(make: Make) -> None:
    async with FakeHost() as host:
        session, task = make(host.address)
        peer = await host.peer()
        await peer.next(Hello)
        peer.send(snap(1, view()))
        async with asyncio.timeout(10):
            await task
    assert session.state.snapshot is None
    assert session.state.link.error is not None


async def test_leaving_says_so_and_a_given_seat_is_forgotten(make: Make, keyring: Keyring) -> None:
    async with FakeHost() as host:
        session, task = make(host.address)
        peer, _ = await host.welcomed(0, roster(), snap(1, view()))
        await until(session, lambda state: state.snapshot is not None)
        leaving = asyncio.create_task(session.leave(bot=True))
        assert (await peer.next(Leave)).bot
        async with asyncio.timeout(10):
            await leaving
            await task
    assert session.state.link.state is LinkState.CLOSED
    assert session.state.link.error is None
    assert keyring.keys() == ()


async def test_leaving_while_the_link_is_down_ends_the_tries(make: Make) -> None:
    async with FakeHost() as host:
        session, task = make(host.address)
        await host.welcomed(0)
        await until(session, lambda state: state.link.state is LinkState.UP)
    await until(session, lambda state: state.link.tries > 1)
    await session.leave()
    async with asyncio.timeout(10):
        await task
    assert session.state.link.state is LinkState.CLOSED


async def test_a_wish_without_a_link_is_refused_here(make: Make) -> None:
    async with FakeHost() as host:
        session, _ = make(host.address)
        await host.welcomed(0, roster(), snap(1, view()))
        await until(session, lambda state: state.snapshot is not None)
    await until(session, lambda state: state.link.state is LinkState.RETRYING)
    session.draw()
    assert not session.state.waiting
    assert session.state.refusal is not None
    assert session.state.refusal.code == "lost"


async def test_a_failing_watcher_does_not_end_the_link(make: Make) -> None:
    problems: list[dict[str, object]] = []
    loop = asyncio.get_running_loop()
    loop.set_exception_handler(lambda _, context: problems.append(context))
    async with FakeHost() as host:
        session, _ = make(host.address)
        peer, _ = await host.welcomed(0)
        await until(session, lambda state: state.link.state is LinkState.UP)

        def broken(state: object) -> None:
            raise RuntimeError("a screen's bug")

        session.watch(broken)
        peer.send(roster())
        await until(session, lambda state: state.roster is not None)
        assert session.state.link.state is LinkState.UP
    assert problems


async def test_a_spectator_keeps_no_key(make: Make, keyring: Keyring) -> None:
    async with FakeHost() as host:
        session, _ = make(host.address, role=Role.WATCH)
        _, hello = await host.welcomed(None, roster(), snap(1, view(hand=())))
        state = await until(session, lambda state: state.snapshot is not None)
        session.draw()
        assert session.state.refusal is not None
    assert hello.role is Role.WATCH
    assert state.seat is None
    assert keyring.keys() == ()


async def test_a_link_that_the_machine_slept_through_is_left_at_once(
    make: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(link_module, "LOOK_SECONDS", 0.01)
    monkeypatch.setattr(link_module, "SILENCE_SECONDS", 3600.0)      # or that would end it too
    ahead, looks_left = 1000.0, 0
    looked = asyncio.Event()

    def clock_skew() -> float:
        nonlocal looks_left
        looks_left -= 1
        if looks_left == 0:
            looked.set()
        return ahead

    monkeypatch.setattr(link_module, "clock_skew", clock_skew)
    async with FakeHost() as host:
        session, _ = make(host.address)
        first, _ = await host.welcomed(0)
        await until(session, lambda state: state.link.state is LinkState.UP)
        ahead += 1.0                      # the clock was set: no sleep
        looks_left = 3
        async with asyncio.timeout(5.0):
            await looked.wait()           # it has looked, more than once, and stayed
        assert not first.gone
        ahead += 3600.0
        _, hello = await host.welcomed(0)
        await until(session, lambda state: state.link.state is LinkState.UP)
    assert hello.token == TOKEN


async def test_a_try_that_gets_no_answer_does_not_hold_up_the_next(
    make: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(link_module, "AGAIN_SECONDS", 0.01)
    loop = asyncio.get_running_loop()
    really, tries = loop.create_connection, 0

    async def connect(*arguments: Any, **options: Any) -> Any:
        nonlocal tries
        tries += 1
        if tries < 3:
            await loop.create_future()    # the first two are lost on the way
        return await really(*arguments, **options)

    monkeypatch.setattr(loop, "create_connection", connect)
    async with FakeHost() as host:
        session, _ = make(host.address)
        await host.welcomed(0)
        await until(session, lambda state: state.link.state is LinkState.UP)
        await session.leave()
    assert tries == 3
