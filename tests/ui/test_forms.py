"""Forms: filling in, choosing, places to go, settings."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from textual import events

from server.engine.rules import LIMITS, RulesError
from server.wire.messages import Configure
from server.wire.settings import Assist, Settings, Watching
from terra_tui.locale.words import Words
from terra_tui.session.keyring import Keyring
from terra_tui.session.preferences import Preferences, load
from terra_tui.ui.app import TerraApp
from terra_tui.ui.draw.forms import form_lines
from terra_tui.ui.draw.lines import CUT, plain
from terra_tui.ui.draw.skin import BOX, with_arrows
from terra_tui.ui.form import Form
from terra_tui.ui.forms import join_form, passphrase_form, preferences_form, preferences_from
from terra_tui.ui.places import Place
from terra_tui.ui.plan import Menu
from terra_tui.ui.screens.form_screen import FormScreen
from terra_tui.ui.screens.table import TableScreen
from terra_tui.ui.table_forms import host_form, settings_from, table_form
from tests.ui.stage import still_app, wait_until
from tests.ui.states import lobby
from tests.ui.test_app import seated

EN = Words("en")


def press(form: Form, *keys: str) -> Form:
    """Return the form after keys."""
    for key in keys:
        form = form.press(key)
    return form


def test_moving_and_typing() -> None:
    form = join_form(EN, False, "", "Minji").insert("10.0.0.7")
    form = press(form, "down", "end", "backspace").insert("a")
    assert form.values == {"address": "10.0.0.7", "name": "Minja"}
    assert form.last
    assert press(form, "down").chosen == 0
    assert press(form, "up", "up").chosen == 1


def test_choices_go_round() -> None:
    form = press(host_form(EN, "x"), "down")
    assert press(form, "right").values["seats"] == "5"
    assert press(form, "left", "left").values["seats"] == "5"
    assert form.insert("9") == form


@pytest.mark.parametrize("lang", ["en", "ko"])
def test_preferences_come_back_as_they_were(lang: str) -> None:
    old = Preferences("민지", lang, "light", "ascii", bell=False, title=True, mouse=False)
    form = preferences_form(Words(lang), old, "민지")
    assert preferences_from(form.values, old) == old


@pytest.mark.parametrize("lang", ["en", "ko"])
def test_a_tables_settings_come_back_as_they_were(lang: str) -> None:
    old = Settings(seats=5, assist=Assist.HINTS, watching=Watching.DELAYED, delay=7, turn_time=0, ron_window=500)
    assert settings_from(Words(lang), table_form(Words(lang), old).values, old) == old


def test_times_that_no_choice_offers_stay_as_the_host_was_started_with() -> None:
    old = Settings(ron_window=300, turn_time=45_000, false_ron=False, delay=20)
    assert settings_from(EN, table_form(EN, old).values, old) == old


def test_a_number_that_is_not_allowed_is_told() -> None:
    values = table_form(EN, Settings()).values
    for wrong in ("9999999", "1", "", "x", "٥", "-3"):
        with pytest.raises(RulesError, match=r"Ends above: a whole number from 2 to 9999"):
            settings_from(EN, {**values, "limit": wrong}, Settings())
    with pytest.raises(RulesError, match=r"이보다 크면 끝: 시작 점수\(30\) 이상"):
        settings_from(Words("ko"), {**values, "limit": "29"}, Settings())
    changed = settings_from(EN, {**values, "hand": "7"}, Settings())
    assert changed == replace(Settings(), rules=replace(Settings().rules, hand=7), delay=changed.delay)


async def test_places_to_go_fill_in_address_and_name() -> None:
    app = still_app()
    async with app.run_test(size=(80, 24)) as pilot:
        screen = app.show_form("join", lambda words: join_form(words, False, "", "Minji"))
        await pilot.pause()
        screen.offer([Place("10.0.0.1", "back to lunch as Sora", "Sora"), Place("10.0.0.2", "10.0.0.2  tea 1/4")])
        assert "back to lunch as Sora" in screen.text
        assert "10.0.0.1" in screen.text
        await pilot.press("right")
        assert "10.0.0.2  tea" in screen.text
        await pilot.press("h", "o")
        assert "ho" in screen.text
        assert screen._form.values["address"] == "ho"


async def test_places_do_not_overwrite_what_was_typed() -> None:
    app = still_app()
    async with app.run_test(size=(80, 24)) as pilot:
        screen = app.show_form("join", lambda words: join_form(words, False, "", "Minji"))
        await pilot.pause()
        await pilot.press("h")
        screen.offer([Place("10.0.0.1", "lunch")])
        await pilot.press("i")
        assert screen._form.values["address"] == "hi"


async def test_the_language_changes_around_what_was_filled_in() -> None:
    app = still_app()
    async with app.run_test(size=(80, 24)) as pilot:
        screen = app.show_form("join", lambda words: join_form(words, False, "", "Minji"))
        await pilot.pause()
        await pilot.press("h", "f8")
        assert isinstance(app.screen, FormScreen)
        assert "내 이름" in screen.text
        assert screen._form.values["address"] == "h"


async def test_the_choices_of_a_form_change_their_language_too_and_stay_chosen() -> None:
    app = still_app()
    async with app.run_test(size=(80, 24)) as pilot:
        screen = app.show_form("table", lambda words: table_form(words, Settings(assist=Assist.HINTS)))
        await pilot.pause()
        await pilot.press("f8")
        assert "힌트" in screen.text
        assert "hints" not in screen.text
        assert screen._form.values["assist"] == Assist.HINTS.value


@pytest.mark.parametrize(("lang", "cells"), [("en", 60), ("en", 80), ("ko", 60), ("ko", 80), ("ko", 120)])
def test_no_row_of_the_tables_settings_is_cut(lang: str, cells: int) -> None:
    words = Words(lang)
    form = table_form(words, Settings())
    text = plain(form_lines(words, BOX, form, "", (cells, 24)))
    assert CUT not in text
    assert [field.label for field in form.fields if field.label not in text] == []


@pytest.mark.parametrize("chosen", range(13))
def test_in_a_low_window_the_chosen_row_and_what_is_wrong_are_seen(chosen: int) -> None:
    form = replace(table_form(EN, Settings()), chosen=chosen)
    rows = plain(form_lines(EN, BOX, form, "Ends above: a whole number", (60, 16))).splitlines()
    assert len(form.fields) == 13
    assert len(rows) <= 16
    assert any(f"{BOX.turn} {form.fields[chosen].label}" in row for row in rows)
    assert any("a whole number" in row for row in rows)


async def test_what_the_command_line_says_for_one_run_is_never_written_down(tmp_path: Path) -> None:
    config = tmp_path / "config.toml"
    kept = Preferences(name="Minji", language="en")
    app = TerraApp(
        Menu(), kept, config, {"TERM": "xterm-256color"}, keyring=Keyring(tmp_path), lang="ko", player="Guest",
    )
    async with app.run_test(size=(80, 24)) as pilot:
        assert (app.player_name, app.words.lang) == ("Guest", "ko")
        app.show_form("preferences", lambda words: preferences_form(words, app.preferences, app.player_name))
        await pilot.pause()
        await pilot.press("escape")
        await pilot.pause()
        assert load(config) == kept
        assert (app.player_name, app.words.lang) == ("Guest", "ko")
        app.show_form("preferences", lambda words: preferences_form(words, app.preferences, app.player_name))
        await pilot.pause()
        await pilot.press("end", "backspace", "escape")
        await pilot.pause()
        assert load(config) == replace(kept, name="Gues")
        assert app.player_name == "Gues"


async def test_a_chosen_language_shows_at_once_and_f8_moves_the_field(tmp_path: Path) -> None:
    app = still_app("en", tmp_path)
    async with app.run_test(size=(80, 24)) as pilot:
        app.show_form("preferences", lambda words: preferences_form(words, app.preferences, app.player_name))
        await pilot.pause()
        await pilot.press("down", "right")
        await pilot.pause()
        shown = app.screen
        assert isinstance(shown, FormScreen)
        assert "설정" in shown.text
        await pilot.press("f8")
        assert "SETTINGS" in shown.text
        await pilot.press("escape")
        await pilot.pause()
        assert app.preferences.language == "en"


@pytest.mark.parametrize(
    ("cells", "told"), [(1, "as measured: lines"), (2, "as measured: ASCII"), (None, "not measured")]
)
async def test_the_settings_say_what_was_measured_and_choosing_it_again_draws_so(
    cells: int | None, told: str, tmp_path: Path
) -> None:
    app = still_app("en", tmp_path)
    async with app.run_test(size=(60, 20)) as pilot:
        if cells is not None:
            app.post_message(events.CursorPosition(cells, 0))
            await wait_until(lambda: app.line_cells == cells)
        assert app.look.skin.name == ("ascii" if cells == 2 else "box")
        for _ in range(2):
            app._ask_preferences()
            await pilot.pause()
            shown = app.screen
            assert isinstance(shown, FormScreen)
            await pilot.press(*["down"] * 3)
            assert told in shown.text
            await pilot.press("right", "right", "escape")
            await pilot.pause()
            assert app.look.skin.name == "ascii"
            app._ask_preferences()
            await pilot.pause()
            await pilot.press(*["down"] * 3, "right", "escape")
            await pilot.pause()
            assert app.preferences.skin == "auto"
            assert app.look.skin.name == ("ascii" if cells == 2 else "box")


@pytest.mark.parametrize("name", ["start", "limit"])
def test_arrows_count_within_a_numbers_limits(name: str) -> None:
    form = table_form(EN, Settings())
    form = replace(form, chosen=[field.key for field in form.fields].index(name))
    before = int(form.values[name])
    assert press(form, "right", "right", "left").values[name] == str(before + 1)
    low, high = LIMITS[name]
    assert press(form.filled(name, str(high)), "right").values[name] == str(high)
    assert press(form.filled(name, str(low)), "left").values[name] == str(low)
    assert press(form.filled(name, "x"), "right").values[name] == str(low)
    assert form.insert("4").insert("5").values[name] == "45"
    assert press(form, "right").insert("9").values[name] == "9"


@pytest.mark.parametrize("lang", ["en", "ko"])
def test_the_foot_promises_to_change_only_where_arrows_do(lang: str) -> None:
    words = Words(lang)
    forms = (table_form(words, Settings()), host_form(words, "x"), join_form(words, False, "", "x"),
             preferences_form(words, Preferences(), "x"), passphrase_form(words))
    for form in (replace(made, chosen=chosen) for made in forms for chosen in range(len(made.fields))):
        foot = plain(form_lines(words, BOX, form, "", (80, 24))).splitlines()[-1]
        changes = any(press(form, key).values != form.values for key in ("left", "right"))
        assert (with_arrows(BOX, words.say("keys.change")) in foot) == changes


@pytest.mark.parametrize("lang", ["en", "ko"])
@pytest.mark.parametrize("downs", [0, 5, 6, 12])
async def test_enter_sets_the_table_from_any_line(lang: str, downs: int) -> None:
    async with seated(lobby(), lang) as table:
        await table.pilot.press("e", "right", *["down"] * downs, "enter")
        assert [command.settings.seats for command in table.session.sent if isinstance(command, Configure)] == [5]
        assert isinstance(table.app.screen, TableScreen)


async def test_esc_says_that_changes_are_not_set_and_a_second_one_drops_them() -> None:
    async with seated(lobby()) as table:
        await table.pilot.press("e", "escape")
        assert isinstance(table.app.screen, TableScreen)           # nothing was changed
        await table.pilot.press("e", "right", "escape")
        assert "Nothing has been set yet." in table.text
        await table.pilot.press("left", "right", "escape")         # another key takes it back
        assert "Nothing has been set yet." in table.text
        await table.pilot.press("escape")
        assert isinstance(table.app.screen, TableScreen)
        assert table.session.sent == []
