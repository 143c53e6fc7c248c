"""Text with simple marks (headings, lists, tables, bold, code) as rows: the rules and the keys in the help."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Final

from rich.cells import cell_len

from terra_tui.ui.draw.lines import Line, Role, Run, pad
from terra_tui.ui.draw.sheet import wrapped
from terra_tui.ui.draw.skin import Skin

WIDEST: Final = 84
"""Columns beyond which lines of prose are hard to read."""
_LINK: Final = re.compile(r"\[([^]]*)]\([^)]*\)")
_MARKS: Final = re.compile(r"\*\*|`")
_RULE_NUMBER: Final = re.compile(r"^R\d+(\.\d+)?")
_TABLE_RULE: Final = re.compile(r"^\|[\s:|-]+\|$")


def prose_lines(text: str, cells: int, skin: Skin) -> list[Line]:
    """Return `text` in rows of at most `cells` columns."""
    lines: list[Line] = []
    before = ""
    for block in _blocks(text):
        # Items of one list stay together; everything else has an empty row before it.
        if lines and not (block[0].startswith("- ") and before.startswith("- ")):
            lines.append(())
        before = block[0]
        lines += _block_lines(block, min(cells, WIDEST), skin)
    return lines


def _blocks(text: str) -> Iterator[list[str]]:
    """Yield the paragraphs, headings, list items and tables; each as its source lines."""
    block: list[str] = []
    for line in text.splitlines():
        starts = line.startswith(("#", "- ")) or (line.startswith("|") and not (block and block[0].startswith("|")))
        if block and (not line.strip() or starts):
            yield block
            block = []
        if line.strip():
            block.append(line)
    if block:
        yield block


def _block_lines(block: list[str], cells: int, skin: Skin) -> Iterable[Line]:
    first = block[0]
    if first.startswith("#"):
        role = Role.TITLE if first.startswith(("# ", "## ")) else Role.YOU
        return [(Run(row, role),) for row in wrapped(bare(first.lstrip("# ")), cells)]
    if first.startswith("|"):
        return _table(block, cells, skin)
    if first.startswith("- "):
        words = bare(" ".join([first[2:], *block[1:]]))
        return _item(words, cells)
    return [(Run(row),) for row in wrapped(bare(" ".join(block)), cells)]


def bare(text: str) -> str:
    """Return `text` without marks and links."""
    return _MARKS.sub("", _LINK.sub(r"\1", text)).strip()


def _item(words: str, cells: int) -> Iterator[Line]:
    """Yield a list item: a rule's number stands out at the left, other items have a dash."""
    number = _RULE_NUMBER.match(words)
    label = number.group() if number else "-"
    rest = words[number.end() :].strip() if number else words
    indent = 6 if number else 2
    for place, row in enumerate(wrapped(rest, cells - indent)):
        yield Run(pad(label if place == 0 else "", indent), Role.FLOOR), Run(row)


def _table(block: list[str], cells: int, skin: Skin) -> Iterator[Line]:
    """Yield a table with columns as wide as they need, the last ones cut where there is no room."""
    source = [line.strip() for line in block if not _TABLE_RULE.match(line)]
    rows = [[bare(cell) for cell in line.strip("|").split("|")] for line in source]
    count = max(len(row) for row in rows)
    rows = [row + [""] * (count - len(row)) for row in rows]
    widths = [max(cell_len(row[column]) for row in rows) for column in range(count)]
    while sum(widths) + 3 * (count - 1) > cells and max(widths) > 6:
        widths[widths.index(max(widths))] -= 1
    for place, row in enumerate(rows):
        role = Role.DIM if place == 0 else Role.TEXT
        runs: list[Run] = []
        for column, cell in enumerate(row):
            gap = f" {skin.divider} " if column else ""
            runs += [Run(gap, Role.FAINT), Run(pad(cell, widths[column]), role)]
        yield tuple(runs)
