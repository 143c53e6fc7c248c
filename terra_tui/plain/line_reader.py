"""Lines from a pipe, a terminal, a serial line or a file, read in a thread so that the table never waits."""

from __future__ import annotations

import asyncio
import codecs
import contextlib
import os
import select
import termios
import threading
from collections.abc import AsyncIterator
from typing import IO, Any, Final

CHUNK: Final = 4096
LINE_LIMIT: Final = 2000
"""Characters of a line; what is beyond is dropped, so that a stream without line ends fills no memory."""


class LineReader:
    """Decodes UTF-8 with bad bytes replaced: a terminal in another encoding does not end the game."""

    def __init__(self, source: IO[Any]) -> None:
        self._handle = source.fileno()
        self._loop = asyncio.get_running_loop()
        self._queue: asyncio.Queue[str | None] = asyncio.Queue()
        self._wake, self._stop = os.pipe()
        self._thread = threading.Thread(target=self._read, name="terra-stdin", daemon=True)
        self._echo: list[Any] | None = None

    async def lines(self) -> AsyncIterator[str]:
        """Yield each line without its end, until the stream ends."""
        self._thread.start()
        while (line := await self._queue.get()) is not None:
            yield line

    def hide(self) -> None:
        """Type without echo from now on, where this is a terminal (a passphrase)."""
        if self._echo is None and os.isatty(self._handle):
            self._echo = termios.tcgetattr(self._handle)
            silent = list(self._echo)
            silent[3] &= ~termios.ECHO
            termios.tcsetattr(self._handle, termios.TCSADRAIN, silent)

    def show(self) -> None:
        """Echo again."""
        if self._echo is not None:
            with contextlib.suppress(termios.error):
                termios.tcsetattr(self._handle, termios.TCSADRAIN, self._echo)
            self._echo = None

    def close(self) -> None:
        """Stop reading; the stream itself stays open."""
        self.show()
        os.close(self._stop)
        if self._thread.is_alive():
            self._thread.join()
        os.close(self._wake)

    # ---- in the thread -------------------------------------------------------------------------------------------

    def _read(self) -> None:
        decoder = codecs.getincrementaldecoder("utf-8")(errors="replace")
        pending = ""
        while data := self._next():
            pieces = (pending + decoder.decode(data)).replace("\r\n", "\n").replace("\r", "\n").split("\n")
            pending = pieces.pop()[:LINE_LIMIT]
            for line in pieces:
                self._put(line[:LINE_LIMIT])
        if pending:
            self._put(pending)
        self._put(None)

    def _next(self) -> bytes:
        """Return what can be read, b"" at the end or once closed."""
        try:
            ready, _, _ = select.select([self._handle, self._wake], [], [])
            return b"" if self._wake in ready else os.read(self._handle, CHUNK)
        except (OSError, ValueError):      # a terminal that was closed
            return b""

    def _put(self, line: str | None) -> None:
        with contextlib.suppress(RuntimeError):      # the loop has ended first
            self._loop.call_soon_threadsafe(self._queue.put_nowait, line)
