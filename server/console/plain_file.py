"""A file that has an end, made sure of before somebody reads it without one, or replaces a device by it."""

from __future__ import annotations

import errno
import os
import stat
from pathlib import Path
from typing import Final

LARGEST_PEM: Final = 2**20


def look_at(file: Path, largest: int | None = None) -> None:
    """Make sure that `file` is there, a plain file, and of at most `largest` bytes.

    Raises:
        OSError: it is not; the reason is as the system says it.
    """
    found = os.stat(file)
    if stat.S_ISDIR(found.st_mode):
        raise _refused(errno.EISDIR, file)
    if not stat.S_ISREG(found.st_mode):
        raise _refused(errno.EINVAL, file)
    if largest is not None and found.st_size > largest:
        raise _refused(errno.EFBIG, file)


def _refused(number: int, file: Path) -> OSError:
    return OSError(number, os.strerror(number), str(file))
