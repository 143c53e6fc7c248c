"""The store: every action of every evening, one row each, in SQLite (DESIGN.md 5)."""

from __future__ import annotations

import json
import os
import sqlite3
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final
from urllib.parse import quote

from server.console.say import clipped
from server.records.errors import StoreCode, StoreError, damaged, from_os, from_sqlite
from server.records.lock import StoreLock

SCHEMA_VERSION: Final = 1
APPLICATION_ID: Final = 0x54455252     # "TERR", so that `file` and we know a store of ours
BUSY_MS: Final = 2000
GAME_ID_BYTES: Final = 16
_MAGIC: Final = b"SQLite format 3\0"

_SCHEMA: Final = """
CREATE TABLE games (
    id INTEGER PRIMARY KEY,
    game BLOB NOT NULL UNIQUE,
    name TEXT NOT NULL,
    started TEXT NOT NULL,
    finished INTEGER NOT NULL DEFAULT 0
);
CREATE TABLE lines (
    game INTEGER NOT NULL REFERENCES games (id),
    n INTEGER NOT NULL,
    line TEXT NOT NULL,
    PRIMARY KEY (game, n)
) WITHOUT ROWID;
"""


@dataclass(frozen=True, slots=True)
class GameRow:
    """One evening at a table.

    Attributes:
        game: its 16-byte id.
        table: the table's name.
        started: RFC 3339.
        lines: how many lines its journal has.
        finished: not to be resumed.
    """

    game: bytes
    table: str
    started: str
    lines: int
    finished: bool


class Store:
    """An open store. Not for two threads at the same time; which thread uses it does not matter."""

    def __init__(self, path: Path, connection: sqlite3.Connection, lock: StoreLock | None) -> None:
        self.path = path
        self._db = connection
        self._lock = lock
        self._next: dict[bytes, tuple[int, int]] = {}    # game -> (row id, the next line's number)

    @classmethod
    def open(cls, path: Path | str, create: bool = True) -> Store:
        """Open the store at `path` for writing, and take its lock.

        Args:
            create: make the file where there is none; its folder must exist.

        Raises:
            StoreError: with a sentence that says what is in the way.
        """
        path = _looked_at(Path(path), missing=create)
        lock = StoreLock(path)
        try:
            if not lock.acquire():
                raise StoreError(StoreCode.LOCKED, "Another host is using the store {path}.", path=path)
            # Made before SQLite opens it, so that it is never readable by others, not for a moment;
            # SQLite gives its -wal and -shm files the same mode.
            _make_private(path)
        except OSError as error:
            lock.release()
            raise from_os(error, path) from None
        try:
            return cls(path, _connect(str(path), path, uri=False), lock)
        except StoreError:
            lock.release()
            raise

    @classmethod
    def read(cls, path: Path | str) -> Store:
        """Open the store at `path` for reading, also while a host writes it.

        Raises:
            StoreError: as `open`; `append` and the like raise `READ_ONLY` afterwards.
        """
        path = _looked_at(Path(path), missing=False)
        return cls(path, _connect(f"file:{quote(str(path))}?mode=ro", path, uri=True), None)

    @classmethod
    def in_use(cls, path: Path) -> bool:
        """Return whether a host is using the store at `path`, or nobody can (its folder is read-only)."""
        lock = StoreLock(path.resolve())
        try:
            return not lock.acquire()
        except OSError:
            return True
        finally:
            lock.release()

    def close(self) -> None:
        """Close the file and let the lock go; a second call does nothing."""
        self._db.close()
        if self._lock is not None:
            self._lock.release()

    def begin(self, game: bytes, table: str, started: str) -> None:
        """Add the evening `game` (16 bytes) at the table named `table`, `started` at that RFC 3339 time.

        Raises:
            StoreError: it was not written.
        """
        if len(game) != GAME_ID_BYTES:
            raise ValueError(f"a game's id has {GAME_ID_BYTES} bytes, not {len(game)}")
        self._write("INSERT INTO games (game, name, started) VALUES (?, ?, ?)", [(game, table, started)])

    def append(self, game: bytes, lines: Sequence[dict[str, object]]) -> None:
        """Add `lines` to the journal of `game`, all or none of them; on the disk when this returns.

        Raises:
            StoreError: none was written; `NO_GAME` where `begin` was not called for it.
        """
        row, n = self._place(game)
        rows = [
            (row, n + i, json.dumps(line, separators=(",", ":"), ensure_ascii=False))
            for i, line in enumerate(lines)
        ]
        self._write("INSERT INTO lines (game, n, line) VALUES (?, ?, ?)", rows)
        self._next[game] = (row, n + len(rows))

    def finish(self, game: bytes) -> None:
        """Mark `game` as not to be resumed.

        Raises:
            StoreError: it was not written.
        """
        self._write("UPDATE games SET finished = 1 WHERE game = ?", [(game,)])

    def forget(self, game: bytes) -> None:
        """Remove `game` and its journal, for good.

        Raises:
            StoreError: nothing was removed.
        """
        row, _ = self._place(game)
        self._next.pop(game, None)
        self._write_all(
            [("DELETE FROM lines WHERE game = ?", [(row,)]), ("DELETE FROM games WHERE id = ?", [(row,)])]
        )

    def lines(self, game: bytes) -> list[dict[str, Any]]:
        """Return the journal of `game`, in order.

        Raises:
            StoreError: `NO_GAME`, or the disk failed.
        """
        row, _ = self._place(game)
        found = self._ask("SELECT line FROM lines WHERE game = ? ORDER BY n", (row,))
        try:
            lines = [json.loads(line) for (line,) in found]
        except (ValueError, TypeError, RecursionError):
            raise damaged(self.path) from None
        if not all(isinstance(line, dict) for line in lines):
            raise damaged(self.path)
        return lines

    def was_dealt(self, game: bytes) -> bool:
        """Return whether a round of `game` was dealt; the journal, which may be long, stays where it is.

        Raises:
            StoreError: `NO_GAME`, or the disk failed.
        """
        row, _ = self._place(game)
        # As `append` writes it. In a text of a line, a quotation mark has a backslash before it.
        dealt = """SELECT 1 FROM lines WHERE game = ? AND line LIKE '%"t":"deal"%' LIMIT 1"""
        return bool(self._ask(dealt, (row,)))

    def games(self) -> list[GameRow]:
        """Return every evening, the newest last.

        Raises:
            StoreError: the disk failed.
        """
        found = self._ask(
            "SELECT game, name, started, (SELECT count(*) FROM lines WHERE lines.game = games.id), finished"
            " FROM games ORDER BY id",
            (),
        )
        for game, name, started, *_ in found:
            if not (isinstance(game, bytes) and isinstance(name, str) and isinstance(started, str)):
                raise damaged(self.path)
        return [GameRow(game, name, started, count, bool(done)) for game, name, started, count, done in found]

    def newest_unfinished(self) -> GameRow | None:
        """Return the evening to be resumed, None where there is none."""
        return next((row for row in reversed(self.games()) if not row.finished), None)

    def find(self, text: str) -> GameRow:
        """Return the evening whose id, in hex, begins with `text`.

        Raises:
            StoreError: `NO_GAME` where there is none, or more than one.
        """
        wanted = text.strip().lower()
        found = [row for row in self.games() if wanted and row.game.hex().startswith(wanted)]
        if len(found) == 1:
            return found[0]
        if found:
            raise StoreError(
                StoreCode.NO_GAME, "{n} games begin with {game}: give more of the id.", n=len(found), game=wanted
            )
        raise _no_game(text, self.path)

    def _place(self, game: bytes) -> tuple[int, int]:
        """Return the row id of `game` and the number of its next line."""
        known = self._next.get(game)
        if known is None:
            found = self._ask(
                "SELECT id, (SELECT coalesce(max(n), -1) + 1 FROM lines WHERE lines.game = games.id)"
                " FROM games WHERE game = ?",
                (game,),
            )
            if not found:
                raise _no_game(game.hex(), self.path)
            known = self._next[game] = found[0]
        return known

    def _ask(self, sql: str, values: tuple[object, ...]) -> list[Any]:
        try:
            return self._db.execute(sql, values).fetchall()
        except sqlite3.Error as error:
            raise from_sqlite(error, self.path) from None

    def _write(self, sql: str, rows: Sequence[tuple[object, ...]]) -> None:
        self._write_all([(sql, rows)])

    def _write_all(self, statements: Sequence[tuple[str, Sequence[tuple[object, ...]]]]) -> None:
        """Do all of it in one transaction, or nothing."""
        try:
            self._db.execute("BEGIN IMMEDIATE")
            for sql, rows in statements:
                self._db.executemany(sql, rows)
            self._db.execute("COMMIT")
        except sqlite3.Error as error:
            # A full disk ends the transaction by itself, other errors leave it open.
            with suppress(sqlite3.Error):
                self._db.execute("ROLLBACK")
            raise from_sqlite(error, self.path) from None


def _missing(path: Path) -> StoreError:
    return StoreError(
        StoreCode.MISSING, "There is no store at {path}: no game was played here yet.", path=path
    )


def _no_game(game: str, path: Path) -> StoreError:
    return StoreError(StoreCode.NO_GAME, "There is no game {game} in {path}.", game=clipped(game), path=path)


def _not_a_store(path: Path) -> StoreError:
    return StoreError(StoreCode.NOT_A_STORE, "{path} is not a store of Terra's games.", path=path)


def _looked_at(path: Path, *, missing: bool) -> Path:
    """Return the whole path of what may be a store, before anything is made or changed at it.

    A folder, a pipe, a device or some other file is left as it is, without a lock's file beside it.

    Args:
        missing: it need not be there.

    Raises:
        StoreError: it cannot be one.
    """
    try:
        path = path.resolve()
        if not path.exists() and not path.is_symlink():
            if missing:
                return path
            raise _missing(path)
        if not path.is_file():      # from Python 3.13 on, links that go round are found here
            raise _not_a_store(path)
        with path.open("rb") as file:
            start = file.read(len(_MAGIC))
    except OSError as error:
        raise from_os(error, path) from None
    except (ValueError, RuntimeError):      # a zero byte; links that go round
        raise _not_a_store(path) from None
    if start not in (b"", _MAGIC):
        raise _not_a_store(path)
    return path


def _make_private(path: Path) -> None:
    """Make sure that the file is there and that its owner alone can read it: it holds hands and seeds."""
    fd = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    try:
        if hasattr(os, "fchmod") and os.fstat(fd).st_mode & 0o077:
            os.fchmod(fd, 0o600)
    finally:
        os.close(fd)


def _connect(database: str, path: Path, *, uri: bool) -> sqlite3.Connection:
    """Open the database, check whose it is, and make the schema where the file is new.

    Raises:
        StoreError: with nothing changed in the file.
    """
    try:
        # Autocommit: transactions are begun and ended by hand. The host's writer thread is the one user while
        # a table runs, but another thread opens and closes the store.
        db = sqlite3.connect(
            database, timeout=BUSY_MS / 1000, isolation_level=None, check_same_thread=False, uri=uri
        )
    except sqlite3.Error as error:
        raise from_sqlite(error, path) from None
    try:
        _check_version(db, path, read_only=uri)
        if not uri:
            db.execute("PRAGMA journal_mode = WAL")
            # FULL: a commit is on the disk before it returns, power cut or not.
            db.execute("PRAGMA synchronous = FULL")
            db.execute("PRAGMA foreign_keys = ON")
            _create(db)
    except sqlite3.Error as error:
        db.close()
        raise from_sqlite(error, path) from None
    except StoreError:
        db.close()
        raise
    return db


def _check_version(db: sqlite3.Connection, path: Path, *, read_only: bool) -> None:
    """Refuse a database that is not a store, or of another version; an empty one passes."""
    (tables,) = db.execute("SELECT count(*) FROM sqlite_master").fetchone()
    (application,) = db.execute("PRAGMA application_id").fetchone()
    (version,) = db.execute("PRAGMA user_version").fetchone()
    if tables == 0 and application == 0:
        if read_only:
            raise _missing(path)
        return
    if application != APPLICATION_ID:
        raise _not_a_store(path)
    if version != SCHEMA_VERSION:
        raise StoreError(
            StoreCode.VERSION,
            "The store {path} has format {version}, this Terra reads format {ours}: "
            "use the Terra that made it, or another store (--store FILE).",
            path=path, version=version, ours=SCHEMA_VERSION,
        )


def _create(db: sqlite3.Connection) -> None:
    """Make the tables of a new store, in one transaction."""
    (version,) = db.execute("PRAGMA user_version").fetchone()
    if version == SCHEMA_VERSION:
        return
    db.executescript(
        f"BEGIN IMMEDIATE; {_SCHEMA} PRAGMA application_id = {APPLICATION_ID};"
        f" PRAGMA user_version = {SCHEMA_VERSION}; COMMIT;"
    )
