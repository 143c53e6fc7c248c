"""Tables nearby, as a player chooses among them."""

from __future__ import annotations

from terra_tui.ui.services import Nearby


async def nearby(seconds: float = 0.8) -> list[Nearby]:
    """Return the tables that answer within `seconds`, the nearest first."""
    from server.host.addresses import spoken
    from server.host.finder import find_tables

    tables = []
    for found in await find_tables(seconds):
        notice = found.notice
        taken = notice.humans + notice.bots
        stage = "" if notice.stage is None else notice.stage.value
        milliseconds = max(1, round(found.round_trip * 1000))
        text = f"{notice.name}  {taken}/{notice.seats}  {stage}  {milliseconds} ms"
        tables.append(Nearby(spoken(found.address, notice.port), text))
    return tables
