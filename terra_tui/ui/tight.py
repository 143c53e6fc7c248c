"""Textual's partial updates, cropped on both sides: it paints a changed span from the left edge of its widget.

For a widget that draws whole rows that is most of a row for each changed cell. Bytes matter over slow lines.
"""

from __future__ import annotations

from rich.console import Console
from rich.control import Control
from textual._compositor import ChopsUpdate, Compositor


class TightUpdate(ChopsUpdate):
    """Changed spans, and nothing beside them."""

    def render_segments(self, console: Console) -> str:
        """Return the escape sequences that paint the spans."""
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
    """A compositor whose partial updates are tight."""

    def render_partial_update(self) -> ChopsUpdate | None:
        """Return an update of the changed spans, None where nothing changed."""
        update = super().render_partial_update()
        return None if update is None else TightUpdate(update.chops, update.spans, update.chop_ends)
