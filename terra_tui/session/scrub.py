"""Names and texts from the host, cleaned again before anybody draws them: a host may be a rogue."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from server.wire.messages import Changed, Numbered, Roster, Said
from server.wire.text import CHAT_CELLS, NAME_CELLS, clean_text

SENTENCE_CELLS: Final = 200


def scrub_line(text: str, most: int = SENTENCE_CELLS) -> str:
    """Return a sentence of the host's as one harmless line of at most `most` cells."""
    return clean_text(text, most)


def scrub_name(name: str) -> str:
    """Return a name that is safe to draw and at most 16 cells wide; `?` where nothing is left of it."""
    return clean_text(name, NAME_CELLS) or ("?" if name else "")


def scrub_roster(roster: Roster) -> Roster:
    """Return `roster` with safe names."""
    return replace(
        roster,
        seats=tuple(replace(seat, name=scrub_name(seat.name)) for seat in roster.seats),
        spectators=tuple(replace(one, name=scrub_name(one.name)) for one in roster.spectators),
    )


def scrub_event(numbered: Numbered) -> Numbered:
    """Return the event with safe names and texts."""
    match numbered.event:
        case Said() as said:
            clean = replace(said, name=scrub_name(said.name), text=clean_text(said.text, CHAT_CELLS))
            return numbered if clean == said else replace(numbered, event=clean)
        case Changed() as changed:
            return replace(numbered, event=replace(changed, name=scrub_name(changed.name)))
        case _:
            return numbered
