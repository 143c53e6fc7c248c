"""No frame is painted twice: a screen that appears is painted once, whole, and nothing is painted for nothing."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from textual._compositor import CompositorUpdate, LayoutUpdate
from textual.pilot import Pilot
from textual.strip import Strip

from terra_tui.locale.words import Words
from terra_tui.session.preferences import Preferences
from terra_tui.ui import tight
from terra_tui.ui.app import TerraApp
from terra_tui.ui.plan import Menu
from terra_tui.ui.screens.help import HelpScreen
from terra_tui.ui.screens.menu import MenuScreen
from terra_tui.ui.screens.page import Look
from terra_tui.ui.tight import TightUpdate, WholeUpdate

WINDOWS = [(60, 20), (80, 24), (120, 36)]


@pytest.fixture(autouse=True)
def unhurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a screen take as long to settle as a busy machine needs."""
    monkeypatch.setattr(tight, "SETTLE", 60.0)


class Painted(TerraApp):
    """Notes what it paints: each update, as the text on the terminal after it."""

    def __init__(self, folder: Path) -> None:
        preferences = Preferences(name="Minji", language="en")
        super().__init__(Menu(), preferences, folder / "config.toml", {"TERM": "xterm"})
        self.updates: list[object] = []

    def _display(self, screen: object, renderable: object) -> None:
        if isinstance(renderable, CompositorUpdate) and not self._batch_count:
            self.updates.append(renderable)
            renderable.render_segments(self.console)      # as where there is a terminal
        super()._display(screen, renderable)  # type: ignore[arg-type]


def whole(app: Painted) -> int:
    """Return how many of the updates paint a whole screen."""
    return sum(isinstance(update, LayoutUpdate) for update in app.updates)


async def at_rest(pilot: Pilot[int]) -> None:
    """Wait until nothing more is to be done."""
    for _ in range(5):
        await pilot.pause()


@pytest.mark.parametrize("size", WINDOWS)
async def test_the_menu_is_painted_once(tmp_path: Path, size: tuple[int, int]) -> None:
    app = Painted(tmp_path)
    async with app.run_test(size=size) as pilot:
        await at_rest(pilot)
        assert whole(app) == len(app.updates) == 1
        assert shown(app).count("Play against bots") == 1


@pytest.mark.parametrize("size", WINDOWS)
async def test_so_is_each_screen_on_top_of_it_and_the_menu_when_that_goes(
    tmp_path: Path, size: tuple[int, int]
) -> None:
    app = Painted(tmp_path)
    async with app.run_test(size=size) as pilot:
        await at_rest(pilot)
        for expected in (HelpScreen, MenuScreen, HelpScreen):
            app.updates.clear()
            await pilot.press("question_mark" if expected is HelpScreen else "escape")
            await at_rest(pilot)
            assert isinstance(app.screen, expected)
            assert whole(app) == 1
            assert len(app.updates) == 1


async def test_a_window_of_another_size_is_painted_anew_though_it_looks_the_same(tmp_path: Path) -> None:
    app = Painted(tmp_path)
    async with app.run_test(size=(80, 24)) as pilot:
        await at_rest(pilot)
        app.updates.clear()
        await pilot.resize_terminal(79, 24)
        await at_rest(pilot)
        await pilot.resize_terminal(80, 24)
        await at_rest(pilot)
        assert whole(app) >= 2


async def test_a_whole_painting_that_is_asked_for_later_is_done_though_nothing_changed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A terminal that was given to another program, or cleared, shows none of what was painted before."""
    monkeypatch.setattr(tight, "SETTLE", 0.0)
    app = Painted(tmp_path)
    async with app.run_test(size=(80, 24)) as pilot:
        await at_rest(pilot)
        for _ in range(2):
            app.updates.clear()
            app.refresh(layout=True)
            app.screen.refresh()
            await at_rest(pilot)
            assert whole(app) == 1


async def test_what_textual_drops_is_painted_again(tmp_path: Path) -> None:
    app = Painted(tmp_path)
    async with app.run_test(size=(80, 24)) as pilot:
        await at_rest(pilot)
        app.updates.clear()
        with app.batch_update():
            await app.push_screen(HelpScreen(app.look, ""))
            await at_rest(pilot)
            assert app.updates == []
        await at_rest(pilot)
        assert whole(app) == 1
        assert "HELP" in shown(app)


async def test_a_change_on_a_screen_that_was_never_painted_is_no_whole_painting(tmp_path: Path) -> None:
    app = Painted(tmp_path)
    async with app.run_test(size=(80, 24)) as pilot:
        await at_rest(pilot)
        with app.batch_update():
            await app.push_screen(HelpScreen(app.look, ""))
            await at_rest(pilot)
            app.dress(replace(app.look, words=Words("ko")))
        app.updates.clear()
        app.dress(replace(app.look, words=Words("en")))
        await at_rest(pilot)
        assert [type(update) for update in app.updates] == [WholeUpdate]


async def test_the_first_change_after_that_paints_no_more_than_itself(tmp_path: Path) -> None:
    app = Painted(tmp_path)
    async with app.run_test(size=(80, 24)) as pilot:
        await at_rest(pilot)
        for key in ("question_mark", "escape", "down"):
            app.updates.clear()
            await pilot.press(key)
            await at_rest(pilot)
        spans = [update.spans for update in app.updates if isinstance(update, TightUpdate)]
        assert len(spans) == len(app.updates)
        assert {y for row in spans for y, _, _ in row} == {7, 8}      # the choice that was, and the one that is
        assert sum(end - start for row in spans for _, start, end in row) < 80


async def test_no_key_that_changes_nothing_paints(tmp_path: Path) -> None:
    app = Painted(tmp_path)
    async with app.run_test(size=(80, 24)) as pilot:
        await at_rest(pilot)
        app.updates.clear()
        await pilot.press("f12")
        await at_rest(pilot)
        assert app.updates == []


async def test_a_program_for_one_table_has_an_empty_screen_under_it(tmp_path: Path) -> None:
    app = Painted(tmp_path)
    async with app.run_test(size=(80, 24)) as pilot:
        screen = MenuScreen(Look(Words("en")), offered=False)
        await app.push_screen(screen)
        await pilot.press("down", "enter")
        await at_rest(pilot)
        assert screen.text.strip() == ""
        assert app.screen is screen


def shown(app: Painted) -> str:
    """Return what the terminal shows after the updates, which are all whole."""
    update = app.updates[-1]
    rows = update.strips  # type: ignore[attr-defined]
    return "\n".join("".join(strip.text for strip in row if isinstance(strip, Strip)) for row in rows)
