"""Help: the keys, and the rules."""

from __future__ import annotations

from typing import Final

from terra_tui.locale.words import Words
from terra_tui.ui.draw.lines import Line, Role, Run, split
from terra_tui.ui.draw.prose import prose_lines
from terra_tui.ui.draw.sheet import page
from terra_tui.ui.draw.skin import with_arrows
from terra_tui.ui.screens.page import Look, Page, Request

GROUPS: Final = {
    "turn": ("type", "pick", "undo", "lay", "draw", "terra", "ron"),
    "more": ("chat", "log", "sort", "view", "hint", "show", "pause", "remove", "language", "help", "leave", "ctrl"),
    "between": ("ready", "save"),
    "lobby": ("ready", "start", "bots", "seats", "settings", "sit"),
    "watch": ("follow", "join"),
    "replay": ("step", "play", "follow", "games"),
    "drill": ("type", "pick", "undo", "answer", "none", "again"),
}
"""The keys by when they do something."""
RULES: Final = "rules"
"""The part behind the keys."""
UP, DOWN = "^", "v"
"""Marks that there is more above and below."""


class HelpScreen(Page):
    """In: how the table differs from the usual rules, and what to open at. Out: `Closed`."""

    class Closed(Request):
        """The player goes back."""

    def __init__(self, look: Look, differs: str = "", part: str = "") -> None:
        """Open at a `part`: one of `GROUPS`, or `RULES`; at the top for ""."""
        super().__init__(look)
        self._differs = differs
        self._part = part
        self._top = 0
        self._starts: dict[str, int] = {}
        self._prepared: tuple[object, list[Line]] = (None, [])

    def rows(self, size: tuple[int, int]) -> tuple[Line, ...]:
        """Return the part of the text that is in sight."""
        cells, height = size
        lines = self._lines(cells - 2)
        room = max(1, height - 1)
        if self._part:
            self._top, self._part = self._starts[self._part], ""
        self._top = max(0, min(self._top, len(lines) - room))
        body: list[Line] = [(Run(" "), *line) for line in lines[self._top : self._top + room]]
        last = max(0, len(lines) - room)
        marks = f"{UP if self._top else ' '} {DOWN if self._top < last else ' '}"
        read = f" {100 * self._top // last if last else 100:3}% "
        keys = Run(f" {self.look.words.say('help.footer')}", Role.DIM)
        foot = [split((keys,), (Run(f" {marks}", Role.KEY), Run(read, Role.DIM)), cells)]
        return page(body, foot, cells, height)

    def _lines(self, cells: int) -> list[Line]:
        """Return all rows; they are made once for a width and a language."""
        made_for = (cells, self.look.words.lang, self.look.skin.name)
        if self._prepared[0] != made_for:
            words, skin = self.look.words, self.look.skin
            keys = {group: with_arrows(skin, group_text(words, group)) for group in GROUPS}
            texts = {"": f"# {words.say('help.heading')}", **keys}
            lines: list[Line] = []
            for part, text in (texts | {RULES: rules_text(words, self._differs)}).items():
                lines += [()] if lines else []
                self._starts[part] = len(lines)
                lines += prose_lines(text, cells, skin)
            self._prepared = (made_for, lines)
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


def group_text(words: Words, group: str) -> str:
    """Return the keys of one of `GROUPS` as text with simple marks."""
    keys = "\n".join(f"- {words.say(f'help.key_{key}')}" for key in GROUPS[group])
    return f"## {words.say('help.keys')}: {words.say(f'help.group_{group}')}\n\n{keys}\n"


def rules_text(words: Words, differs: str) -> str:
    """Return the rules as text with simple marks; first how the table differs, where it does (R9)."""
    notice = f"{words.say('help.differs', rules=differs)}\n\n" if differs else ""
    return notice + words.rules_text()
