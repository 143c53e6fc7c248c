"""Rows of a screen as a picture: every piece of text at its own column, in the theme's colours."""

from __future__ import annotations

import re
from collections.abc import Iterator
from xml.sax.saxutils import escape

from rich.cells import cell_len
from rich.color import Color

from terra_tui.ui.draw.lines import Line
from terra_tui.ui.theme import DARK, Theme

CELL = 9.6
ROW = 20.0
MARGIN = 12.0
WORD = re.compile(r"\s+|[^\s\u1100-\uffdc]+|[^\s]")
"""Blanks, a word of narrow characters, or a wide one."""
WIDE_SIZE = 18
"""Of a wide character, which is smaller than two columns at the size of the others."""
FONT = "DejaVu Sans Mono, Noto Sans Mono CJK KR, D2Coding, monospace"


def picture(lines: tuple[Line, ...], theme: Theme = DARK) -> str:
    """Return an SVG of `lines`."""
    columns = max(sum(cell_len(run.text) for run in line) for line in lines)
    width, height = columns * CELL + 2 * MARGIN, len(lines) * ROW + 2 * MARGIN
    body = "\n".join(piece for row, line in enumerate(lines) for piece in _pieces(line, row, theme))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" font-family="{FONT}" '
        f'font-size="16" xml:space="preserve">\n'
        f'<rect width="{width:g}" height="{height:g}" rx="8" fill="{theme.back}"/>\n{body}\n</svg>\n'
    )


def _pieces(line: Line, row: int, theme: Theme) -> Iterator[str]:
    """Yield a box behind each piece that has a colour of its own there, and each character at its column."""
    column = 0
    for run in line:
        style = theme.styles[run.role]
        cells = cell_len(run.text)
        x, y = MARGIN + column * CELL, MARGIN + row * ROW
        back = _hex(style.bgcolor, theme.back)
        if back != theme.back:
            yield f'<rect x="{x:g}" y="{y:g}" width="{cells * CELL:g}" height="{ROW:g}" fill="{back}"/>'
        weight = ' font-weight="bold"' if style.bold else ""
        words = "".join(_words(run.text, column))
        column += cells
        if words:
            fill = _hex(style.color, theme.text)
            yield f'<text y="{y + ROW * 0.76:g}" fill="{fill}"{weight}>{words}</text>'


def _words(text: str, column: int) -> Iterator[str]:
    """Yield the words of `text` from `column` on, wide characters one by one, with the place of each character.

    Some programs heed the first place alone; a word of narrow characters is as wide as it should be in any case.
    """
    for word in WORD.findall(text):
        if not word.isspace():
            places = " ".join(f"{MARGIN + (column + step) * CELL:g}" for step in range(len(word)))
            size = f' font-size="{WIDE_SIZE}"' if cell_len(word) > len(word) else ""
            yield f'<tspan x="{places}"{size}>{escape(word)}</tspan>'
        column += cell_len(word)


def _hex(color: Color | None, default: str) -> str:
    if color is None or color.is_default:
        return default
    found: str = color.get_truecolor().hex
    return found
