"""Ends plain mode in order when a signal asks for it: the echo is restored, the seat is kept."""

from __future__ import annotations

import asyncio
import contextlib
import signal
from types import TracebackType
from typing import Final

HEEDED: Final = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


class Signals:
    """While entered, the first signal sets `came`.

    Attributes:
        number: the signal that came, None for none.
    """

    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._held: list[signal.Signals] = []
        self.came = asyncio.Event()
        self.number: int | None = None

    @property
    def keep_seat(self) -> bool:
        """Whether the program was ended from outside, so that the player may want to come back."""
        return self.number is not None and self.number != signal.SIGINT

    def __enter__(self) -> Signals:
        for number in HEEDED:
            # `nohup` has SIGHUP ignored, and means it. Only a main thread can heed signals.
            if signal.getsignal(number) is not signal.SIG_IGN:
                with contextlib.suppress(ValueError, RuntimeError, NotImplementedError):
                    self._loop.add_signal_handler(number, self._came, number)
                    self._held.append(number)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for number in self._held:
            self._loop.remove_signal_handler(number)

    def _came(self, number: signal.Signals) -> None:
        if self.number is None:
            self.number = int(number)
        self.came.set()
