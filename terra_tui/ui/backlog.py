"""Keys that come faster than the app takes them: its queue stays short, and the key to leave is never late."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Iterator
from typing import Final

from textual import events
from textual.message import Message

BATCH: Final = 32
BATCHES: Final = 2
MOST_WAITING: Final = 1024
"""More than any line that can be typed here has room for."""
LEAVE_KEYS: Final = ("ctrl+q", "ctrl+c")


class CaughtUp(Message):
    """Everything that was sent before this has been handled.

    Such marks in the queue are counted rather than keys, since Textual drops some messages in favour of later ones.
    """

    def __init__(self, room: threading.Semaphore) -> None:
        super().__init__()
        self.room = room


class Backlog:
    """What was read and not yet sent to the app, which handles `BATCH * BATCHES` messages at most at a time.

    What comes while `MOST_WAITING` wait is dropped, so that a flood costs neither memory nor time after its end.
    """

    def __init__(self) -> None:
        self._waiting: deque[Message] = deque()
        self._room = threading.Semaphore(BATCHES)
        self._sent = 0

    def __len__(self) -> int:
        return len(self._waiting)

    @property
    def full(self) -> bool:
        """Whether what comes now is dropped."""
        return len(self._waiting) >= MOST_WAITING

    def add(self, message: Message) -> None:
        """Put a message at the end; the key to leave calls off what waits before it."""
        if isinstance(message, events.Key) and message.key in LEAVE_KEYS:
            self._waiting.clear()
        if not self.full:
            self._waiting.append(message)

    def ready(self) -> Iterator[Message]:
        """Take out what the app may be sent now; a `CaughtUp` ends every batch."""
        while self._waiting and (self._sent % BATCH or self._room.acquire(blocking=False)):
            self._sent += 1
            yield self._waiting.popleft()
            if self._sent % BATCH == 0:
                yield CaughtUp(self._room)
