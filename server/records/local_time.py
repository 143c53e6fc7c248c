"""When a game began, by this computer's clock: a record has it as RFC 3339, mostly in UTC."""

from __future__ import annotations

from datetime import datetime
from typing import Final

from server.wire.text import clean_text

TIME_CELLS: Final = 16
"""`2026-11-30 17:46`."""
YEAR_CELLS: Final = 5


def local_time(started: str) -> str:
    """Return the minute of an RFC 3339 time as it is here; what is no time as it stands, cut to as many cells."""
    try:
        return datetime.fromisoformat(started).astimezone().strftime("%Y-%m-%d %H:%M")
    except (ValueError, OverflowError, OSError):
        return clean_text(started, TIME_CELLS)
