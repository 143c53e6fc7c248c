"""The menu."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from textual.message import Message

from terra_tui.ui.draw.lines import Line
from terra_tui.ui.draw.menu import menu_lines
from terra_tui.ui.screens.page import Look, Page


class Item(StrEnum):
    """What the menu offers."""

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


ITEMS = tuple(Item)


class MenuScreen(Page):
    """In: `note`. Out: `Chosen`."""

    @dataclass
    class Chosen(Message):
        """The player wants this."""

        item: Item

    def __init__(self, look: Look, note: str = "") -> None:
        super().__init__(look)
        self._chosen = 0
        self._note = note

    def note(self, text: str) -> None:
        """Show a sentence under the choices."""
        self._note = text
        self.redraw()

    def rows(self, size: tuple[int, int]) -> tuple[Line, ...]:
        """Return the menu."""
        return menu_lines(self.look.words, self.look.skin, ITEMS, self._chosen, self._note, size)

    def press(self, key: str, character: str | None) -> None:
        """Move and choose."""
        if key in ("up", "k"):
            self._chosen = (self._chosen - 1) % len(ITEMS)
        elif key in ("down", "j", "tab"):
            self._chosen = (self._chosen + 1) % len(ITEMS)
        elif key == "enter":
            self.post_message(self.Chosen(ITEMS[self._chosen]))
        self.redraw()
