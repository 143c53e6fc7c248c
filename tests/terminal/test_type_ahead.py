"""Keys in one write to the real client, and a walk of keys and sizes at random over the whole program."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Final

import pytest

from tests.terminal.client import client
from tests.terminal.pty_screen import PtyScreen
from tests.terminal.seat import BACKSPACE, CTRL_Q, DOWN, ENTER, ESC, F2, F3, F4, F8, F9, LEFT, RIGHT, TAB, UP
from tests.terminal.waiting import quiet, until

KEYS: Final = (
    *(ENTER,) * 14, *(ESC,) * 10, *(DOWN,) * 8, *(UP,) * 4, LEFT, RIGHT, TAB, BACKSPACE, F2, F3, F4, F8, F9,
    *"?.! 5cxswegvj+-/dD12", CTRL_Q,
)
SIZES: Final = ((80, 24), (60, 20), (120, 36), (30, 8), (1, 1), (200, 60))
WRITES: Final = 200
SEEDS: Final = (1, 2)
MOST_STARTS: Final = 60


def children(pid: int) -> list[int]:
    """Return the processes that `pid` has started and that run."""
    listed = Path(f"/proc/{pid}/task/{pid}/children")
    return [int(child) for child in listed.read_text().split()] if listed.exists() else []


@pytest.mark.parametrize("times", [2, 3, 5])
def test_one_game_is_begun_and_left_for_the_menu(tmp_path: Path, times: int) -> None:
    with client(tmp_path, "--lang", "en", env={"XDG_CONFIG_HOME": str(tmp_path / ".config")}) as terminal:
        terminal.shows("Play against bots")
        terminal.type(ENTER * times)
        terminal.shows("Enter starts the game")
        terminal.type(ENTER * times)
        terminal.shows("YOUR HAND")
        assert len(children(terminal.process.pid)) <= 1
        terminal.type(CTRL_Q)
        terminal.shows("LEAVE THE TABLE?")
        terminal.type(ESC + ENTER * times)      # back at the table; Enter means nothing there
        terminal.shows("YOUR HAND")
        terminal.type("?")
        terminal.hides("YOUR HAND")
        terminal.type(ENTER * times)
        terminal.shows("YOUR HAND")
        terminal.type(CTRL_Q + ENTER * times)   # of one write, but it may be read in two
        terminal.settle()
        assert len(children(terminal.process.pid)) <= 1
        assert terminal.screen.text.strip()
        assert b"Terra itself has failed" not in terminal.drawn


@pytest.mark.parametrize("seed", SEEDS)
def test_a_walk_at_random_ends_at_a_screen_that_shows_something(tmp_path: Path, seed: int) -> None:
    dice = random.Random(seed)
    starts = 0
    left = WRITES
    while left:
        starts += 1
        assert starts <= MOST_STARTS
        with client(tmp_path, "--lang", "en") as terminal:
            terminal.shows("Play against bots")
            left = walk(terminal, dice, left)
            terminal.resize(80, 24)
            terminal.settle()
            # The last keys may have been those that leave, and the program on its way out.
            until(lambda: terminal.process.poll() is not None or bool(terminal.screen.text.strip()), terminal,
                  why="a blank screen")
            assert terminal.process.poll() in (None, 0)
            assert b"Terra itself has failed" not in terminal.drawn, terminal


def walk(terminal: PtyScreen, dice: random.Random, writes: int) -> int:
    """Type and resize until the program has ended; return how many writes are left."""
    while writes and terminal.process.poll() is None:
        writes -= 1
        terminal.type("".join(dice.choice(KEYS) for _ in range(dice.choice((1, 2, 2, 3, 5)))))
        if dice.random() < 0.2:
            terminal.resize(*dice.choice(SIZES))
        quiet(terminal, seconds=dice.choice((0.0, 0.0, 0.02, 0.2)), at_most=0.4)
        assert len(children(terminal.process.pid)) <= 1
    return writes
