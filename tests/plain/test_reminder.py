"""Time that runs short is said once for a decision."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest

from server.wire.messages import Clock
from terra_tui.plain import reminder
from terra_tui.plain.reminder import Reminder
from terra_tui.session.state import ClientState
from tests.session.fake_host import snap, view


def state(rev: int, left: int, *, turn: int = 0, deck: int = 20, paused: int | None = None) -> ClientState:
    shown = replace(snap(rev, view(turn=turn, deck=deck)), clock=Clock(left, 60_000), paused=paused)
    return ClientState(seat=0, snapshot=shown)


class Said:
    """Counts the reminders; `next` waits for one."""

    def __init__(self) -> None:
        self.times = 0
        self._event = asyncio.Event()

    def __call__(self) -> None:
        self.times += 1
        self._event.set()

    async def next(self) -> None:
        async with asyncio.timeout(10):
            await self._event.wait()
        self._event.clear()


@pytest.fixture
def said(monkeypatch: pytest.MonkeyPatch) -> Said:
    monkeypatch.setattr(reminder, "SHORT", 0.01)
    return Said()


async def test_once_for_each_decision(said: Said) -> None:
    watch = Reminder(said)
    watch.see(state(1, 40))
    watch.see(state(2, 35))
    await said.next()
    watch.see(state(3, 30))          # the same decision: somebody said something
    watch.see(state(4, 30, deck=19))
    await said.next()
    assert said.times == 2


async def test_not_for_others_nor_while_paused_nor_when_it_is_short_from_the_start(said: Said) -> None:
    watch = Reminder(said)
    for now in (state(1, 40, turn=1), state(2, 40, paused=1), state(3, 12), ClientState(seat=0)):
        watch.see(now)
        assert watch._timer is None
    watch.see(state(4, 40, deck=18))
    assert watch._timer is not None
    watch.see(state(5, 40, turn=1))
    assert watch._timer is None
