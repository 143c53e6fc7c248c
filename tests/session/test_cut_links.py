"""Links cut at random bytes, against the real host: the same game comes out, and each command is done once."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from server.engine.events import Drew, Event
from server.engine.state import Phase
from server.engine.sums import legal_lays
from server.wire.messages import Changed, Numbered, Raced, Role, Said, Stage
from terra_tui.session import backoff
from terra_tui.session.keyring import Keyring
from terra_tui.session.session import Session
from terra_tui.session.state import ClientState, DealCheck, LinkState
from tests.session.conftest import Runner
from tests.session.cutting_proxy import CuttingProxy
from tests.session.fake_host import until
from tests.session.real_host import QUICK, RealHost

NAMES = ("Minji", "Jun", "Sora")
ROUNDS = 2
SEED = 20


class AutoPlayer:
    """Plays a session in a fixed way, so that one deal always makes one game; says a word at each move."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.said: list[str] = []
        self._asked: object = None
        session.watch(self._changed)

    def _changed(self, state: ClientState) -> None:
        # Not at once: a wish within a state change would nest the calls of the watchers.
        asyncio.get_running_loop().call_soon(self._act)

    def _act(self) -> None:
        state, session = self.session.state, self.session
        view = None if state.snapshot is None else state.snapshot.view
        if state.seat is None or state.snapshot is None or state.link.state is not LinkState.UP:
            return
        if state.stage is not Stage.PLAY:
            place = (state.stage, None if view is None else view.round, len(state.points))
            if place != self._asked and not finished(state):
                self._asked = place
                session.ready()
            return
        if view is None or view.turn != state.seat or state.waiting:
            return
        word = f"{view.round}.{view.phase.value}.{len(self.said)}"
        self.said.append(word)
        session.say(word)
        if view.phase is Phase.MATCH:
            session.match()
        elif lays := legal_lays(view.hand, view.floor):
            session.lay(lays[-1])
        else:
            session.draw()


def finished(state: ClientState) -> bool:
    """Return whether the rounds to be played are over."""
    return state.stage in (Stage.BETWEEN, Stage.OVER) and len(state.points) > ROUNDS


def game_events(state: ClientState) -> list[Event]:
    """Return what all may know of what happened in the game; chat, times, coming and going left out."""
    events: list[Event] = []
    for numbered in state.log:
        event = numbered.event
        if not isinstance(event, Said | Changed | Raced):
            events.append(replace(event, cards=()) if isinstance(event, Drew) else event)
    return events


def words_of(log: tuple[Numbered, ...], name: str) -> list[str]:
    """Return what `name` has said."""
    return [one.event.text for one in log if isinstance(one.event, Said) and one.event.name == name]


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
            players.append(AutoPlayer(session))
            running(session)
            await until(session, lambda state: state.snapshot is not None)
        async with asyncio.timeout(60):
            for player in players:
                await until(player.session, finished)
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
