"""The help's keys and rules, and what the key rows and the note row of a table tell."""

from __future__ import annotations

from dataclasses import replace
from typing import cast

import pytest

from terra_tui.locale.words import Words
from terra_tui.ui.draw.lines import plain
from terra_tui.ui.draw.model import Board
from terra_tui.ui.draw.status import note_line
from terra_tui.ui.draw.table_keys import table_keys
from terra_tui.ui.screens.help import HelpScreen, keys_text
from tests.ui.stage import still_app
from tests.ui.states import playing


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
    text = keys_text(Words("en"))
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
