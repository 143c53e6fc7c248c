"""The table that a host is to run, and the store it is kept in: a new one, or one from its journal."""

from __future__ import annotations

from contextlib import closing
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from server.host.options import HostError, HostOptions
from server.host.paths import data_dir, default_stores, existing_stores, make_private
from server.host.place import Place, place_in
from server.records.errors import StoreCode, StoreError
from server.records.store import GameRow, Store
from server.table.journal import JournalError
from server.table.table import Table


@dataclass(frozen=True, slots=True)
class Evening:
    """A table and its open store.

    Attributes:
        place: where it was, for a table that is resumed.
    """

    table: Table
    store: Store
    resumed: bool
    place: Place | None = None


def wall_clock() -> str:
    """Return the time now as RFC 3339, in UTC."""
    return datetime.now(UTC).isoformat(timespec="seconds")


def open_evening(options: HostOptions) -> Evening:
    """Return what `options` ask for.

    Raises:
        HostError: the store cannot be used, or holds no such game.
    """
    try:
        return _new(options) if options.resume is None else _resumed(options, options.resume)
    except StoreError as error:
        raise HostError(error.template, **error.values) from None


def _new(options: HostOptions) -> Evening:
    store = _free_store(options.store)
    table = Table(options.settings, name=options.name, seed=options.seed, started=wall_clock)
    try:
        store.begin(table.evening, options.name, wall_clock())
    except StoreError:
        store.close()
        raise
    return Evening(table, store, resumed=False)


def _free_store(chosen: Path | None) -> Store:
    """Open the store at `chosen`, else the user's first one that no other host is using.

    Raises:
        StoreError: it cannot be used; of several, what the last one said.
    """
    if chosen is not None:
        return Store.open(chosen)
    make_private(data_dir())
    locked: StoreError | None = None
    for path in default_stores():
        try:
            return Store.open(path)
        except StoreError as error:
            if error.code is not StoreCode.LOCKED:
                raise
            locked = error
    assert locked is not None, "there is at least one default store"
    raise locked


def _resumed(options: HostOptions, wanted: str) -> Evening:
    store, row = _find(options.store, wanted)
    try:
        if row.finished:
            raise HostError("The game {game} is over; `terra replay` shows it.", game=row.game.hex()[:8])
        lines = store.lines(row.game)
        table, place = Table.restore(lines, started=wall_clock), place_in(lines)
        if table.evening != row.game:
            raise JournalError("evening")
    except (ValueError, KeyError, TypeError, IndexError) as error:
        store.close()
        raise HostError(
            "The game {game} in {path} cannot be read ({kind}).", game=row.game.hex()[:8], path=store.path,
            kind=error.kind if isinstance(error, JournalError) else type(error).__name__,
        ) from None
    except (HostError, StoreError):
        store.close()
        raise
    return Evening(table, store, True, place)


def _find(chosen: Path | None, wanted: str) -> tuple[Store, GameRow]:
    """Return the store that holds the game `wanted` ("" is the newest unfinished one), and the game.

    Raises:
        StoreError: there is none, or its host is running.
    """
    best: tuple[Store, GameRow] | None = None
    trouble: StoreError | None = None
    for path in [chosen] if chosen is not None else existing_stores():
        try:
            store = Store.open(path, create=False)
        except StoreError as error:
            found = _busy(path, wanted) if wanted and error.code is StoreCode.LOCKED else error
            trouble = _weightier(trouble, found)
            continue
        try:
            row = store.find(wanted) if wanted else store.newest_unfinished()
        except StoreError as error:
            trouble, row = _weightier(trouble, error), None
        if row is None or (best is not None and best[1].started >= row.started):
            store.close()
            continue
        if best is not None:
            best[0].close()
        best = store, row
    if best is not None:
        return best
    if trouble is not None:
        raise trouble
    raise StoreError(StoreCode.NO_GAME, "There is no unfinished game to resume.")


def _weightier(one: StoreError | None, other: StoreError) -> StoreError:
    """Return what is to be said of two stores: that one has no such game counts least."""
    return other if one is None or one.code is StoreCode.NO_GAME else one


def _busy(path: Path, wanted: str) -> StoreError:
    """Return what to say of the game `wanted` and the store at `path`, which another host is using."""
    try:
        with closing(Store.read(path)) as store:
            game = store.find(wanted).game.hex()[:8]
    except StoreError as error:
        return error
    sentence = "The game {game} is in {path}, which another host is using: end that one first."
    return StoreError(StoreCode.LOCKED, sentence, game=game, path=path)
