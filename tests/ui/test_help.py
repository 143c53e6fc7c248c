"""The help's keys and rules, and what the key rows and the note row of a table tell."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import cast

import pytest

from terra_tui.locale.words import Words
from terra_tui.ui.draw.lines import plain
from terra_tui.ui.draw.model import Board
from terra_tui.ui.draw.status import note_line
from terra_tui.ui.draw.table_keys import table_keys
from terra_tui.ui.screens.help import GROUPS, HelpScreen, group_text
from terra_tui.ui.screens.menu import Item
from terra_tui.ui.screens.replay import ReplayScreen
from tests.ui.aside_stage import playing as playing_app
from tests.ui.stage import still_app, wait_until
from tests.ui.states import game_end, lobby, playing, round_end
from tests.ui.test_app import seated


@pytest.mark.parametrize(("lang", "title"), [("en", "The rules of Terra"), ("ko", "테라 규칙")])
async def test_rules_in_the_menu_open_at_the_rules(lang: str, title: str) -> None:
    app = still_app(lang)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press(*["up"] * 3, "enter")
        await pilot.pause()
        shown = cast(HelpScreen, app.screen)
        assert shown.text.splitlines()[0].strip() == title
        await pilot.press("home")
        assert shown.text.splitlines()[0].strip() != title


def test_the_keys_name_every_ron_key_and_those_of_other_stages() -> None:
    text = "".join(group_text(Words("en"), group) for group in GROUPS)
    for told in (
        "! or F9: Ron", "R too", "F7:", "J or F7:", "P: pause", "P again resumes", "X, a seat's number", "(Ctrl+P)",
        "[ ]:", "PgUp PgDn: another",
    ):
        assert told in text


@pytest.mark.parametrize("lang", ["en", "ko"])
def test_a_narrow_window_names_what_a_turn_needs_and_where_the_rest_is(lang: str) -> None:
    words = Words(lang)
    first = table_keys(Board(playing(), words, width=60, height=20))[:6]
    wanted = ("lay", "draw", "terra", "ron", "chat", "more")
    assert first == [words.say(f"keys.{key}") for key in wanted]
    assert len(" | ".join(first)) + 1 <= 60


@pytest.mark.parametrize(("seat", "told"), [(0, "The table is paused: P resumes"), (None, "The table is paused")])
def test_a_paused_table_says_how_it_goes_on(seat: int | None, told: str) -> None:
    state = playing(seat=seat)
    assert state.snapshot is not None
    state = replace(state, snapshot=replace(state.snapshot, paused=1))
    assert plain([note_line(Board(state, Words("en")))]).strip() == told


PARTS = {
    "lobby": lobby(), "lobby watched": lobby(seat=None), "turn": playing(), "watch": playing(seat=None),
    "between": round_end(), "between games": game_end(),
}


@pytest.mark.parametrize("lang", ["en", "ko"])
@pytest.mark.parametrize("size", [(60, 16), (80, 24)], ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("stage", PARTS)
async def test_help_opens_at_the_keys_of_the_stage(stage: str, size: tuple[int, int], lang: str) -> None:
    async with seated(PARTS[stage], lang, size) as table:
        await table.pilot.press("question_mark")
        group = table.app.words.say(f"help.group_{stage.split()[0]}")
        assert table.text.splitlines()[0].strip() == f"{table.app.words.say('help.keys')}: {group}"


@pytest.mark.parametrize("item", [Item.DRILL, Item.LEARN])
async def test_help_opens_at_the_keys_of_the_drill_and_the_lesson(item: Item, tmp_path: Path) -> None:
    async with playing_app(tmp_path) as player:
        await player.chooses(item)
        await player.pilot.press("question_mark")
        group = {"drill": "In the drill", "learn": "In a round"}[item.value]
        assert player.screen.text.splitlines()[0].strip() == f"Keys: {group}"


async def test_help_opens_at_the_keys_of_a_replay(tmp_path: Path) -> None:
    async with playing_app(tmp_path) as player:
        await player.chooses(Item.REPLAY)
        await wait_until(lambda: "lunch" in player.text)
        await player.pilot.press("enter")
        await wait_until(lambda: isinstance(player.app.screen, ReplayScreen))
        await player.pilot.press("question_mark")
        assert player.screen.text.splitlines()[0].strip() == "Keys: In a replay"


@pytest.mark.parametrize("lang", ["en", "ko"])
async def test_marks_tell_whether_there_is_more_above_and_below(lang: str) -> None:
    app = still_app(lang)
    async with app.run_test(size=(60, 16)) as pilot:
        await pilot.press("question_mark")
        shown = cast(HelpScreen, app.screen)

        def foot() -> str:
            return shown.text.splitlines()[-1].rstrip()

        assert foot().endswith("v   0%")
        assert "^" not in foot()
        await pilot.press("pagedown")
        assert "^ v" in foot()
        await pilot.press("end")
        assert foot().endswith("^   100%")
        assert app.words.say("help.footer") in foot()
        await pilot.press("escape")


def test_every_part_of_the_help_has_a_heading_in_every_language() -> None:
    for lang in ("en", "ko"):
        for group in GROUPS:
            assert Words(lang).say(f"help.group_{group}") in group_text(Words(lang), group)
