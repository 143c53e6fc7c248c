"""The games that are kept on this computer, for the screen: a list, a record, a file to give away."""

from __future__ import annotations

import asyncio
import os
from argparse import Namespace
from collections.abc import Callable, Sequence
from contextlib import closing
from operator import itemgetter
from pathlib import Path
from typing import TYPE_CHECKING, Final, TypeVar

from server.console.say import say
from terra_tui.session.whole_file import write_whole
from terra_tui.ui.services import KeptGame, ServiceError

if TYPE_CHECKING:
    from server.records.store import GameRow
    from server.wire.record import Line

FOLDER: Final = "records"
SHORT_ID: Final = 8
Found = TypeVar("Found")


async def kept_games() -> list[KeptGame]:
    """Return the games of this user's own stores, the newest first.

    Raises:
        ServiceError: a store cannot be read.
    """
    return await _beside(_games)


async def kept_record(game: str) -> list[Line]:
    """Return the record of a kept game, by its id in hex.

    Raises:
        ServiceError: it is not kept here, or cannot be read.
    """
    return await _beside(lambda: _record(game))


async def keeps(game: str) -> bool:
    """Return whether the record of a game, by its id in hex, is kept here; an unreadable store keeps none."""
    try:
        return bool(await kept_record(game))
    except ServiceError:
        return False


async def saved_record(game: str) -> str:
    """Write the record of a kept game to a file of its own (0600) and return the path, `~` for the home.

    Raises:
        ServiceError: it is not kept here, or cannot be written.
    """
    return await _beside(lambda: _save(game))


async def _beside(work: Callable[[], Found]) -> Found:
    """Do `work` in a thread, for a disk may be slow; what stands in its way becomes a ServiceError."""
    from server.records.errors import StoreError

    try:
        return await asyncio.to_thread(work)
    except StoreError as error:
        raise ServiceError(error.sentence) from None
    except OSError as error:
        raise ServiceError(say("{path}: {why}", path=str(error.filename), why=error)) from None


def _games() -> list[KeptGame]:
    from server.host.paths import default_stores
    from server.records.errors import believed
    from server.records.export import is_over, public_lines, was_stopped
    from server.records.store import Store

    games: list[tuple[str, KeptGame]] = []
    for path in default_stores():
        if path.exists():
            with believed(path), closing(Store.read(path)) as store:
                for row in store.games():
                    journal = store.lines(row.game)
                    lines = list(public_lines(journal, row.finished))
                    finished, stopped = row.finished or is_over(journal), was_stopped(journal)
                    games += [(row.started, _kept(row, lines, finished, stopped))] if lines else []
    return [game for _, game in sorted(games, key=itemgetter(0), reverse=True)]


def _kept(row: GameRow, lines: Sequence[Line], finished: bool, stopped: bool) -> KeptGame:
    from server.records.local_time import local_time

    rounds = sum(line["t"] == "deal" for line in lines)
    players = next((line["players"] for line in reversed(lines) if line["t"] == "game"), [])
    names = ", ".join(str(player["name"]) for player in players) if isinstance(players, list) else ""
    return KeptGame(row.game.hex(), local_time(row.started), row.table, rounds, finished, names, stopped)


def _record(game: str) -> list[Line]:
    from server.host.paths import default_stores
    from server.records.finding import record_of

    return record_of(game, Namespace(store=None), default_stores())


def _save(game: str) -> str:
    from server.host.paths import data_dir
    from server.wire.record import dump

    path = Path(data_dir(), FOLDER, f"{game[:SHORT_ID]}.jsonl")
    write_whole(path, "".join(dump(line) + "\n" for line in _record(game)))
    home = str(Path.home()) + os.sep
    return str(path).replace(home, f"~{os.sep}", 1) if str(path).startswith(home) else str(path)
