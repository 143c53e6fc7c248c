"""Links cut at random bytes, against the real host: the same game comes out, and each command is done once."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable
from pathlib import Path

import pytest

from server.wire.messages import Role
from terra_tui.session import backoff
from terra_tui.session.keyring import Keyring
from terra_tui.session.session import Session
from terra_tui.session.state import DealCheck, LinkState
from tests.session.auto_player import AutoPlayer, finished, game_events, words_of
from tests.session.conftest import Runner
from tests.session.cutting_proxy import CuttingProxy
from tests.session.fake_host import until
from tests.session.real_host import QUICK, RealHost

NAMES = ("Minji", "Jun", "Sora")
ROUNDS = 2
SEED = 20


async def play(
    folder: Path, running: Runner, seed: int | None, next_cut: Callable[[], int]
) -> tuple[list[AutoPlayer], int]:
    """Play the rounds with the first player behind a cutting proxy; return the players and the cuts."""
    players = []
    async with (
        RealHost(folder, QUICK, seed=seed) as host,
        CuttingProxy(host.port, next_cut) as proxy,
    ):
        for at, name in enumerate(NAMES):
            address = proxy.address if at == 0 else host.address
            session = Session(address, Role.PLAY, name, Keyring(folder / name))
            players.append(AutoPlayer(session, ROUNDS))
            running(session)
            await until(session, lambda state: state.snapshot is not None)
        async with asyncio.timeout(60):
            for player in players:
                await until(player.session, lambda state: finished(state, ROUNDS))
                await until(player.session, lambda state: state.link.state is LinkState.UP)
        for player in players:
            await player.session.leave()
    return players, proxy.cuts


@pytest.fixture
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Try again without waiting."""
    monkeypatch.setattr(backoff, "DELAYS", (0.0,))


def no_cut() -> int:
    return 1 << 40


def cut_at(dice: random.Random) -> Callable[[], int]:
    """Return where each link is cut: the first one gets a player in, for a first try that fails is final."""
    first = iter((4000,))
    return lambda: next(first, 0) or dice.randint(60, 6000)


@pytest.mark.usefixtures("at_once")
async def test_the_same_game_comes_out_and_each_command_is_done_once(tmp_path: Path, running: Runner) -> None:
    dice = random.Random(1)
    whole, none = await play(tmp_path / "whole", running, SEED, no_cut)
    wanted = game_events(whole[1].session.state)
    assert none == 0
    total = 0
    for run in range(12):
        players, cuts = await play(tmp_path / str(run), running, SEED, cut_at(dice))
        total += cuts
        for player in players:
            state = player.session.state
            assert game_events(state) == wanted
            assert state.points == whole[1].session.state.points
            numbers = [numbered.n for numbered in state.log]
            assert numbers == sorted(set(numbers))
        for player in players:
            assert words_of(players[1].session.state.log, player.session.name) == player.said
    assert total > 30


@pytest.mark.usefixtures("at_once")
async def test_a_cut_link_never_makes_an_honest_deal_look_arranged(tmp_path: Path, running: Runner) -> None:
    dice = random.Random(2)
    found = set()
    for run in range(5):
        players, _ = await play(tmp_path / str(run), running, None, cut_at(dice))
        for player in players:
            found |= set(player.session.state.checks.values())
        assert set(players[1].session.state.checks.values()) == {DealCheck.GOOD}
    assert DealCheck.BAD not in found
