"""What tests of the screens beside the tables need: the app with its menu, files of its own and two kept games."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from functools import cache
from pathlib import Path
from typing import Any

from textual.pilot import Pilot

from server.arena.run import Plan as ArenaPlan
from server.arena.run import play_number
from terra_tui.session.keyring import Keyring
from terra_tui.session.preferences import Preferences
from terra_tui.ui.app import TerraApp
from terra_tui.ui.plan import Menu, Plan
from terra_tui.ui.screens.menu import ITEMS, Item
from terra_tui.ui.screens.page import Page
from terra_tui.ui.services import InnerHost, KeptGame, Line, ServiceError, Services

SIZES = ((80, 24), (60, 20), (60, 16), (120, 36))
KEYS = {"+": "plus", "-": "minus", ".": "full_stop", "/": "slash", "!": "exclamation_mark", "\n": "enter"}


@cache
def record() -> tuple[dict[str, object], ...]:
    """Return the record of two games."""
    plan = ArenaPlan(("easy", "normal", "easy"), 2, seed=3, record=True)
    return tuple(json.loads(text) for number in range(2) for text in play_number(plan, number).text.splitlines())


class Kept:
    """Services that keep two games, and note what hosts were asked for and what was saved."""

    def __init__(self) -> None:
        self.hosts: list[Sequence[str]] = []
        self.saved: list[str] = []
        self.path = "~/.local/share/terra-and-more/records/07070707.jsonl"
        self.refusal = "the disk with the folder ~/.local/share/terra/records has no room left for it"
        self.games = [
            KeptGame("aa" * 16, "2026-11-30T10:00:00Z", "lunch", 3, True, "Minji, Jun, [/red]"),
            KeptGame("bb" * 16, "2026-11-29T10:00:00Z", "Solo", 1, False, "Minji, Mars, Luna"),
        ]

    async def start(self, arguments: Sequence[str]) -> InnerHost:
        """Note the wish; there is no host here."""
        self.hosts.append(arguments)
        raise RuntimeError("no host in this test")

    async def list_games(self) -> Sequence[KeptGame]:
        """Return the games."""
        return self.games

    async def read(self, game: str) -> Sequence[Line]:
        """Return the record, of the first game only."""
        if game != "aa" * 16:
            raise ServiceError("that one is broken")
        return record()

    async def keeps(self, game: str) -> bool:
        """Keep two games more, which may be saved."""
        return game in ("07" * 16, "09" * 16)

    async def save(self, game: str) -> str:
        """Note which game was to be saved; for one of them there is no room."""
        if game != "07" * 16:
            raise ServiceError(self.refusal)
        self.saved.append(game)
        return self.path

    @property
    def services(self) -> Services:
        """Return them as the app takes them."""
        return Services(
            self.start, list_games=self.list_games, read_game=self.read, save_game=self.save, keeps_game=self.keeps
        )


class Player:
    """Somebody at the keyboard."""

    def __init__(self, app: TerraApp, pilot: Pilot[Any], kept: Kept) -> None:
        self.app = app
        self.pilot = pilot
        self.kept = kept

    @property
    def screen(self) -> Page:
        """The screen in front."""
        assert isinstance(self.app.screen, Page)
        return self.app.screen

    @property
    def text(self) -> str:
        """What it shows, with single spaces: rows may break anywhere."""
        return " ".join(self.screen.text.split())

    async def types(self, text: str) -> None:
        """Type text, a new line being Enter."""
        for char in text:
            await self.pilot.press(KEYS.get(char, char))

    async def chooses(self, item: Item) -> None:
        """Choose from the menu, from its first item."""
        for _ in range(ITEMS.index(item)):
            await self.pilot.press("down")
        await self.pilot.press("enter")


@asynccontextmanager
async def playing(
    folder: Path, lang: str = "en", size: tuple[int, int] = (80, 24), plan: Plan = Menu(),  # noqa: B008 (frozen)
    kept: Kept | None = None,
) -> AsyncIterator[Player]:
    """Have the app with its menu, all its files in `folder`; two games are kept unless `kept` has others."""
    environment = {"TERM": "xterm-256color", "XDG_DATA_HOME": str(folder)}
    kept = Kept() if kept is None else kept
    app = TerraApp(
        plan, Preferences("Minji", lang), folder / "config.toml", environment, keyring=Keyring(folder),
        services=kept.services,
    )
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        yield Player(app, pilot, kept)
