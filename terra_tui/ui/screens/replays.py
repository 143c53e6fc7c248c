"""The games that are kept, to choose one to look at again."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from terra_tui.ui.draw.lines import Line
from terra_tui.ui.draw.replays import replays_lines
from terra_tui.ui.screens.page import Look, Page, Request
from terra_tui.ui.services import KeptGame


class ReplaysScreen(Page):
    """In: `offer(games)`. Out: `Chosen`, `Left`."""

    aside = True

    @dataclass
    class Chosen(Request):
        """The player wants to see this game."""

        game: KeptGame

    class Left(Request):
        """The player goes back."""

    def __init__(self, look: Look) -> None:
        super().__init__(look)
        self._games: tuple[KeptGame, ...] | None = None
        self._chosen = 0
        self._note = ""

    def offer(self, games: Sequence[KeptGame]) -> None:
        """Show the games, the newest first."""
        self._games = tuple(games)
        self.redraw()

    def note(self, text: str) -> None:
        """Show a sentence under the list."""
        self._note = text
        self.redraw()

    def rows(self, size: tuple[int, int]) -> tuple[Line, ...]:
        """Return the list."""
        return replays_lines(self.look.words, self.look.skin, self._games, self._chosen, self._note, size)

    def press(self, key: str, character: str | None) -> None:
        """Move, choose or go back."""
        games = self._games or ()
        if key == "escape":
            self.ask(self.Left())
        elif games:
            steps = {"up": -1, "down": 1, "pageup": -10, "pagedown": 10, "home": -len(games), "end": len(games)}
            if key == "enter":
                self.ask(self.Chosen(games[self._chosen]))
            self._chosen = max(0, min(len(games) - 1, self._chosen + steps.get(key, 0)))
        self.redraw()
