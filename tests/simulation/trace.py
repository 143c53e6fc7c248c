"""The trace of a run: every message, commit and fault in order, as one SHA-256; and the last of it as text."""

from __future__ import annotations

import hashlib
from collections import deque

KEPT = 60


class Trace:
    """Takes in everything that happens. Two runs are the same if their hashes are."""

    def __init__(self) -> None:
        self._hash = hashlib.sha256()
        self._last: deque[tuple[int, str, bytes]] = deque(maxlen=KEPT)
        self.events = 0

    def add(self, time: int, what: str, data: bytes = b"") -> None:
        """Note that `what` happened at `time` microseconds."""
        self.events += 1
        self._hash.update(b"%d %s %d " % (time, what.encode(), len(data)))
        self._hash.update(data)
        self._last.append((time, what, data))

    @property
    def digest(self) -> str:
        """The hash of all that happened so far."""
        return self._hash.hexdigest()

    def tail(self) -> str:
        """Return the last things that happened, one a line."""
        return "\n".join(f"{time / 1e6:12.6f} {what} {len(data)} bytes" for time, what, data in self._last)
