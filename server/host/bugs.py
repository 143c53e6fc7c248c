"""What is said of an error that nobody foresaw: its kind and place, and nothing of what it was about.

A message or a traceback with values could show a hand (DESIGN.md 3).
"""

from __future__ import annotations

import asyncio
import logging
from pathlib import Path
from typing import Any

from server.console.say import say

log = logging.getLogger("terra.host")


def place_of(error: BaseException) -> str:
    """Return the kind of `error` and the line that raised it, as `KeyError at play.py:212`."""
    kind = type(error).__name__
    step = error.__traceback__
    if step is None:
        return kind
    while step.tb_next is not None:
        step = step.tb_next
    return f"{kind} at {Path(step.tb_frame.f_code.co_filename).name}:{step.tb_lineno}"


def loop_exception_handler(loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
    """Log what reached the loop. asyncio's own text would print the callback with its arguments."""
    error = context.get("exception")
    if isinstance(error, OSError):
        # Such as no file left for an accept (EMFILE): asyncio tries again after a second.
        log.warning("%s", say("The system refused something: {why}.", why=error))
    elif isinstance(error, BaseException):
        log.error("%s", say("An error in Terra itself: {place}.", place=place_of(error)))
    else:
        log.error("%s", say("An error in Terra itself."))
