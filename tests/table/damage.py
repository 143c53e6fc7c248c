"""A journal as an evening leaves it, and one line of it made odd, from a seed."""

from __future__ import annotations

import copy
import json
from dataclasses import replace
from random import Random
from typing import Any, Final

from server.engine.rules import Rules
from server.wire.messages import Configure, EndGame, HandOver, Leave, Pause, Ready, Role, ShowHand, Stage
from server.wire.settings import Level, Settings
from tests.table.shell import new_shell

Lines = list[Any]

ODD: Final[tuple[object, ...]] = (
    None, True, -1, 0, 5, 2**70, -(2**70), 1.5, float("nan"), "", "x", "ff", "zz", "\u202e" * 9, "x" * 300, [], {},
    [[]], [0, 0], [[0, 2**80]], [["a", "b"]], {"t": 1}, [None] * 40,
)


def evening() -> Lines:
    """Return a journal with every kind of line and key."""
    settings = Settings(seats=3, pace=0, ron_window=0, turn_time=1000, rules=Rules(hand=3))
    shell = new_shell(settings).open(Level.EASY)
    minji, jun = shell.join("Minji"), shell.join("Jun")
    shell.join("W", Role.WATCH)
    shell.give(minji, lambda seq: Configure(seq, replace(settings, between_time=0)))
    for peer in (minji, jun):
        shell.give(peer, lambda seq: Ready(seq, True, bytes(16)))
    shell.give(jun, lambda seq: ShowHand(seq, True))
    shell.give(jun, lambda seq: Pause(seq, True))
    shell.give(jun, lambda seq: Pause(seq, False))
    shell.give(minji, lambda seq: HandOver(seq, 2))
    shell.run_until(lambda: len(shell.lines("settle")) >= 2)
    shell.give(jun, EndGame)
    shell.cut(minji)
    shell.resume(minji)
    shell.run_until(lambda: shell.at(Stage.OVER))
    for peer in (shell.peers, jun):
        shell.give(peer, lambda seq: Ready(seq, True, bytes(16)))
    shell.run(1.1)
    shell.give(jun, lambda seq: Leave(seq, True))
    shell.run(3.0)
    lines: Lines = json.loads(json.dumps(shell.journal))
    return lines


def damaged(lines: Lines, dice: Random) -> Lines:
    """Return a copy with one thing changed: a line gone, twice, odd, or a value of it at any depth."""
    lines = copy.deepcopy(lines)
    at = dice.choice((0, dice.randrange(len(lines)), dice.randrange(len(lines))))
    chance = dice.random()
    if chance < 0.1:
        lines[at] = dice.choice(ODD)
    elif chance < 0.2:
        del lines[at]
    elif chance < 0.3:
        lines.insert(at, copy.deepcopy(dice.choice(lines)))
    elif chance < 0.35:
        lines[at]["_seq"] = dice.choice(ODD)
    elif chance < 0.4:
        del lines[at][dice.choice(list(lines[at]))]
    else:
        _spoil(lines[at], dice)
    return lines


def _spoil(value: Any, dice: Random) -> None:
    key = dice.choice(list(value) if isinstance(value, dict) else range(len(value)))
    if isinstance(value[key], dict | list) and value[key] and dice.random() < 0.7:
        _spoil(value[key], dice)
    else:
        value[key] = dice.choice(ODD)
