"""Games against bots that were left: `terra solo --resume` goes on with the newest."""

from __future__ import annotations

import asyncio
from contextlib import closing

from server.wire.words import SOLO
from terra_tui.session.keyring import Keyring


async def left_game() -> str:
    """Return what `newest_left` finds, "" for nothing; a store that cannot be read has nothing to offer."""
    from server.records.errors import StoreError

    try:
        return await asyncio.to_thread(newest_left) or ""
    except StoreError:
        return ""


def newest_left() -> str | None:
    """Return the id, in hex, of the newest such game whose seat is kept here and played by nobody now.

    Raises:
        StoreError: a store cannot be read.
    """
    kept = {key.game for key in Keyring().idle()}
    if not kept:
        return None      # the usual case, and no store is opened for it
    from server.host.paths import default_stores
    from server.records.store import Store

    left: list[tuple[str, str]] = []
    for path in default_stores():
        if path.exists():
            with closing(Store.read(path)) as store:
                rows = [row for row in store.games() if row.table == SOLO and not row.finished]
                left += [(row.started, row.game.hex()) for row in rows if row.game.hex() in kept]
    return max(left)[1] if left else None
