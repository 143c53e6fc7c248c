"""The screens beside the tables as docs/screens shows them: how each is reached, by the keys of the real app."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from typing import Final, TypeAlias
from unittest.mock import patch

from rich.cells import cell_len
from textual import events

from server.arena.run import Plan as ArenaPlan
from server.arena.run import play_number
from server.engine.sums import legal_lays
from server.wire.discovery import TableNotice
from server.wire.messages import Stage
from terra_tui.session.drill import PROBLEMS
from terra_tui.session.drill_times import DrillTime, drill_path, save_times
from terra_tui.session.keyring import Key
from terra_tui.session.lesson import STEPS
from terra_tui.session.playback import games_of
from terra_tui.ui.draw.lines import Line
from terra_tui.ui.line_view import LineView
from terra_tui.ui.plan import Menu, Plan
from terra_tui.ui.screens.drill import DrillScreen
from terra_tui.ui.screens.first_run import OfferScreen
from terra_tui.ui.screens.help import HelpScreen
from terra_tui.ui.screens.lesson import LessonScreen
from terra_tui.ui.screens.menu import Item
from terra_tui.ui.screens.replay import ReplayScreen
from terra_tui.ui.services import KeptGame, Nearby, Services
from tests.ui.aside_stage import Kept, Player, playing
from tests.ui.stage import wait_until

Size: TypeAlias = tuple[int, int]
SIZES: Final[tuple[Size, ...]] = ((80, 24), (60, 20), (120, 36))
GAME: Final = "ab" * 16
SECONDS_EACH: Final = 4.2
"""Seconds that each problem of the drill took."""
BEST: Final = tuple(DrillTime(31.4 + 2.3 * place, f"2026-11-2{place}") for place in range(5))


class Clock:
    """Stands in for the module `time` in the drill: it stands still but for what a shot adds."""

    def __init__(self) -> None:
        self.seconds = 100.0

    def monotonic(self) -> float:
        """Return the seconds."""
        return self.seconds


CLOCK: Final = Clock()


class Evenings(Kept):
    """Three games that are kept, and two tables on the network."""

    def __init__(self) -> None:
        super().__init__()
        self.games = [
            KeptGame("aa" * 16, "2026-11-30T19:02:00Z", "점심 lunch", 7, True, "Minji, Jun, 소라, Mars, Hana"),
            KeptGame("bb" * 16, "2026-11-29T12:31:00Z", "Solo", 1, False, "Minji, Mars, Luna, Vega"),
            KeptGame("cc" * 16, "2026-11-21T20:15:00Z", "Jun", 12, True, "Jun, Minji, Bora"),
        ]

    async def find_tables(self) -> Sequence[Nearby]:
        """Find a lobby and a game that runs behind a passphrase."""
        lobby = TableNotice(b"\x01" * 8, 1, 4747, "lunch", 5, 2, 1, 2)
        running = TableNotice(b"\x02" * 8, 1, 4747, "금요일", 4, 4, 0, 0, Stage.PLAY, True)
        return Nearby("192.168.0.7:4747", lobby, 3), Nearby("192.168.0.12:4747", running, 8)

    @property
    def services(self) -> Services:
        """Return them as the app takes them."""
        return replace(super().services, find_tables=self.find_tables)


@dataclass(frozen=True, slots=True)
class PageShot:
    """One screen.

    Attributes:
        page: the first part of its files' names.
        reach: brings the app there, from where `plan` begins.
    """

    page: str
    reach: Callable[[Player], Awaitable[None]]
    plan: Plan = field(default_factory=Menu)


async def _menu(player: Player) -> None:
    await wait_until(lambda: player.app.words.say("menu.solo") in player.text)


def _chosen(item: Item, shown: str) -> Callable[[Player], Awaitable[None]]:
    """Return what chooses `item` and waits for what the catalogue has under `shown`."""

    async def reach(player: Player) -> None:
        text = " ".join(player.app.words.say(shown).split()).casefold()
        await player.chooses(item)
        await wait_until(lambda: text in player.text.casefold())

    return reach


async def _help(player: Player) -> None:
    await player.pilot.press("question_mark")
    await wait_until(lambda: isinstance(player.app.screen, HelpScreen))


async def _first(player: Player) -> None:
    player.app.post_message(events.CursorPosition(1, 0))
    await wait_until(lambda: player.app.words.say("first.glyphs_one") in player.text)


async def _offer(player: Player) -> None:
    await player.pilot.press("enter", "enter")
    await wait_until(lambda: isinstance(player.app.screen, OfferScreen))


async def _join(player: Player) -> None:
    player.app.keyring.save(Key("192.168.0.7:4747", "lunch", "Minji", "02" * 32, "01" * 16))
    await _chosen(Item.JOIN, "join.found")(player)


def _lesson(step: int) -> Callable[[Player], Awaitable[None]]:
    """Return what plays the lesson up to a step."""

    async def reach(player: Player) -> None:
        await player.chooses(Item.LEARN)
        await wait_until(lambda: isinstance(player.app.screen, LessonScreen))
        screen = player.app.screen
        assert isinstance(screen, LessonScreen)
        table = screen._table
        while table.lesson.place < step:
            table.wished(table.lesson.step.wanted[0] if table.lesson.step.wanted else None)
            while table.lesson.due:
                table.go_on()
        await player.pilot.pause()

    return reach


def _drill(solved: int) -> Callable[[Player], Awaitable[None]]:
    """Return what solves so many problems, each in the same time."""

    async def reach(player: Player) -> None:
        save_times(drill_path(player.app.environment), BEST)
        await player.chooses(Item.DRILL)
        await wait_until(lambda: isinstance(player.app.screen, DrillScreen))
        screen = player.app.screen
        assert isinstance(screen, DrillScreen)
        for _ in range(solved):
            CLOCK.seconds += SECONDS_EACH
            problem = screen._table.drill.problem
            lays = legal_lays(problem.hand, problem.floor)
            await player.types(f"{lays[0]}\n" if lays else ".")
        if solved < PROBLEMS:
            await player.types("7+")
        screen.redraw()
        await player.pilot.pause()

    return reach


@cache
def _five() -> Sequence[Sequence[dict[str, object]]]:
    text = play_number(ArenaPlan(("easy", "normal", "hard", "easy", "normal"), 1, seed=4, record=True), 0).text
    return games_of(json.loads(line) for line in text.splitlines())      # type: ignore[return-value]


def _replay(keys: Sequence[str]) -> Callable[[Player], Awaitable[None]]:
    """Return what shows a game of five, some keys further."""

    async def reach(player: Player) -> None:
        await player.app.push_screen(ReplayScreen(player.app.look, _five()))
        await player.pilot.press(*keys)

    return reach


SHOTS: Final = (
    PageShot("menu", _menu),
    PageShot("first-run", _first, Menu(first=True)),
    PageShot("first-offer", _offer, Menu(first=True)),
    PageShot("help", _help),
    PageShot("rules", _chosen(Item.RULES, "help.footer")),
    PageShot("settings", _chosen(Item.SETTINGS, "settings.heading")),
    PageShot("host", _chosen(Item.HOST, "host.heading")),
    PageShot("join", _join),
    PageShot("watch", _chosen(Item.WATCH, "join.found")),
    PageShot("lesson", _lesson(1)),
    PageShot("lesson-ron", _lesson(len(STEPS) - 1)),
    PageShot("lesson-end", _lesson(len(STEPS))),
    PageShot("drill", _drill(3)),
    PageShot("drill-end", _drill(PROBLEMS)),
    PageShot("replays", _chosen(Item.REPLAY, "replay.heading")),
    PageShot("replay", _replay(["right"] * 5)),
    PageShot("replay-hand", _replay([*["right"] * 5, "2"])),
)


async def shown(shot: PageShot, lang: str) -> dict[Size, tuple[Line, ...]]:
    """Return the rows that the app draws there, for each size of its window."""
    CLOCK.seconds = 100.0
    known = (patch("terra_tui.ui.screens.drill.time", CLOCK), patch("secrets.randbits", lambda bits: 7))
    with tempfile.TemporaryDirectory(prefix="terra-") as folder, known[0], known[1]:
        async with playing(Path(folder), lang, SIZES[0], shot.plan, Evenings()) as player:
            await shot.reach(player)
            return {size: await _resized(player, size) for size in SIZES}


async def _resized(player: Player, size: Size) -> tuple[Line, ...]:
    view = player.screen.drawing
    assert isinstance(view, LineView)
    await player.pilot.resize_terminal(*size)
    await wait_until(lambda: (sum(map(cell_len, _row(view))), len(view.lines)) == size)
    return view.lines


def _row(view: LineView) -> list[str]:
    return [run.text for run in view.lines[0]]
