"""The menu."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from terra_tui.ui.draw.lines import Line, clean, cut
from terra_tui.ui.draw.menu import menu_lines
from terra_tui.ui.screens.page import Look, Page, Request
from terra_tui.ui.services import LeftGame


class Item(StrEnum):
    """What the menu offers."""

    RESUME = "resume"
    SOLO = "solo"
    HOST = "host"
    JOIN = "join"
    WATCH = "watch"
    LEARN = "learn"
    PRACTICE = "practice"
    DRILL = "drill"
    REPLAY = "replay"
    RULES = "rules"
    SETTINGS = "settings"
    QUIT = "quit"


ITEMS = tuple(item for item in Item if item is not Item.RESUME)
"""What is always offered."""
TABLE_CELLS: Final = 24
"""Columns of a table's name in a choice: so it is whole in the narrowest window."""


class MenuScreen(Page):
    """In: `note`, `offer_left`. Out: `Chosen`."""

    @dataclass
    class Chosen(Request):
        """The player wants this."""

        item: Item

    def __init__(self, look: Look, note: str = "", *, offered: bool = True) -> None:
        """Take what the program begins with.

        Args:
            offered: whether there is a menu. A program that was started for one table has none: this screen only
                lies under the others, empty.
        """
        super().__init__(look)
        self._offered = offered
        self._items = ITEMS
        self._chosen = 0
        self._note = note
        self._left: LeftGame | None = None
        self._touched = False

    def on_screen_resume(self) -> None:
        """The menu is in front again: the player has chosen nothing in it yet."""
        self._touched = False

    @property
    def left(self) -> LeftGame | None:
        """The game that was left and is offered, None for none."""
        return self._left

    def offer_left(self, game: LeftGame | None) -> None:
        """Offer to go on with `game`, None for no such game.

        It stands first, and is the choice unless the player has been choosing: then the choice stays where it is.
        """
        chosen = self._items[self._chosen] if self._touched or game is None else Item.RESUME
        self._left = game
        self._items = tuple(Item) if game is not None else ITEMS
        self._chosen = self._items.index(chosen) if chosen in self._items else 0
        self.redraw()

    def note(self, text: str) -> None:
        """Show a sentence under the choices."""
        self._note = text
        self.redraw()

    def rows(self, size: tuple[int, int]) -> tuple[Line, ...]:
        """Return the menu."""
        if not self._offered:
            return ((),) * size[1]
        texts = [self._text(item) for item in self._items]
        return menu_lines(self.look.words, self.look.skin, texts, self._chosen, self._note, size)

    def _text(self, item: Item) -> str:
        if item is Item.RESUME and self._left is not None and self._left.table:
            return self.look.words.say("menu.resume_table", table=cut(clean(self._left.table), TABLE_CELLS))
        return self.look.words.say(f"menu.{item}")

    def press(self, key: str, character: str | None) -> None:
        """Move and choose."""
        if not self._offered:
            return
        self._touched = True
        if key in ("up", "k"):
            self._chosen = (self._chosen - 1) % len(self._items)
        elif key in ("down", "j", "tab"):
            self._chosen = (self._chosen + 1) % len(self._items)
        elif key == "enter":
            self.ask(self.Chosen(self._items[self._chosen]))
        self.redraw()
