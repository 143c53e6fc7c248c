"""`python -m tests.terminal.planted WHERE ARGUMENTS`: the real `terra` with an error planted in it.

Each error has a secret in its text and in a local variable beside it: none of that may reach a terminal.
"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable
from typing import Any

SECRET = "7h3-h4nd-8-8-8"


def fails(*_: object, **__: object) -> Any:
    """Raise what nobody foresaw."""
    hand = SECRET
    raise KeyError(hand)


async def fails_later(*_: object, **__: object) -> None:
    """Raise it in a task."""
    fails()


def in_a_render() -> None:
    """A widget fails as it draws itself."""
    from terra_tui.ui.line_view import LineView

    LineView._segments = fails  # type: ignore[method-assign]


def in_a_key_handler() -> None:
    """A key that a player presses fails."""
    from terra_tui.ui.controls import Controls

    Controls.press = fails  # type: ignore[method-assign]


def in_a_timer() -> None:
    """The clocks' tick fails."""
    from terra_tui.ui.screens.table import TableScreen

    tick = TableScreen.rows

    def rows(self: TableScreen, size: tuple[int, int]) -> Any:
        ticking = sys._getframe(2).f_code.co_name == "_tick"
        return fails() if ticking else tick(self, size)

    TableScreen.rows = rows  # type: ignore[method-assign]


def in_a_task() -> None:
    """A task of the app fails: leaving, which `?` starts."""
    from terra_tui.ui.app import TerraApp

    TerraApp.close_table = fails_later  # type: ignore[method-assign]
    TerraApp.show_help = lambda self, **_: self.start_task(self.back_to_menu())  # type: ignore[method-assign]


def in_the_loop() -> None:
    """What the loop calls by itself fails."""
    from terra_tui.ui.app import TerraApp
    from terra_tui.ui.errands import Errands
    from terra_tui.ui.screens.table import TableScreen

    TableScreen.note = fails  # type: ignore[method-assign]

    def show_help(self: Errands, *, rules: bool = False) -> None:
        asyncio.get_running_loop().call_soon(self.tell, "x")

    TerraApp.show_help = show_help  # type: ignore[method-assign]


def in_the_input_thread() -> None:
    """The thread that reads the keys fails at `?`."""
    from terra_tui.ui.driver import TerraDriver

    take = TerraDriver._take

    def later(self: TerraDriver, parser: Any, piece: Any) -> None:
        if piece == "?":
            fails()
        take(self, parser, piece)

    TerraDriver._take = later  # type: ignore[method-assign]


def in_the_read_loop() -> None:
    """What the host sends cannot be taken in."""
    from terra_tui.session import reducer

    reducer._snapped = fails


def in_a_watcher() -> None:
    """The screen cannot show a new state."""
    from terra_tui.ui.table_life import TableLife

    TableLife._call = fails  # type: ignore[method-assign]


def in_the_teller() -> None:
    """Plain mode cannot tell a new state."""
    from terra_tui.plain.teller import Teller

    Teller._stage = fails  # type: ignore[method-assign]


def in_an_order() -> None:
    """Plain mode cannot do what was typed."""
    from terra_tui.plain import answers

    answers.help_lines = fails


def in_the_reader() -> None:
    """Plain mode's reading thread fails."""
    from terra_tui.plain.line_reader import LineReader

    LineReader._put = fails  # type: ignore[method-assign]


def in_the_printer() -> None:
    """Plain mode's writing thread fails."""
    from terra_tui.plain.printer import Printer

    Printer._safe = fails  # type: ignore[method-assign]


PLANTS: dict[str, Callable[[], None]] = {
    name: plant for name, plant in globals().items() if name.startswith("in_") and callable(plant)
}


def main() -> int:
    """Plant, then be `terra`."""
    from terra_tui.cli import main as terra

    PLANTS[sys.argv[1]]()
    return terra(sys.argv[2:])


if __name__ == "__main__":
    sys.exit(main())
