"""Bots off the loop: every question is answered, whatever becomes of the bot."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace

import pytest

from server.bots.player import BotAction, Decision
from server.engine import view_for
from server.engine.actions import Draw, Keep
from server.engine.legal import legal_actions
from server.engine.rules import Rules
from server.engine.state import Game, Phase
from server.host import thinkers
from server.host.thinkers import Thinkers, default_action
from server.table.effects import Think
from server.wire.settings import Level
from tests.host.caller import PATIENCE
from tests.host.conftest import wait_until

GAME = Game(
    rules=Rules(),
    scores=(30, 30, 30),
    phase=Phase.TURN,
    hands=((3, 4, 8, 8), (1, 5, 15), (2, 6)),
    deck=(7, 7, 9, 9, 10, 11),
    floor=4,
    turn=0,
    round=1,
    round_start=(30, 30, 30),
)


def question(request: int, level: Level, decision: Decision = Decision.TURN) -> Think:
    return Think(request, 0, level, decision, view_for(GAME, 0))


@asynccontextmanager
async def thinking(seed: int | None = None) -> AsyncIterator[tuple[Thinkers, dict[int, BotAction | None]]]:
    """Run thinkers whose answers end up in a dict."""
    answers: dict[int, BotAction | None] = {}
    pool = Thinkers(answers.__setitem__, seed)
    try:
        yield pool, answers
    finally:
        pool.close()


@pytest.mark.parametrize("level", [Level.EASY, Level.NORMAL])
async def test_a_bot_answers_with_something_legal(level: Level) -> None:
    async with thinking() as (pool, answers):
        for request in range(5):
            pool.think(question(request, level), GAME.rules)
        await wait_until(lambda: len(answers) == 5)
    assert set(answers.values()) <= set(legal_actions(GAME))


async def test_a_table_with_a_seed_has_bots_that_repeat_themselves() -> None:
    runs = []
    for _ in range(2):
        async with thinking(seed=7) as (pool, answers):
            for request in range(20):
                pool.think(question(request, Level.EASY), GAME.rules)
            await wait_until(lambda answers=answers: len(answers) == 20)  # type: ignore[misc]
        runs.append(answers)
    assert runs[0] == runs[1]


async def test_a_bot_that_fails_plays_the_default(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(*_: object) -> None:
        raise ValueError("I hold (3, 4, 8, 8)")

    monkeypatch.setattr(thinkers, "decide", fail)
    async with thinking() as (pool, answers):
        pool.think(question(1, Level.NORMAL), GAME.rules)
        pool.think(question(2, Level.NORMAL, Decision.RON), GAME.rules)
        await wait_until(lambda: len(answers) == 2)
    assert answers == {1: Draw(0), 2: None}
    assert "ValueError" in caplog.text
    assert "3, 4" not in caplog.text


def test_the_default_of_each_decision() -> None:
    view = view_for(GAME, 0)
    assert default_action(view, Decision.TURN) == Draw(0)
    assert default_action(view, Decision.RON) is None
    match = replace(GAME, phase=Phase.MATCH, drawn=8)
    assert default_action(view_for(match, 0), Decision.TURN) == Keep(0)


async def test_hard_bots_think_in_another_process_and_are_outlived() -> None:
    async with thinking() as (pool, answers):
        pool.think(question(1, Level.HARD), GAME.rules)
        async with asyncio.timeout(3 * PATIENCE):
            while 1 not in answers:  # noqa: ASYNC110 - the answer comes from another process
                await asyncio.sleep(0.01)
        assert answers[1] in legal_actions(GAME)
        assert pool._pool is not None
        pids = list(pool._pool._processes)
        assert pids
        assert os.getpid() not in pids
        if sys.platform != "win32":
            for pid in pids:
                os.kill(pid, signal.SIGKILL)
            pool.think(question(2, Level.HARD), GAME.rules)
            await wait_until(lambda: 2 in answers)
            assert answers[2] in legal_actions(GAME)


async def test_closing_waits_for_no_thought() -> None:
    loop = asyncio.get_running_loop()
    pool = Thinkers(lambda *_: None)
    for request in range(50):
        pool.think(question(request, Level.HARD), GAME.rules)
    begun = loop.time()
    pool.close()
    assert loop.time() - begun < 1.0
