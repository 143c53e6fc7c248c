"""How a line that is being typed is drawn: its caret, and the part of it that there is room for."""

from __future__ import annotations

from rich.cells import cell_len

from terra_tui.ui.draw.lines import Role, Run
from terra_tui.ui.text_line import TextLine

HIDDEN_MARK = "*"


def text_runs(line: TextLine, cells: int) -> tuple[Run, ...]:
    """Return `line` in at most `cells` columns, so that the caret is in sight; the caret is its own run.

    A proposal is drawn as what is selected: the next letter takes its place.
    """
    text = HIDDEN_MARK * len(line.text) if line.secret else line.text
    before, at, after = text[: line.caret], text[line.caret : line.caret + 1] or " ", text[line.caret + 1 :]
    while before and cell_len(before) + cell_len(at) > cells:
        before = before[1:]
    while after and cell_len(before) + cell_len(at) + cell_len(after) > cells:
        after = after[:-1]
    role = Role.SELECTED if line.proposed else Role.TEXT
    return Run(before, role), Run(at, Role.CARET), Run(after, role)
