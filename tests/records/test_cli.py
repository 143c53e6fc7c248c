"""The commands that read what hosts have kept."""

from __future__ import annotations

import argparse
import json
import os
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterable
from pathlib import Path

import pytest

from server.records import cli
from server.records.export import LEFT_OUT
from server.records.store import Store
from server.verify.record import check_record
from tests.verify.samples import Fields, good

RUN: dict[str, Callable[[argparse.Namespace, Iterable[Path]], int]] = {
    "games": cli.run_games,
    "export": cli.run_export,
    "replay": cli.run_replay,
    "stats": cli.run_stats,
}
ARGUMENTS: dict[str, Callable[[argparse.ArgumentParser], None]] = {
    "games": cli.add_games_arguments,
    "export": cli.add_export_arguments,
    "replay": cli.add_replay_arguments,
    "stats": cli.add_stats_arguments,
}
OLD, NEW, FRESH = (bytes.fromhex(digits * 16) for digits in ("ab", "ac", "fe"))


def terra(command: str, *args: str, stores: Iterable[Path] = ()) -> int:
    parser = argparse.ArgumentParser()
    ARGUMENTS[command](parser)
    return RUN[command](parser.parse_args(args), stores)


def journal() -> list[Fields]:
    lines = good()
    return [{"t": "_table", "name": "T"}, *({**line, "_n": number} for number, line in enumerate(lines))]


def broken_off() -> list[Fields]:
    """Return a journal whose first game stands in its second round."""
    lines = journal()
    return lines[: [at for at, line in enumerate(lines) if line["t"] == "deal"][1] + 3]


def first_round() -> list[Fields]:
    """Return what `broken_off` may tell."""
    lines = good()
    return lines[: next(at for at, line in enumerate(lines) if line["t"] == "settle") + 1]


@pytest.fixture
def stores(tmp_path: Path) -> list[Path]:
    """A finished evening in the first, one that broke off in the second; the third is not there."""
    first, second = tmp_path / "games.db", tmp_path / "games-2.db"
    for path, game, started, lines in (
        (first, OLD, "2026-01-01T10:00:00Z", journal()),
        (second, NEW, "2026-01-02T10:00:00Z", broken_off()),
    ):
        store = Store.open(path)
        store.begin(game, "Kitchen\x1b", started)
        store.append(game, lines)
        if game == OLD:
            store.finish(game)
        store.close()
    return [first, second, tmp_path / "games-3.db"]


def test_games_are_listed(stores: list[Path], capsys: pytest.CaptureFixture[str]) -> None:
    assert terra("games", stores=stores) == 0
    header, old, new = capsys.readouterr().out.splitlines()
    assert header.split() == ["game", "started", "table", "rounds", "players"]
    assert old.startswith("abababab  2026-01-01T10:00:00Z  Kitchen ")
    assert "  finished  " in old
    assert "  unfinished  plain 0, plain 1, plain 2" in new


def test_an_export_can_be_verified(stores: list[Path], tmp_path: Path) -> None:
    file = tmp_path / "out.jsonl"
    assert terra("export", "aba", "-o", str(file), stores=stores) == 0
    lines = file.read_text(encoding="utf-8").splitlines()
    assert check_record(lines).unproved_deals == 0
    assert [json.loads(line) for line in lines] == good()


@pytest.mark.skipif(sys.platform == "win32", reason="modes are POSIX's")
def test_an_export_is_for_its_owner_alone_and_opens_no_file_that_was_closed(
    stores: list[Path], tmp_path: Path
) -> None:
    file = tmp_path / "out.jsonl"
    before = os.umask(0)
    try:
        assert terra("export", "aba", "-o", str(file), stores=stores) == 0
        assert file.stat().st_mode & 0o777 == 0o600
        for mode in (0o600, 0o640, 0o644):
            file.chmod(mode)
            assert terra("export", "aba", "-o", str(file), stores=stores) == 0
            assert file.stat().st_mode & 0o777 == mode
    finally:
        os.umask(before)


@pytest.mark.parametrize("line", ["no json", '{"t": "game"}', '{"t": "ron", "seats": 7}', "[" * 100_000])
@pytest.mark.parametrize("command", ["games", "stats", "export", "replay"])
def test_a_store_with_rows_that_no_host_wrote_is_called_damaged(
    command: str, line: str, stores: list[Path], capsys: pytest.CaptureFixture[str]
) -> None:
    db = sqlite3.connect(stores[0])
    last = db.execute("SELECT max(n) FROM lines").fetchone()[0]
    db.execute("UPDATE lines SET line = ? WHERE n = ?", (line, last))
    db.commit()
    db.close()
    code = terra(command, *(["ab"] if command in ("export", "replay") else []), stores=stores)
    told = capsys.readouterr()
    assert code in (0, 1)
    assert told.err.count("\n") == code
    if line in ("no json", "[" * 100_000):
        assert "is damaged" in told.err


def test_a_round_that_runs_is_neither_exported_nor_replayed(
    stores: list[Path], capsys: pytest.CaptureFixture[str]
) -> None:
    assert terra("export", stores=stores) == 0      # without a name it is the newest game
    exported = capsys.readouterr()
    lines = exported.out.splitlines()
    assert [json.loads(line) for line in lines] == first_round()
    which, left_out = exported.err.splitlines()
    assert which.startswith("terra: The newest game with a round that has ended: acacacac, Kitchen, 2026-01-0")
    assert left_out == f"terra: {LEFT_OUT}"
    report = check_record(lines)
    assert (report.rounds, report.unfinished, report.unproved_deals) == (1, 1, 0)
    assert terra("replay", "ac", stores=stores) == 0
    replayed = capsys.readouterr()
    assert "Round 1. " in replayed.out
    assert "Round 2. " not in replayed.out
    assert replayed.err == f"terra: {LEFT_OUT}\n"


def test_a_game_in_its_first_round_shows_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    store = Store.open(tmp_path / "games.db")
    store.begin(NEW, "Kitchen", "2026-01-02T10:00:00Z")
    store.append(NEW, journal()[:6])
    store.close()
    for command in ("export", "replay"):
        assert terra(command, "ac", stores=[tmp_path / "games.db"]) == 1
        told = capsys.readouterr()
        assert told.out == ""
        assert "No round of this game has ended yet." in told.err


def add_in_its_first_round(path: Path) -> None:
    store = Store.open(path)
    store.begin(FRESH, "Porch", "2026-01-03T10:00:00Z")
    store.append(FRESH, journal()[:6])
    store.close()


@pytest.mark.parametrize("command", ["export", "replay"])
def test_without_a_game_the_newest_that_has_something_to_show_is_taken_and_named(
    command: str, stores: list[Path], capsys: pytest.CaptureFixture[str]
) -> None:
    add_in_its_first_round(stores[0])
    assert terra(command, stores=stores) == 0
    told = capsys.readouterr()
    assert told.err.startswith("terra: The newest game with a round that has ended: acacacac, Kitchen, ")
    assert len(told.out.splitlines()) > 5


@pytest.mark.parametrize("command", ["export", "replay"])
def test_where_no_game_has_anything_to_show_that_is_said_with_where_they_are_listed(
    command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    add_in_its_first_round(tmp_path / "games.db")
    assert terra(command, stores=[tmp_path / "games.db"]) == 1
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err == "terra: No round of any game has ended yet: `terra games` lists them.\n"


@pytest.mark.parametrize(
    ("args", "sentence"),
    [
        (("export", "a"), "2 games begin with a"),
        (("export", "ff"), "There is no game ff: `terra games` lists them."),
        (("replay", "nowhere.jsonl"), "There is no game nowhere.jsonl: `terra games` lists them."),
        (("games", "--store", "nowhere.db"), "There is no store"),
        (("export", "ab", "-o", "/nowhere/out"), "/nowhere/out cannot be written"),
    ],
)
def test_what_stands_in_the_way_is_one_sentence(
    args: tuple[str, ...], sentence: str, stores: list[Path], capsys: pytest.CaptureFixture[str]
) -> None:
    assert terra(*args, stores=stores) == 1
    error = capsys.readouterr().err
    assert error.startswith("terra: ")
    assert sentence in error
    assert error.count("\n") == 1


def test_without_any_store_nothing_was_played(capsys: pytest.CaptureFixture[str]) -> None:
    assert terra("games") == 0
    assert terra("stats") == 0
    assert capsys.readouterr().out == "No game has been played yet.\n" * 2
    assert terra("export") == 1
    assert "There is no game yet." in capsys.readouterr().err


def test_a_file_is_replayed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "record.jsonl"
    file.write_text("".join(json.dumps(line) + "\n" for line in good()), encoding="utf-8")
    assert terra("replay", str(file)) == 0
    assert capsys.readouterr().out.count("Round 1. ") == 3
    file.write_text("{}", encoding="utf-8")
    assert terra("replay", str(file)) == 1
    assert "there is no game in it" in capsys.readouterr().err
    file.write_text("no", encoding="utf-8")
    assert terra("replay", str(file)) == 1
    assert "is not a record: line 1 is not JSON" in capsys.readouterr().err


def test_players_figures_are_shown(stores: list[Path], capsys: pytest.CaptureFixture[str]) -> None:
    assert terra("stats", stores=stores) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].split() == ["player", "games", "won", "rounds", "points", "a", "round", "Rons", "Terras"]
    assert {line.split("  ")[0] for line in lines[1:]} == {f"plain {seat}" for seat in range(5)}


def test_a_reader_who_has_seen_enough_is_no_error(tmp_path: Path) -> None:
    file = tmp_path / "record.jsonl"
    file.write_text("".join(json.dumps(line) + "\n" for line in good() * 20), encoding="utf-8")
    script = (
        "import sys; from terra_tui.cli import main; sys.exit(main(['replay', '--text', sys.argv[1]]))"
    )
    with subprocess.Popen(
        [sys.executable, "-c", script, str(file)], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.readline()
        process.stdout.close()
        assert process.stderr.read() == b""
    assert process.returncode == 0
