"""One host a store: an advisory lock on a file beside it, which the kernel lets go of however its holder ends."""

from __future__ import annotations

import os
import sys
from pathlib import Path

if sys.platform == "win32":
    import msvcrt

    def _take(fd: int) -> None:
        msvcrt.locking(fd, msvcrt.LK_NBLCK, 1)
else:
    import fcntl

    def _take(fd: int) -> None:
        fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)


class StoreLock:
    """The lock of the store at `path`. The lock's file stays: to remove it would let two hosts hold "the" lock."""

    def __init__(self, path: Path) -> None:
        self._path = path.with_name(path.name + ".lock")
        self._fd: int | None = None

    def acquire(self) -> bool:
        """Take the lock; return False where another process (or another `StoreLock`) holds it.

        Raises:
            OSError: the lock's file cannot be made.
        """
        fd = os.open(self._path, os.O_RDWR | os.O_CREAT | getattr(os, "O_CLOEXEC", 0), 0o600)
        try:
            _take(fd)
        except (BlockingIOError, PermissionError):
            os.close(fd)
            return False
        except OSError:
            os.close(fd)
            raise
        self._fd = fd
        return True

    def release(self) -> None:
        """Let go; a second call does nothing."""
        if self._fd is not None:
            os.close(self._fd)
            self._fd = None
