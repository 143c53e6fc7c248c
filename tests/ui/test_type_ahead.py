"""Keys that come in one write: each goes to the page that is in front once those before it are done with."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any, Final, cast

import pytest
from textual import events
from textual.geometry import Size
from textual.pilot import Pilot

from terra_tui.session.address import Address
from terra_tui.session.session import Session
from terra_tui.session.state import Failure, Link, LinkState
from terra_tui.ui import screens
from terra_tui.ui.app import TerraApp
from terra_tui.ui.plan import Menu, Visit, solo
from terra_tui.ui.screens.drill import DrillScreen
from terra_tui.ui.screens.first_run import FirstRunScreen, OfferScreen
from terra_tui.ui.screens.form_screen import FormScreen
from terra_tui.ui.screens.help import HelpScreen
from terra_tui.ui.screens.lesson import LessonScreen
from terra_tui.ui.screens.menu import ITEMS, Item, MenuScreen
from terra_tui.ui.screens.page import Page, Request
from terra_tui.ui.screens.question import QuestionScreen
from terra_tui.ui.screens.replay import ReplayScreen
from terra_tui.ui.screens.replays import ReplaysScreen
from terra_tui.ui.screens.table import TableScreen
from terra_tui.ui.services import InnerHost
from terra_tui.ui.type_ahead import TypeAhead
from tests.ui.aside_stage import Kept, Player, playing
from tests.ui.stage import StillSession, wait_until
from tests.ui.states import game_end, lobby
from tests.ui.states import playing as in_play

SIZES: Final = (Size(60, 20), Size(120, 36), Size(30, 8), Size(80, 24))
TIMES: Final = (1, 2, 3, 5)


class SlowHost(Kept):
    """Services whose host starts when the test says so: it fails then."""

    def __init__(self) -> None:
        super().__init__()
        self.go = asyncio.Event()

    async def start(self, arguments: Any) -> InnerHost:
        """Note the wish, and wait."""
        self.hosts.append(arguments)
        await self.go.wait()
        raise RuntimeError("no host in this test")


def write(app: TerraApp, keys: Sequence[str], *, resized: bool = False) -> None:
    """Have keys come in one write, with the terminal's size changing between them where it is `resized`."""
    for number, key in enumerate(keys):
        app.post_message(events.Key(key, key if len(key) == 1 else None))
        if resized:
            size = SIZES[number % len(SIZES)]
            app.post_message(events.Resize(size, size))
    if resized:
        app.post_message(events.Resize(SIZES[-1], SIZES[-1]))


def to(item: Item) -> list[str]:
    """Return the keys from the menu's first item to `item`."""
    return ["down"] * ITEMS.index(item)


async def settled(app: TerraApp, pilot: Pilot[Any]) -> Page:
    """Wait until everything is done with; return the page in front, which shows something."""
    for _ in range(2):
        await pilot.pause()
        await wait_until(lambda: not app.page_turns)
    page = app.screen
    assert isinstance(page, Page)
    await wait_until(lambda: bool(page.text.strip()))
    return page


@asynccontextmanager
async def at_table(folder: Path, state: Any) -> AsyncIterator[tuple[Player, StillSession]]:
    """Have the app at a table in `state`."""
    async with playing(folder) as player:
        session = StillSession(state)
        player.app.session = cast(Session, session)
        await player.app.push_screen(TableScreen(player.app.look, session, session.painted))
        await player.pilot.pause()
        yield player, session
        player.app.session = None


async def chosen(player: Player, item: Item) -> None:
    write(player.app, [*to(item), "enter"])
    await settled(player.app, player.pilot)


async def the_replay(player: Player) -> None:
    await chosen(player, Item.REPLAY)
    write(player.app, ["enter"])
    await wait_until(lambda: isinstance(player.app.screen, ReplayScreen))


async def the_end_of_a_drill(player: Player) -> None:
    await chosen(player, Item.DRILL)
    screen = player.screen
    assert isinstance(screen, DrillScreen)
    table = screen._table
    table.drill = replace(table.drill, times=(1.0,) * len(table.drill.problems))
    screen.redraw()


async def the_form_of_settings(player: Player) -> None:
    await chosen(player, Item.SETTINGS)
    await player.pilot.press("up")


async def the_form_of_a_host(player: Player) -> None:
    await chosen(player, Item.HOST)
    await player.pilot.press("up")


async def the_form_of_a_join(player: Player) -> None:
    await chosen(player, Item.JOIN)
    write(player.app, [*"127.0.0.1:1", "down"])
    await player.pilot.pause()


async def help_over(player: Player) -> None:
    await player.pilot.press("question_mark")


BESIDE: Final[dict[str, tuple[Callable[[Player], Awaitable[None]], type[Page], tuple[str, ...]]]] = {
    "help": (help_over, HelpScreen, ("enter", "escape")),
    "rules": (lambda player: chosen(player, Item.RULES), HelpScreen, ("enter", "escape")),
    "solo": (lambda player: chosen(player, Item.SOLO), FormScreen, ("enter", "escape")),
    "join": (the_form_of_a_join, FormScreen, ("escape",)),
    "watch": (lambda player: chosen(player, Item.WATCH), FormScreen, ("escape",)),
    "host": (the_form_of_a_host, FormScreen, ("enter", "escape")),
    "settings": (the_form_of_settings, FormScreen, ("enter", "escape")),
    "lesson": (lambda player: chosen(player, Item.LEARN), LessonScreen, ("escape",)),
    "drill": (lambda player: chosen(player, Item.DRILL), DrillScreen, ("escape",)),
    "end of the drill": (the_end_of_a_drill, DrillScreen, ("enter", "escape")),
    "replays": (lambda player: chosen(player, Item.REPLAY), ReplaysScreen, ("enter", "escape")),
    "replay": (the_replay, ReplayScreen, ("escape",)),
}
"""Pages over the menu: how to come to them, and the keys that leave them."""


@pytest.mark.parametrize("resized", [False, True], ids=["still", "resized"])
@pytest.mark.parametrize(("name", "key"), [(name, key) for name, (*_, keys) in BESIDE.items() for key in keys])
async def test_a_page_beside_the_tables_is_left_once(
    tmp_path: Path, name: str, key: str, resized: bool
) -> None:
    come, kind, _ = BESIDE[name]
    left: list[str] = []
    for times in TIMES[::3] if resized else TIMES:
        async with playing(tmp_path) as player:
            await come(player)
            before = player.screen
            assert isinstance(before, kind)
            write(player.app, [key] * times, resized=resized)
            page = await settled(player.app, player.pilot)
            assert page is not before
            left.append(f"{type(page).__name__}, {len(player.app.screen_stack)}, {len(player.kept.hosts)} hosts")
    assert len(set(left)) == 1, left


@pytest.mark.parametrize("resized", [False, True], ids=["still", "resized"])
@pytest.mark.parametrize("item", [item for item in ITEMS if item is not Item.QUIT])
async def test_an_item_of_the_menu_is_chosen_once(tmp_path: Path, item: Item, resized: bool) -> None:
    left: list[str] = []
    for times in TIMES[::3] if resized else TIMES:
        async with playing(tmp_path) as player:
            write(player.app, [*to(item), *["enter"] * times], resized=resized)
            page = await settled(player.app, player.pilot)
            left.append(f"{type(page).__name__}, {len(player.app.screen_stack)}, {len(player.kept.hosts)} hosts")
    assert len(set(left)) == 1, left


@pytest.mark.parametrize("keys", ["enter enter enter enter enter", "enter down enter up enter", "enter x enter"])
async def test_one_host_starts_at_most(tmp_path: Path, keys: str) -> None:
    kept = SlowHost()
    async with playing(tmp_path, kept=kept) as player:
        write(player.app, [*to(Item.PRACTICE), *keys.split()])
        await wait_until(lambda: bool(kept.hosts))
        await player.pilot.pause()
        player.app.begin(solo())
        player.app.begin(solo())
        for _ in range(3):
            await player.pilot.pause()
        assert len(kept.hosts) == 1
        assert player.app.words.say("menu.starting") in player.text
        write(player.app, ["ctrl+c"])
        await wait_until(lambda: player.app._exit)
        kept.go.set()


async def test_a_host_that_does_not_start_gives_the_keys_back(tmp_path: Path) -> None:
    kept = SlowHost()
    async with playing(tmp_path, kept=kept) as player:
        write(player.app, [*to(Item.PRACTICE), "enter", "enter", "question_mark"])
        await wait_until(lambda: bool(kept.hosts))
        kept.go.set()
        await wait_until(lambda: isinstance(player.app.screen, HelpScreen))
        write(player.app, ["escape", "escape"])
        assert isinstance(await settled(player.app, player.pilot), MenuScreen)
        assert "no host in this test" in player.text


@pytest.mark.parametrize("key", ["enter", "escape"])
async def test_the_first_run_and_its_offer(tmp_path: Path, key: str) -> None:
    for times in TIMES:
        async with playing(tmp_path, plan=Menu(first=True)) as player:
            assert isinstance(player.screen, FirstRunScreen)
            await player.pilot.press("down")
            write(player.app, [key] * times)
            page = await settled(player.app, player.pilot)
            assert isinstance(page, OfferScreen if key == "enter" else MenuScreen)
            if key == "escape":
                continue
            write(player.app, ["down", *["enter"] * times])
            assert isinstance(await settled(player.app, player.pilot), MenuScreen)
            assert len(player.kept.hosts) == 1


@pytest.mark.parametrize("resized", [False, True], ids=["still", "resized"])
@pytest.mark.parametrize("keys", ["enter", "escape", "down down down enter"])
async def test_the_question_before_leaving(tmp_path: Path, keys: str, resized: bool) -> None:
    *moves, key = keys.split()
    for times in TIMES:
        async with at_table(tmp_path, in_play()) as (player, session):
            write(player.app, ["ctrl+q", *moves, *[key] * times], resized=resized)
            page = await settled(player.app, player.pilot)
            assert isinstance(page, MenuScreen if keys == "enter" else TableScreen)
            assert not player.kept.hosts
            assert not session.sent


OVER: Final[dict[str, Callable[[TerraApp], object]]] = {
    "help": lambda app: app.show_help(),
    "passphrase": lambda app: app.life.ask_passphrase(None),
    "table": lambda app: app.on_table_screen_settings_wanted(TableScreen.SettingsWanted()),
}
"""Pages over a table."""


@pytest.mark.parametrize("resized", [False, True], ids=["still", "resized"])
@pytest.mark.parametrize("key", ["enter", "escape"])
@pytest.mark.parametrize("over", OVER)
async def test_a_page_over_a_table_is_left_for_it(tmp_path: Path, over: str, key: str, resized: bool) -> None:
    for times in TIMES:
        async with at_table(tmp_path, lobby()) as (player, session):
            session.address = Address("127.0.0.1", 1)      # type: ignore[attr-defined]
            session.give_passphrase = lambda text: None      # type: ignore[attr-defined]
            OVER[over](player.app)
            await player.pilot.pause()
            if over == "table":
                await player.pilot.press("up")
            write(player.app, [key] * times, resized=resized)
            page = await settled(player.app, player.pilot)
            gone = over == "passphrase" and key == "escape"
            assert isinstance(page, MenuScreen if gone else TableScreen)
            assert len(session.sent) == (over == "table" and key == "enter")
            assert not player.kept.hosts


@pytest.mark.parametrize("key", ["enter", "escape", "space", "q"])
async def test_a_table_that_is_gone(tmp_path: Path, key: str) -> None:
    for times in TIMES:
        state = replace(in_play(), link=Link(LinkState.CLOSED, "x", error=Failure("kicked")))
        async with at_table(tmp_path, state) as (player, _):
            write(player.app, [key] * times)
            assert isinstance(await settled(player.app, player.pilot), MenuScreen)
            assert not player.kept.hosts


@pytest.mark.parametrize(
    "keys", ["tab a enter", "tab a escape", "tab tab", "f2 escape", "f2 f2", "ctrl+x escape", "x 2 enter"]
)
async def test_what_is_no_page_stays_at_the_table(tmp_path: Path, keys: str) -> None:
    *first, key = keys.split()
    for times in TIMES:
        async with at_table(tmp_path, in_play()) as (player, _):
            write(player.app, [*first, *[key] * times], resized=True)
            assert isinstance(await settled(player.app, player.pilot), TableScreen)


async def test_another_name_is_asked_for_once(tmp_path: Path) -> None:
    for key, times in [(key, times) for key in ("enter", "escape") for times in TIMES]:
        async with playing(tmp_path) as player:
            visits: list[Visit] = []
            player.app.life.visit = visits.append      # type: ignore[assignment]
            await player.app.ask_name(Visit("127.0.0.1:1"), "taken")
            write(player.app, [key] * times)
            assert isinstance(await settled(player.app, player.pilot), MenuScreen)
            assert len(visits) == (key == "enter")


async def test_saving_is_asked_for_once(tmp_path: Path) -> None:
    async with at_table(tmp_path, replace(game_end(), game=bytes([7]) * 16)) as (player, _):
        write(player.app, ["w"] * 5)
        await settled(player.app, player.pilot)
        assert len(player.kept.saved) == 1


# ---- what is typed ahead -----------------------------------------------------------------------------------------


async def test_keys_typed_ahead_go_to_the_page_to_come(tmp_path: Path) -> None:
    async with playing(tmp_path) as player:
        write(player.app, [*to(Item.JOIN), "enter", *"10.0.0.9", "escape", "enter", *"10.0.0.7"])
        page = await settled(player.app, player.pilot)
        assert isinstance(page, FormScreen)
        assert "10.0.0.7" in page.text
        assert "10.0.0.9" not in page.text
        assert len(player.app.screen_stack) == 2


async def test_pasted_text_goes_to_the_page_to_come(tmp_path: Path) -> None:
    async with playing(tmp_path) as player:
        write(player.app, [*to(Item.JOIN), "enter"])
        player.app.post_message(events.Paste("table.example:4747"))
        page = await settled(player.app, player.pilot)
        assert "table.example:4747" in page.text


async def test_a_key_that_turned_a_page_acts_again_after_another_key(tmp_path: Path) -> None:
    async with playing(tmp_path) as player:
        await the_replay(player)
        write(player.app, ["escape", "escape", "down", "escape", "escape"])
        assert isinstance(await settled(player.app, player.pilot), MenuScreen)


async def test_what_an_old_page_asks_for_late_is_not_done(tmp_path: Path) -> None:
    async with at_table(tmp_path, in_play()) as (player, _):
        player.app.show_help()
        await player.pilot.pause()
        covered = player.screen
        write(player.app, ["escape", "ctrl+q"])
        await player.pilot.pause()
        assert isinstance(player.screen, QuestionScreen)
        assert not covered.asking
        write(player.app, ["escape"])
        assert isinstance(await settled(player.app, player.pilot), HelpScreen)
        write(player.app, ["escape"])
        assert isinstance(await settled(player.app, player.pilot), TableScreen)


def test_no_page_sends_a_request_past_the_app() -> None:
    for file in Path(screens.__file__).parent.glob("*.py"):
        for name in re.findall(r"post_message\([^)]*\.(\w+)\(", file.read_text("utf-8")):
            assert name not in {kind.__name__ for kind in every_kind(Request)}, f"{file.name}: {name}"


def every_kind(kind: type[Request]) -> Iterator[type[Request]]:
    """Yield the kinds of requests under `kind`."""
    for under in kind.__subclasses__():
        yield under
        yield from every_kind(under)


def test_what_waits_is_bounded_and_repeats_are_dropped() -> None:
    ahead = TypeAhead()
    ahead.taken("enter")
    for name in ("enter", "enter", "a", "enter"):
        ahead.add(events.Key(name, None))
    ahead.turned()
    waiting = iter(ahead.next, None)
    assert [key.key for key in waiting if isinstance(key, events.Key)] == ["a", "enter"]
    for _ in range(100_000):
        ahead.add(events.Key("a", None))
    assert sum(1 for _ in iter(ahead.next, None)) < 5000
    ahead.add(events.Key("a", None))
    ahead.clear()
    assert ahead.next() is None
