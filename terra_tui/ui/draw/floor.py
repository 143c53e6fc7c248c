"""The floor panel: the number large, its dots, who laid it, and what a single must be."""

from __future__ import annotations

from collections.abc import Iterator

from rich.cells import cell_len

from server.engine.cards import shares_dots
from terra_tui.ui.draw.lines import Line, Role, Run, centred, cut, pad
from terra_tui.ui.draw.model import Board, dots_text, last_lay
from terra_tui.ui.draw.skin import big_number

BOX_CELLS = 18
ROWS = 7


def floor_lines(board: Board, cells: int) -> Iterator[Line]:
    """Yield the seven rows of the panel: heading, five of the card, what a single must be."""
    view = board.view
    if view is None or view.floor == 0:
        for _ in range(ROWS):
            yield ()
        return
    yield (Run(pad(_heading(board, cells), cells), Role.DIM),)
    frame = board.skin.thick
    inner = BOX_CELLS - 2
    role = Role.TERRA if view.terra else Role.FLOOR
    yield (Run(frame.top_left + frame.across * inner + frame.top_right, role),)
    for row in big_number(board.skin, view.floor):
        yield (Run(frame.down + centred(row, inner) + frame.down, role),)
    dots = f" {dots_text(board.skin, view.floor)} "
    left = (inner - len(dots)) // 2
    bottom = frame.across * left + dots + frame.across * (inner - left - len(dots))
    yield (Run(frame.bottom_left + bottom + frame.bottom_right, role),)
    if board.drill:
        yield ()
        return
    ranks = board.say("table.or").join(str(rank) for rank in shares_dots(view.floor))
    yield (Run(pad(board.say("table.single", ranks=ranks), cells)),)


def _heading(board: Board, cells: int) -> str:
    view = board.view
    found = last_lay(board.state)
    if view is None or view.layer is None:
        return board.say("table.floor_first")
    name = board.name(view.layer)
    heading = board.say("table.floor_by", name=name)
    if found is None or found[0] != view.layer:
        return heading
    if cell_len(f"{heading}: {found[1]}") <= cells:
        return f"{heading}: {found[1]}"
    # The sum is what one wants to see whole.
    return board.say("table.floor_short", name=cut(name, cells - len(found[1]) - 2), sum=found[1])
