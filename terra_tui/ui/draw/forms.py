"""Forms and questions, as rows."""

from __future__ import annotations

from collections.abc import Sequence

from rich.cells import cell_len

from terra_tui.locale.words import Words
from terra_tui.ui.draw.key_rows import key_lines
from terra_tui.ui.draw.lines import Line, Role, Run, clean, pad
from terra_tui.ui.draw.sheet import BLOCK, Choice, choices, heading, page, rows_of, scrolled, wrapped
from terra_tui.ui.draw.skin import Skin, with_arrows
from terra_tui.ui.draw.text_runs import text_runs
from terra_tui.ui.form import ChoiceField, Form, TextField

PART = "  "
"""What stands between the parts of a value, such as a table's address and its name."""


def form_lines(words: Words, skin: Skin, form: Form, note: str, size: tuple[int, int]) -> tuple[Line, ...]:
    """Return a form: a label and a value a row; `note` under them, in a low window in the place of all else."""
    cells, rows = size
    names = ("choose", *(["change"] if form.counting else []), "enter", "back")
    foot = list(key_lines([with_arrows(skin, words.say(f"keys.{name}")) for name in names], cells, 1))
    width = max(20, min(cells - max(0, (cells - BLOCK) // 2) - 2, 66))
    head = heading(form.heading)
    tail: list[Line] = [(), *rows_of(form.foot, width, Role.DIM), (), *rows_of(clean(note), width, Role.WARN)]
    fields, at = _fields(skin, form, cells)
    room = rows - len(foot)
    if len(head) + len(fields) + len(tail) > room:
        tail = rows_of(clean(note), width, Role.WARN)
    return page(scrolled(head, fields, at, tail, room), foot, cells, rows, block=BLOCK)


def _room(form: Form, cells: int) -> int:
    """Return the columns for a value: left of it the block's margin, a mark, the label; a blank on both sides."""
    labels = max((cell_len(field.label) for field in form.fields), default=0)
    return max(4, min(44, cells - max(0, (cells - BLOCK) // 2) - labels - 7))


def _fields(skin: Skin, form: Form, cells: int) -> tuple[list[Line], int]:
    """Return a row for each field, more for a value that needs them; and the row of the chosen field."""
    labels = max((cell_len(field.label) for field in form.fields), default=0)
    room = _room(form, cells)
    lines: list[Line] = []
    at = 0
    for place, field in enumerate(form.fields):
        chosen = place == form.chosen
        at = len(lines) if chosen else at
        mark = Run(f" {skin.turn if chosen else ' '} ", Role.TURN)
        label = Run(pad(field.label, labels) + "  ", Role.TEXT if chosen else Role.DIM)
        first, *more = _value(field, chosen, room)
        lines.append((mark, label, *first))
        lines += [(Run(" " * (labels + 5)), *rest) for rest in more]
    return lines, at


def _value(field: TextField | ChoiceField, chosen: bool, room: int) -> list[Line]:
    """Return what the field holds; a choice in as many rows as it takes to say it whole."""
    if isinstance(field, TextField):
        if chosen:
            return [(Run(" "), *text_runs(field.line, room), Run(" "))]
        text = "*" * len(field.line.text) if field.line.secret else field.line.text
        return [(Run(" " + pad(clean(text), room)),)]
    role = Role.SELECTED if chosen else Role.TEXT
    return [(Run(f" {text} ", role),) for text in _in_parts(clean(field.options[field.index][1]), room)]


def _in_parts(text: str, room: int) -> list[str]:
    """Return `text` in rows of at most `room` columns, broken between its parts (two blanks), else its words."""
    rows: list[str] = [""]
    for part in text.split(PART):
        longer = f"{rows[-1]}{PART}{part}" if rows[-1] else part
        if cell_len(longer) <= room:
            rows[-1] = longer
        else:
            rows += wrapped(part, room)
    return [row for row in rows if row] or [""]


def question_lines(
    words: Words, skin: Skin, title: str, items: Sequence[str], chosen: int, size: tuple[int, int]
) -> tuple[Line, ...]:
    """Return a question with its answers."""
    cells, rows = size
    foot = list(key_lines([words.say(f"keys.{name}") for name in ("choose", "enter", "back")], cells, 1))
    answers = choices([Choice(item) for item in items], chosen, skin)
    return page(scrolled(heading(title), answers, chosen, (), rows - len(foot)), foot, cells, rows, block=BLOCK)
