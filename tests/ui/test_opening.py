"""The menu's forms for a new game: against bots, and a table for others."""

from __future__ import annotations

import stat
from collections.abc import Sequence
from pathlib import Path

import pytest

from server.engine.rules import Rules
from server.host.cli import add_host_options, options_from
from server.host.options import HostOptions
from server.wire.settings import Assist, Level, Settings
from terra_tui.local_host import LocalHost
from terra_tui.locale.words import Words
from terra_tui.session.keyring import Keyring
from terra_tui.session.preferences import Preferences, load
from terra_tui.session.state import LinkState
from terra_tui.ui.app import TerraApp
from terra_tui.ui.draw.forms import form_lines
from terra_tui.ui.draw.lines import CUT, plain
from terra_tui.ui.draw.skin import BOX
from terra_tui.ui.plan import Menu, solo
from terra_tui.ui.screens.form_screen import FormScreen
from terra_tui.ui.screens.menu import ITEMS, Item, MenuScreen
from terra_tui.ui.services import InnerHost, Services
from terra_tui.ui.table_forms import host_form, solo_form
from tests.ui.aside_stage import Player, playing
from tests.ui.stage import wait_until

both = pytest.mark.parametrize("lang", ["en", "ko"])
SECRET = "열려라 sesame 42"


def told(arguments: Sequence[str]) -> HostOptions:
    """Return what a host makes of its arguments."""
    from argparse import ArgumentParser

    parser = ArgumentParser()
    add_host_options(parser)
    return options_from(parser.parse_args(list(arguments)))


async def opened(player: Player, item: Item) -> FormScreen:
    """Choose from the menu; return the form that comes."""
    await player.chooses(item)
    await wait_until(lambda: isinstance(player.app.screen, FormScreen))
    assert isinstance(player.app.screen, FormScreen)
    return player.app.screen


# ---- against bots ------------------------------------------------------------------------------------------------


@both
async def test_the_first_enter_starts_the_usual_game_and_the_next_one_the_last_that_was_chosen(
    tmp_path: Path, lang: str
) -> None:
    async with playing(tmp_path, lang, (60, 16)) as player:
        await opened(player, Item.SOLO)
        assert player.app.words.say("solo.go") in player.text
        await player.pilot.press("enter")
        await wait_until(lambda: player.kept.hosts == [solo(4, "normal", assist="total").arguments])
        await wait_until(lambda: isinstance(player.app.screen, MenuScreen))
        await player.pilot.press("enter")
        await wait_until(lambda: isinstance(player.app.screen, FormScreen))
        await player.pilot.press("right", "down", "right", "enter")       # five, hard; from the second line
        await wait_until(lambda: player.kept.hosts[1:] == [solo(5, "hard", assist="total").arguments])
    kept = load(tmp_path / "config.toml")
    assert (kept.name, kept.language) == ("Minji", lang)
    assert (kept.solo_players, kept.solo_level, kept.solo_assist) == ("5", "hard", "total")
    assert solo_form(Words(lang), kept).values == {"players": "5", "level": "hard", "assist": "total"}


async def test_esc_goes_back_and_practice_stays_one_enter(tmp_path: Path) -> None:
    async with playing(tmp_path) as player:
        await opened(player, Item.SOLO)
        await player.pilot.press("right", "escape")
        await wait_until(lambda: isinstance(player.app.screen, MenuScreen))
        assert player.kept.hosts == []
        assert not (tmp_path / "config.toml").exists()
        for _ in range(ITEMS.index(Item.PRACTICE)):
            await player.pilot.press("down")
        await player.pilot.press("enter")
        await wait_until(lambda: len(player.kept.hosts) == 1)


def test_a_host_understands_every_game_against_bots() -> None:
    for players in (3, 4, 5):
        for level in Level:
            for assist in Assist:
                options = told(solo(players, level.value, assist=assist.value).arguments)
                assert (options.settings.seats, options.bots) == (players, (level,) * (players - 1))
                assert options.settings.assist is assist


# ---- a table for others ------------------------------------------------------------------------------------------


@both
@pytest.mark.parametrize("size", [(60, 16), (60, 20), (80, 24), (120, 36)], ids=lambda size: f"{size[0]}x{size[1]}")
def test_the_forms_have_room(lang: str, size: tuple[int, int]) -> None:
    words = Words(lang)
    for form in (host_form(words, "가나다라마바사아"), solo_form(words, Preferences())):
        shown = plain(form_lines(words, BOX, form, "", size))
        assert CUT not in shown
        assert all(field.label in shown for field in form.fields)
        assert form.foot.split()[-1] in shown


async def test_the_usual_table_is_the_hosts_own_default(tmp_path: Path) -> None:
    async with playing(tmp_path) as player:
        await opened(player, Item.HOST)
        await player.pilot.press("enter")
        await wait_until(lambda: len(player.kept.hosts) == 1)
        options = told(player.kept.hosts[0])
    assert options == HostOptions(port=4747, name="Minji", settings=Settings(seats=4))


async def test_a_short_game_another_window_and_port_reach_the_host(tmp_path: Path) -> None:
    async with playing(tmp_path, size=(60, 16)) as player:
        await opened(player, Item.HOST)
        await player.pilot.press(*["down"] * 4, "right", "down", "right", "down")
        await player.types("5000\n")
        await wait_until(lambda: len(player.kept.hosts) == 1)
        options = told(player.kept.hosts[0])
    assert options.settings.rules == Rules(start=20, limit=40)
    assert options.settings.ron_window == 2000
    assert options.port == 5000
    assert options.passphrase is None


@pytest.mark.parametrize("wrong", ["0", "65536", "x"])
async def test_a_port_that_is_none_is_told_and_nothing_is_opened(tmp_path: Path, wrong: str) -> None:
    async with playing(tmp_path, size=(60, 16)) as player:
        screen = await opened(player, Item.HOST)
        await player.pilot.press(*["down"] * 6)
        await player.types(wrong)
        await player.pilot.press("down")
        await player.types(f"{SECRET}\n")
        await player.pilot.pause()
        assert player.app.screen is screen
        assert not secrets_in(tmp_path)
        assert "Port: a whole number from 1 to 65535" in player.text
        assert player.kept.hosts == []


def secrets_in(folder: Path) -> list[Path]:
    """Return the files of passphrases somewhere in `folder`."""
    return list(folder.rglob("passphrase*"))


def check_private(file: Path) -> None:
    """Check that `file` holds the passphrase, for this user alone."""
    assert file.read_text("utf-8") == f"{SECRET}\n"
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert stat.S_IMODE(file.parent.stat().st_mode) == 0o700


async def test_a_passphrase_goes_to_the_host_and_to_nobody_else(tmp_path: Path) -> None:
    """It is masked, in no argument but in a private file, and known to the own client."""
    given: list[tuple[str, ...]] = []

    async def start(arguments: Sequence[str]) -> InnerHost:
        given.append(tuple(arguments))
        port = ("--port", "0", "--bind", "127.0.0.1", "--no-discovery", "--store", str(tmp_path / "games.db"))
        return await LocalHost.start((*arguments, *port))

    environment = {"TERM": "xterm-256color", "XDG_DATA_HOME": str(tmp_path / "data")}
    app = TerraApp(
        Menu(), Preferences("Minji", "en"), tmp_path / "config.toml", environment,
        keyring=Keyring(tmp_path), services=Services(start),
    )
    async with app.run_test(size=(60, 16)) as pilot:
        player = Player(app, pilot, None)       # type: ignore[arg-type]  # nothing is kept here
        screen = await opened(player, Item.HOST)
        await pilot.press(*["down"] * 7)
        await player.types(SECRET)
        assert "sesame" not in screen.text
        assert "*" * len(SECRET) in screen.text
        await pilot.press("enter")
        await wait_until(lambda: app.session is not None and app.session.state.link.state is LinkState.UP, 20)
        assert "sesame" not in " ".join(given[0])
        file = Path(given[0][given[0].index("--passphrase-file") + 1])
        check_private(file)
        await app.back_to_menu()
