"""The menu."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from terra_tui.ui.draw.lines import Line
from terra_tui.ui.draw.menu import menu_lines
from terra_tui.ui.screens.page import Look, Page, Request


class Item(StrEnum):
    """What the menu offers."""

    SOLO = "solo"
    RESUME = "resume"
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
        self._left = ""

    @property
    def left(self) -> str:
        """The game that was left and is offered, by its id in hex; "" for none."""
        return self._left

    def offer_left(self, game: str) -> None:
        """Offer to go on with `game`, "" for no such game; the choice stays where it is."""
        chosen = self._items[self._chosen]
        self._left = game
        self._items = tuple(Item) if game else ITEMS
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
        return menu_lines(self.look.words, self.look.skin, self._items, self._chosen, self._note, size)

    def press(self, key: str, character: str | None) -> None:
        """Move and choose."""
        if not self._offered:
            return
        if key in ("up", "k"):
            self._chosen = (self._chosen - 1) % len(self._items)
        elif key in ("down", "j", "tab"):
            self._chosen = (self._chosen + 1) % len(self._items)
        elif key == "enter":
            self.ask(self.Chosen(self._items[self._chosen]))
        self.redraw()
