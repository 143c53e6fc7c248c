"""Learn in two minutes: a guided deal on the table's screen."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from server.wire.messages import Stage
from terra_tui.session.lesson import LessonTable, Reply
from terra_tui.ui.draw.board import SMALLEST
from terra_tui.ui.draw.lesson import END_KEYS, lesson_end_lines, with_words
from terra_tui.ui.draw.lines import Line, fit
from terra_tui.ui.screens.offline_table import OfflineTableScreen
from terra_tui.ui.screens.page import Look, Request

OTHERS_SECONDS: Final = 1.2
"""How long each of the others takes to play."""


class LessonScreen(OfflineTableScreen):
    """In: the lesson's table. Out: `Left`, `Practice`."""

    class Practice(Request):
        """The lesson is over, and the player wants to play."""

    def __init__(self, look: Look, table: LessonTable, others_seconds: float = OTHERS_SECONDS) -> None:
        super().__init__(look, table, END_KEYS)
        self._table = table
        self._others_seconds = others_seconds

    def on_mount(self) -> None:
        """Let the others play, one thing at a time."""
        self.set_interval(self._others_seconds, self._table.go_on)

    def rows(self, size: tuple[int, int]) -> tuple[Line, ...]:
        """Return the table with what the lesson says."""
        self._controls.board = with_words(replace(self.board, width=size[0], height=size[1]), self._table.lesson)
        if self.board.state.stage is Stage.BETWEEN and size[0] >= SMALLEST[0] and size[1] >= SMALLEST[1]:
            return tuple(fit(line, size[0]) for line in lesson_end_lines(self.board, self._table.lesson))
        return super().rows(size)

    @property
    def help_part(self) -> str:
        """The keys of a round: that is what is being learnt."""
        return "turn"

    def press(self, key: str, character: str | None) -> None:
        """Do what the key means, and say why where the lesson wants something else."""
        if self._table.lesson.over:
            if key == "enter":
                self.ask(self.Practice())
            elif key == "escape":
                self.ask(self.Left())
            return
        before, refusals = self._table.lesson, self._table.state.refusals
        self._table.answer = None
        if key == "enter" and not before.due and not before.step.wanted:
            self._table.wished(None)
        elif key == "f5" and before.step.sum:
            self.note(self.look.words.say("table.hint", sum=before.step.sum))
        else:
            super().press(key, character)
        if self._table.answer is not None and self._table.state.refusals == refusals:
            self.note(self._answer_text())

    def _answer_text(self) -> str:
        answer = self._table.answer
        assert answer is not None
        if answer.reply is Reply.REFUSED and answer.reason is not None:
            return self.look.words.say(f"reason.{answer.reason.value}")
        return self.look.words.say(f"lesson.answer_{answer.reply.value}", sum=self._table.lesson.step.sum)
