"""A client that was started to watch (`terra watch`): nobody can play through it (docs/ssh.md)."""

from __future__ import annotations

import asyncio

from server.wire.messages import Role, Say, TakeSeat
from terra_tui.session.keyring import Keyring
from terra_tui.session.session import Session
from terra_tui.session.state import Failure
from tests.session.conftest import Runner
from tests.session.fake_host import FakeHost, roster, snap, until, view, welcome


async def test_a_client_that_only_watches_asks_for_no_seat_and_is_given_none(
    keyring: Keyring, running: Runner
) -> None:
    async with FakeHost() as host:
        session = Session(host.address, Role.WATCH, "Minji", keyring, only_watches=True)
        task = running(session)
        peer, _ = await host.welcomed(None, roster(), snap(1, view(hand=())))
        await until(session, lambda state: state.snapshot is not None)
        session.take_seat(1)
        assert session.state.refusal == Failure("only_watches")
        session.say("hello")
        await peer.next(Say)
        assert not any(isinstance(message, TakeSeat) for message in peer.got)
        peer.send(welcome(1))             # what only a rogue would send
        async with asyncio.timeout(10):
            await task
    assert session.state.seat is None
    assert keyring.keys() == ()
