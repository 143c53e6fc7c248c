"""What is said of an error that nobody foresaw: its kind and where in Terra it arose, and no value of it.

A traceback with values would show a hand or a passphrase on the terminal, and in whatever keeps what it shows.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from traceback import walk_tb
from typing import TYPE_CHECKING, Any, Final, TypeAlias

if TYPE_CHECKING:
    from terra_tui.session.state import Failure

ROOT: Final = Path(__file__).resolve().parents[2]
OWN: Final = ("terra_tui", "server")
"""The packages of Terra itself, in `ROOT`."""


def bug(error: BaseException) -> Failure:
    """Return the failure that an error nobody foresaw means."""
    from terra_tui.session.state import Failure  # a screen watches for errors from before its first frame

    return Failure("bug", {"place": place_of(error)})


def place_of(error: BaseException) -> str:
    """Return the kind of `error` and the last line of Terra's own that it went through.

    Such as `IndexError at terra_tui/ui/draw/log.py:61`; the kind alone where it went through none.
    """
    while isinstance(error, BaseExceptionGroup):
        error = error.exceptions[0]
    kind = type(error).__name__
    places = (_own_place(frame.f_code.co_filename, line) for frame, line in walk_tb(error.__traceback__))
    own = [place for place in places if place]
    return f"{kind} at {own[-1]}" if own else kind


def _own_place(file: str, line: int) -> str:
    path = Path(file)
    if not path.is_relative_to(ROOT):
        return ""
    own = path.relative_to(ROOT)
    return f"{own.as_posix()}:{line}" if own.parts[0] in OWN else ""


LoopHandler: TypeAlias = Callable[[asyncio.AbstractEventLoop, dict[str, Any]], None]


def loop_handler(failed: Callable[[Exception], None]) -> LoopHandler:
    """Return what an event loop is to do with an error that reached it: asyncio's own text would print values.

    Args:
        failed: is given an error of Terra's; one of the system's is asyncio's to live with.
    """

    def handle(loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        error = context.get("exception")
        if isinstance(error, Exception) and not isinstance(error, OSError):
            failed(error)

    return handle


@contextmanager
def caught_everywhere(failed: Callable[[Exception], None]) -> Iterator[None]:
    """Have `failed` told, on the running loop, of each error that reached the loop or ended a thread."""
    loop = asyncio.get_running_loop()
    before = loop.get_exception_handler(), threading.excepthook

    def thread_ended(args: threading.ExceptHookArgs) -> None:
        # The thread that writes ends with the terminal, which is no error: the one that reads tells of that.
        if isinstance(args.exc_value, Exception) and not isinstance(args.exc_value, OSError):
            with suppress(RuntimeError):      # the loop has ended first
                loop.call_soon_threadsafe(failed, args.exc_value)

    loop.set_exception_handler(loop_handler(failed))
    threading.excepthook = thread_ended
    try:
        yield
    finally:
        loop.set_exception_handler(before[0])
        threading.excepthook = before[1]
