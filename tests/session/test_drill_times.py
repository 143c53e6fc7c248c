"""The file of best times: kept whole, private, and named where it is broken."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from terra_tui.session.drill_times import (
    MOST,
    DrillFileError,
    DrillTime,
    drill_path,
    load_times,
    save_times,
    with_time,
)
from terra_tui.session.whole_file import write_whole

TIMES = tuple(DrillTime(float(seconds), "2026-01-31") for seconds in (41, 50, 62))


def test_what_is_saved_is_loaded_and_private(tmp_path: Path) -> None:
    path = tmp_path / "terra" / "drill.json"
    save_times(path, TIMES)
    assert load_times(path) == TIMES
    assert path.stat().st_mode & 0o777 == 0o600
    assert path.parent.stat().st_mode & 0o777 == 0o700
    assert [file.name for file in path.parent.iterdir()] == ["drill.json"]


def test_no_file_means_no_times(tmp_path: Path) -> None:
    assert load_times(tmp_path / "none.json") == ()


@pytest.mark.parametrize(
    "text",
    [
        "", "[", "{}", "[1]", '[{"seconds": 1}]', '[{"seconds": "1", "day": ""}]', '[{"seconds": -1, "day": ""}]',
        '[{"seconds": NaN, "day": ""}]', '[{"seconds": true, "day": ""}]', '[{"seconds": 1, "day": 2}]',
        '[{"seconds": 1, "day": "a text that is no day"}]', '[{"seconds": 1, "day": "", "more": 1}]', "[" * 100_000,
    ],
)
def test_a_broken_file_is_named(tmp_path: Path, text: str) -> None:
    path = tmp_path / "drill.json"
    path.write_text(text, "utf-8")
    with pytest.raises(DrillFileError, match=r"drill\.json"):
        load_times(path)


def test_bytes_that_are_no_text_are_named(tmp_path: Path) -> None:
    path = tmp_path / "drill.json"
    path.write_bytes(b"\xff\xfe")
    with pytest.raises(DrillFileError, match=r"drill\.json"):
        load_times(path)


def test_a_file_that_cannot_be_written_is_named_and_the_old_one_stays(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", "utf-8")
    with pytest.raises(DrillFileError, match=r"drill\.json"):
        save_times(tmp_path / "file" / "drill.json", TIMES)


def test_the_best_times_come_first_and_few_are_kept(tmp_path: Path) -> None:
    best: tuple[DrillTime, ...] = ()
    for seconds in (70, 40, 60, 50, 90, 80, 30):
        best = with_time(best, DrillTime(float(seconds), "2026-02-01"))
    assert [time.seconds for time in best] == [30, 40, 50, 60, 70]
    path = tmp_path / "drill.json"
    path.write_text(json.dumps([{"seconds": n, "day": ""} for n in range(9, 0, -1)]), "utf-8")
    assert [time.seconds for time in load_times(path)] == [1, 2, 3, 4, 5][:MOST]


def test_where_it_is_kept() -> None:
    assert drill_path({"XDG_DATA_HOME": "/x"}) == Path("/x/terra/drill.json")
    assert drill_path({"XDG_DATA_HOME": "relative"}) == Path.home() / ".local/share/terra/drill.json"
    assert drill_path({}) == Path.home() / ".local/share/terra/drill.json"


def test_a_failed_write_leaves_the_old_file_and_no_other(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "file"
    write_whole(path, "old")

    def full(handle: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space"):
        write_whole(path, "new")
    assert path.read_text("utf-8") == "old"
    assert [file.name for file in tmp_path.iterdir()] == ["file"]
