"""A screen that draws rows: what every screen of Terra is."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import accumulate
from typing import TYPE_CHECKING

from rich.cells import cell_len
from textual.app import ComposeResult
from textual.geometry import Offset
from textual.message import Message
from textual.screen import Screen
from textual.widget import Widget

from terra_tui.locale.words import Words
from terra_tui.ui.draw.lines import Line, Role
from terra_tui.ui.draw.skin import BOX, Skin
from terra_tui.ui.line_view import LineView
from terra_tui.ui.theme import DARK, Theme
from terra_tui.ui.tight import TightCompositor

if TYPE_CHECKING:
    from terra_tui.session.state import ClientState


@dataclass(frozen=True, slots=True)
class Look:
    """How everything looks: the language, the colours, the glyphs."""

    words: Words
    theme: Theme = DARK
    skin: Skin = BOX


class Request(Message):
    """What a page asks of the app, and what may put another page in front; sent with `Page.ask`."""

    page: Page | None = None


class Page(Screen[None]):
    """In: `dress(look)`, `changed(state)`, `press(key)`. Out: requests. It draws with one widget.

    Attributes:
        asking: whether the app has not done yet what this page has asked for; meanwhile it takes no keys.
    """

    AUTO_FOCUS = ""
    aside = False
    """Whether there is no table here, and leaving means going back to the menu."""

    def __init__(self, look: Look) -> None:
        super().__init__()
        self.look = look
        self.asking = False
        self._compositor: TightCompositor = TightCompositor()
        self._view = LineView(look.theme)

    def on_screen_suspend(self) -> None:
        """Another screen is painted over this one."""
        self._compositor.covered()

    def on_screen_resume(self) -> None:
        """This screen is in front; it may have been painted already, and Textual is about to lay it out."""
        self._compositor.in_front()

    def _on_timer_update(self) -> None:
        """Textual's: lay out, which paints, and paint."""
        with self._compositor.one_update():
            super()._on_timer_update()

    def compose(self) -> ComposeResult:
        """One widget draws everything."""
        yield self._view

    def rows(self, size: tuple[int, int]) -> tuple[Line, ...]:
        """Return the rows for a window of `size` columns and rows."""
        raise NotImplementedError

    def redraw(self) -> None:
        """Draw what has changed."""
        # A screen that was not laid out yet will have the app's size: its first frame is whole, not empty.
        size = self.size or self.app.size
        if not self.is_attached or not size:
            return
        self._view.theme = self.look.theme
        lines = self.rows((size.width, size.height))
        self._view.show(lines)
        caret = next(_carets(lines), None)
        if caret is not None:
            # An input method draws its unfinished syllable at the terminal's cursor.
            self.app.cursor_position = caret

    def on_mount(self) -> None:
        """Draw for the first time."""
        self.redraw()

    def on_resize(self) -> None:
        """Draw for another size."""
        self.redraw()

    def dress(self, look: Look) -> None:
        """Look otherwise from now on."""
        self.look = look
        self.redraw()

    def changed(self, state: ClientState) -> None:
        """Take a new state of the session; most screens show none of it."""

    def note(self, text: str) -> None:
        """Show a sentence, where the screen has a place for one."""

    @property
    def help_part(self) -> str:
        """The part of the help that tells of this screen's keys, "" for none."""
        return ""

    @property
    def typing(self) -> bool:
        """Whether keys are text just now: then letters are not mapped, and only F9 is Ron."""
        return False

    def press(self, key: str, character: str | None) -> None:
        """Take a key by its name; `character` is what it types, where it types something."""

    def insert(self, text: str) -> None:
        """Take pasted text."""

    def ask(self, request: Request) -> None:
        """Ask the app for something, one thing at a time: before it is done nothing else is asked for."""
        if not self.asking:
            self.asking = True
            request.page = self
            self.post_message(request)

    @property
    def text(self) -> str:
        """What the screen shows, as plain text."""
        return "\n".join("".join(run.text for run in line).rstrip() for line in self._view.lines)

    @property
    def drawing(self) -> Widget:
        """The widget that draws."""
        return self._view


def _carets(lines: tuple[Line, ...]) -> Iterator[Offset]:
    """Yield where the caret is."""
    for row, line in enumerate(lines):
        starts = accumulate((cell_len(run.text) for run in line), initial=0)
        for start, run in zip(starts, line, strict=False):
            if run.role is Role.CARET:
                yield Offset(start, row)
