"""Whole tables in virtual time: nothing that must hold is ever violated, and what is planted is found."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from server.wire.settings import Watching
from tests.simulation.__main__ import main
from tests.simulation.faults import EVERY, Fault
from tests.simulation.planted import FOUND_BY, PLANTED
from tests.simulation.run import run
from tests.simulation.scene import scene
from tests.simulation.twins import twins

GAMES = 200
"""How many games the tests play; each planted fault is found within them."""
PARTS = 10
ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("part", range(PARTS))
def test_nothing_is_violated_whatever_goes_wrong(part: int) -> None:
    seen = 0
    for seed in range(part, GAMES, PARTS):
        outcome = run(seed)
        assert outcome.failure is None, f"seed {seed}: {outcome.failure}\n{outcome.tail}"
        seen += outcome.seen["end"]
    assert seen == GAMES // PARTS


def test_without_faults_every_client_finds_every_deal_good() -> None:
    for seed in range(20):
        outcome = run(seed, frozenset())
        assert outcome.failure is None, f"seed {seed}: {outcome.failure}\n{outcome.tail}"
        assert outcome.seen["deal good"] > 0
        assert outcome.seen["deal unknown"] == 0


@pytest.mark.parametrize("name", PLANTED)
def test_a_planted_fault_is_found(name: str) -> None:
    with PLANTED[name]():
        found = any(run(seed).failure is not None for seed in (FOUND_BY[name], *range(GAMES)))
    assert found


def test_a_run_is_its_seed_in_any_process() -> None:
    here = {seed: run(seed).digest for seed in (8, 21)}
    for seed, digest in here.items():
        for hashing in ("0", "12345"):
            told = subprocess.run(
                [sys.executable, "-m", "tests.simulation", "--games", "1", "--seed", str(seed)],
                env=os.environ | {"PYTHONHASHSEED": hashing},
                cwd=ROOT,
                capture_output=True,
                text=True,
                check=True,
            )
            assert f"trace {digest}" in told.stdout
    assert len(set(here.values())) == len(here)


@pytest.mark.parametrize("part", range(4))
def test_swapped_hidden_cards_change_no_byte_and_no_time(part: int) -> None:
    swapped = 0
    for seed in range(part, 16, 4):
        settings = scene(seed, frozenset({Fault.LINKS, Fault.DISK})).settings
        viewers = [*range(settings.seats), *([None] if settings.watching is Watching.PUBLIC else [])]
        for viewer in viewers:
            pair = twins(seed, viewer)
            assert pair.first == pair.second, f"seed {seed}, viewer {viewer}"
            swapped += pair.swapped
    assert swapped > 0


def test_the_command_tells_which_seed_went_wrong(capsys: pytest.CaptureFixture[str]) -> None:
    name = "a view that shows the drawn card"
    with PLANTED[name]():
        assert main(["--games", "3", "--seed", "0"]) == 1
    told = capsys.readouterr().out
    assert "again: python -m tests.simulation --games 1 --seed 0 --faults all" in told
    assert "the drawn card" in told


def test_every_kind_of_fault_can_be_chosen(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--games", "2", "--faults", ",".join(sorted(EVERY))]) == 0
    assert "2 games, 0 went wrong" in capsys.readouterr().out
