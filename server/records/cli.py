"""`terra games`, `export`, `replay` and `stats`: reading what hosts have kept.

Each command has a function that adds its arguments and one that runs it and returns the exit code. `stores` are the
files to look into where `--store` names none; those that are not there are passed over.
"""

from __future__ import annotations

import argparse
import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, Final

from server.console.kinds import path as a_path
from server.console.say import clipped, say, word
from server.console.streams import FAILED, FINE, complain, tell, tell_data
from server.records.errors import StoreCode, StoreError, damaged
from server.records.export import LEFT_OUT, is_over, leaves_out, public_lines
from server.records.replay import read_file, read_lines, replay
from server.records.stats import PlayerStats, collect
from server.records.store import GameRow, Store
from server.records.telling import tell as game_told
from server.wire.record import Line, RecordError, dump
from server.wire.text import cells, clean_text
from server.wire.words import SOLO

SHORT_ID: Final = 8
"""Digits of a game's id that are shown; `terra export` and the like take as few as are enough."""
WIDEST: Final = 40


def add_games_arguments(parser: argparse.ArgumentParser) -> None:
    """Give `parser` the arguments of `terra games`."""
    _add_store(parser)


def add_export_arguments(parser: argparse.ArgumentParser) -> None:
    """Give `parser` the arguments of `terra export`."""
    parser.add_argument("game", metavar="GAME", nargs="?", default="",
                        help="the id that `terra games` shows, or its beginning (the newest game)")
    parser.add_argument("-o", "--output", type=a_path, metavar="FILE",
                        help="where to write the record (the screen)")
    _add_store(parser)


def add_replay_arguments(parser: argparse.ArgumentParser) -> None:
    """Give `parser` the arguments of `terra replay` as text."""
    parser.add_argument("game", metavar="GAME|FILE", nargs="?", default="",
                        help="a record's file, or a game's id (the newest game)")
    _add_store(parser)


def add_stats_arguments(parser: argparse.ArgumentParser) -> None:
    """Give `parser` the arguments of `terra stats`."""
    _add_store(parser)


def run_games(args: argparse.Namespace, stores: Iterable[Path]) -> int:
    """List the games that are kept, the newest of each store last."""
    return _guarded(lambda: tell(_games(_opened(args, stores))))


def run_export(args: argparse.Namespace, stores: Iterable[Path]) -> int:
    """Write a game's record."""
    return _guarded(lambda: _export(record_of(args.game, args, stores, warn=complain), args.output))


def run_replay(args: argparse.Namespace, stores: Iterable[Path]) -> int:
    """Print a game so that it can be read."""

    def told() -> Iterator[str]:
        for number, record in enumerate(replay(_read(args.game, args, stores, read_lines))):
            yield from [""] * (number > 0)
            yield from game_told(record)

    return _guarded(lambda: tell(told()))


def run_stats(args: argparse.Namespace, stores: Iterable[Path]) -> int:
    """Print what each player has done in the games that are kept."""
    return _guarded(lambda: tell(_stats(_opened(args, stores))))


def lines_of(game: str, args: argparse.Namespace, stores: Iterable[Path]) -> list[Line]:
    """Return the lines of `game`: a record's file, the beginning of an id, or "" for the newest game.

    Raises:
        StoreError: there is no such game.
        RecordError: the file is no record.
    """
    return list(_read(game, args, stores, read_file))


def _read(
    game: str, args: argparse.Namespace, stores: Iterable[Path], read: Callable[[Path], Iterable[Line]]
) -> Iterator[Line]:
    """Yield the lines of `game`; of a file as `read` reads it."""
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
    """Return the record of a kept game, by the beginning of its id; "" is the newest that was played at.

    A round that still runs is left out, and `warn` is given a sentence that says so.

    Raises:
        StoreError: there is no such game, or more than one, or none of its rounds has ended.
    """
    found: list[tuple[Store, GameRow]] = []
    opened = list(_opened(args, stores))
    try:
        for store in opened:
            found += [(store, row) for row in store.games() if row.game.hex().startswith(game.lower())]
        if not game:
            found = sorted(found, key=lambda pair: pair[1].started)[-1:]
        if len(found) != 1:
            raise _not_one(game, len(found))
        store, row = found[0]
        journal = store.lines(row.game)
    finally:
        for store in opened:
            store.close()
    lines = list(public_lines(journal, row.finished))
    if not lines:
        raise StoreError(StoreCode.NO_GAME, "No round of this game has ended yet.")
    if leaves_out(journal, row.finished):
        warn(say(LEFT_OUT))
    return lines


def _not_one(game: str, found: int) -> StoreError:
    if found:
        template = "{n} games begin with {game}: `terra games` lists them."
        return StoreError(StoreCode.NO_GAME, template, n=found, game=clipped(game))
    if game:
        template = "There is no game {game}: `terra games` lists them."
        return StoreError(StoreCode.NO_GAME, template, game=clipped(game))
    return StoreError(StoreCode.NO_GAME, "There is no game yet.")


def _add_store(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--store", type=a_path, metavar="FILE", help="where the games are kept (your own stores)")


def _opened(args: argparse.Namespace, stores: Iterable[Path]) -> Iterator[Store]:
    """Yield the stores, open for reading; the one that `--store` names must be there."""
    if args.store is not None:
        yield Store.read(args.store)
        return
    for path in stores:
        if path.exists():
            yield Store.read(path)


@contextmanager
def _believed(store: Store) -> Iterator[None]:
    """Read what a host wrote as it is; where it is not what a host writes, the store is damaged.

    Raises:
        StoreError: it is.
    """
    try:
        yield
    except (KeyError, IndexError, TypeError, ValueError, AttributeError):
        raise damaged(store.path) from None


def _guarded(command: Callable[[], None]) -> int:
    """Run a command; what stands in its way becomes one sentence and exit code 1."""
    try:
        command()
    except StoreError as error:
        complain(error.sentence)
        return FAILED
    except RecordError as error:
        complain(say(error.template, **error.values) + ".")
        return FAILED
    return FINE


def _export(lines: list[Line], output: Path | None) -> None:
    text = "".join(dump(line) + "\n" for line in lines)
    if output is None:
        tell_data(text)
        return
    try:
        # A record holds everybody's hands: a new file is for its owner alone, an old one as open as it was.
        with open(output, "w", encoding="utf-8", newline="\n", opener=_for_the_owner) as file:
            file.write(text)
    except OSError as error:
        raise RecordError("{path} cannot be written: {why}", path=output, why=error) from None


def _for_the_owner(path: str, flags: int) -> int:
    return os.open(path, flags, 0o600)


def _games(stores: Iterable[Store]) -> Iterator[str]:
    rows: list[tuple[str, ...]] = [
        (word("game"), word("started"), word("table"), word("rounds"), "", word("players"))
    ]
    for store in stores:
        with closing(store), _believed(store):
            rows += [_game(row, store.lines(row.game)) for row in store.games()]
    yield from _table(rows) if len(rows) > 1 else [say("No game has been played yet.")]


def _game(row: GameRow, lines: list[Line]) -> tuple[str, ...]:
    players: Any = next((line["players"] for line in reversed(lines) if line["t"] == "game"), [])
    return (
        row.game.hex()[:SHORT_ID],
        row.started,
        word(SOLO) if row.table == SOLO else clean_text(row.table, WIDEST),
        str(sum(line["t"] == "deal" for line in lines)),
        word("finished") if row.finished or is_over(lines) else word("unfinished"),
        clean_text(", ".join(player["name"] for player in players), 2 * WIDEST),
    )


def _stats(stores: Iterable[Store]) -> Iterator[str]:
    figures: dict[str, PlayerStats] = {}
    for store in stores:
        with closing(store), _believed(store):
            for row in store.games():
                collect(store.lines(row.game), figures)
    found = sorted(figures.items(), key=lambda item: (-item[1].wins, item[0]))
    heads = ("player", "games", "won", "rounds", "points a round", "Rons", "Terras")
    rows: list[tuple[str, ...]] = [tuple(map(word, heads))]
    rows += [
        (
            clean_text(name, WIDEST),
            str(stats.games),
            f"{stats.wins:g}" if stats.wins == int(stats.wins) else f"{stats.wins:.2f}",
            str(stats.rounds),
            f"{stats.points_a_round:+.2f}",
            str(stats.rons),
            str(stats.terras),
        )
        for name, stats in found
    ]
    yield from _table(rows) if found else [say("No game has been played yet.")]


def _table(rows: list[tuple[str, ...]]) -> Iterator[str]:
    """Yield the rows with their columns one under another; numbers to the right."""
    widths = [max(cells(row[column]) for row in rows) for column in range(len(rows[0]))]
    numeric = [
        all(row[column][:1] in "+-0123456789" for row in rows[1:]) and column > 0 and widths[column] < 15
        for column in range(len(rows[0]))
    ]
    for row in rows:
        padded = (
            " " * (width - cells(cell)) + cell if right else cell + " " * (width - cells(cell))
            for cell, width, right in zip(row, widths, numeric, strict=True)
        )
        yield "  ".join(padded).rstrip()
