"""The list of games that are kept, as rows."""

from __future__ import annotations

from collections.abc import Sequence

from rich.cells import cell_len

from server.wire.words import SOLO
from terra_tui.locale.words import Words
from terra_tui.ui.draw.key_rows import key_lines
from terra_tui.ui.draw.lines import Line, Role, Run, clean, cut, pad, pad_left
from terra_tui.ui.draw.sheet import FEWEST, Choice, choices, heading, page, rows_of
from terra_tui.ui.draw.skin import Skin
from terra_tui.ui.services import KeptGame

KEYS = ("choose", "enter", "back", "language", "help")
TIME_CELLS = 16
YEAR_CELLS = 5
NARROW = 66
"""Columns below which a row has no room for the year."""
TABLE_CELLS = 14


def replays_lines(
    words: Words, skin: Skin, games: Sequence[KeptGame] | None, chosen: int, note: str, size: tuple[int, int]
) -> tuple[Line, ...]:
    """Return the list, as much of it as there is room for around the chosen game; None is not known yet."""
    cells, rows = size
    told = [(Run(" "), *row) for row in rows_of(clean(note), cells - 2, Role.WARN)]
    foot: list[Line] = [*told[: max(0, rows - 2)]]
    foot += key_lines([words.say(f"keys.{name}") for name in KEYS], cells, 1)
    body = heading(f" {words.say('replay.heading')}") if rows - len(foot) > FEWEST else []
    if games is None:
        body.append((Run(f" {words.say('replay.looking')}", Role.DIM),))
    elif not games:
        body.append((Run(f" {words.say('replay.none')}", Role.DIM),))
    else:
        room = max(1, rows - len(body) - len(foot))
        top = max(0, min(chosen - room // 2, len(games) - room))
        shown = [Choice(text) for text in _rows(words, games[top : top + room], cells - 6)]
        body += choices(shown, chosen - top, skin)
    return page(body, foot, cells, rows)


def _rows(words: Words, games: Sequence[KeptGame], cells: int) -> list[str]:
    """Return a row for each game: when, at which table, how many rounds, whether it was finished, who played."""
    names = (words.say("table.solo") if game.table == SOLO else clean(game.table) for game in games)
    tables = [cut(name, TABLE_CELLS) for name in names]
    rounds = [words.say("replay.rounds", n=game.rounds) for game in games]
    ends = [_end(words, game) for game in games]
    widths = [max(map(cell_len, column), default=0) for column in (tables, rounds)]
    rows = []
    for game, table, count, end in zip(games, tables, rounds, ends, strict=True):
        started = clean(game.started).replace("T", " ")[YEAR_CELLS if cells < NARROW else 0 : TIME_CELLS]
        # Only a game that was not played to its end says so: a column for it would leave the names no room.
        parts = [started, pad(table, widths[0]), pad_left(count, widths[1]), *filter(None, [end])]
        rows.append(cut("  ".join([*parts, clean(game.players)]), cells))
    return rows


def _end(words: Words, game: KeptGame) -> str:
    """Return what kept a game from its end, "" for one that reached it."""
    if game.stopped:
        return words.say("replay.stopped")
    return "" if game.finished else words.say("replay.unfinished")
