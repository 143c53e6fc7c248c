"""Tables nearby, as a player chooses among them. The only place of the client that uses the host's finder."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Nearby:
    """A table that answered: the address to type, and what it says of itself in a few words."""

    address: str
    text: str


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
