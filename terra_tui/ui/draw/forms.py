"""Forms and questions, as rows."""

from __future__ import annotations

from collections.abc import Sequence

from rich.cells import cell_len

from terra_tui.locale.words import Words
from terra_tui.ui.draw.key_rows import key_lines
from terra_tui.ui.draw.lines import Line, Role, Run, clean, cut, pad
from terra_tui.ui.draw.sheet import BLOCK, Choice, choices, heading, page, rows_of
from terra_tui.ui.draw.skin import Skin, with_arrows
from terra_tui.ui.draw.text_runs import text_runs
from terra_tui.ui.form import ChoiceField, Form, TextField


def form_lines(words: Words, skin: Skin, form: Form, note: str, size: tuple[int, int]) -> tuple[Line, ...]:
    """Return a form: a label and a value a row; `note` under them, in a low window in the place of all else."""
    cells, rows = size
    names = ("choose", "change", "enter", "back")
    foot = list(key_lines([with_arrows(skin, words.say(f"keys.{name}")) for name in names], cells, 1))
    width = max(20, min(cells - max(0, (cells - BLOCK) // 2) - 2, 66))
    head = heading(form.heading)
    tail: list[Line] = [(), *rows_of(form.foot, width, Role.DIM), (), *rows_of(clean(note), width, Role.WARN)]
    cut_value = rows_of(_cut_value(form, cells), width)
    tail = [*([()] if cut_value else []), *cut_value, *tail]
    fields = _fields(skin, form, cells)
    room = rows - len(foot)
    if len(head) + len(fields) + len(tail) > room:
        tail = rows_of(clean(note), width, Role.WARN)
        shown = max(1, room - len(head) - len(tail))
        first = max(0, min(form.chosen - shown // 2, len(fields) - shown))
        fields = fields[first : first + shown]
    return page([*head, *fields, *tail], foot, cells, rows, block=BLOCK)


def _room(form: Form, cells: int) -> int:
    """Return the columns for a value: left of it the block's margin, a mark, the label; a blank on both sides."""
    labels = max((cell_len(field.label) for field in form.fields), default=0)
    return max(4, min(44, cells - max(0, (cells - BLOCK) // 2) - labels - 7))


def _cut_value(form: Form, cells: int) -> str:
    """Return what the chosen field stands at where its own row has no room for it, else ""."""
    field = form.fields[form.chosen] if form.fields else None
    if not isinstance(field, ChoiceField):
        return ""
    text = clean(field.options[field.index][1])
    return text if cell_len(text) > _room(form, cells) else ""


def _fields(skin: Skin, form: Form, cells: int) -> list[Line]:
    """Return a row for each field."""
    labels = max((cell_len(field.label) for field in form.fields), default=0)
    room = _room(form, cells)
    lines: list[Line] = []
    for place, field in enumerate(form.fields):
        chosen = place == form.chosen
        mark = Run(f" {skin.turn if chosen else ' '} ", Role.TURN)
        label = Run(pad(field.label, labels) + "  ", Role.TEXT if chosen else Role.DIM)
        lines.append((mark, label, *_value(field, chosen, room)))
    return lines


def _value(field: TextField | ChoiceField, chosen: bool, room: int) -> tuple[Run, ...]:
    if isinstance(field, TextField):
        if chosen:
            return (Run(" "), *text_runs(field.line, room), Run(" "))
        text = "*" * len(field.line.text) if field.line.secret else field.line.text
        return (Run(" " + pad(clean(text), room)),)
    text = cut(clean(field.options[field.index][1]), room)
    return (Run(f" {text} ", Role.SELECTED if chosen else Role.TEXT),)


def question_lines(
    words: Words, skin: Skin, title: str, items: Sequence[str], chosen: int, size: tuple[int, int]
) -> tuple[Line, ...]:
    """Return a question with its answers."""
    cells, rows = size
    body = [*heading(title), *choices([Choice(item) for item in items], chosen, skin)]
    foot = list(key_lines([words.say(f"keys.{name}") for name in ("choose", "enter", "back")], cells, 1))
    return page(body, foot, cells, rows, block=BLOCK)
