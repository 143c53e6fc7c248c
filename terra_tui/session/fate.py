"""What follows the end of a link to a host."""

from __future__ import annotations

from enum import Enum, auto


class Fate(Enum):
    """What a session does next."""

    CLOSED = auto()
    RETRY = auto()
    AGAIN = auto()        # at once, without the key that was not known
    ASK = auto()          # for a passphrase
