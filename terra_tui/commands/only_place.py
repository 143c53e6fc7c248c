"""Where `--plain` goes without an address: to the one place that it can mean, else a list of them is told."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from server.console.say import harmless
from server.console.streams import complain
from server.wire.text import fold
from terra_tui.locale.words import Words
from terra_tui.session.keyring import Keyring
from terra_tui.ui.places import Place, places

LOOK_SECONDS: Final = 1.0


async def only_place(words: Words, keyring: Keyring, name: str, *, named: bool, watching: bool) -> Place | None:
    """Return the one table nearby, or seat that was left, that is meant; None, with a list, where there are more.

    Args:
        name: who is asking; `named` says that the command line named them, so that no other's seat is meant.
        watching: they want to watch: no seat of theirs, and no table that lets nobody do that.
    """
    from terra_tui.commands.nearby import nearby

    found = await nearby(LOOK_SECONDS)
    kept = () if watching else keyring.idle()
    offered = places(words, kept, found, name, named=named, watching=watching)
    shut = {one.address for one in found if watching and not one.notice.watchable}
    only = _only([place for place in offered if place.address not in shut], name, named=named)
    if only is None:
        complain(words.say("join.found" if offered else "join.none_found"))
        for place in offered:
            at = "" if place.address in place.text else f"{place.address}  "
            complain(harmless(f"{at}{place.text}"), "  ")
    return only


def _only(offered: Sequence[Place], name: str, *, named: bool) -> Place | None:
    """Return the one place for this name, or the one place at all where nobody was named."""
    mine = {place.address: place for place in reversed(offered) if fold(place.name) == fold(name)}
    if len(mine) == 1:
        return next(iter(mine.values()))
    return offered[0] if len(offered) == 1 and not mine and not named else None
