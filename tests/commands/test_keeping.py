"""The games that are kept, for the screen: listed, read, written to a file; never a round that runs."""

from __future__ import annotations

import os
import re
import time
from pathlib import Path

import pytest

from server.host.paths import default_stores
from server.records.replay import read_file
from server.records.store import Store
from server.wire.record import players_of
from terra_tui.commands.keeping import keeps, kept_games, kept_record, saved_record
from terra_tui.session.drill_times import drill_path
from terra_tui.session.keyring import default_folder
from terra_tui.session.preferences import config_path
from terra_tui.ui.services import ServiceError
from tests.verify.samples import good

OLD, NEW, FRESH, STOPPED = (bytes([number]) * 16 for number in (1, 2, 3, 4))


@pytest.fixture
def stores(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Have two stores: a finished evening, one with a rematch that runs, and one that has just begun."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    folder = tmp_path / "terra"
    folder.mkdir(mode=0o700)
    first, second = Store.open(folder / "games.db"), Store.open(folder / "games-2.db")
    first.begin(OLD, "lunch", "2026-01-01T10:00:00Z")
    first.append(OLD, [{"t": "_table", "secret": 1}, *good()])
    first.finish(OLD)
    second.begin(NEW, "dinner", "2026-01-02T10:00:00Z")
    second.append(NEW, [*good(), *good()[:3]])
    second.begin(FRESH, "late", "2026-01-03T10:00:00Z")
    second.append(FRESH, good()[:4])
    first.close()
    second.close()
    return folder


async def test_the_newest_game_comes_first_and_one_without_a_round_not_at_all(stores: Path) -> None:
    games = await kept_games()
    assert [(game.id, game.table, game.finished) for game in games] == [
        (NEW.hex(), "dinner", False), (OLD.hex(), "lunch", True),
    ]
    rounds = sum(line["t"] == "deal" for line in good())
    assert [game.rounds for game in games] == [rounds, rounds]
    last = [line for line in good() if line["t"] == "game"][-1]
    assert games[0].players.split(", ") == [player.name for player in players_of(last)]


async def test_a_list_has_this_clocks_time_and_says_what_was_stopped(
    stores: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TZ", "KST-9")
    time.tzset()
    try:
        stopped = Store.open(stores / "games.db")
        stopped.begin(STOPPED, "porch", "2026-01-04T20:00:30Z")
        lines = good()
        lines[-1]["reason"] = "stopped"
        stopped.append(STOPPED, lines)
        stopped.close()
        games = await kept_games()
    finally:
        monkeypatch.undo()
        time.tzset()
    assert [(game.started, game.stopped) for game in games] == [
        ("2026-01-05 05:00", True), ("2026-01-02 19:00", False), ("2026-01-01 19:00", False),
    ]


async def test_what_is_kept_and_may_be_saved(stores: Path) -> None:
    assert [await keeps(game.hex()) for game in (OLD, NEW, FRESH, b"\xff" * 16)] == [True, True, False, False]
    (stores / "games.db").write_bytes(b"no database at all, whatever its name")
    assert not await keeps(OLD.hex())


async def test_a_record_holds_no_hand_of_the_round_that_runs(stores: Path) -> None:
    assert await kept_record(NEW.hex()) == good()
    assert await kept_record(OLD.hex()) == good()
    with pytest.raises(ServiceError, match="No round"):
        await kept_record(FRESH.hex())
    with pytest.raises(ServiceError, match="no game"):
        await kept_record("ff" * 16)


async def test_a_saved_record_is_a_private_file_that_replays(stores: Path) -> None:
    path = Path(await saved_record(OLD.hex()))
    assert path == stores / "records" / f"{OLD.hex()[:8]}.jsonl"
    assert os.stat(path).st_mode & 0o777 == 0o600
    assert read_file(path) == good()
    with pytest.raises(ServiceError, match="no game"):
        await saved_record("ff" * 16)


async def test_what_cannot_be_read_or_written_is_told(stores: Path) -> None:
    (stores / "records").write_text("", "utf-8")
    with pytest.raises(ServiceError, match="records"):
        await saved_record(OLD.hex())
    (stores / "games.db").write_bytes(b"no database at all, whatever its name")
    with pytest.raises(ServiceError, match=r"games\.db"):
        await kept_games()


async def test_without_a_store_there_are_no_games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert await kept_games() == []


def test_the_folders_that_hosting_md_says_to_remove_are_all_there_are(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for variable in ("XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_CONFIG_HOME"):
        monkeypatch.delenv(variable, raising=False)
    monkeypatch.setenv("HOME", str(tmp_path))
    page = Path(__file__).parents[2] / "docs" / "hosting.md"
    named = re.search(r"`rm -r ([^`]*)`", page.read_text("utf-8"))
    assert named is not None
    folders = [tmp_path / folder.removeprefix("~/") for folder in named[1].split()]
    used = (*default_stores(), default_folder(), config_path(os.environ), drill_path(os.environ))
    assert all(any(path.is_relative_to(folder) for folder in folders) for path in used)
    assert all(any(path.is_relative_to(folder) for path in used) for folder in folders)
