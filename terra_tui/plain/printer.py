"""Lines to the standard output, written in a thread: a slow serial line never delays the link."""

from __future__ import annotations

import asyncio
import contextlib
import os
import queue
import threading
from collections.abc import Callable, Sequence
from typing import Final, TextIO

from server.console.wrap import broken, terminal_cells

MOST_WAITING: Final = 2_000_000
"""Letters that nobody reads: then the output is as good as gone. A host that talks without end fills no memory."""


class Printer:
    """Writes batches of lines in order. `gone` is set once the output takes no more."""

    def __init__(self, out: TextIO) -> None:
        self._out = out
        self._loop = asyncio.get_running_loop()
        self._queue: queue.Queue[tuple[Sequence[str], Callable[[], None] | None] | None] = queue.Queue()
        self._thread = threading.Thread(target=self._write, name="terra-stdout", daemon=True)
        self._waiting = 0
        self._count = threading.Lock()
        self._thread.start()
        self.gone = asyncio.Event()

    def print(self, lines: Sequence[str], then: Callable[[], None] | None = None) -> None:
        """Write `lines`, and call `then` on the loop once they are out."""
        if self.gone.is_set():
            return
        if self._wait_for(_letters(lines)) > MOST_WAITING:
            self.gone.set()
        self._queue.put((lines, then))

    async def close(self, seconds: float = 2.0) -> None:
        """Write what waits, for at most `seconds`."""
        self._queue.put(None)
        await asyncio.to_thread(self._thread.join, seconds)

    def _wait_for(self, letters: int) -> int:
        """Count letters that wait, or fewer that do; return how many there are."""
        with self._count:
            self._waiting += letters
            return self._waiting

    # ---- in the thread -------------------------------------------------------------------------------------------

    def _write(self) -> None:
        while (batch := self._queue.get()) is not None:
            lines, then = batch
            try:
                if lines:
                    columns = terminal_cells(self._out)
                    rows = (row for line in lines for row in broken(line, columns))
                    self._out.write(self._safe("".join(f"{row}\n" for row in rows)))
                    self._out.flush()
            except (OSError, ValueError):
                self._drain()
                self._call(self.gone.set)
                return
            self._wait_for(-_letters(lines))
            if then is not None:
                self._call(then)

    def _drain(self) -> None:
        """Send what the stream still holds to nowhere: else its last flush would end the program with an error."""
        with contextlib.suppress(OSError, ValueError):
            nowhere = os.open(os.devnull, os.O_WRONLY)
            os.dup2(nowhere, self._out.fileno())
            os.close(nowhere)

    def _safe(self, text: str) -> str:
        """Return `text` with `?` for what the output's encoding lacks."""
        encoding = self._out.encoding or "utf-8"
        return text.encode(encoding, errors="replace").decode(encoding)

    def _call(self, call: Callable[[], None]) -> None:
        with contextlib.suppress(RuntimeError):      # the loop has ended first
            self._loop.call_soon_threadsafe(call)


def _letters(lines: Sequence[str]) -> int:
    return sum(map(len, lines)) + len(lines)
