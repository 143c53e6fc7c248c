"""Small files of this user: read where they are files, and small; written whole, at once, for nobody else."""

from __future__ import annotations

import contextlib
import errno
import os
import stat
import tempfile
from pathlib import Path
from typing import Final

LARGEST: Final = 2**20
"""Bytes; nothing that is kept in such a file comes near."""


def read_whole(path: Path) -> str:
    """Return the text of a file. Nothing waits for a pipe, a device or an endless file in its place.

    Raises:
        OSError: it is not there, not ours to read, no file, or too large.
        UnicodeDecodeError: it is not UTF-8.
    """
    handle = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_NOCTTY | os.O_CLOEXEC)
    with os.fdopen(handle, "rb") as file:
        mode = os.fstat(handle).st_mode
        if not stat.S_ISREG(mode):
            raise _refused(errno.EISDIR if stat.S_ISDIR(mode) else errno.EINVAL, path)
        data = file.read(LARGEST + 1)
    if len(data) > LARGEST:
        raise _refused(errno.EFBIG, path)
    return data.decode("utf-8")


def is_text(text: str) -> bool:
    """Return whether `text` can be written and sent: JSON can say halves of characters, which cannot."""
    return not any("\ud800" <= char <= "\udfff" for char in text)


def write_whole(path: Path, text: str) -> None:
    """Write `text` to `path` (0600, its folder 0700 where it is made): a reader sees the old file or the new one.

    Raises:
        OSError: nothing was written.
    """
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")      # mkstemp makes it 0600
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        os.replace(name, path)
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(name)
        raise


def _refused(number: int, path: Path) -> OSError:
    return OSError(number, os.strerror(number), str(path))
