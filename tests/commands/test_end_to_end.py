"""From the table to the judge: what a host keeps is exported, verified, and gives each verdict of a race again."""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

from server.engine.rules import Rules
from server.records.export import public_lines
from server.table.race import rederive
from server.verify.record import check_record
from server.wire.messages import Stage, Verdict
from server.wire.record import dump
from server.wire.settings import Settings
from tests.host.caller import calling
from tests.host.player import Player
from tests.session.real_host import RealHost
from tests.table.people import crowd
from tests.table.shell import new_shell

BRISK = Settings(seats=3, rules=Rules(limit=31), ron_window=20, ron_joint=5, pace=0, between_time=5_000)
GAMES = 2


def terra(*arguments: str) -> subprocess.CompletedProcess[str]:
    """Run `terra` in a process of its own."""
    return subprocess.run(
        [sys.executable, "-m", "terra_tui", *arguments], env=os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)},
        stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=60, check=False,
    )


async def play(folder: Path) -> Path:
    """Let three play over real sockets; return the store."""
    async with (
        RealHost(folder, BRISK) as host, calling(host.port) as a, calling(host.port) as b, calling(host.port) as c
    ):
        callers = [a, b, c]
        for name, caller in zip("ABC", callers, strict=True):
            await caller.enter(name)
        async with asyncio.timeout(60), asyncio.TaskGroup() as group:
            for seat, caller in enumerate(callers):
                group.create_task(Player(caller, seat).play(GAMES))
    return folder / "games.db"


def judged_again(lines: list[dict[str, Any]]) -> int:
    """Derive the verdicts of all races in `lines` again; return how many claims there were."""
    claims = 0
    for line in lines:
        if line["t"] == "race":
            told = {claim["seat"]: Verdict(claim["verdict"]) for claim in line["claims"]}
            assert rederive(line) == told
            claims += len(told)
    return claims


async def test_what_was_played_is_exported_and_verified(tmp_path: Path) -> None:
    store, file = await play(tmp_path / "host"), tmp_path / "record.jsonl"
    exported = terra("export", "--store", str(store), "-o", str(file))
    assert exported.returncode == 0, exported.stderr
    verified = terra("verify", str(file))
    assert verified.returncode == 0, verified.stderr
    assert "every line is right" in verified.stdout
    report = check_record(file.read_text(encoding="utf-8").splitlines())
    assert report.games >= GAMES
    assert report.proved_deals >= GAMES
    assert report.unproved_deals <= report.unfinished       # a rematch may have begun: its round still runs
    assert report.deals_without_nonce == 0
    lines = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
    judged_again(lines)

    # One card of the first deck and the floor card change places: that line is named.
    at = next(number for number, line in enumerate(lines) if line["t"] == "deal")
    deal = lines[at]
    other = next(place for place, card in enumerate(deal["deck"]) if card != deal["floor"])
    deal["floor"], deal["deck"][other] = deal["deck"][other], deal["floor"]
    file.write_text("".join(dump(line) + "\n" for line in lines), encoding="utf-8")
    spoiled = terra("verify", str(file))
    assert spoiled.returncode == 1
    assert spoiled.stderr.startswith(f"{file}:{at + 1}: ")


def test_the_export_of_a_table_carries_each_races_numbers() -> None:
    shell = new_shell(Settings(seats=4, rules=Rules(start=12, limit=30))).open()
    crowd(shell, "ABCD")
    shell.run_until(lambda: len(shell.lines("race")) > 3 and shell.at(Stage.OVER))
    lines = [json.loads(dump(line)) for line in public_lines(shell.journal, finished=False)]
    assert judged_again(lines) > 3
    for line in lines:
        for claim in line["claims"] if line["t"] == "race" else ():
            assert {"arrival", "reaction", "credit", "time", "verdict"} <= claim.keys()
    report = check_record(map(dump, lines))
    assert (report.games, report.unfinished, report.unproved_deals) == (len(shell.lines("end")), 0, 0)
    assert report.proved_deals == report.rounds > 3
