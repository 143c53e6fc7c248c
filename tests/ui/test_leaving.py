"""Leaving a table: what is asked is true, and it leads to the menu, or out of a program begun with a table."""

from __future__ import annotations

import os
import signal
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from server.host.paths import existing_stores
from server.records.store import Store
from server.wire.messages import Bye, Code, Hello
from terra_tui.commands.left_games import left_game, newest_left
from terra_tui.local_host import LocalHost
from terra_tui.locale.words import Words
from terra_tui.session.keyring import Keyring
from terra_tui.session.preferences import Preferences
from terra_tui.session.state import ClientState, Link, LinkState
from terra_tui.ui.app import TerraApp
from terra_tui.ui.leaving import leave_answers, nothing_to_ask
from terra_tui.ui.plan import Ask, HostInside, Menu, Plan, Visit, resumed, resumed_table, solo
from terra_tui.ui.screens.form_screen import FormScreen
from terra_tui.ui.screens.menu import MenuScreen
from terra_tui.ui.screens.question import QuestionScreen
from terra_tui.ui.services import LeftGame, Services
from tests.session.fake_host import FakeHost, roster, snap, view
from tests.ui.stage import wait_until
from tests.ui.states import game_end, lobby, playing

OTHERS = HostInside(("--seats", "3"))
GONE = Link(LinkState.RETRYING, "x")


def app_for(plan: Plan, folder: Path, name: str = "Minji") -> TerraApp:
    """Return the app as the command line makes it."""
    return TerraApp(
        plan, Preferences(name, "en"), folder / "config.toml", {"TERM": "xterm-256color"},
        keyring=Keyring(), services=Services(LocalHost.start, left_game=left_game),
    )


def _offered(menu: MenuScreen) -> str:
    """Return the id of the game that the menu offers to go on with, "" for none."""
    return "" if menu.left is None else menu.left.plan.game


@pytest.fixture(autouse=True)
def _own_folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep games and keys out of this user's folders."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))


@pytest.mark.parametrize(
    ("state", "inside", "answers"),
    [
        (playing(), None, ("leave.keep", "leave.bot", "leave.end", "leave.stay")),
        (replace(playing(), seat=1), None, ("leave.keep", "leave.bot", "leave.stay")),
        (lobby(), None, ("leave.leave", "leave.stay")),
        (game_end(), None, ("leave.leave", "leave.stay")),
        (playing(seat=None), None, ("leave.leave", "leave.stay")),
        (playing(), solo(), ("leave.solo", "leave.end", "leave.stay")),
        (game_end(), solo(), ("leave.leave", "leave.stay")),
        (playing(), OTHERS, ("leave.host", "leave.end", "leave.stay")),
        (lobby(), OTHERS, ("leave.close", "leave.stay")),
    ],
)
def test_only_what_is_true_is_offered(
    state: ClientState, inside: HostInside | None, answers: tuple[str, ...]
) -> None:
    assert leave_answers(state, inside) == answers


def test_nothing_is_asked_where_there_is_nothing_to_keep() -> None:
    assert not nothing_to_ask(playing())
    assert not nothing_to_ask(replace(playing(), link=GONE))       # the seat may still be given to a bot
    assert not nothing_to_ask(playing(seat=None))
    assert nothing_to_ask(replace(playing(seat=None), link=GONE))
    assert nothing_to_ask(replace(playing(), link=Link(LinkState.CLOSED, "x")))


async def test_a_game_of_the_menu_is_left_for_the_menu_and_gone_on_with(tmp_path: Path) -> None:
    app = app_for(Menu(), tmp_path)
    async with app.run_test(size=(80, 24)) as pilot:
        app.begin(solo())
        await wait_until(lambda: app.session is not None and bool(app.session.state.hand), 20)
        assert app.session is not None
        game, hand = app.session.state.game.hex(), app.session.state.hand
        assert newest_left() is None                              # it is being played
        await pilot.press("ctrl+q")
        assert isinstance(app.screen, QuestionScreen)
        assert "terra solo --resume" in app.screen.text
        await pilot.press("enter")
        await wait_until(lambda: isinstance(app.screen, MenuScreen))
        assert app.session is None
        assert app.is_running
        menu = app.screen
        assert isinstance(menu, MenuScreen)
        await wait_until(lambda: _offered(menu) == game)               # now the menu offers it
    assert newest_left() == game
    again = app_for(Menu(), tmp_path, "Renamed")
    async with again.run_test(size=(80, 24)) as pilot:
        menu = again.screen
        assert isinstance(menu, MenuScreen)
        await wait_until(lambda: _offered(menu) == game)
        await pilot.press("enter")                                # it stands first, and is the choice
        await wait_until(lambda: again.session is not None and bool(again.session.state.hand), 20)
        assert again.session is not None
        assert again.session.state.game.hex() == game
        assert set(hand) <= set(again.session.state.hand)         # the same hand, or with what a slow start drew
        assert again.session.state.name_of(again.session.state.seat) == "Minji"
        assert newest_left() is None


async def test_a_table_for_others_is_opened_again_from_the_menu_where_it_was(tmp_path: Path) -> None:
    secret = tmp_path / "secret"
    secret.write_text("sesame\n", "utf-8")
    app = app_for(Menu(), tmp_path)
    arguments = ("--bind", "127.0.0.1", "--no-discovery", "--seats", "3", "--bots", "2", "--name", "lunch")
    async with app.run_test(size=(80, 24)) as pilot:
        app.begin(HostInside((*arguments, "--passphrase-file", str(secret)), passphrase="sesame"))
        await wait_until(lambda: app.session is not None and app.session.state.seat is not None, 20)
        assert app.session is not None
        app.session.ready()                                       # bots always are
        await wait_until(lambda: app.session is not None and bool(app.session.state.hand), 20)
        assert app.session is not None
        game, address = app.session.state.game.hex(), app.session.address
        assert await left_game() is None                          # it is being played
        await pilot.press("ctrl+q", "enter")
        await wait_until(lambda: isinstance(app.screen, MenuScreen))
        menu = app.screen
        assert isinstance(menu, MenuScreen)
        await wait_until(lambda: _offered(menu) == game)
        assert "Open the table lunch again" in menu.text
        assert newest_left() is None                              # it is no game against bots alone
        app._go_on()
        await wait_until(lambda: app.session is not None and bool(app.session.state.hand), 20)
        assert app.session is not None
        assert (app.session.state.game.hex(), app.session.address) == (game, address)


async def test_a_game_in_a_store_that_is_in_use_is_not_offered(tmp_path: Path) -> None:
    app = app_for(Menu(), tmp_path)
    async with app.run_test(size=(80, 24)) as pilot:
        app.begin(solo())
        await wait_until(lambda: app.session is not None and bool(app.session.state.hand), 20)
        await pilot.press("ctrl+q", "enter")
        await wait_until(lambda: isinstance(app.screen, MenuScreen))
    left = newest_left()
    assert left is not None
    with closing(Store.open(next(existing_stores()))):
        assert newest_left() is None
        assert await left_game() is None
    assert newest_left() == left


async def test_a_host_inside_that_is_killed_is_started_again(tmp_path: Path) -> None:
    app = app_for(Menu(), tmp_path)
    async with app.run_test(size=(80, 24)):
        app.begin(solo())
        await wait_until(lambda: app.session is not None and bool(app.session.state.hand), 20)
        session = app.session
        assert session is not None
        game, address = session.state.game, session.address
        for _ in range(2):
            first = app.life._local
            assert isinstance(first, LocalHost)
            os.kill(first._process.pid, signal.SIGKILL)
            await wait_until(lambda first=first: app.life._local is not first, 20)  # type: ignore[misc]
            await wait_until(lambda: session.state.link.state is LinkState.UP and bool(session.state.hand), 20)
            assert (session.state.game, session.address) == (game, address)
        last = app.life._local
        assert isinstance(last, LocalHost)
        await app.back_to_menu()
        assert last._process.returncode == 0
        assert app.life._local is None


@pytest.mark.parametrize("size", [(80, 24), (60, 16)])
@pytest.mark.parametrize("lang", ["en", "ko"])
async def test_the_menu_offers_a_game_that_was_left_only_where_there_is_one(
    lang: str, size: tuple[int, int], tmp_path: Path
) -> None:
    app = TerraApp(
        Menu(), Preferences("Minji", lang), tmp_path / "config.toml", {"TERM": "xterm-256color"},
        keyring=Keyring(),
    )
    words = Words(lang)
    async with app.run_test(size=size) as pilot:
        menu = app.screen
        assert isinstance(menu, MenuScreen)
        assert words.say("menu.resume") not in menu.text
        await pilot.press("down", "down")
        menu.offer_left(LeftGame(resumed("ab" * 16)))
        rows = menu.text.splitlines()
        assert any(words.say("menu.resume") in row for row in rows)
        assert any(words.say("menu.quit") in row for row in rows)
        assert next(row for row in rows if words.say("menu.join") in row).strip().startswith("►")
        menu.offer_left(LeftGame(resumed_table("ab" * 16), "lunch"))
        assert words.say("menu.resume") not in menu.text
        assert words.say("menu.resume_table", table="lunch") in menu.text
        menu.offer_left(None)
        assert words.say("menu.resume") not in menu.text
        assert next(row for row in menu.text.splitlines() if words.say("menu.join") in row).strip().startswith("►")


async def test_a_program_begun_with_a_table_ends_with_it(tmp_path: Path) -> None:
    async with FakeHost() as host:
        app = app_for(Visit(host.address), tmp_path)
        async with app.run_test(size=(80, 24)) as pilot:
            peer, _ = await host.welcomed(0, roster(), snap(1, view()))
            await wait_until(lambda: app.session is not None and bool(app.session.state.hand))
            peer.send(Bye(Code.KICKED, "away with you"))
            await wait_until(lambda: app._life is not None and app._life._seen.link.state is LinkState.CLOSED)
            await pilot.press("enter")
            await wait_until(lambda: app.return_code is not None)
    assert app.return_code == 1
    assert app.farewell == "The owner has removed you from the table."


async def test_a_table_that_cannot_be_reached_is_a_failure_and_no_menu(tmp_path: Path) -> None:
    async with FakeHost() as host:
        address = host.address
    app = app_for(Visit(address), tmp_path)
    async with app.run_test(size=(80, 24)):
        await wait_until(lambda: app.return_code is not None)
    assert app.return_code == 1
    assert address in app.farewell


async def test_esc_in_the_form_of_a_bare_join_ends_it(tmp_path: Path) -> None:
    app = app_for(Ask(), tmp_path)
    async with app.run_test(size=(80, 24)) as pilot:
        await wait_until(lambda: isinstance(app.screen, FormScreen))
        await pilot.press("escape")
        await wait_until(lambda: app.return_code is not None)
    assert app.return_code == 0


@pytest.mark.parametrize(
    ("plan", "only"), [(Ask(watching=True), True), (Ask(watching=True, may_sit=True), False), (Menu(), False)],
    ids=["watch", "join --watch", "menu"],
)
async def test_terra_watch_only_watches_where_it_had_to_ask_for_the_address(
    tmp_path: Path, plan: Plan, only: bool
) -> None:
    async with FakeHost() as host:
        app = app_for(plan, tmp_path)
        async with app.run_test(size=(80, 24)):
            app.ask_address(watching=True)
            await wait_until(lambda: isinstance(app.screen, FormScreen))
            assert isinstance(app.screen, FormScreen)
            app.screen.ask(FormScreen.Submitted("watch", {"address": host.address, "name": "Bora"}))
            await host.welcomed(None, roster(), snap(1, view(hand=())))
            await wait_until(lambda: app.session is not None and app.session.state.snapshot is not None)
            assert app.session is not None
            assert app.session.state.only_watches is only


async def test_a_taken_name_asks_for_another_at_the_same_table(tmp_path: Path) -> None:
    async with FakeHost() as host:
        app = app_for(Visit(host.address, insist=True), tmp_path)
        async with app.run_test(size=(80, 24)) as pilot:
            peer = await host.peer()
            await peer.next(Hello)
            peer.send(Bye(Code.NAME_TAKEN, "taken"))
            await wait_until(
                lambda: isinstance(app.screen, FormScreen) and "has that name already" in app.screen.text
            )
            assert isinstance(app.screen, FormScreen)
            assert "Address" not in app.screen.text
            await pilot.press("2", "enter")
            _, hello = await host.welcomed(0, roster(), snap(1, view()))
            assert hello.name == "Minji2"


@pytest.mark.parametrize("lang", ["en", "ko"])
async def test_a_game_that_was_left_stands_first_and_is_the_choice_of_who_has_not_chosen(
    lang: str, tmp_path: Path
) -> None:
    words = Words(lang)
    app = TerraApp(
        Menu(), Preferences("Minji", lang), tmp_path / "config.toml", {"TERM": "xterm-256color"}, keyring=Keyring()
    )
    async with app.run_test(size=(60, 16)) as pilot:
        menu = app.screen
        assert isinstance(menu, MenuScreen)
        menu.offer_left(LeftGame(resumed_table("ab" * 16), "x" * 40))
        (row,) = (row for row in menu.text.splitlines() if "►" in row)
        told = words.say("menu.resume_table", table="xxx").split("xxx")
        assert row.strip().startswith(f"► {told[0]}xxx")
        assert row.rstrip().endswith(f"~{told[1]}")
        menu.offer_left(None)
        await pilot.press("down", "up")
        menu.offer_left(LeftGame(resumed("ab" * 16)))
        rows = menu.text.splitlines()
        first = rows.index(next(row for row in rows if words.say("menu.resume") in row))
        assert "►" not in rows[first]
        assert words.say("menu.solo") in rows[first + 1]
        assert "►" in rows[first + 1]
