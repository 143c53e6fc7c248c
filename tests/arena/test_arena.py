"""Games of bots: they follow from the seed alone, and normal plays better than easy."""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from server.arena.chance import ArenaChance
from server.arena.run import Plan, bot_names, play_all, play_number
from server.arena.table import Tally
from server.engine.cards import DECK
from server.engine.rules import Rules
from server.verify.record import check_record

SCRIPT = """
import argparse, sys
from server.arena.cli import add_arguments, run
if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    add_arguments(parser)
    sys.exit(run(parser.parse_args()))
"""


def arena(hash_seed: str, file: Path, *args: str) -> str:
    """Run the arena in a process of its own and return what it prints."""
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT, "--record", str(file), *args],
        env=os.environ | {"PYTHONHASHSEED": hash_seed},
        capture_output=True,
        text=True,
        timeout=300,
        check=True,
    )
    assert done.stderr == ""
    return done.stdout


def test_the_same_seed_gives_the_same_file_whatever_the_jobs_and_hash_seeds(tmp_path: Path) -> None:
    args = ("--bots", "normal,easy,hard", "--games", "9", "--seed", "4", "--rollouts", "30", "--duplicate")
    runs = [("0", "1"), ("1", "1"), ("2", "2"), ("3", "3")]
    told, digests = set(), set()
    for hash_seed, jobs in runs:
        file = tmp_path / f"{hash_seed}.jsonl"
        told.add(arena(hash_seed, file, *args, "--jobs", jobs))
        digests.add(hashlib.sha256(file.read_bytes()).hexdigest())
    assert len(told) == len(digests) == 1
    assert check_record(file.read_text(encoding="utf-8").splitlines()).games == 9


def test_another_seed_gives_other_games() -> None:
    texts = {play_number(Plan(("easy",) * 3, 1, seed, record=True), 0).text for seed in range(4)}
    assert len(texts) == 4


@pytest.mark.parametrize("bots", [("easy",) * 3, ("normal", "easy", "easy", "normal"), ("normal",) * 5])
def test_a_record_is_right_in_every_line(bots: tuple[str, ...]) -> None:
    plan = Plan(bots, 4, seed=9, record=True)
    results = list(play_all(plan, jobs=1))
    report = check_record("".join(result.text for result in results).splitlines())
    assert (report.games, report.unfinished) == (4, 0)
    assert report.rounds == sum(result.rounds for result in results)
    for result in results:
        assert sum(result.points) == 0                     # R7.3
        assert sum(result.won) == pytest.approx(1)
        players = json.loads(result.text.splitlines()[0])["players"]
        assert [player["level"] for player in players] == list(bots)


def test_duplicate_games_share_their_deal_and_move_the_seats() -> None:
    plan = Plan(("normal", "easy", "easy"), 6, seed=2, duplicate=True, record=True)
    texts = [[json.loads(line) for line in result.text.splitlines()] for result in play_all(plan, jobs=1)]
    deals = [(lines[1]["hands"], lines[1]["deck"], lines[1]["lead"]) for lines in texts]
    assert deals[0] == deals[1] == deals[2] != deals[3]
    assert deals[3] == deals[4] == deals[5]
    seats = [[player["name"] for player in lines[0]["players"]].index("normal") for lines in texts]
    assert seats == [0, 1, 2, 0, 1, 2]


def test_normal_beats_easy_clearly() -> None:
    plan = Plan(("normal", "easy", "normal", "easy"), 80, seed=3, duplicate=True)
    tally = Tally(plan)
    for result in play_all(plan, jobs=1):
        tally.add(result)
    assert tally.games_won([0, 2]).low > 0.3
    assert tally.points_a_round([0, 2]).low > 0.3
    assert tally.points_a_round([1, 3]).high < -0.3


def test_other_rules_are_played() -> None:
    plan = Plan(("normal", "easy", "easy"), 2, seed=1, rules=Rules(hand=5, max_cards=2, terra=3), record=True)
    for result in play_all(plan, jobs=1):
        assert check_record(result.text.splitlines()).games == 1


def test_chance_follows_from_seed_and_deal() -> None:
    order, proof = ArenaChance(7, 3).deal(2)
    assert tuple(sorted(order)) == DECK
    assert proof.seed is None
    assert (order, proof) == ArenaChance(7, 3).deal(2)
    others = {ArenaChance(7, 4).deal(2)[0], ArenaChance(8, 3).deal(2)[0], ArenaChance(7, 3).deal(1)[0]}
    assert order not in others
    assert len(others) == 3
    under = (1, 2, 3, 4, 5, 6, 7, 8)
    assert ArenaChance(7, 3).reshuffle(under, 2, 1) != ArenaChance(7, 3).reshuffle(under, 2, 2)
    assert {ArenaChance(7, number).lead(5) for number in range(60)} == set(range(5))


def test_bots_have_names() -> None:
    assert bot_names(("normal", "easy", "normal")) == ("normal 1", "easy", "normal 2")
