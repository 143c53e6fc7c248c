"""Help: the keys, and the rules."""

from __future__ import annotations

from typing import Final

from terra_tui.locale.words import Words
from terra_tui.ui.draw.lines import Line, Role, Run
from terra_tui.ui.draw.prose import prose_lines
from terra_tui.ui.draw.sheet import page
from terra_tui.ui.screens.page import Look, Page, Request

GROUPS: Final = {
    "turn": ("type", "pick", "undo", "lay", "draw", "terra", "ron"),
    "more": ("chat", "log", "sort", "view", "hint", "show", "pause", "remove", "language", "help", "leave", "ctrl"),
    "between": ("ready", "save"),
    "lobby": ("ready", "start", "bots", "seats", "settings", "sit"),
    "watch": ("follow", "join"),
    "replay": ("step", "play", "follow", "games"),
}
"""The keys by when they do something."""


class HelpScreen(Page):
    """In: how the table differs from the usual rules. Out: `Closed`."""

    class Closed(Request):
        """The player goes back."""

    def __init__(self, look: Look, differs: str = "", *, rules: bool = False) -> None:
        """Open at the keys, or at the `rules`."""
        super().__init__(look)
        self._differs = differs
        self._to_rules = rules
        self._top = 0
        self._rules_at = 0
        self._prepared: tuple[object, list[Line]] = (None, [])

    def rows(self, size: tuple[int, int]) -> tuple[Line, ...]:
        """Return the part of the text that is in sight."""
        cells, height = size
        lines = self._lines(cells - 2)
        room = max(1, height - 1)
        if self._to_rules:
            self._top, self._to_rules = self._rules_at, False
        self._top = max(0, min(self._top, len(lines) - room))
        body: list[Line] = [(Run(" "), *line) for line in lines[self._top : self._top + room]]
        foot: list[Line] = [(Run(f" {self.look.words.say('help.footer')}", Role.DIM),)]
        return page(body, foot, cells, height)

    def _lines(self, cells: int) -> list[Line]:
        """Return all rows; they are made once for a width and a language."""
        made_for = (cells, self.look.words.lang, self.look.skin.name)
        if self._prepared[0] != made_for:
            words, skin = self.look.words, self.look.skin
            keys = prose_lines(keys_text(words), cells, skin)
            rules = prose_lines(rules_text(words, self._differs), cells, skin)
            self._rules_at = len(keys) + 1
            self._prepared = (made_for, [*keys, (), *rules])
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
                self.ask(self.Closed())
        self.redraw()


def keys_text(words: Words) -> str:
    """Return the keys as text with simple marks."""
    parts = [f"# {words.say('help.heading')}"]
    for group, keys in GROUPS.items():
        parts.append(f"## {words.say('help.keys')}: {words.say(f'help.group_{group}')}")
        parts.append("\n".join(f"- {words.say(f'help.key_{key}')}" for key in keys))
    return "\n\n".join(parts) + "\n"


def rules_text(words: Words, differs: str) -> str:
    """Return the rules as text with simple marks; first how the table differs, where it does (R9)."""
    notice = f"{words.say('help.differs', rules=differs)}\n\n" if differs else ""
    return notice + words.rules_text()
