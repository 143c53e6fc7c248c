"""A question with a few answers, such as: leave the table?"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from terra_tui.ui.draw.forms import question_lines
from terra_tui.ui.draw.lines import Line
from terra_tui.ui.screens.page import Look, Page, Request


class QuestionScreen(Page):
    """In: a title and answers, as keys of the catalogue. Out: `Answered`; Esc is no answer."""

    @dataclass
    class Answered(Request):
        """The answer's key, "" for none."""

        answer: str

    def __init__(self, look: Look, title: str, answers: Sequence[str]) -> None:
        super().__init__(look)
        self._title = title
        self._answers = tuple(answers)
        self._chosen = 0

    def rows(self, size: tuple[int, int]) -> tuple[Line, ...]:
        """Return the question."""
        words = self.look.words
        answers = [words.say(answer) for answer in self._answers]
        return question_lines(words, self.look.skin, words.say(self._title), answers, self._chosen, size)

    def press(self, key: str, character: str | None) -> None:
        """Move and answer."""
        if key in ("up", "down", "tab"):
            self._chosen = (self._chosen + (-1 if key == "up" else 1)) % len(self._answers)
            self.redraw()
        elif key == "enter":
            self.ask(self.Answered(self._answers[self._chosen]))
        elif key == "escape":
            self.ask(self.Answered(""))
