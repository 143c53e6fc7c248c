"""A player who comes back before the deal, or plays on after an ended game: an honest host is never accused."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path

import pytest

from server.wire.messages import Stage
from terra_tui.session.session import Session
from terra_tui.session.state import ClientState, DealCheck
from tests.session.fake_host import until
from tests.session.real_host import RealHost

Make = Callable[..., tuple[Session, asyncio.Task[None]]]


def is_ready(state: ClientState, seat: int, ready: bool = True) -> bool:
    """Return whether all know that `seat` is ready, or not."""
    return state.roster is not None and state.roster.seats[seat].ready is ready


async def seated(make: Make, host: RealHost) -> tuple[Session, Session, asyncio.Task[None]]:
    """Return the owner in seat 1 and Jun in seat 2 (a bot has seat 0), and the task of Jun's client."""
    owner, _ = make(host.address, "Own")
    await until(owner, lambda state: state.seat == 1 and state.stage is Stage.LOBBY)
    jun, task = make(host.address, "Jun")
    await until(jun, lambda state: state.seat == 2 and state.stage is Stage.LOBBY)
    return owner, jun, task


async def play_and_end(owner: Session, jun: Session, verdict: DealCheck) -> None:
    """Let the owner be ready, the round be dealt and ended, and see what Jun's client makes of it."""
    owner.ready()
    await until(jun, lambda state: state.stage is Stage.PLAY)
    owner.end_game()
    state = await until(jun, lambda state: state.stage is Stage.OVER)
    assert state.checks == {1: verdict}


@pytest.mark.parametrize("says", ["ready", "nothing", "not ready, ready"])
async def test_a_client_that_was_started_anew_before_the_deal(make: Make, tmp_path: Path, says: str) -> None:
    async with RealHost(tmp_path / "host", bots=1) as host:
        owner, jun, task = await seated(make, host)
        jun.ready()
        await until(owner, lambda state: is_ready(state, 2))
        task.cancel()
        again, _ = make(host.address, "Jun")
        await until(again, lambda state: state.seat == 2 and state.stage is Stage.LOBBY)
        if says == "not ready, ready":
            again.ready(False)
        if says != "nothing":
            again.ready()
        await until(again, lambda state: state.witnesses[-1].taken and is_ready(state, 2))
        await play_and_end(owner, again, DealCheck.GOOD)


async def test_a_player_who_was_ready_when_the_owner_ended_the_game(make: Make, tmp_path: Path) -> None:
    """Between two rounds: the nonce that is in already is not for the deal that the host commits to then."""
    async with RealHost(tmp_path / "host", bots=1) as host:
        owner, jun, _ = await seated(make, host)
        jun.ready()
        await play_and_end(owner, jun, DealCheck.GOOD)
        first = jun.state.witnesses[0].nonce
        await until(jun, lambda state: is_ready(state, 2, ready=False))
        jun.ready()
        await until(jun, lambda state: state.witnesses[-1].taken)
        assert jun.state.witnesses[-1].nonce not in (None, first)
        await play_and_end(owner, jun, DealCheck.GOOD)
