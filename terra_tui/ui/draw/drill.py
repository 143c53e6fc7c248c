"""The drill: what stands beside the floor while it runs, and the times at its end."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from terra_tui.locale.words import Words
from terra_tui.session.drill import Drill
from terra_tui.session.drill_times import DrillTime
from terra_tui.ui.draw.board import board_lines, layout_for, panel_cells
from terra_tui.ui.draw.clock import minutes
from terra_tui.ui.draw.key_rows import key_lines
from terra_tui.ui.draw.lines import Line, Role, Run, beside, clean, fit, pad_left, split
from terra_tui.ui.draw.model import Board
from terra_tui.ui.draw.sheet import heading, page, rows_of, wrapped
from terra_tui.ui.draw.skin import Skin

BLOCK = 52
TABLE_CELLS = 24
END_KEYS = ("again", "language", "help", "back")


def drill_lines(board: Board, drill: Drill, best: Sequence[DrillTime]) -> tuple[Line, ...]:
    """Return the window while the drill runs; there are no others, so no players, no log and no Ron."""
    cells = panel_cells(board.width) - 2
    panel = tuple(_panel(board, drill, best, cells))
    done = tuple(_done(board, drill))
    lines = list(board_lines(replace(board, panel=panel, below=done, drill=True)))
    running = minutes(int(drill.running(board.now) * 1000))
    title = (Run(f" {board.say('drill.heading')} ", Role.TITLE),)
    lines[0] = split(title, (Run(f"{running} ", Role.TURN),), board.width)
    layout = layout_for(board.width, board.height, len(board.state.hand))
    lines[layout.hand_top - layout.label - 1] = fit((), board.width)
    return tuple(lines)


def _panel(board: Board, drill: Drill, best: Sequence[DrillTime], cells: int) -> Iterator[Line]:
    number = min(len(drill.times) + 1, len(drill.problems))
    yield (Run(f" {board.say('drill.problem', n=number, total=len(drill.problems))}", Role.TURN),)
    yield (Run(f" {_best(board.words, best)}", Role.DIM),)
    yield ()
    for row in wrapped(board.say("drill.task", floor=drill.problem.floor), cells):
        yield (Run(f" {row}"),)


def _best(words: Words, best: Sequence[DrillTime]) -> str:
    return words.say("drill.best", time=clock(best[0].seconds)) if best else words.say("drill.no_best")


def clock(seconds: float) -> str:
    """Return `0:41.3`."""
    whole, tenth = divmod(round(seconds * 10), 10)
    return f"{whole // 60}:{whole % 60:02}.{tenth}"


def _done(board: Board, drill: Drill) -> Iterator[Line]:
    """Yield the times of the problems solved, the newest last, and never nothing: the log has no place here."""
    times = ", ".join(f"{time:.1f}" for time in drill.times)
    for row in wrapped(f"{board.say('drill.times')}: {times}", board.width - 2) if times else [""]:
        yield (Run(f" {row}", Role.DIM),)


def drill_end_lines(
    words: Words, skin: Skin, drill: Drill, best: Sequence[DrillTime], note: str, size: tuple[int, int]
) -> tuple[Line, ...]:
    """Return the window after the drill: each problem's time beside the best times."""
    cells, rows = size
    body = heading(words.say("drill.done", time=clock(drill.total)))
    mine = [(Run(words.say("drill.times"), Role.DIM),), *_mine(words, drill)]
    table = [(Run(words.say("drill.best_times"), Role.DIM),), *_table(skin, drill, best)]
    count = max(len(mine), len(table))
    filled = [[*lines, *([()] * (count - len(lines)))] for lines in (mine, table)]
    body += beside(filled[0], filled[1], TABLE_CELLS, TABLE_CELLS, (Run("  "),))
    body += [(), *rows_of(clean(note), min(cells - 4, BLOCK), Role.WARN)]
    foot = list(key_lines([words.say(f"keys.{name}") for name in END_KEYS], cells, 1))
    return page(body, foot, cells, rows, block=BLOCK)


def _mine(words: Words, drill: Drill) -> Iterator[Line]:
    slowest = max(drill.times, default=0.0)
    for number, (problem, time) in enumerate(zip(drill.problems, drill.times, strict=False), 1):
        role = Role.WARN if time == slowest else Role.TEXT
        mark = "" if problem.solvable else f"  {words.say('drill.none')}"
        yield (
            Run(f"{pad_left(str(number), 2)}  ", Role.DIM), Run(pad_left(f"{time:.1f}", 6), role),
            Run(mark, Role.DIM),
        )


def _table(skin: Skin, drill: Drill, best: Sequence[DrillTime]) -> Iterator[Line]:
    for place, time in enumerate(best, 1):
        mine = time.seconds == drill.total
        mark = skin.turn if mine else " "
        role = Role.GOOD if mine else Role.TEXT
        yield (Run(f"{mark} {place}. {pad_left(clock(time.seconds), 7)}  {clean(time.day)}", role),)
