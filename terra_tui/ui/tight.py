"""Textual's partial updates, cropped on both sides: it paints a changed span from the left edge of its widget.

For a widget that draws whole rows that is most of a row for each changed cell. Bytes matter over slow lines.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from math import inf
from time import monotonic
from typing import Final, TypeAlias

from rich.console import Console, RenderableType
from rich.control import Control
from textual._compositor import ChopsUpdate, Compositor, LayoutUpdate
from textual.geometry import Region
from textual.screen import Screen
from textual.strip import Strip

Rows: TypeAlias = list[list[Strip]]
"""A whole screen: for each row its pieces."""
SETTLE: Final = 0.25
"""Seconds in which a screen that has come to the front is laid out for good."""


class WholeUpdate(LayoutUpdate):
    """A whole screen, which says when it goes to the terminal: Textual may drop an update."""

    def __init__(self, rows: Rows, region: Region, painted: Callable[[Rows], None]) -> None:
        super().__init__([*rows], region)
        self._rows = rows
        self._tell = painted

    def render_segments(self, console: Console) -> str:
        """Return the escape sequences that paint the screen."""
        self._tell(self._rows)
        return super().render_segments(console)


class TightUpdate(ChopsUpdate):
    """Changed spans, and nothing beside them; `whole` says what the terminal shows then, where that is asked."""

    whole: Callable[[], None] | None = None

    def render_segments(self, console: Console) -> str:
        """Return the escape sequences that paint the spans."""
        if self.whole is not None:
            self.whole()
        sequences: list[str] = []
        for y, x1, x2 in self.spans:
            for end, (x, strip) in zip(self.chop_ends[y], self.chops[y].items(), strict=False):
                if strip is None or x >= x2 or end <= x1:
                    continue
                start = max(x, x1)
                sequences.append(Control.move_to(start, y).segment.text)
                sequences.append(strip.crop(start - x, min(end, x2) - x).render(console))
        return "".join(sequences)


class TightCompositor(Compositor):
    """A compositor whose partial updates are tight, and which paints a screen that appears only once.

    Textual lays a new screen out several times before it rests, and paints it whole each time. So what was painted
    is remembered while that lasts. After that it is not: whoever asks for a whole painting then has a reason.
    """

    def __init__(self) -> None:
        super().__init__()
        self._painted: Rows | None = None
        self._settles_at = inf
        self._updating = False

    def covered(self) -> None:
        """Something else is painted over this screen."""
        self._painted, self._settles_at = None, inf

    def in_front(self) -> None:
        """Nothing is painted over this screen any more."""
        self._settles_at = monotonic() + SETTLE

    @property
    def _settled(self) -> bool:
        return monotonic() >= self._settles_at

    @contextmanager
    def one_update(self) -> Iterator[None]:
        """Paint nothing twice meanwhile: nothing else paints."""
        if self._settled:
            self._painted = None
        self._updating = True
        try:
            yield
        finally:
            self._updating = False

    def render_update(
        self, full: bool = False, screen_stack: list[Screen[object]] | None = None, simplify: bool = False
    ) -> RenderableType | None:
        """Return an update, None where the terminal shows all of it."""
        # A whole painting may have been dropped: no part of a screen is painted before the whole was.
        unseen = not self._settled and self._painted is None
        update = super().render_update(full or unseen, screen_stack, simplify)
        if update is None:
            return None
        remembers = self._updating or not self._settled
        if not remembers:
            self._painted = None
        if isinstance(update, TightUpdate):
            if remembers:
                update.whole = partial(self._note_changed, _rows(self.render_full_update(simplify)))
            return update
        assert isinstance(update, LayoutUpdate)
        rows = _rows(update)
        return None if rows == self._painted else WholeUpdate(rows, update.region, self._note)

    def _note(self, rows: Rows) -> None:
        """Note what the terminal shows from now on."""
        if self._updating or not self._settled:
            self._painted = rows
        for widget in self.full_map:
            widget._exchange_repaint_regions()      # what was still to be painted of it has been

    def _note_changed(self, rows: Rows) -> None:
        """Note it where all but the change was known before."""
        if self._painted is not None:
            self._painted = rows

    def render_partial_update(self) -> ChopsUpdate | None:
        """Return an update of the changed spans, None where nothing changed."""
        update = super().render_partial_update()
        return None if update is None else TightUpdate(update.chops, update.spans, update.chop_ends)


def _rows(update: LayoutUpdate) -> Rows:
    return [list(row) for row in update.strips]
