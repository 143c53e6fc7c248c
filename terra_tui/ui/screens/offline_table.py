"""The table's screen without a host: for the lesson and the drill."""

from __future__ import annotations

from dataclasses import replace

from terra_tui.session.offline import OfflineTable
from terra_tui.ui.keys import RON_KEYS
from terra_tui.ui.screens.page import Look, Request
from terra_tui.ui.screens.table import TableScreen

UNUSED = frozenset({"tab", "p", "P", "ctrl+p", "f6"})
"""Keys that need others: chat, pause, mute."""


class OfflineTableScreen(TableScreen):
    """In: an offline table. Out: `Left`."""

    aside = True

    class Left(Request):
        """The player goes back to the menu."""

    def __init__(self, look: Look, table: OfflineTable, keys: tuple[str, ...]) -> None:
        super().__init__(look, table, lambda rev: None)
        self._offline = table
        self._controls.board = replace(self._controls.board, keys=keys)
        table.watch(self.changed)

    def press(self, key: str, character: str | None) -> None:
        """Do what the key means; Esc clears the sum, and with none there goes back."""
        if key == "escape" and not (self.board.draft.terms or self.board.long_log):
            self.ask(self.Left())
        elif key in RON_KEYS:
            self._offline.ron()
        elif key not in UNUSED:
            super().press(key, character)
