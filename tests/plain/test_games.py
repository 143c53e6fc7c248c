"""Whole games through plain mode alone, against the real host with bots."""

from __future__ import annotations

import asyncio
import re
from dataclasses import replace
from pathlib import Path

import pytest

from server.engine.rules import Rules
from server.wire.messages import Role, Stage
from terra_tui.session.state import DealCheck
from tests.plain.scripted import ScriptedPlayer, Terminal
from tests.session.fake_host import until
from tests.session.real_host import QUICK, RealHost

OVER = "Type ready to play again"


async def test_a_game_from_the_lobby_to_the_rematch(tmp_path: Path) -> None:
    async with RealHost(tmp_path) as host, Terminal(host.address, tmp_path) as terminal:
        player = ScriptedPlayer(terminal)
        await player.play(lambda line: line.startswith("You own the table"))
        terminal.type("bot easy")
        terminal.type("bot normal")
        await terminal.until("(bot) sits down")
        await terminal.until("(bot) sits down")
        terminal.type("ready")
        assert await player.play(lambda line: OVER in line)
        first = list(terminal.lines)
        terminal.type("ready")
        await player.play(lambda line: line.startswith("Round 1: "))
        await player.play(lambda line: line.startswith("Deal: "))
        terminal.type("quit")
        assert await terminal.code() == 0
    assert "turn" in player.told
    assert any("has won" in line or "share the win" in line for line in first)
    deals = [line for line in first if re.match(r"Round \d+: ", line)]
    checked = [line for line in first if line == "Deal: checked, nobody arranged the cards"]
    assert len(checked) == len(deals) > 0
    assert set(terminal.session.state.checks.values()) <= {DealCheck.GOOD, DealCheck.PENDING}


async def test_r5_a_ron_by_typing(tmp_path: Path) -> None:
    """Games go on until this player has declared a Ron in a window and was paid for it."""
    settings = replace(QUICK, rules=Rules(hand=3), ron_window=200, ron_joint=100)
    async with RealHost(tmp_path, settings, bots=2) as host, Terminal(host.address, tmp_path) as terminal:
        player = ScriptedPlayer(terminal)
        async with asyncio.timeout(100):
            ron = await player.play(lambda line: line.startswith("Ron! Minji") and "ron" in player.told)
        assert "pays" in ron


async def test_watching_a_game_and_taking_a_seat(tmp_path: Path) -> None:
    async with (
        RealHost(tmp_path, bots=2) as host,
        Terminal(host.address, tmp_path) as terminal,
        Terminal(host.address, tmp_path, name="Jun", role=Role.WATCH) as watcher,
    ):
        await watcher.until("You watch table lunch.")
        player = ScriptedPlayer(terminal)
        await player.play(lambda line: re.match(r"Round 1 (to|is) ", line) is not None)
        await watcher.until("Round 1: ")
        told = await watcher.until("Round 1 to ", "Round 1 is ")
        assert told in terminal.lines
        watcher.type("sit 1")
        state = await until(watcher.session, lambda state: state.seat == 0)
        assert state.stage in (Stage.BETWEEN, Stage.PLAY, Stage.DEALING)
        watcher.type("table")
        await watcher.until("Seat 1: Jun, you")


@pytest.mark.parametrize("right", [True, False])
async def test_a_passphrase_is_typed(tmp_path: Path, right: bool) -> None:
    async with (
        RealHost(tmp_path, bots=2, passphrase="sesame") as host,
        Terminal(host.address, tmp_path) as terminal,
    ):
        await terminal.until("This table asks for a passphrase.")
        if not right:
            terminal.type("open up")
            await terminal.until("That is not the passphrase of the table")
        terminal.type("sesame")
        await terminal.until("You sit at table lunch")
        assert not any("sesame" in line for line in terminal.lines)
