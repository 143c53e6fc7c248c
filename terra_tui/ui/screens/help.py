"""Help: the keys, and the rules as Markdown."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.message import Message
from textual.widgets import Markdown, Static

from terra_tui.ui.screens.page import Look, Page

KEYS = (
    "type", "pick", "undo", "lay", "draw", "terra", "ron", "match", "keep", "chat", "log", "sort", "view", "hint",
    "mute", "pause", "language", "help", "menu",
)


class HelpScreen(Page):
    """In: how the table differs from the usual rules. Out: `Closed`."""

    class Closed(Message):
        """The player goes back."""

    def __init__(self, look: Look, differs: str = "") -> None:
        super().__init__(look)
        self._differs = differs

    def compose(self) -> ComposeResult:
        """The text, and a row of keys."""
        with VerticalScroll(can_focus=False):
            yield Markdown(self._source())
        yield Static(self.look.words.say("help.footer"), markup=False, id="foot")

    def _source(self) -> str:
        words = self.look.words
        keys = "\n".join(f"- `{words.say(f'keys.{key}')}`" for key in KEYS)
        head = f"# {words.say('help.heading')}\n\n"
        differs = f"**{words.say('help.differs', rules=self._differs)}**\n\n" if self._differs else ""
        return f"{head}## {words.say('help.keys')}\n\n{keys}\n\n{differs}{words.rules_text()}"

    def redraw(self) -> None:
        """The widgets draw themselves."""

    def dress(self, look: Look) -> None:
        """Say the same in another language."""
        super().dress(look)
        self.query_one(Markdown).update(self._source())
        self.query_one("#foot", Static).update(look.words.say("help.footer"))

    def press(self, key: str, character: str | None) -> None:
        """Scroll, or go back."""
        scroll = self.query_one(VerticalScroll)
        match key:
            case "up":
                scroll.scroll_relative(y=-2, animate=False)
            case "down":
                scroll.scroll_relative(y=2, animate=False)
            case "pageup":
                scroll.scroll_page_up(animate=False)
            case "pagedown" | "space":
                scroll.scroll_page_down(animate=False)
            case "home":
                scroll.scroll_home(animate=False)
            case "end":
                scroll.scroll_end(animate=False)
            case "escape" | "enter" | "question_mark":
                self.post_message(self.Closed())
