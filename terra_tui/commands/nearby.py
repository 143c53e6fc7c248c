"""Tables nearby, as a player chooses among them."""

from __future__ import annotations

from terra_tui.ui.services import Nearby


async def nearby(seconds: float = 0.8) -> list[Nearby]:
    """Return the tables that answer within `seconds`, the nearest first."""
    from server.host.addresses import spoken
    from server.host.finder import find_tables

    return [
        Nearby(spoken(found.address, found.notice.port), found.notice, max(1, round(found.round_trip * 1000)))
        for found in await find_tables(seconds)
    ]
