"""A host that was stopped is waited for; a table that wants TLS says so."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import pytest

from server.wire.messages import Bye, Code, Hello, Pong, Stage
from terra_tui.locale.tell import failure_text
from terra_tui.locale.words import Words
from terra_tui.session import backoff
from terra_tui.session.backoff import FIRST_TRIES
from terra_tui.session.state import LinkState, host_stopped
from tests.session.fake_host import TOKEN, FakeHost, roster, snap, until

Make = Callable[..., tuple[Any, asyncio.Task[None]]]


async def test_a_host_that_stopped_is_waited_for_and_found_resumed(
    make: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(backoff, "STOPPED_DELAY", 0.01)
    async with FakeHost() as host:
        session, _ = make(host.address)
        peer, _ = await host.welcomed(0)
        peer.send(Bye(Code.CLOSING, "closing"))
        port = host.port
        state = await until(session, lambda state: host_stopped(state.link))
    await until(session, lambda state: state.link.tries > 3)
    assert host_stopped(session.state.link)
    assert state.link.error is not None
    async with FakeHost(port) as host:
        _, hello = await host.welcomed(0)
        await until(session, lambda state: state.link.state is LinkState.UP)
    assert hello.token == TOKEN


async def test_a_host_that_stays_away_is_given_up(make: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(backoff, "STOPPED_DELAY", 0.01)
    monkeypatch.setattr(backoff, "STOPPED_SECONDS", 0.05)
    async with FakeHost() as host:
        session, task = make(host.address)
        peer, _ = await host.welcomed(0)
        peer.send(Bye(Code.CLOSING, "closing"))
        await until(session, lambda state: host_stopped(state.link))
    async with asyncio.timeout(10):
        await task
    assert session.state.link.state is LinkState.CLOSED
    assert session.state.link.error is not None
    assert session.state.link.error.code == "closing"


async def test_a_host_that_closes_after_its_game_is_not_waited_for(make: Make) -> None:
    async with FakeHost() as host:
        session, task = make(host.address)
        peer, _ = await host.welcomed(0, roster(), snap(1, stage=Stage.OVER))
        await until(session, lambda state: state.stage is Stage.OVER)
        peer.send(Bye(Code.CLOSING, "closing"))
        async with asyncio.timeout(10):
            await task
    assert session.state.link.state is LinkState.CLOSED
    assert session.state.link.error is not None
    assert session.state.link.error.code == "closing"


async def test_a_host_that_hangs_up_without_a_word_may_want_tls(make: Make) -> None:
    """As Terra's own host does with TLS, to a hello without it."""
    async with FakeHost() as host:
        session, task = make(host.address)
        for _ in range(FIRST_TRIES + 1):
            peer = await host.peer()
            await peer.next(Hello)
            peer.hang_up()
        async with asyncio.timeout(10):
            await task
    assert session.state.link.error is not None
    assert session.state.link.error.code == "hung_up"
    for lang in ("en", "ko"):
        assert "--tls-ca" in failure_text(Words(lang), session.state.link.error)


async def test_a_first_link_that_is_lost_is_tried_again(make: Make) -> None:
    async with FakeHost() as host:
        session, task = make(host.address)
        for _ in range(FIRST_TRIES):
            peer = await host.peer()
            await peer.next(Hello)
            peer.hang_up()
        await host.welcomed(0)
        await until(session, lambda state: state.link.state is LinkState.UP)
        assert not task.done()
        await session.leave()
        async with asyncio.timeout(10):
            await task


async def test_a_first_link_that_is_lost_again_and_again_says_what_to_try(make: Make) -> None:
    async with FakeHost() as host:
        session, task = make(host.address)
        for _ in range(FIRST_TRIES + 1):
            peer = await host.peer()
            await peer.next(Hello)
            peer.send(Pong(1))
            peer.hang_up()
        async with asyncio.timeout(10):
            await task
    error = session.state.link.error
    assert error is not None
    assert error.code == "cut_off"
    assert "Try again" in failure_text(Words("en"), error)
    assert "다시" in failure_text(Words("ko"), error)


async def test_a_host_that_says_goodbye_at_the_door_is_not_called_again(make: Make) -> None:
    async with FakeHost() as host:
        session, task = make(host.address)
        peer = await host.peer()
        await peer.next(Hello)
        peer.send(Bye(Code.TABLE_FULL, "full"))
        async with asyncio.timeout(10):
            await task
        assert session.state.link.error is not None
        assert session.state.link.error.code == "table_full"
        assert session.state.link.tries == 0


async def test_a_table_that_speaks_tls_says_what_it_takes(make: Make) -> None:
    async with FakeHost() as host:
        session, task = make(host.address)
        peer = await host.peer()
        await peer.next(Hello)
        peer.send_bytes(b"\x15\x03\x03\x00\x02\x02\x46")
        async with asyncio.timeout(10):
            await task
    assert session.state.link.error is not None
    assert session.state.link.error.code == "needs_tls"
    assert "--tls-ca" in failure_text(Words("en"), session.state.link.error)
