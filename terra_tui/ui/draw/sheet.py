"""Pages other than the board: a block of rows in the middle of the window, choices and forms."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rich.cells import cell_len

from terra_tui.ui.draw.lines import Line, Role, Run, fit, pad
from terra_tui.ui.draw.skin import Skin

BLOCK = 44
"""Columns of the block in the middle of the window."""
FEWEST = 3
"""Rows of a list that scrolls which are worth more than its heading."""


@dataclass(frozen=True, slots=True)
class Choice:
    """One line that can be chosen, with the value it stands at where it has one."""

    text: str
    value: str = ""


@dataclass(frozen=True, slots=True)
class Block:
    """Rows that belong together.

    Attributes:
        rank: 0 must be shown; of the others the highest goes first where there is no room.
        gap: an empty row stands before it where there is room.
    """

    lines: Sequence[Line]
    rank: int = 0
    gap: bool = False


def stacked(blocks: Sequence[Block], rows: int) -> list[Line]:
    """Return the rows of `blocks` under one another, in at most `rows` rows where what must be shown has room."""
    kept = [block for block in blocks if block.lines]
    while sum(len(block.lines) for block in kept) > rows and any(block.rank for block in kept):
        kept.remove(max(kept, key=lambda block: block.rank))
    spare = rows - sum(len(block.lines) for block in kept)
    lines: list[Line] = []
    for block in kept:
        if block.gap and spare > 0:
            lines.append(())
            spare -= 1
        lines += block.lines
    return lines


def page(
    body: Sequence[Line], foot: Sequence[Line], cells: int, rows: int, *, block: int = 0
) -> tuple[Line, ...]:
    """Return a window: `body` as a block of so many columns in the middle (0: at the top left), then `foot`."""
    room = max(0, rows - len(foot))
    body = body[:room]
    left = max(0, (cells - block) // 2) if block else 0
    top = max(0, (room - len(body)) // 3) if block else 0
    lines: list[Line] = [()] * top + [(Run(" " * left), *line) for line in body]
    lines += [()] * (room - len(lines)) + list(foot)
    return tuple(fit(line, cells) for line in lines[:rows])


def choices(items: Sequence[Choice], chosen: int, skin: Skin) -> list[Line]:
    """Return one row a choice; the chosen one has a mark and is drawn in its own role."""
    names = max((cell_len(item.text) for item in items), default=0)
    values = max((cell_len(item.value) for item in items), default=0)
    lines: list[Line] = []
    for place, item in enumerate(items):
        mark = skin.turn if place == chosen else " "
        text = f" {mark} {pad(item.text, names)} "
        if values:
            text += f"  {pad(item.value, values)} "
        lines.append((Run(text, Role.SELECTED if place == chosen else Role.TEXT),))
    return lines


def scrolled(
    head: Sequence[Line], items: Sequence[Line], chosen: int, tail: Sequence[Line], room: int
) -> list[Line]:
    """Return `head`, `items` and `tail` in at most `room` rows: with too few, the items around the chosen one.

    The chosen item is always among them; then comes what is told below, then the heading, which says how far down
    the list one is.
    """
    if len(head) + len(items) + len(tail) <= room:
        return [*head, *items, *tail]
    tail = tail[: max(0, room - 1)]
    wanted = min(FEWEST, len(items))
    place = Run(f"  {chosen + 1}/{len(items)}", Role.DIM)
    top: list[Line] = [(*head[0], place)] if head and room - len(tail) > wanted else []
    shown = max(1, min(room - len(top) - len(tail), len(items)))
    first = max(0, min(chosen - shown // 2, len(items) - shown))
    return [*top, *items[first : first + shown], *tail]


def heading(text: str) -> list[Line]:
    """Return a heading and an empty row."""
    return [(Run(text, Role.TITLE),), ()]


def _words(text: str, cells: int) -> Iterator[str]:
    """Yield the words of `text`, those wider than `cells` in pieces."""
    for word in text.split():
        piece = ""
        for char in word:
            if cell_len(piece) + cell_len(char) > cells:
                yield piece
                piece = ""
            piece += char
        yield piece


def rows_of(text: str, cells: int, role: Role = Role.TEXT) -> list[Line]:
    """Return `text` in rows of at most `cells` columns, all in one role."""
    return [(Run(row, role),) for row in wrapped(text, cells)]


def wrapped(text: str, cells: int) -> list[str]:
    """Return `text` in rows of at most `cells` columns, broken at spaces, and inside a word that is too long."""
    rows: list[str] = []
    row = ""
    for word in _words(text, max(2, cells)):
        if row and cell_len(row) + 1 + cell_len(word) > cells:
            rows.append(row)
            row = word
        else:
            row = f"{row} {word}" if row else word
    if row:
        rows.append(row)
    return rows
