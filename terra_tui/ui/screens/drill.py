"""The drill's screen: sums against the clock, then the times."""

from __future__ import annotations

import time
from dataclasses import dataclass, replace

from terra_tui.session.drill import DrillTable, Verdict, new_drill
from terra_tui.session.drill_times import DrillTime
from terra_tui.ui.draw.board import SMALLEST, small_lines
from terra_tui.ui.draw.drill import drill_end_lines, drill_lines
from terra_tui.ui.draw.lines import Line
from terra_tui.ui.screens.offline_table import OfflineTableScreen
from terra_tui.ui.screens.page import Look, Request

KEYS = ("type", "none", "answer", "back", "undo", "pick", "language", "help")


class DrillScreen(OfflineTableScreen):
    """In: the seed, the best times. Out: `Done`, `Again`, `Left`."""

    @dataclass
    class Done(Request):
        """All problems are solved, in so many seconds, to the tenth."""

        seconds: float

    class Again(Request):
        """The player wants other problems."""

    def __init__(self, look: Look, seed: int, best: tuple[DrillTime, ...], note: str = "") -> None:
        self._table = DrillTable(new_drill(seed, time.monotonic()))
        super().__init__(look, self._table, KEYS)
        self._controls.careful = False       # here it says that there is no sum, and draws nothing
        self._end_note = note
        self.best = best
        self.note(note)

    def rows(self, size: tuple[int, int]) -> tuple[Line, ...]:
        """Return the problem, or the times once all are solved."""
        board = replace(self.board, width=size[0], height=size[1], now=time.monotonic())
        self._controls.board = board
        drill = self._table.drill
        if size[0] < SMALLEST[0] or size[1] < SMALLEST[1]:
            return small_lines(board)
        if drill.over:
            return drill_end_lines(self.look.words, self.look.skin, drill, self.best, self._end_note, size)
        return drill_lines(board, drill, self.best)

    @property
    def help_part(self) -> str:
        """The drill's own keys."""
        return "drill"

    def press(self, key: str, character: str | None) -> None:
        """Answer; at the end go back, or begin again."""
        table = self._table
        if table.drill.over:
            if key == "escape":
                self.ask(self.Left())
            elif key == "enter":
                self.ask(self.Again())
            return
        table.now = time.monotonic()
        table.verdict = None
        super().press(key, character)
        if table.verdict in (Verdict.WRONG, Verdict.THERE_IS_ONE):
            self.note(self.look.words.say(f"drill.{table.verdict.value}"))
        elif table.verdict is Verdict.RIGHT:
            # The next hand may hold the same cards; they are no part of its answer.
            self._controls.board = replace(self.board, draft=self.board.draft.clear())
            self.redraw()
            if table.drill.over:
                self.ask(self.Done(table.drill.total))

    def finished(self, best: tuple[DrillTime, ...], note: str) -> None:
        """Show the best times as they are now, and a sentence about them."""
        self.best, self._end_note = best, note
        self.redraw()
