"""Why a store cannot be used: a code, and one plain sentence for the person at the terminal."""

from __future__ import annotations

import errno
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from enum import StrEnum
from pathlib import Path
from typing import Final

from server.console.say import Told


class StoreCode(StrEnum):
    """What is wrong with a store."""

    FULL = "full"                # the disk has no room left
    READ_ONLY = "read_only"      # the folder or the file may not be written
    LOCKED = "locked"            # another host uses it
    VERSION = "version"          # made by another version of Terra
    NOT_A_STORE = "not_a_store"  # some other file, or no file
    DAMAGED = "damaged"          # SQLite finds it inconsistent
    MISSING = "missing"          # there is no such file
    NO_GAME = "no_game"          # no such game in it, or several of that name
    IO = "io"                    # the disk failed in some other way


class StoreError(Told):
    """The store cannot do what was asked; nothing in it was changed."""

    def __init__(self, code: StoreCode, template: str, /, **values: object) -> None:
        super().__init__(template, **values)
        self.code = code

    @property
    def sentence(self) -> str:
        """What it says, in the language that is spoken."""
        return str(self)


_NOT_WRITABLE: Final = "The store {path} cannot be written: the file or its folder is read-only."

_BY_SQLITE: Final = {
    sqlite3.SQLITE_FULL: (StoreCode.FULL, "The disk with the store {path} is full."),
    sqlite3.SQLITE_READONLY: (StoreCode.READ_ONLY, _NOT_WRITABLE),
    sqlite3.SQLITE_CANTOPEN: (StoreCode.READ_ONLY, "The store {path} cannot be opened for writing."),
    sqlite3.SQLITE_PERM: (StoreCode.READ_ONLY, "You have no right to write the store {path}."),
    sqlite3.SQLITE_BUSY: (StoreCode.LOCKED, "Another program is using the store {path}."),
    sqlite3.SQLITE_LOCKED: (StoreCode.LOCKED, "Another program is using the store {path}."),
    sqlite3.SQLITE_NOTADB: (StoreCode.NOT_A_STORE, "{path} is not a store of Terra's games."),
    sqlite3.SQLITE_CORRUPT: (StoreCode.DAMAGED, "The store {path} is damaged; Terra has left it as it is."),
}


def from_sqlite(error: sqlite3.Error, path: Path) -> StoreError:
    """Return what SQLite's `error` means to a player; no text of SQLite's gets through, but its name does."""
    code = getattr(error, "sqlite_errorcode", None)
    # The low byte is the primary code, the rest a refinement (SQLITE_IOERR_WRITE and the like).
    known = _BY_SQLITE.get(code & 0xFF) if isinstance(code, int) else None
    if known is None:
        name = getattr(error, "sqlite_errorname", type(error).__name__)
        return StoreError(
            StoreCode.IO, "The disk failed while the store {path} was used ({name}).", path=path, name=name
        )
    return StoreError(known[0], known[1], path=path)


def from_os(error: OSError, path: Path) -> StoreError:
    """Return what the operating system's `error` means to a player."""
    if error.errno in (errno.ENOSPC, errno.EDQUOT):
        return StoreError(StoreCode.FULL, "The disk with the store {path} is full.", path=path)
    if error.errno in (errno.EACCES, errno.EPERM, errno.EROFS):
        return StoreError(StoreCode.READ_ONLY, _NOT_WRITABLE, path=path)
    return StoreError(StoreCode.IO, "The store {path} cannot be used: {why}.", path=path, why=error)


def damaged(path: Path) -> StoreError:
    """Return what to say of a store whose rows are not what a host writes."""
    return StoreError(*_BY_SQLITE[sqlite3.SQLITE_CORRUPT], path=path)


@contextmanager
def believed(path: Path) -> Iterator[None]:
    """Read what a host wrote to the store at `path` as it is; where it is not what a host writes, it is damaged.

    Raises:
        StoreError: it is.
    """
    try:
        yield
    except (KeyError, IndexError, TypeError, ValueError, AttributeError):
        raise damaged(path) from None
