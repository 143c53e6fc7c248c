"""Which game `terra host --resume` goes on with: the newest unfinished one of all of a user's own stores."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import pytest

from server.host.evening import _find, open_evening
from server.host.options import HostError, HostOptions
from server.host.paths import default_stores
from server.records.errors import StoreCode, StoreError
from server.records.store import Store
from server.wire.messages import Stage
from tests.host.conftest import Hosting
from tests.host.fake_table import FakeCore, FakeTable

EARLY, LATE, LATEST = "2026-11-28T20:15:00+00:00", "2026-11-29T20:15:00+00:00", "2026-11-30T20:15:00+00:00"


@pytest.fixture(autouse=True)
def _own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep games out of this user's folder."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    (tmp_path / "terra").mkdir(mode=0o700)


def begun(number: int, game: bytes, started: str, *, finished: bool = False) -> None:
    """Begin a game in the default store of this number, from 0."""
    with closing(Store.open(list(default_stores())[number])) as store:
        store.begin(game, "lunch", started)
        if finished:
            store.finish(game)


def found(wanted: str = "") -> bytes:
    """Return the game that is gone on with."""
    store, row = _find(None, wanted)
    store.close()
    return row.game


OLD, NEW, OVER = bytes(16), bytes([1]) * 16, bytes([2]) * 16


@pytest.mark.parametrize("old_at", [0, 1, 2])
@pytest.mark.parametrize("new_at", [0, 1, 2])
@pytest.mark.parametrize("over_at", [0, 2])
def test_the_newest_unfinished_game_whichever_store_has_it(old_at: int, new_at: int, over_at: int) -> None:
    begun(old_at, OLD, EARLY)
    begun(new_at, NEW, LATE)
    begun(over_at, OVER, LATEST, finished=True)
    assert found() == NEW
    assert found("0000") == OLD


def test_of_two_that_began_in_the_same_second_that_of_the_first_store() -> None:
    begun(1, NEW, LATE)
    begun(0, OLD, LATE)
    assert found() == OLD


def test_a_store_without_an_unfinished_game_is_passed_over() -> None:
    begun(0, OVER, LATEST, finished=True)
    begun(1, OLD, EARLY)
    assert found() == OLD


def test_where_all_games_are_over_there_is_none() -> None:
    begun(0, OVER, LATEST, finished=True)
    with pytest.raises(StoreError) as caught:
        found()
    assert caught.value.code is StoreCode.NO_GAME


@pytest.mark.parametrize("stage", [Stage.OVER, Stage.PLAY])
async def test_a_game_that_was_over_when_its_host_ended_is_not_to_be_resumed(
    hosting: Hosting, tmp_path: Path, stage: Stage
) -> None:
    path = tmp_path / "games.db"
    host = await hosting(FakeTable(core=FakeCore(stage=stage)), store=Store.open(path))
    await host.stop()
    with closing(Store.open(path, create=False)) as store:
        row = store.newest_unfinished()
    assert (row is None) is (stage is Stage.OVER)
    game = FakeTable().evening.hex()
    with pytest.raises(HostError) as refused:
        open_evening(HostOptions(store=path, resume=game))
    assert ("is over; `terra replay` shows it" in str(refused.value)) is (stage is Stage.OVER)
