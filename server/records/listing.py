"""`terra games`: a row for each game; on a terminal as much of it as fits, elsewhere the whole of it, for grep."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from typing import Any, Final

from server.console.say import say, word
from server.console.wrap import LEAST_CELLS
from server.records.errors import believed
from server.records.export import is_over, was_stopped
from server.records.finding import SHORT_ID, WIDEST, table_of
from server.records.local_time import YEAR_CELLS, local_time
from server.records.store import GameRow, Store
from server.wire.record import Line
from server.wire.text import cells, clean_text

FIT_YEAR: Final = 100
"""Columns from which on there is room for the year."""
TABLE_CELLS, LEAST_TABLE = 14, 8
"""What a table's name has where there is room, and what it has where there is none."""
LEAST_PLAYERS: Final = 5
GAP: Final = "  "
MORE: Final = "..."


@dataclass(frozen=True, slots=True)
class Listed:
    """What is told of a game: `state` is said, `started` RFC 3339, `names` apart by commas."""

    id: str
    started: str
    table: str
    rounds: str
    state: str
    names: str


def game_rows(stores: Iterable[Store], columns: int) -> Iterator[str]:
    """Yield a heading and a row for each game, the newest of each store last.

    Args:
        columns: the terminal's; 0 where there is none.
    """
    games: list[Listed] = []
    for store in stores:
        with closing(store), believed(store.path):
            games += [_listed(row, store.lines(row.game)) for row in store.games()]
    if not games:
        yield say("No game has been played yet.")
        return
    yield from table_rows(_whole(games) if columns < LEAST_CELLS else _fitting(games, columns))


def _listed(row: GameRow, lines: list[Line]) -> Listed:
    players: Any = next((line["players"] for line in reversed(lines) if line["t"] == "game"), [])
    return Listed(
        row.game.hex()[:SHORT_ID], row.started, table_of(row), str(sum(line["t"] == "deal" for line in lines)),
        _state(row, lines), clean_text(", ".join(player["name"] for player in players), 2 * WIDEST),
    )


def _state(row: GameRow, lines: list[Line]) -> str:
    if was_stopped(lines):
        return word("stopped")
    return word("finished") if row.finished or is_over(lines) else word("unfinished")


def _heads() -> tuple[str, ...]:
    return (word("game"), word("started"), word("table"), word("rounds"), "", word("players"))


def _whole(games: Sequence[Listed]) -> list[tuple[str, ...]]:
    return [_heads(), *((game.id, game.started, game.table, game.rounds, game.state, game.names) for game in games)]


def _fitting(games: Sequence[Listed], columns: int) -> list[tuple[str, ...]]:
    """Return the rows within so many columns: a short time of this clock, names cut where they must be."""
    skipped = 0 if columns >= FIT_YEAR else YEAR_CELLS
    fixed = [(game.id, local_time(game.started)[skipped:], game.rounds, game.state) for game in games]
    heads = _heads()
    widths = (max(map(cells, column)) for column in zip((*heads[:2], *heads[3:5]), *fixed, strict=True))
    room = columns - sum(widths) - (len(heads) - 1) * len(GAP)
    table, names = (max(map(cells, column)) for column in zip(
        (heads[2], heads[5]), *((game.table, game.names) for game in games), strict=True
    ))
    table = min(table, TABLE_CELLS, max(LEAST_TABLE, room - names))
    rows = [heads]
    for (game_id, time, rounds, state), game in zip(fixed, games, strict=True):
        players = shortened(game.names, max(LEAST_PLAYERS, room - table))
        rows.append((game_id, time, shortened(game.table, table), rounds, state, players))
    return rows


def shortened(text: str, most: int) -> str:
    """Return `text` in at most `most` cells, with three dots where something is missing."""
    return text if cells(text) <= most else clean_text(text, most - len(MORE)) + MORE


def table_rows(rows: Sequence[Sequence[str]]) -> Iterator[str]:
    """Yield the rows with their columns one under another; numbers to the right."""
    widths = [max(cells(row[column]) for row in rows) for column in range(len(rows[0]))]
    numeric = [
        column > 0 and all(row[column] and not row[column].strip("+-.0123456789") for row in rows[1:])
        for column in range(len(rows[0]))
    ]
    for row in rows:
        padded = (
            " " * (width - cells(cell)) + cell if right else cell + " " * (width - cells(cell))
            for cell, width, right in zip(row, widths, numeric, strict=True)
        )
        yield GAP.join(padded).rstrip()
