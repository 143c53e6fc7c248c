"""`terra games` as rows: whole for a pipe, fitting for a terminal."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from server.console.say import speaking
from server.records.listing import game_rows, shortened
from server.records.local_time import local_time
from server.records.store import Store
from server.wire.text import cells
from tests.verify.samples import Fields, good

NAMES = {"en": ("Mina", "Bartholomew-Jun", "Sora", "Mars"), "ko": ("민지민지민지민지", "준", "소라소라", "화성")}
STARTED = "2026-11-30T08:46:30+00:00"


@pytest.fixture(autouse=True)
def seoul(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Have this computer's clock in Seoul, nine hours before the records'."""
    monkeypatch.setenv("TZ", "KST-9")
    time.tzset()
    yield
    monkeypatch.undo()
    time.tzset()


def evening(names: tuple[str, ...], *reasons: str) -> list[Fields]:
    """Return a journal's lines: a game for each reason, "" for one that has not ended."""
    lines: list[Fields] = []
    for reason in reasons:
        lines += [{"t": "game", "players": [{"name": name} for name in names]}, {"t": "deal"}]
        lines += [{"t": "end", "reason": reason}] if reason else []
    return lines


def stored(path: Path, *evenings: list[Fields]) -> Path:
    store = Store.open(path)
    for number, lines in enumerate(evenings):
        game = bytes([0xA0 + number]) * 16
        store.begin(game, "Terra at a-rather-long-host-name", STARTED)
        store.append(game, lines)
    store.close()
    return path


def listed(path: Path, columns: int, language: str) -> list[str]:
    with speaking(lambda: language):
        return list(game_rows([Store.read(path)], columns))


@pytest.mark.parametrize("columns", [60, 80, 120])
@pytest.mark.parametrize("language", ["en", "ko"])
def test_on_a_terminal_every_game_is_one_row_with_a_short_time_of_this_clock(
    tmp_path: Path, language: str, columns: int
) -> None:
    path = stored(tmp_path / "games.db", evening(NAMES[language], ""), evening(NAMES[language][:3], "limit"))
    rows = listed(path, columns, language)
    assert len(rows) == 3
    assert max(map(cells, rows)) <= columns
    assert all("11-30 17:46" in row for row in rows[1:])
    assert all(("2026-" in row) == (columns >= 100) for row in rows[1:])
    assert all(NAMES[language][0][:2] in row for row in rows[1:])
    if columns == 60:
        assert all(row.endswith("...") for row in rows[1:])


def test_elsewhere_nothing_is_shortened(tmp_path: Path) -> None:
    row = listed(stored(tmp_path / "games.db", evening(NAMES["en"], "")), 0, "en")[1]
    assert STARTED in row
    assert "Terra at a-rather-long-host-name" in row
    assert row.endswith(", ".join(NAMES["en"]))


@pytest.mark.parametrize(
    ("reasons", "said"),
    [(["stopped"], "stopped"), (["limit", "stopped"], "stopped"), (["stopped", "limit"], "finished"),
     (["stopped", ""], "unfinished"), (["negative"], "finished")],
)
def test_what_became_of_the_last_game_is_said(tmp_path: Path, reasons: list[str], said: str) -> None:
    row = listed(stored(tmp_path / "games.db", evening(NAMES["en"], *reasons)), 80, "en")[1]
    assert [word for word in ("stopped", "finished", "unfinished") if f" {word} " in row] == [said]


def test_a_games_numbers_are_under_one_another(tmp_path: Path) -> None:
    path = stored(tmp_path / "games.db", evening(NAMES["en"], *["limit"] * 12), good())
    heads, first, second = listed(path, 80, "en")
    edge = heads.index("rounds") + len("rounds")
    assert first[:edge].endswith(" 12")
    assert second[:edge].endswith(f" {sum(line['t'] == 'deal' for line in good())}")


def test_what_is_no_time_is_shown_as_it_stands() -> None:
    assert local_time("2026-11-30T23:59:00Z") == "2026-12-01 08:59"
    assert local_time("yesterday\x1b[2J at about ten") == "yesterday[2J at "[:16].rstrip()


def test_a_text_is_cut_by_columns() -> None:
    assert shortened("민지, 소라", 10) == "민지, 소라"
    assert shortened("민지, 소라, 준", 10) == "민지,..."
