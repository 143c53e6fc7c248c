"""Which seats clients of this account are playing now: each holds a lock on a file, which ends with its process."""

from __future__ import annotations

import contextlib
import fcntl
import os
from hashlib import sha256
from pathlib import Path
from typing import Final

from server.wire.text import fold

ID_DIGITS: Final = 24


def seat_id(place: str, name: str) -> str:
    """Return a file's name for the seat of `name` at `place` (a game's id, or an address)."""
    return sha256(f"{place}\0{fold(name)}".encode()).hexdigest()[:ID_DIGITS]


class HeldSeat:
    """One held seat. Several clients may hold the same one for a moment, while one takes over from another."""

    def __init__(self, path: Path) -> None:
        """Hold it.

        Raises:
            OSError: the folder cannot be written to.
        """
        self._path = path
        self._handle = _shared(path)

    def release(self) -> None:
        """Let go; the last one takes the file away."""
        with contextlib.suppress(OSError):
            fcntl.flock(self._handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
            self._path.unlink()
        os.close(self._handle)


def is_held(path: Path) -> bool:
    """Return whether a live process holds the seat of `path`."""
    try:
        handle = os.open(path, os.O_RDWR | os.O_CLOEXEC)
    except OSError:
        return False
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return True
    finally:
        os.close(handle)
    return False


def _shared(path: Path) -> int:
    """Return an open file with a shared lock, which is still the one at `path`: another may just have let go."""
    while True:
        handle = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        try:
            fcntl.flock(handle, fcntl.LOCK_SH)
            if os.fstat(handle).st_nlink:
                return handle
        except BaseException:
            os.close(handle)
            raise
        os.close(handle)
