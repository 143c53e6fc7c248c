"""`python -m tests.terminal.stuck WHERE ARGUMENTS`: the real `terra`, which hangs when it is to end or at `?`."""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Callable

STUCK = "it hangs"


def hang(*_: object, **__: object) -> None:
    """Say so and never return: the loop stands still, and only signals and other threads go on."""
    os.write(2, STUCK.encode())
    threading.Event().wait()


def as_it_ends() -> None:
    """The loop hangs as the app is told to leave."""
    from terra_tui.ui.app import TerraApp

    TerraApp.leave_now = hang  # type: ignore[method-assign]


def before_it_ends() -> None:
    """The loop hangs at a key, and is told to leave afterwards."""
    from terra_tui.ui.app import TerraApp

    TerraApp.show_help = hang  # type: ignore[method-assign]


def without_an_end() -> None:
    """The app is told to leave and goes on as if it were not."""
    from terra_tui.ui.app import TerraApp

    TerraApp.leave_now = lambda self, code: None  # type: ignore[method-assign]


PLACES: dict[str, Callable[[], None]] = {
    place.__name__: place for place in (as_it_ends, before_it_ends, without_an_end)
}


def main() -> int:
    """Have it hang there, then be `terra`."""
    from terra_tui.cli import main as terra

    PLACES[sys.argv[1]]()
    return terra(sys.argv[2:])


if __name__ == "__main__":
    sys.exit(main())
