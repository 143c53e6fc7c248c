"""A link cut at every byte of a recorded session: the same end, and each command done once (DESIGN.md 6)."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from server.engine.events import Event
from server.engine.rules import Rules
from server.wire.messages import Role
from terra_tui.session import backoff
from terra_tui.session import session as session_module
from terra_tui.session.keyring import Keyring
from terra_tui.session.session import Session
from tests.session.auto_player import AutoPlayer, finished, game_events, words_of
from tests.session.fake_host import until
from tests.session.real_host import QUICK
from tests.session.short_wire import ShortHost

SETTINGS = replace(QUICK, rules=Rules(hand=3))
ROUNDS = 1
GAME = ("game", "deal", "lay", "draw", "match", "keep", "ron", "reshuffle", "settle", "end")
"""Lines of the journal that tell the game; a `race` names a revision, and cuts change those."""
COMING_BACK = 700
"""Bytes of a second link: hello, welcome, roster, snapshot, and the commands that are sent again."""


@dataclass(frozen=True)
class Outcome:
    """What one evening came to, at the client and in the host's journal.

    Attributes:
        links: how many bytes each link carried.
    """

    events: tuple[Event, ...]
    points: tuple[tuple[int, ...], ...]
    journal: tuple[dict[str, object], ...]
    links: tuple[int, ...]


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Try again without waiting."""
    monkeypatch.setattr(backoff, "DELAYS", (0.0,))


@pytest.fixture
def nowhere(tmp_path: Path) -> Path:
    """Return a folder that cannot be: keys are then held in memory, and no disk is waited for."""
    (tmp_path / "file").touch()
    return tmp_path / "file" / "folder"


async def play(folder: Path, monkeypatch: pytest.MonkeyPatch, *cuts: int) -> Outcome:
    """Play one round beside two bots, with each link cut after so many bytes; check what holds of any evening."""
    host = ShortHost(SETTINGS, 2, iter(cuts))
    monkeypatch.setattr(session_module, "connect", host.connect)
    session = Session("127.0.0.1:1", Role.PLAY, "Minji", Keyring(folder))
    player = AutoPlayer(session, ROUNDS)
    done = asyncio.create_task(until(session, lambda state: finished(state, ROUNDS)))
    while not done.done():
        # Links that are lost before any welcome end `run` after a few tries: the person tries again.
        running = asyncio.create_task(session.run())
        await asyncio.wait({running, done}, return_when=asyncio.FIRST_COMPLETED)
    await session.leave()
    await running
    state = session.state
    numbers = [numbered.n for numbered in state.log]
    assert numbers == sorted(set(numbers))
    assert words_of(state.log, "Minji") == player.said
    journal = tuple(_public(line) for line in host.lines if line["t"] in GAME)
    return Outcome(tuple(game_events(state)), state.points, journal, tuple(len(one.carried) for one in host.cables))


def _public(line: dict[str, object]) -> dict[str, object]:
    """Return a line without the numbers of commands, events and revisions: cuts may change them."""
    return {key: value for key, value in line.items() if not key.startswith("_")}


def same(one: Outcome, other: Outcome) -> bool:
    """Return whether both were the same game, to the player and in the journal: nothing lost or twice."""
    return (one.events, one.points, one.journal) == (other.events, other.points, other.journal)


async def test_cut_at_every_byte_of_an_evening(nowhere: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = await play(nowhere, monkeypatch)
    (length,) = whole.links
    for byte in range(1, length):
        cut = await play(nowhere, monkeypatch, byte)
        assert same(cut, whole), byte
        assert cut.links[0] == byte


async def test_cut_again_at_every_byte_of_coming_back(nowhere: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = await play(nowhere, monkeypatch)
    # In the middle of its turn: a command is on its way, and the token of the lost welcome is another one.
    middle = whole.links[0] // 2
    back = await play(nowhere, monkeypatch, middle)
    for byte in range(1, min(back.links[1], COMING_BACK)):
        cut = await play(nowhere, monkeypatch, middle, byte)
        assert same(cut, whole), byte
        assert cut.links[:2] == (middle, byte)
