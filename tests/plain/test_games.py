"""Whole games through plain mode alone, against the real host with bots."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from server.engine.rules import Rules
from server.wire.messages import Role, Stage
from terra_tui.locale.words import Words
from terra_tui.session.state import DealCheck
from tests.plain.scripted import TYPED, ScriptedPlayer, Terminal, reading
from tests.session.fake_host import until
from tests.session.real_host import QUICK, RealHost

BOTS = {"en": ("bot easy", "bot normal"), "ko": ("봇 쉬움", "봇 보통")}
QUIT = {"en": "quit", "ko": "나가기"}


def says(words: Words, *keys: str) -> Callable[[str], bool]:
    """Return whether a line says what the catalogue has under one of `keys`."""
    pattern = reading(words, *keys)
    return lambda line: pattern.fullmatch(line) is not None


@pytest.mark.parametrize("lang", ["en", "ko"])
async def test_a_game_from_the_lobby_to_the_rematch(tmp_path: Path, lang: str) -> None:
    words = Words(lang)
    async with RealHost(tmp_path) as host, Terminal(host.address, tmp_path, lang=lang) as terminal:
        player = ScriptedPlayer(terminal)
        await player.play(says(words, "plain.lobby_owner"))
        for line in BOTS[lang]:
            terminal.type(line)
            await player.play(says(words, "change.bot"))
        terminal.type(TYPED[lang]["ready"])
        assert await player.play(says(words, "plain.rematch"))
        first = list(terminal.lines)
        terminal.type(TYPED[lang]["ready"])
        await player.play(says(words, "event.dealt"))
        await player.play(says(words, "round_end.deal_good"))
        terminal.type(QUIT[lang])
        assert await terminal.code() == 0
    assert "turn" in player.told
    assert any(map(says(words, "game_end.won", "game_end.won_shared"), first))
    deals = [line for line in first if says(words, "event.dealt")(line)]
    checked = [line for line in first if line == words.say("round_end.deal_good")]
    assert len(checked) == len(deals) > 0
    assert set(terminal.session.state.checks.values()) <= {DealCheck.GOOD, DealCheck.PENDING}


@pytest.mark.parametrize("lang", ["en", "ko"])
async def test_r5_a_ron_by_typing(tmp_path: Path, lang: str) -> None:
    """Games go on until this player has declared a Ron in a window and was paid for it."""
    settings = replace(QUICK, rules=Rules(hand=3), ron_window=200, ron_joint=100)
    paid = reading(Words(lang), "event.ronned_paid")
    async with (
        RealHost(tmp_path, settings, bots=2) as host,
        Terminal(host.address, tmp_path, lang=lang) as terminal,
    ):
        player = ScriptedPlayer(terminal)

        def mine(line: str) -> bool:
            found = paid.fullmatch(line)
            return found is not None and found["names"].startswith("Minji") and "ron" in player.told

        async with asyncio.timeout(100):
            await player.play(mine)


async def test_watching_a_game_and_taking_a_seat(tmp_path: Path) -> None:
    async with (
        RealHost(tmp_path, bots=2) as host,
        Terminal(host.address, tmp_path) as terminal,
        Terminal(host.address, tmp_path, name="Jun", role=Role.WATCH) as watcher,
    ):
        await watcher.until("You watch table lunch.")
        player = ScriptedPlayer(terminal)
        await player.play(says(Words("en"), "event.round_ended", "event.round_void"))
        await watcher.until("Round 1: ")
        told = await watcher.until("Round 1 to ", "Round 1 is ")
        assert told in terminal.lines
        watcher.type("sit 1")
        state = await until(watcher.session, lambda state: state.seat == 0)
        assert state.stage in (Stage.BETWEEN, Stage.PLAY, Stage.DEALING)
        watcher.type("table")
        await watcher.until("Seat 1: Jun, you")


async def test_who_gave_the_seat_to_a_bot_comes_back_by_watching(tmp_path: Path) -> None:
    async with RealHost(tmp_path, bots=2) as host:
        async with Terminal(host.address, tmp_path) as terminal:
            await ScriptedPlayer(terminal).play(says(Words("en"), "event.laid", "event.drew"))
            terminal.type("quit bot")
            assert await terminal.code() == 0
        async with Terminal(host.address, tmp_path) as terminal:
            assert await terminal.code() == 1
        assert f"terra join --plain --watch {host.address}" in terminal.errors.read_text("utf-8")
        async with Terminal(host.address, tmp_path, role=Role.WATCH) as terminal:
            await terminal.until("You watch table lunch.")
            terminal.type("sit 3")
            await until(terminal.session, lambda state: state.seat == 2)


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
