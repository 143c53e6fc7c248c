"""`terra games`, `export`, `replay` and `stats`: reading what hosts have kept.

Each command has a function that adds its arguments and one that runs it and returns the exit code. `stores` are the
files to look into where `--store` names none; those that are not there are passed over.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from pathlib import Path

from server.console.kinds import path as a_path
from server.console.say import say, word
from server.console.streams import FAILED, FINE, complain, tell, tell_data
from server.console.wrap import terminal_cells
from server.records.errors import StoreError, believed
from server.records.finding import WIDEST, opened_stores, read_game, record_of
from server.records.listing import game_rows, table_rows
from server.records.replay import read_lines, replay
from server.records.stats import PlayerStats, collect
from server.records.store import Store
from server.records.telling import tell as game_told
from server.wire.record import Line, RecordError, dump
from server.wire.text import clean_text


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
    return _guarded(lambda: tell(game_rows(opened_stores(args, stores), terminal_cells(sys.stdout))))


def run_export(args: argparse.Namespace, stores: Iterable[Path]) -> int:
    """Write a game's record."""
    return _guarded(lambda: _export(record_of(args.game, args, stores, warn=complain), args.output))


def run_replay(args: argparse.Namespace, stores: Iterable[Path]) -> int:
    """Print a game so that it can be read."""

    def told() -> Iterator[str]:
        for number, record in enumerate(replay(read_game(args.game, args, stores, read_lines))):
            yield from [""] * (number > 0)
            yield from game_told(record)

    return _guarded(lambda: tell(told()))


def run_stats(args: argparse.Namespace, stores: Iterable[Path]) -> int:
    """Print what each player has done in the games that are kept."""
    return _guarded(lambda: tell(_stats(opened_stores(args, stores))))


def _add_store(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--store", type=a_path, metavar="FILE", help="where the games are kept (your own stores)")


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


def _stats(stores: Iterable[Store]) -> Iterator[str]:
    figures: dict[str, PlayerStats] = {}
    for store in stores:
        with closing(store), believed(store.path):
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
    yield from table_rows(rows) if found else [say("No game has been played yet.")]
