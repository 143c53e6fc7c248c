"""Being told to go: the terminal is restored and the process gone within three seconds, whatever hangs."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import sys
import termios
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from queue import SimpleQueue
from types import FrameType
from typing import Any, Final

GRACE_SECONDS: Final = 2.0
SIGNALS: Final = (
    signal.SIGHUP, signal.SIGTERM, signal.SIGINT, signal.SIGQUIT, signal.SIGUSR1, signal.SIGUSR2,
)
"""What would end the process with the terminal left as it is; Ctrl+C on the keyboard is a key and no signal."""
RESTORE: Final = (
    b"\x1b[?2026l\x1b[?2004l\x1b[?1000l\x1b[?1003l\x1b[?1006l\x1b[?1015l\x1b[<u\x1b[?1049l\x1b[?25h\x1b[?1004l\x1b[?7h"
)
"""Held output, bracketed paste, mouse, kitty keys, other screen, hidden cursor, focus reports off; line wrap on."""
RESTORE_TITLE: Final = b"\x1b[23;2t"


@dataclass
class Before:
    """What the terminal was like before the screen took it: its line settings, and whether it keeps its title."""

    settings: list[Any] | None = None
    title_kept: bool = False


BEFORE: Final = Before()
"""Of this process's terminal."""


def remember_settings() -> None:
    """Note the terminal's line settings; to be called before they are changed."""
    BEFORE.settings = None
    if sys.__stdin__ is not None:
        with contextlib.suppress(termios.error, ValueError, OSError):
            BEFORE.settings = termios.tcgetattr(sys.__stdin__.fileno())


_FORCED: Final[SimpleQueue[int]] = SimpleQueue()
"""The exit code with which to end in any case; a signal's handler may put it there whatever it interrupts."""


def on_signals(leave: Callable[[int], None]) -> None:
    """Call `leave(128 + number)` on the loop for every one of `SIGNALS`; go by force where that takes too long.

    The loop's own handlers would be of no use here: a loop that hangs never runs them.
    """
    loop = asyncio.get_running_loop()
    threading.Thread(target=_force, name="terra-forced-end", daemon=True).start()

    def told(number: int, frame: FrameType | None) -> None:
        go_by_force(128 + number)
        with contextlib.suppress(RuntimeError):      # closed: it is on its way out
            loop.call_soon_threadsafe(leave, 128 + number)

    for number in SIGNALS:
        signal.signal(number, told)


def go_by_force(code: int) -> None:
    """End the process with `code` in `GRACE_SECONDS`, whatever it does then; `on_signals` must have been called."""
    _FORCED.put(code)


def _force() -> None:
    code = _FORCED.get()
    time.sleep(GRACE_SECONDS)
    with contextlib.suppress(OSError):
        os.set_blocking(2, False)
        os.write(2, RESTORE + RESTORE_TITLE * BEFORE.title_kept)
    if BEFORE.settings is not None and sys.__stdin__ is not None:
        with contextlib.suppress(termios.error, ValueError, OSError):
            termios.tcsetattr(sys.__stdin__.fileno(), termios.TCSANOW, BEFORE.settings)
            # What was typed for the game must not become the shell's.
            termios.tcflush(sys.__stdin__.fileno(), termios.TCIFLUSH)
    os._exit(code)
