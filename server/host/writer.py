"""The one thread that writes the store, so that no disk ever holds the event loop up (DESIGN.md 5)."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Sequence
from contextlib import suppress
from queue import SimpleQueue

from server.records.errors import StoreCode, StoreError
from server.records.store import Store


class Writer:
    """Commits one batch after another, in the order of `commit`.

    Args:
        done: called on the loop after each batch.
        failed: called on the loop after the first batch that was not written; nothing is written after it.
    """

    def __init__(
        self,
        loop: asyncio.AbstractEventLoop,
        store: Store,
        game: bytes,
        done: Callable[[], None],
        failed: Callable[[StoreError], None],
    ) -> None:
        self._loop = loop
        self._store = store
        self._game = game
        self._done = done
        self._failed = failed
        self._work: SimpleQueue[Sequence[dict[str, object]] | None] = SimpleQueue()
        self._broken = False
        # A daemon: a disk that never answers must not keep the process from ending.
        self._thread = threading.Thread(target=self._run, name="store", daemon=True)
        self._thread.start()

    def commit(self, lines: Sequence[dict[str, object]]) -> None:
        """Have `lines` committed, all or none; returns at once."""
        self._work.put(lines)

    def close(self, timeout: float) -> bool:
        """Write what was asked for, end the thread and return whether that was done within `timeout` seconds."""
        self._work.put(None)
        self._thread.join(timeout)
        return not self._thread.is_alive()

    def _run(self) -> None:
        while (lines := self._work.get()) is not None:
            if self._broken:
                continue
            try:
                self._store.append(self._game, lines)
            except StoreError as error:
                self._broken = True
                self._report(self._failed, error)
            except Exception as error:      # a line that is no JSON, say: a bug, and as unrecorded as a full disk
                self._broken = True
                self._report(self._failed, _unwritten(error))
            else:
                self._report(self._done)

    def _report(self, callback: Callable[..., None], *args: object) -> None:
        with suppress(RuntimeError):        # the loop is closed: nobody waits for it any more
            self._loop.call_soon_threadsafe(callback, *args)


def _unwritten(error: Exception) -> StoreError:
    return StoreError(StoreCode.IO, "The game could not be recorded ({kind}).", kind=type(error).__name__)
