"""Wishes over real loopback sockets: moves, claims with their reaction times, nonces; against a fake host."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import pytest

from server.engine.state import Phase
from server.wire.messages import (
    Act,
    Claim,
    Commitment,
    DoDraw,
    DoLay,
    Moment,
    Ping,
    Pong,
    Ready,
    Refusal,
    Say,
    Stage,
)
from terra_tui.session.session import Session
from tests.session.fake_host import GAME, FakeHost, roster, snap, until, view

Make = Callable[..., tuple[Session, asyncio.Task[None]]]


async def test_one_claim_a_window_with_the_time_since_it_was_painted(
    make: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = 100.0
    monkeypatch.setattr("terra_tui.session.session.time.monotonic", lambda: clock)
    moment = Moment(window=7, left=1500, length=1500)
    async with FakeHost() as host:
        session, _ = make(host.address)
        peer, _ = await host.welcomed(0, roster(), snap(7, view(hand=(4,), turn=1), moment=moment))
        await until(session, lambda state: state.snapshot is not None)
        clock = 100.2
        session.painted(7)
        clock = 100.25
        peer.send(snap(8, view(hand=(4,), turn=1), moment=moment))       # somebody chats: the window goes on
        await until(session, lambda state: state.snapshot is not None and state.snapshot.rev == 8)
        session.painted(8)
        clock = 100.512
        for _ in range(23):
            session.ron()
        assert await peer.next(Claim) == Claim(seq=1, window=7, reaction=312)
        session.say("done")
        await peer.next(Say)
        assert not any(isinstance(message, Claim) for message in peer.got)
        state = session.state
    assert state.claimed == 7


async def test_before_it_is_painted_the_arrival_counts(make: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    clock = 50.0
    monkeypatch.setattr("terra_tui.session.session.time.monotonic", lambda: clock)
    async with FakeHost() as host:
        session, _ = make(host.address)
        peer, _ = await host.welcomed(0, roster(), snap(3, view()))
        await until(session, lambda state: state.snapshot is not None)
        clock = 50.04
        session.draw()
        assert await peer.next(Act) == Act(seq=1, rev=3, move=DoDraw(), reaction=40)


async def test_one_move_at_a_time_and_a_refusal_frees_it(make: Make) -> None:
    async with FakeHost() as host:
        session, _ = make(host.address)
        peer, _ = await host.welcomed(0, roster(), snap(1, view()))
        await until(session, lambda state: state.snapshot is not None)
        session.draw()
        session.draw()
        act = await peer.next(Act)
        assert session.state.waiting
        peer.send(Refusal("not_your_turn", "not yours", act.seq))
        state = await until(session, lambda state: not state.waiting)
        assert state.refusal is not None
        assert state.refusal.code == "not_your_turn"
        session.keep()
        assert (await peer.next(Act)).seq == act.seq + 1


async def test_r5_3_ron_in_ones_own_turn_lays_the_last_single(make: Make) -> None:
    async with FakeHost() as host:
        session, _ = make(host.address)
        peer, _ = await host.welcomed(0, roster(), snap(1, view(hand=(12,), floor=4)))
        await until(session, lambda state: state.snapshot is not None)
        session.ron()
        assert (await peer.next(Act)).move == DoLay((12,))


async def test_ron_with_no_moment_is_refused_here(make: Make) -> None:
    async with FakeHost() as host:
        session, _ = make(host.address)
        await host.welcomed(0, roster(), snap(1, view(hand=(12,), turn=1, phase=Phase.MATCH)))
        await until(session, lambda state: state.snapshot is not None)
        session.ron()
        assert session.state.refusal is not None
        assert session.state.refusal.code == "not_at_a_turns_end"


async def test_a_nonce_goes_only_after_its_commitment_and_is_fresh_each_round(make: Make) -> None:
    async with FakeHost() as host:
        session, _ = make(host.address)
        peer, _ = await host.welcomed(0, roster(), snap(1, stage=Stage.LOBBY))
        await until(session, lambda state: state.snapshot is not None)
        session.ready()
        assert (await peer.next(Ready)).nonce is None
        peer.send(Commitment(GAME, 1, bytes(32)), snap(2, stage=Stage.DEALING))
        first = await peer.next(Ready)
        peer.send(snap(3, stage=Stage.DEALING), Ping(1))
        await peer.next(Pong)
        assert not any(isinstance(message, Ready) for message in peer.got)
        peer.send(Commitment(GAME, 2, bytes(32)), snap(4, stage=Stage.BETWEEN))
        await until(session, lambda state: state.stage is Stage.BETWEEN)
        session.ready()
        second = await peer.next(Ready)
    assert first.nonce is not None
    assert second.nonce is not None
    assert len(first.nonce) == len(second.nonce) == 16
    assert first.nonce != second.nonce


async def test_a_deal_that_waits_is_told_the_same_nonce_on_a_new_link(make: Make) -> None:
    async with FakeHost() as host:
        make(host.address)
        peer, _ = await host.welcomed(0, roster(), Commitment(GAME, 1, bytes(32)), snap(2, stage=Stage.DEALING))
        first = await peer.next(Ready)
        peer.cut()
        again, _ = await host.welcomed(0, roster(), snap(3, stage=Stage.DEALING), seq=first.seq)
        resent = await again.next(Ready)
        told = await again.next(Ready)
    assert (resent.seq, resent.nonce) == (first.seq, None)
    assert (told.seq, told.nonce) == (first.seq + 1, first.nonce)


async def test_no_nonce_at_a_table_with_an_announced_seed(make: Make) -> None:
    async with FakeHost() as host:
        session, _ = make(host.address)
        dealing = (roster(seed=5), Commitment(GAME, 1, bytes(32)), snap(2, stage=Stage.DEALING))
        peer, _ = await host.welcomed(0, *dealing)
        await until(session, lambda state: state.snapshot is not None)
        session.ready()
        assert (await peer.next(Ready)).nonce is None
