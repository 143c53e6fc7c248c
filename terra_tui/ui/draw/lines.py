"""Lines of styled text: what every drawing function returns. Widths are terminal columns, never characters."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator
from enum import StrEnum
from typing import NamedTuple, TypeAlias

from rich.cells import cell_len


class Role(StrEnum):
    """What a piece of text is; a theme gives each role its colours."""

    TEXT = "text"
    DIM = "dim"
    FAINT = "faint"          # rules and empty parts of bars
    TITLE = "title"
    YOU = "you"              # the viewer's own name
    TURN = "turn"            # whose turn it is
    WARN = "warn"            # one card left, away
    ALERT = "alert"          # a Ron window, a lost link: drawn reversed
    TERRA = "terra"
    GOOD = "good"
    BAD = "bad"
    CARD = "card"
    PICKED = "picked"
    CURSOR = "cursor"
    FLOOR = "floor"
    KEY = "key"
    SELECTED = "selected"
    CHAT = "chat"
    CARET = "caret"          # the next key goes here


class Run(NamedTuple):
    """A piece of text in one role."""

    text: str
    role: Role = Role.TEXT


Line: TypeAlias = tuple[Run, ...]
"""One row of the screen, left to right."""

CUT = "~"
NEAR = 12
"""Columns between two changes that are cheaper painted again than skipped."""
HIDDEN = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
"""Character classes that could move the cursor, turn the direction or vanish."""


def clean(text: str) -> str:
    """Return `text` without control, bidi and zero-width characters: safe to draw, whoever wrote it."""
    if text.isascii() and text.isprintable():
        return text
    return "".join(
        " " if char in "\t\n\r" else char
        for char in text
        if char in "\t\n\r" or (unicodedata.category(char) not in HIDDEN and cell_len(char) > 0)
    )


def cut(text: str, cells: int) -> str:
    """Return `text` cut to `cells` columns, with `~` at the end where something is missing."""
    if cell_len(text) <= cells:
        return text
    kept, used = "", 0
    for char in text:
        size = cell_len(char)
        if used + size > cells - 1:
            break
        kept, used = kept + char, used + size
    return kept + CUT if cells > 0 else ""


def pad(text: str, cells: int) -> str:
    """Return `text` cut or filled with spaces on the right to exactly `cells` columns."""
    text = cut(text, cells)
    return text + " " * (cells - cell_len(text))


def pad_left(text: str, cells: int) -> str:
    """Return `text` cut or filled with spaces on the left to exactly `cells` columns."""
    text = cut(text, cells)
    return " " * (cells - cell_len(text)) + text


def centred(text: str, cells: int) -> str:
    """Return `text` in the middle of `cells` columns."""
    text = cut(text, cells)
    left = (cells - cell_len(text)) // 2
    return " " * left + text + " " * (cells - left - cell_len(text))


def width(line: Iterable[Run]) -> int:
    """Return the columns that `line` takes."""
    return sum(cell_len(run.text) for run in line)


def fit(line: Iterable[Run], cells: int) -> Line:
    """Return `line` cut or filled to exactly `cells` columns; neighbours of one role become one run."""
    runs: list[Run] = []
    left = cells
    for run in line:
        size = cell_len(run.text)
        text = run.text if size <= left else cut(run.text, left)
        left -= cell_len(text)
        _join(runs, text, run.role)
        if size > cell_len(text) or left == 0:
            break
    if left > 0:
        _join(runs, " " * left, Role.TEXT)
    return tuple(runs)


def _join(runs: list[Run], text: str, role: Role) -> None:
    """Append a run, or lengthen the last one of the same role."""
    if not text:
        return
    if runs and runs[-1].role is role:
        runs[-1] = Run(runs[-1].text + text, role)
    else:
        runs.append(Run(text, role))


def split(left: Iterable[Run], right: Iterable[Run], cells: int) -> Line:
    """Return `left` at the left and `right` at the right edge of `cells` columns; `right` has precedence."""
    right = tuple(right)
    return fit((*fit(left, max(0, cells - width(right))), *right), cells)


def beside(
    left: Iterable[Line], right: Iterable[Line], left_cells: int, right_cells: int, gap: Line
) -> Iterator[Line]:
    """Yield the rows of two blocks of equal height side by side, with `gap` between them."""
    for one, two in zip(left, right, strict=True):
        yield (*fit(one, left_cells), *gap, *fit(two, right_cells))


def plain(lines: Iterable[Line]) -> str:
    """Return the text of `lines`, without trailing spaces: what a golden file holds."""
    return "".join("".join(run.text for run in line).rstrip() + "\n" for line in lines)


def changed_spans(old: Line, new: Line) -> list[tuple[int, int]]:
    """Return the spans that differ: first column and how many. Spans that lie close together are one."""
    if old == new:
        return []
    before, after = list(_cells(old)), list(_cells(new))
    if len(before) != len(after):
        return [(0, max(len(before), len(after)))]
    spans: list[tuple[int, int]] = []
    for place, pair in enumerate(zip(before, after, strict=True)):
        if pair[0] == pair[1]:
            continue
        if spans and place - sum(spans[-1]) <= NEAR:
            spans[-1] = (spans[-1][0], place - spans[-1][0] + 1)
        else:
            spans.append((place, 1))
    return spans


def _cells(line: Line) -> Iterator[tuple[str, Role]]:
    """Yield what each column shows; both columns of a wide character show it, so neither is painted alone."""
    for run in line:
        for char in run.text:
            for _ in range(cell_len(char)):
                yield char, run.role
