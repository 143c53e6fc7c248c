"""Which game a command means: by the beginning of its id, a record's file, or the newest with something to show."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Final

from server.console.say import clipped, say, word
from server.console.streams import complain
from server.records.errors import StoreCode, StoreError
from server.records.export import LEFT_OUT, leaves_out, public_lines
from server.records.local_time import local_time
from server.records.replay import read_file
from server.records.store import GameRow, Store
from server.wire.record import Line, RecordError
from server.wire.text import clean_text
from server.wire.words import SOLO

SHORT_ID: Final = 8
"""Digits of a game's id that are shown; `terra export` and the like take as few as are enough."""
WIDEST: Final = 40


def lines_of(game: str, args: argparse.Namespace, stores: Iterable[Path]) -> list[Line]:
    """Return the lines of `game`: a record's file, the beginning of an id, or "" for the newest with any.

    Raises:
        StoreError: there is no such game.
        RecordError: the file is no record.
    """
    return list(read_game(game, args, stores, read_file))


def read_game(
    game: str, args: argparse.Namespace, stores: Iterable[Path], read: Callable[[Path], Iterable[Line]]
) -> Iterator[Line]:
    """Yield the lines of `game`, as `lines_of`; of a file as `read` reads it."""
    path = Path(game)
    if not game or not _is_there(path):
        yield from record_of(game, args, stores, warn=complain)
        return
    try:
        yield from read(path)
    except OSError as error:
        raise RecordError("{path} cannot be read: {why}", path=path, why=error) from None
    except RecordError as error:
        raise RecordError("{path} is not a record: {why}", path=path, why=error) from None


def _is_there(path: Path) -> bool:
    """Return whether `path` names something that may be a record's file: also a pipe, never a folder."""
    try:
        return path.exists() and not path.is_dir()
    except (OSError, ValueError):      # too long for a name, or with a zero byte in it
        return False


def record_of(
    game: str, args: argparse.Namespace, stores: Iterable[Path], warn: Callable[[str], None] = lambda sentence: None
) -> list[Line]:
    """Return the record of a kept game, by the beginning of its id; "" is the newest with a round that has ended.

    A round that still runs is left out, and `warn` is given a sentence that says so, and one that names the game
    where nobody has.

    Raises:
        StoreError: there is no such game, or more than one, or none of its rounds has ended.
    """
    with ExitStack() as held:
        opened = [held.enter_context(closing(store)) for store in opened_stores(args, stores)]
        games = [(store, row) for store in opened for row in store.games()]
        found = [(store, row) for store, row in games if row.game.hex().startswith(game.lower())]
        if not game:
            row, journal, lines = _newest(found)
            warn(say("The newest game with a round that has ended: {game}.", game=_named(row)))
        elif len(found) == 1:
            (store, row), = found
            journal = store.lines(row.game)
            lines = list(public_lines(journal, row.finished))
        else:
            raise _not_one(game, len(found))
    if not lines:
        raise StoreError(StoreCode.NO_GAME, "No round of this game has ended yet.")
    if leaves_out(journal, row.finished):
        warn(say(LEFT_OUT))
    return lines


def _newest(found: Sequence[tuple[Store, GameRow]]) -> tuple[GameRow, list[Line], list[Line]]:
    """Return the newest game that has something to show, its journal and its record.

    Raises:
        StoreError: there is none.
    """
    by_age = sorted(found, key=lambda pair: pair[1].started)
    for store, row in reversed(by_age):
        journal = store.lines(row.game)
        lines = list(public_lines(journal, row.finished))
        if any(line.get("t") == "deal" for line in lines):
            return row, journal, lines
    if found:
        raise StoreError(StoreCode.NO_GAME, "No round of any game has ended yet: `terra games` lists them.")
    raise StoreError(StoreCode.NO_GAME, "There is no game yet.")


def _named(row: GameRow) -> str:
    return f"{row.game.hex()[:SHORT_ID]}, {table_of(row)}, {local_time(row.started)}"


def table_of(row: GameRow) -> str:
    """Return what a game's table is called, harmless for a terminal."""
    return word(SOLO) if row.table == SOLO else clean_text(row.table, WIDEST)


def _not_one(game: str, found: int) -> StoreError:
    if found:
        template = "{n} games begin with {game}: `terra games` lists them."
        return StoreError(StoreCode.NO_GAME, template, n=found, game=clipped(game))
    template = "There is no game {game}: `terra games` lists them."
    return StoreError(StoreCode.NO_GAME, template, game=clipped(game))


def opened_stores(args: argparse.Namespace, stores: Iterable[Path]) -> Iterator[Store]:
    """Yield the stores, open for reading; the one that `--store` names must be there."""
    if args.store is not None:
        yield Store.read(args.store)
        return
    for path in stores:
        if path.exists():
            yield Store.read(path)
