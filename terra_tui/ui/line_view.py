"""A widget that draws rows of styled text and repaints only the columns that changed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.geometry import Region
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

from terra_tui.ui.draw.lines import Line, Role, changed_spans
from terra_tui.ui.theme import DARK, Theme


class LineView(Widget):
    """In: `show(lines)`, `theme`. Out: `Clicked`. It knows nothing of what the rows say."""

    @dataclass
    class Clicked(Message):
        """A row and column were clicked."""

        row: int
        column: int

    def __init__(self, theme: Theme = DARK) -> None:
        super().__init__()
        self._lines: tuple[Line, ...] = ()
        self._strips: dict[int, Strip] = {}
        self._theme = theme
        self._unpainted: set[int] = set()
        self._when_painted: Callable[[], None] | None = None

    @property
    def lines(self) -> tuple[Line, ...]:
        """The rows shown."""
        return self._lines

    @property
    def theme(self) -> Theme:
        """The colours of the roles."""
        return self._theme

    @theme.setter
    def theme(self, theme: Theme) -> None:
        if theme is not self._theme:
            self._theme = theme
            self._strips.clear()
            self.refresh()

    def show(self, lines: tuple[Line, ...]) -> None:
        """Show `lines`; rows and columns that look the same are not painted again."""
        old, self._lines = self._lines, lines
        if len(old) != len(lines):
            self._strips.clear()
            self._unpainted = set(range(len(lines)))
            self.refresh()
            return
        regions = []
        for row, (before, after) in enumerate(zip(old, lines, strict=True)):
            for start, cells in changed_spans(before, after):
                self._strips.pop(row, None)
                self._unpainted.add(row)
                regions.append(Region(start, row, cells, 1))
        if regions:
            self.refresh(*regions)

    def when_painted(self, tell: Callable[[], None]) -> None:
        """Call `tell` once the rows shown now went to the terminal; at once where they are there already."""
        self._when_painted = tell
        self._look_whether_painted()

    def _look_whether_painted(self) -> None:
        if not self._unpainted and self._when_painted is not None:
            tell, self._when_painted = self._when_painted, None
            tell()

    def render_line(self, y: int) -> Strip:
        """Return one row, in the theme's colours; every piece has a style (terminals without colour need it)."""
        if y in self._unpainted:
            self._unpainted.discard(y)
            if not self._unpainted and self._when_painted is not None:
                self.call_later(self._look_whether_painted)      # this row itself has yet to be written
        strip = self._strips.get(y)
        if strip is None:
            line = self._lines[y] if y < len(self._lines) else ()
            strip = Strip(self._segments(line))
            self._strips[y] = strip
        return strip.adjust_cell_length(self.size.width, self._theme.styles[Role.TEXT])

    def _segments(self, line: Line) -> list[Segment]:
        """Return the pieces of a row; spaces join the piece before them where that looks the same."""
        segments: list[Segment] = []
        last: Style | None = None
        for run in line:
            style = self._theme.styles[run.role]
            if last is not None and run.text.isspace() and _same_behind(last, style):
                segments[-1] = Segment(segments[-1].text + run.text, last)
                continue
            segments.append(Segment(run.text, style))
            last = style
        return segments

    def on_click(self, event: events.Click) -> None:
        """Report where the mouse was pressed."""
        self.post_message(self.Clicked(event.y, event.x))


def _same_behind(one: Style, other: Style) -> bool:
    """Return whether a space looks the same in both: it shows nothing of a style but what is behind it."""
    return one.bgcolor == other.bgcolor and bool(one.reverse) == bool(other.reverse)
