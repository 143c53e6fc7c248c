"""Replays and saving a game, by the keys of the real app."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from typing import cast

import pytest

from terra_tui.locale.words import Words
from terra_tui.session.playback import games_of
from terra_tui.session.session import Session
from terra_tui.ui.plan import Replay
from terra_tui.ui.screens.menu import Item, MenuScreen
from terra_tui.ui.screens.replay import ReplayScreen
from terra_tui.ui.screens.replays import ReplaysScreen
from terra_tui.ui.screens.table import TableScreen
from tests.ui.aside_stage import SIZES, Player, playing, record
from tests.ui.stage import StillSession, wait_until
from tests.ui.states import game_end

# ---- replays -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("lang", ["en", "ko"])
@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
async def test_a_replay_from_the_list(tmp_path: Path, lang: str, size: tuple[int, int]) -> None:
    async with playing(tmp_path, lang, size) as player:
        await player.chooses(Item.REPLAY)
        await wait_until(lambda: "lunch" in player.text)
        await player.pilot.press("enter")
        await wait_until(lambda: isinstance(player.app.screen, ReplayScreen))
        screen = cast(ReplayScreen, player.screen)
        at = player.app.words.say
        total = screen.playback.last + 1
        assert at("replay.at", n=1, total=total) in player.text
        assert at("replay.all_hands") in player.text
        await player.pilot.press("right", "right", "left")
        assert at("replay.at", n=2, total=total) in player.text
        await player.pilot.press("2")
        assert at("replay.hand_of", name=screen.playback.roster.seats[1].name) in player.text
        assert screen.board.state.hand == screen.playback.frames[1].game.hands[1]
        await player.pilot.press("0", "end")
        assert at("game_end.heading") in player.text
        await player.pilot.press("right_square_bracket", "left_square_bracket")
        assert screen.index < total - 1
        await player.pilot.press("home", "right_curly_bracket", "right_curly_bracket", "left_curly_bracket")
        assert screen.index == screen.playback.next_round(0)
        await player.pilot.press("home", "pagedown")
        assert at("replay.game", n=2, total=2) in player.text
        await player.pilot.press("pageup", "escape")
        await wait_until(lambda: isinstance(player.app.screen, ReplaysScreen))
        await player.pilot.press("escape")
        await wait_until(lambda: isinstance(player.app.screen, MenuScreen))


async def test_space_plays_to_the_end_and_stops_and_begins_again(tmp_path: Path) -> None:
    async with playing(tmp_path) as player:
        screen = ReplayScreen(player.app.look, games_of(record()), play_seconds=0.001)
        await player.app.push_screen(screen)
        screen.press("space", " ")
        assert screen.playing
        await wait_until(lambda: screen.index == screen.playback.last and not screen.playing)
        screen.press("space", " ")
        assert (screen.index, screen.playing) == (0, True)
        screen.press("right", None)
        assert (screen.index, screen.playing) == (1, False)


async def test_a_record_that_cannot_be_shown_says_why(tmp_path: Path) -> None:
    async with playing(tmp_path) as player:
        await player.chooses(Item.REPLAY)
        await player.pilot.press("down", "enter")
        await wait_until(lambda: "that one is broken" in player.text)
        player.app._show_replay([{"t": "game"}])
        assert "This record cannot be shown: line 1" in player.text
        player.app._show_replay([])
        assert "there is no game in it" in player.text


async def test_no_games_and_hostile_names(tmp_path: Path) -> None:
    async with playing(tmp_path) as player:
        await player.chooses(Item.REPLAY)
        await wait_until(lambda: "[/red]" in player.text)
        cast(ReplaysScreen, player.screen).offer(())
        assert "No games are kept yet." in player.text
        await player.pilot.press("enter", "ctrl+q")
        await wait_until(lambda: isinstance(player.app.screen, MenuScreen))


async def test_a_replay_of_the_command_line_ends_the_program(tmp_path: Path) -> None:
    async with playing(tmp_path, plan=Replay(record())) as player:
        await wait_until(lambda: isinstance(player.app.screen, ReplayScreen))
        await player.pilot.press("f2")
        assert cast(ReplayScreen, player.screen).board.long_log
        await player.pilot.press("f2", "f4", "escape")
        assert player.app.return_code == 0


# ---- saving ------------------------------------------------------------------------------------------------------


@asynccontextmanager
async def over(folder: Path, game: bytes, lang: str, size: tuple[int, int]) -> AsyncIterator[Player]:
    """Have a player at a table whose game is over."""
    async with playing(folder, lang, size) as player:
        session = StillSession(replace(game_end(), game=game))
        player.app.session = cast(Session, session)
        await player.app.push_screen(TableScreen(player.app.look, session, session.painted, ""))
        await player.pilot.pause()
        yield player
        player.app.session = None


@pytest.mark.parametrize("size", [(80, 24), (60, 16)])
@pytest.mark.parametrize("lang", ["en", "ko"])
@pytest.mark.parametrize("number", [7, 9])
async def test_a_game_that_is_over_is_saved_and_all_is_told_of_that(
    tmp_path: Path, number: int, lang: str, size: tuple[int, int]
) -> None:
    words = Words(lang)
    async with over(tmp_path, bytes([number]) * 16, lang, size) as player:
        await wait_until(lambda: words.say("keys.save") in player.text)
        assert words.say("game_end.saved") in player.text
        await player.pilot.press("w")
        saved = words.say("game_end.saved_as", path=player.kept.path)
        told = saved if number == 7 else words.say("game_end.not_saved", why=player.kept.refusal)
        await wait_until(lambda: told in player.text)
        assert len(player.kept.saved) == (number == 7)


@pytest.mark.parametrize("size", [(80, 24), (60, 20)])
@pytest.mark.parametrize("lang", ["en", "ko"])
async def test_a_game_that_another_computer_keeps_is_not_offered_to_be_saved(
    tmp_path: Path, lang: str, size: tuple[int, int]
) -> None:
    words = Words(lang)
    async with over(tmp_path, b"\x08" * 16, lang, size) as player:
        await wait_until(lambda: words.say("game_end.saved_there") in player.text)
        before = player.text
        await player.pilot.press("w", "ctrl+w")
        await player.pilot.pause()
        assert player.text == before
        assert words.say("keys.save") not in before
