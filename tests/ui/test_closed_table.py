"""A table that has closed: why is on the screen, any usual key leaves, and the program says why once more."""

from __future__ import annotations

from pathlib import Path

import pytest

from server.wire.messages import Bye, Challenge, Code
from terra_tui.session.keyring import Keyring
from terra_tui.session.preferences import Preferences
from terra_tui.session.state import LinkState
from terra_tui.ui.app import TerraApp
from terra_tui.ui.plan import Ask, Menu, Plan, Visit
from terra_tui.ui.screens.form_screen import FormScreen
from terra_tui.ui.screens.menu import MenuScreen
from terra_tui.ui.screens.table import TableScreen
from tests.session.fake_host import FakeHost, roster, snap, view
from tests.ui.stage import wait_until

WHY = "cannot write its records"


def app_for(plan: Plan, folder: Path) -> TerraApp:
    preferences = Preferences(name="Minji", language="en")
    return TerraApp(plan, preferences, folder / "c.toml", {"TERM": "xterm"}, keyring=Keyring(folder))


@pytest.mark.parametrize("key", ["enter", "escape", "space", "q", "Q", "ctrl+c", "ctrl+q", "ctrl+d", "ㅂ"])
async def test_any_usual_key_leaves_a_closed_table(tmp_path: Path, key: str) -> None:
    async with FakeHost() as host:
        app = app_for(Visit(host.address), tmp_path)
        async with app.run_test(size=(80, 24)) as pilot:
            peer, _ = await host.welcomed(0, roster(), snap(1, view()))
            await wait_until(lambda: bool(app.session and app.session.state.hand))
            await pilot.press("tab")      # a chat box that is open keeps nobody
            peer.send(Bye(Code.STORE, "no room on the disk"))
            await wait_until(lambda: isinstance(app.screen, TableScreen) and WHY in app.screen.text)
            await pilot.press(key)
            await wait_until(lambda: app.return_code is not None)
    assert app.return_code == 1
    assert app.farewell == f"The host at {host.address} {WHY}, so the table has stopped."


async def test_in_a_program_that_began_with_the_menu_the_menu_says_why(tmp_path: Path) -> None:
    async with FakeHost() as host:
        app = app_for(Menu(), tmp_path)
        async with app.run_test(size=(80, 24)) as pilot:
            app.begin(Visit(host.address))
            peer, _ = await host.welcomed(0, roster(), snap(1, view()))
            await wait_until(lambda: bool(app.session and app.session.state.hand))
            peer.send(Bye(Code.KICKED, ""))
            await wait_until(lambda: bool(app.session and app.session.state.link.state is LinkState.CLOSED))
            await pilot.press("q")
            await wait_until(lambda: isinstance(app.screen, MenuScreen))
            await wait_until(lambda: isinstance(app.screen, MenuScreen) and "removed you" in app.screen.text)
    assert not app.farewell


async def test_a_bare_join_ends_with_its_table_too(tmp_path: Path) -> None:
    async with FakeHost() as host:
        app = app_for(Ask(), tmp_path)
        async with app.run_test(size=(80, 24)) as pilot:
            await wait_until(lambda: isinstance(app.screen, FormScreen))
            await app.pop_screen()
            app.life.visit(Visit(host.address))
            peer, _ = await host.welcomed(0, roster(), snap(1, view()))
            await wait_until(lambda: bool(app.session and app.session.state.hand))
            peer.send(Bye(Code.FENCED, ""))
            await wait_until(lambda: bool(app.session and app.session.state.link.state is LinkState.CLOSED))
            await pilot.press("enter")
            await wait_until(lambda: app.return_code is not None)
    assert app.return_code == 1
    assert app.farewell == "You have taken this seat from somewhere else."


async def test_a_passphrase_that_is_not_given_is_no_table(tmp_path: Path) -> None:
    async with FakeHost() as host:
        app = app_for(Visit(host.address), tmp_path)
        async with app.run_test(size=(80, 24)) as pilot:
            peer = await host.peer()
            peer.send(Challenge(bytes(16), bytes(16), 10))
            await wait_until(lambda: isinstance(app.screen, FormScreen))
            await pilot.press("escape")
            await wait_until(lambda: app.return_code is not None)
    assert app.return_code == 1
    assert "passphrase" in app.farewell


async def test_a_name_that_is_not_changed_is_no_table(tmp_path: Path) -> None:
    async with FakeHost() as host:
        app = app_for(Visit(host.address), tmp_path)
        async with app.run_test(size=(80, 24)) as pilot:
            peer = await host.peer()
            peer.send(Bye(Code.NAME_TAKEN, ""))
            await wait_until(lambda: isinstance(app.screen, FormScreen))
            await pilot.press("escape")
            await wait_until(lambda: app.return_code is not None)
    assert app.return_code == 1
    assert "has that name already" in app.farewell
