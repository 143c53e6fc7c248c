"""The store: what is appended is there after any end, and every way it can fail is one plain sentence."""

from __future__ import annotations

import errno
import os
import signal
import sqlite3
import stat
import subprocess
import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

from server.records.errors import StoreCode, StoreError
from server.records.store import Store

GAME = bytes(range(16))
OTHER = bytes(range(1, 17))
STARTED = "2026-11-30T20:15:00+01:00"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "games.db"


@pytest.fixture
def store(path: Path) -> Iterator[Store]:
    store = Store.open(path)
    store.begin(GAME, "Friday", STARTED)
    yield store
    store.close()


def refused(code: StoreCode, error: StoreError) -> None:
    """Check that the refusal is of this kind, and one sentence."""
    assert error.code is code
    assert error.sentence.endswith(".")
    assert "\n" not in error.sentence


def test_lines_come_back_in_order_and_whole(store: Store) -> None:
    lines: list[dict[str, object]] = [{"t": "draw", "seat": i, "cards": [i], "name": "민지"} for i in range(5)]
    store.append(GAME, lines[:2])
    store.append(GAME, lines[2:])
    assert store.lines(GAME) == lines


def test_lines_outlive_the_connection_and_numbers_go_on(path: Path, store: Store) -> None:
    store.append(GAME, [{"n": 0}])
    store.close()
    again = Store.open(path, create=False)
    again.append(GAME, [{"n": 1}])
    assert again.lines(GAME) == [{"n": 0}, {"n": 1}]
    again.close()


def test_a_commit_is_on_the_disk_before_it_returns_power_cut_or_not(path: Path, store: Store) -> None:
    """docs/hosting.md: WAL, `synchronous=FULL`. No kill shows the difference; only a power cut would."""
    store.close()
    for create in (True, False):
        again = Store.open(path, create=create)
        assert again._db.execute("PRAGMA journal_mode").fetchone() == ("wal",)
        assert again._db.execute("PRAGMA synchronous").fetchone() == (2,)       # SQLite's number of FULL
        again.close()


def test_the_newest_unfinished_game_is_the_one_to_resume(store: Store) -> None:
    assert [(row.table, row.lines, row.finished) for row in store.games()] == [("Friday", 0, False)]
    store.begin(OTHER, "Saturday", STARTED)
    newest = store.newest_unfinished()
    assert newest is not None
    assert newest.game == OTHER
    store.finish(OTHER)
    newest = store.newest_unfinished()
    assert newest is not None
    assert newest.game == GAME
    store.finish(GAME)
    assert store.newest_unfinished() is None


def test_a_game_is_found_by_the_beginning_of_its_id(store: Store) -> None:
    store.begin(b"\x00" * 16, "Saturday", STARTED)
    assert store.find("0001").game == GAME
    assert store.find(GAME.hex().upper()).game == GAME
    for text in ("00", "ff", ""):
        with pytest.raises(StoreError) as caught:
            store.find(text)
        refused(StoreCode.NO_GAME, caught.value)


def test_a_forgotten_game_leaves_nothing(store: Store) -> None:
    store.append(GAME, [{"t": "_table"}])
    store.forget(GAME)
    assert store.games() == []
    with pytest.raises(StoreError) as caught:
        store.lines(GAME)
    refused(StoreCode.NO_GAME, caught.value)


def test_a_second_host_on_one_store_is_refused_and_the_first_goes_on(path: Path, store: Store) -> None:
    with pytest.raises(StoreError) as caught:
        Store.open(path)
    refused(StoreCode.LOCKED, caught.value)
    store.append(GAME, [{"n": 0}])
    store.close()
    Store.open(path).close()


def test_a_store_is_read_while_a_host_writes_it(path: Path, store: Store) -> None:
    store.append(GAME, [{"n": 0}])
    reader = Store.read(path)
    assert reader.lines(GAME) == [{"n": 0}]
    store.append(GAME, [{"n": 1}])
    assert reader.lines(GAME) == [{"n": 0}, {"n": 1}]
    with pytest.raises(StoreError) as caught:
        reader.append(GAME, [{"n": 2}])
    refused(StoreCode.READ_ONLY, caught.value)
    reader.close()


def test_another_format_is_refused_and_left_as_it_is(path: Path, store: Store) -> None:
    store.close()
    db = sqlite3.connect(path)
    db.execute("PRAGMA user_version = 7")
    db.execute("PRAGMA journal_mode = DELETE")
    db.close()
    before = path.read_bytes()
    with pytest.raises(StoreError) as caught:
        Store.open(path)
    refused(StoreCode.VERSION, caught.value)
    assert path.read_bytes() == before


@pytest.mark.parametrize("content", [b"not a database, and long enough to be looked at" * 50, b"short"])
def test_some_other_file_is_refused_and_left_as_it_is(path: Path, content: bytes) -> None:
    path.write_bytes(content)
    with pytest.raises(StoreError) as caught:
        Store.open(path)
    refused(StoreCode.NOT_A_STORE, caught.value)
    assert path.read_bytes() == content


@pytest.mark.skipif(sys.platform == "win32", reason="modes and pipes are POSIX's")
def test_what_is_no_store_keeps_its_mode_and_gets_no_file_beside_it(tmp_path: Path) -> None:
    (tmp_path / "text").write_bytes(b"a letter")
    (tmp_path / "text").chmod(0o644)
    (tmp_path / "folder").mkdir()
    (tmp_path / "round").symlink_to("round")
    (tmp_path / "device").symlink_to("/dev/null")
    os.mkfifo(tmp_path / "pipe")
    before = sorted(tmp_path.iterdir())
    for name in ("text", "folder", "round", "device", "pipe", "x" * 300, "text/x", "a\0b"):
        for open_it in (partial(Store.open, tmp_path / name), partial(Store.read, tmp_path / name)):
            with pytest.raises(StoreError):
                open_it()
    with pytest.raises(StoreError) as caught:
        Store.open("/")
    refused(StoreCode.NOT_A_STORE, caught.value)
    assert sorted(tmp_path.iterdir()) == before
    assert (tmp_path / "text").stat().st_mode & 0o777 == 0o644


def test_a_database_of_another_program_is_refused(path: Path) -> None:
    db = sqlite3.connect(path)
    db.execute("CREATE TABLE bookmarks (url TEXT)")
    db.close()
    with pytest.raises(StoreError) as caught:
        Store.open(path)
    refused(StoreCode.NOT_A_STORE, caught.value)


def test_no_store_and_no_folder(path: Path, tmp_path: Path) -> None:
    for open_it in (partial(Store.open, path, create=False), partial(Store.read, path)):
        with pytest.raises(StoreError) as caught:
            open_it()
        refused(StoreCode.MISSING, caught.value)
    with pytest.raises(StoreError) as caught:
        Store.open(tmp_path / "nowhere" / "games.db")
    refused(StoreCode.IO, caught.value)
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_may_not_be_written(tmp_path: Path) -> None:
    # /proc refuses new files to everybody, root included; elsewhere a mode does for ordinary users.
    folder = Path("/proc/self")
    if not folder.is_dir():
        if os.geteuid() == 0:
            pytest.skip("root may write everywhere here")
        folder = tmp_path
        folder.chmod(0o500)
    with pytest.raises(StoreError) as caught:
        Store.open(folder / "games.db")
    assert caught.value.code in (StoreCode.READ_ONLY, StoreCode.IO)
    assert caught.value.sentence.endswith(".")


@pytest.mark.parametrize(
    ("number", "code", "words"),
    [
        (errno.EACCES, StoreCode.READ_ONLY, "read-only"), (errno.EPERM, StoreCode.READ_ONLY, "read-only"),
        (errno.EROFS, StoreCode.READ_ONLY, "read-only"), (errno.ENOSPC, StoreCode.FULL, "is full"),
        (errno.EDQUOT, StoreCode.FULL, "is full"), (errno.EIO, StoreCode.IO, "Input/output error"),
    ],
)
def test_what_the_system_says_of_a_disk_is_told_apart(
    path: Path, monkeypatch: pytest.MonkeyPatch, number: int, code: StoreCode, words: str
) -> None:
    def refusing(*_: object, **__: object) -> int:
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr(os, "open", refusing)
    with pytest.raises(StoreError) as caught:
        Store.open(path)
    monkeypatch.undo()
    refused(code, caught.value)
    assert words in caught.value.sentence


def test_a_full_disk_loses_only_what_did_not_fit(path: Path, store: Store) -> None:
    store.append(GAME, [{"n": 0}])
    pages = store._db.execute("PRAGMA page_count").fetchone()[0]
    store._db.execute(f"PRAGMA max_page_count = {pages}")      # SQLite then answers as for a full disk
    with pytest.raises(StoreError) as caught:
        store.append(GAME, [{"n": i, "fill": "x" * 900} for i in range(1, 50)])
    refused(StoreCode.FULL, caught.value)
    assert store.lines(GAME) == [{"n": 0}]
    store._db.execute(f"PRAGMA max_page_count = {pages + 1000}")
    store.append(GAME, [{"n": 1}])
    assert store.lines(GAME) == [{"n": 0}, {"n": 1}]
    assert store._db.execute("PRAGMA integrity_check").fetchone() == ("ok",)


@pytest.mark.skipif(sys.platform == "win32", reason="modes are POSIX's")
def test_nobody_else_can_read_the_files(path: Path) -> None:
    path.touch()
    path.chmod(0o644)
    store = Store.open(path)
    store.begin(GAME, "Friday", STARTED)
    for file in path.parent.iterdir():
        assert stat.S_IMODE(file.stat().st_mode) == 0o600, file
    store.close()


WRITER = """
import sys
from server.records.store import Store
store = Store.open(sys.argv[1])
store.begin(bytes(16), "t", "now")
n = 0
while True:
    store.append(bytes(16), [{"n": n}, {"n": n + 1}])
    n += 2
    sys.stdout.write(f"{n}\\n")
    sys.stdout.flush()
"""


@pytest.mark.skipif(sys.platform == "win32", reason="kill -9 is POSIX's")
@pytest.mark.parametrize("rows", [1, 7, 40])
def test_kill_9_loses_nothing_that_was_acknowledged(path: Path, rows: int) -> None:
    with subprocess.Popen([sys.executable, "-c", WRITER, str(path)], stdout=subprocess.PIPE, text=True) as child:
        assert child.stdout is not None
        for _ in range(rows):
            acknowledged = int(child.stdout.readline())
        os.kill(child.pid, signal.SIGKILL)
        rest = child.stdout.read().split()
    acknowledged = int(rest[-1]) if rest else acknowledged
    store = Store.open(path, create=False)       # the lock went with its holder
    lines = store.lines(bytes(16))
    store.close()
    assert lines == [{"n": n} for n in range(len(lines))]
    assert acknowledged <= len(lines) <= acknowledged + 2
