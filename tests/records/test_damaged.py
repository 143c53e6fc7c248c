"""Records of a damaged store: a sentence, or what can be read; never an error of Terra's own."""

from __future__ import annotations

import json
import sqlite3
from argparse import Namespace
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from random import Random

import pytest

from server.host.evening import open_evening
from server.host.options import HostError, HostOptions
from server.records.cli import run_export, run_games, run_replay, run_stats
from server.records.store import Store
from tests.table.damage import damaged, evening

CASES = 60
GAME = bytes(16)


def spoilt(path: Path, dice: Random) -> None:
    """Make a store of one damaged evening; now and then the row of the game is odd too."""
    with closing(Store.open(path)) as store:
        store.begin(GAME, "Friday", "2026-11-30T20:15:00+01:00")
    with closing(sqlite3.connect(path)) as db, db:
        for number, line in enumerate(damaged(evening(), dice)):
            text: object = json.dumps(line)
            if dice.random() < 0.002:
                text = dice.choice((b"\xff\x00", 7, "{", "[" * 100_000))
            db.execute("INSERT INTO lines (game, n, line) VALUES (1, ?, ?)", (number, text))
        if dice.random() < 0.1:
            column = dice.choice(("game", "name", "started", "finished"))
            db.execute(f"UPDATE games SET {column} = ?", (dice.choice((b"\xff\x00", 7, "x", "")),))


@pytest.mark.parametrize("seed", range(CASES))
def test_every_command_ends_with_a_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], seed: int
) -> None:
    path = tmp_path / "games.db"
    spoilt(path, Random(seed))
    args = Namespace(store=path, game="", output=None)
    commands: list[Callable[[Namespace, list[Path]], int]] = [run_games, run_stats, run_export, run_replay]
    for command in commands:
        code = command(args, [])
        told = capsys.readouterr()
        assert code in (0, 1)
        assert code == 0 or told.err.strip().endswith(".")
    assert resumed(path).endswith(".")


def resumed(path: Path) -> str:
    """Return what is said where the evening cannot go on."""
    try:
        open_evening(HostOptions(store=path, resume="")).store.close()
    except HostError as error:
        return str(error)
    return "It goes on."
