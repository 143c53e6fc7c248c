"""Help: the keys, and the rules."""

from __future__ import annotations

from textual.message import Message

from terra_tui.locale.words import Words
from terra_tui.ui.draw.lines import Line, Role, Run
from terra_tui.ui.draw.prose import prose_lines
from terra_tui.ui.draw.sheet import page
from terra_tui.ui.screens.page import Look, Page

KEYS = (
    "type", "pick", "undo", "lay", "draw", "terra", "ron", "match", "keep", "chat", "log", "sort", "view", "hint",
    "mute", "show", "pause", "language", "help", "menu",
)


class HelpScreen(Page):
    """In: how the table differs from the usual rules. Out: `Closed`."""

    class Closed(Message):
        """The player goes back."""

    def __init__(self, look: Look, differs: str = "") -> None:
        super().__init__(look)
        self._differs = differs
        self._top = 0
        self._prepared: tuple[object, list[Line]] = (None, [])

    def rows(self, size: tuple[int, int]) -> tuple[Line, ...]:
        """Return the part of the text that is in sight."""
        cells, height = size
        lines = self._lines(cells - 2)
        room = max(1, height - 1)
        self._top = max(0, min(self._top, len(lines) - room))
        body: list[Line] = [(Run(" "), *line) for line in lines[self._top : self._top + room]]
        foot: list[Line] = [(Run(f" {self.look.words.say('help.footer')}", Role.DIM),)]
        return page(body, foot, cells, height)

    def _lines(self, cells: int) -> list[Line]:
        """Return all rows; they are made once for a width and a language."""
        made_for = (cells, self.look.words.lang, self.look.skin.name)
        if self._prepared[0] != made_for:
            text = help_text(self.look.words, self._differs)
            self._prepared = (made_for, prose_lines(text, cells, self.look.skin))
        return self._prepared[1]

    def press(self, key: str, character: str | None) -> None:
        """Scroll, or go back."""
        page_rows = max(1, self.size.height - 3)
        match key:
            case "up":
                self._top -= 1
            case "down":
                self._top += 1
            case "pageup":
                self._top -= page_rows
            case "pagedown" | "space":
                self._top += page_rows
            case "home":
                self._top = 0
            case "end":
                self._top = 1_000_000
            case "escape" | "enter" | "question_mark":
                self.post_message(self.Closed())
        self.redraw()


def help_text(words: Words, differs: str) -> str:
    """Return the keys and the rules as text with simple marks; first how the table differs, where it does (R9)."""
    keys = "\n".join(f"- {words.say(f'keys.{key}')}" for key in KEYS)
    head = f"# {words.say('help.heading')}\n\n## {words.say('help.keys')}\n\n{keys}\n\n"
    notice = f"{words.say('help.differs', rules=differs)}\n\n" if differs else ""
    return head + notice + words.rules_text()
