"""Games of this computer that were left: `terra solo --resume` and the menu go on with them."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from server.wire.words import SOLO
from terra_tui.session.keyring import Keyring
from terra_tui.ui.plan import resumed, resumed_table
from terra_tui.ui.services import LeftGame

if TYPE_CHECKING:
    from server.records.store import GameRow


@dataclass(frozen=True, slots=True)
class Left:
    """A game that was left: its id in hex, its table's name, when it began, and the store that it is in."""

    game: str
    table: str
    started: str
    store: Path


async def left_game() -> LeftGame | None:
    """Return what the menu offers to go on with, None for nothing; what cannot be read has nothing to offer."""
    return await asyncio.to_thread(_left_game)


def newest_left() -> str | None:
    """Return the id, in hex, of the newest game against bots that was left, None where there is none.

    Raises:
        StoreError: a store cannot be read.
    """
    found = _newest(left for left in _all_left() if left.table == SOLO)
    return None if found is None else found.game


def _left_game() -> LeftGame | None:
    from server.host.options import HostError
    from server.records.errors import StoreError

    try:
        left = _newest(_all_left())
        if left is None:
            return None
        return LeftGame(resumed(left.game)) if left.table == SOLO else _table(left)
    except (StoreError, HostError):
        return None


def _table(left: Left) -> LeftGame:
    """Return a table for others too that this computer hosted, as it was.

    Raises:
        HostError: a passphrase is wanted, or a file is gone: the host's command line says what to do.
    """
    from server.host.options import HostOptions
    from server.host.place import as_before, remembered
    from terra_tui.commands.visiting import VisitError, tls_from

    asked = HostOptions(store=left.store, resume=left.game)
    _, place = remembered(asked)
    options = as_before(asked, place)
    plan = resumed_table(left.game)
    try:
        tls = tls_from(options.tls_cert)
    except VisitError as error:
        from server.host.options import HostError

        raise HostError(error.template, **error.values) from None
    return LeftGame(replace(plan, passphrase=options.passphrase, tls=tls), left.table)


def _newest(games: Iterator[Left]) -> Left | None:
    return max(games, key=lambda left: left.started, default=None)


def _all_left() -> Iterator[Left]:
    """Yield unfinished games whose seat is kept here and played by nobody, in stores that no host is using."""
    kept = {key.game for key in Keyring().idle()}
    if not kept:
        return                # the usual case, and no store is opened for it
    from server.host.paths import existing_stores
    from server.records.store import Store

    for path in existing_stores():
        with closing(Store.read(path)) as store:
            rows = [row for row in store.games() if not row.finished and row.game.hex() in kept]
        if rows and not Store.in_use(path):
            yield from (_left(row, path) for row in rows)


def _left(row: GameRow, path: Path) -> Left:
    return Left(row.game.hex(), row.table, row.started, path)
