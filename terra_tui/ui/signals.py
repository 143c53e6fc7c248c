"""Being told to go: the terminal is restored and the process gone within three seconds, whatever hangs."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import sys
import termios
import threading
from collections.abc import Callable
from typing import Any, Final

GRACE_SECONDS: Final = 2.5
SIGNALS: Final = (signal.SIGHUP, signal.SIGTERM)
RESTORE: Final = b"\x1b[?2004l\x1b[?1000l\x1b[?1003l\x1b[?1006l\x1b[<u\x1b[?1049l\x1b[?25h\x1b[?1004l\x1b[?7h"
"""Bracketed paste, mouse, kitty keys, other screen, hidden cursor, focus reports: off; line wrap: on."""


def on_signals(leave: Callable[[int], None]) -> None:
    """Call `leave(128 + number)` on the loop for SIGHUP and SIGTERM; go by force where that takes too long."""
    loop = asyncio.get_running_loop()
    saved = _attributes()

    def told(number: int) -> None:
        _go_by_force_after(GRACE_SECONDS, 128 + number, saved)
        leave(128 + number)

    for number in SIGNALS:
        loop.add_signal_handler(number, told, int(number))


def _attributes() -> list[Any] | None:
    try:
        return termios.tcgetattr(sys.__stdin__.fileno()) if sys.__stdin__ is not None else None
    except (termios.error, ValueError, OSError):
        return None


def _go_by_force_after(seconds: float, code: int, saved: list[Any] | None) -> None:
    def go() -> None:
        with contextlib.suppress(OSError):
            os.set_blocking(2, False)
            os.write(2, RESTORE)
        if saved is not None and sys.__stdin__ is not None:
            with contextlib.suppress(termios.error, ValueError, OSError):
                termios.tcsetattr(sys.__stdin__.fileno(), termios.TCSANOW, saved)
        os._exit(code)

    timer = threading.Timer(seconds, go)
    timer.daemon = True
    timer.start()
