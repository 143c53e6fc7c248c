"""What the lesson says, beside the board or over the results."""

from __future__ import annotations

from dataclasses import replace

from server.engine.actions import Draw, LayCards, Match
from terra_tui.session.lesson import STEPS, Lesson, Step
from terra_tui.ui.draw.board import layout_for, panel_cells
from terra_tui.ui.draw.lines import Line, Role, Run
from terra_tui.ui.draw.model import Board
from terra_tui.ui.draw.results import round_end_lines
from terra_tui.ui.draw.sheet import wrapped

NEEDED = 3
"""So many rows under the players are enough for what is said; with fewer it takes the players' place."""

END_KEYS = ("go_on", "back", "language", "help")
SUM_KEYS = ("type", "lay", "back", "undo", "pick", "language", "help")


def with_words(board: Board, lesson: Lesson) -> Board:
    """Return the board with what is said in its place; while the others play, the log is there instead."""
    board = replace(board, keys=step_keys(lesson.step))
    layout = layout_for(board.width, board.height, len(board.state.hand))
    if lesson.due:
        return replace(board, panel=(), below=())
    room = layout.log + layout.rule
    if room >= NEEDED:
        return replace(board, panel=(), below=coach_lines(board, lesson, board.width - 2))
    return replace(board, panel=coach_lines(board, lesson, panel_cells(board.width) - 2), below=())


def step_keys(step: Step) -> tuple[str, ...]:
    """Return the names of the keys to tell of: those that the step asks for first."""
    if not step.wanted:
        return END_KEYS
    wanted = step.wanted[0]
    if isinstance(wanted, LayCards):
        return ("terra", *SUM_KEYS) if wanted.terra else SUM_KEYS
    first = ("draw",) if isinstance(wanted, Draw) else ("match", "keep") if isinstance(wanted, Match) else ("ron",)
    return (*first, "back", "language", "help")


def coach_lines(board: Board, lesson: Lesson, cells: int) -> tuple[Line, ...]:
    """Return what the player is told now, in rows of at most `cells` columns; the place in the lesson before it."""
    step = lesson.step
    text = board.say(f"lesson.{step.name}", sum=step.sum)
    if not lesson.over:
        text = f"{lesson.place + 1}/{len(STEPS)}  {text}"
    return tuple((Run(f" {row}", Role.TITLE),) for row in wrapped(text, cells))


def lesson_end_lines(board: Board, lesson: Lesson) -> tuple[Line, ...]:
    """Return the window after the Ron: what the lesson says, and under it the end of the round."""
    said = coach_lines(board, lesson, board.width - 2)
    rest = round_end_lines(replace(board, height=max(1, board.height - len(said)), keys=END_KEYS))
    return (*said, *rest)[: board.height]
