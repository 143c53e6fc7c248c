"""How much a peer may do, and how long it may take (DESIGN.md 6 and 7). Times are seconds."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from server.host.buckets import Rate

_FRAMES: Final = Rate(burst=600, per_second=400)
_MOVES: Final = Rate(burst=200, per_second=200)
_CLAIMS: Final = Rate(burst=40, per_second=40)
_COMMANDS: Final = Rate(burst=60, per_second=20)
_TRIES: Final = Rate(burst=5, per_second=0.1)


@dataclass(frozen=True, slots=True)
class HostLimits:
    """The limits of one host.

    Attributes:
        links: the most connections at all.
        pending: the most connections that are not through the door though they had `moment` seconds.
        arriving: the most that are not through the door at all: many may come at the same moment.
        hello: how long a connection may take to get through the door.
        stuck: a peer that takes none of what waits for it for so long is cut.
        linger: how long a closed link may take to read its `Bye`.
        sweep: how often these times are looked at.
        discarded: bytes read and thrown away from a link that is being closed.
        frames: whole frames of one link, of any kind; a link with more is cut unread.
        moves: moves of one link; a program may play as fast as bots do.
        claims: Rons of one link. They have their own allowance, so that nothing else ever costs one a Ron.
        commands: all other commands of one link; more are refused.
        tries: wrong passphrases of one address.
    """

    links: int = 900
    pending: int = 32
    arriving: int = 128
    moment: float = 0.25
    hello: float = 5.0
    stuck: float = 10.0
    linger: float = 1.0
    sweep: float = 0.25
    discarded: int = 1 << 20
    frames: Rate = _FRAMES
    moves: Rate = _MOVES
    claims: Rate = _CLAIMS
    commands: Rate = _COMMANDS
    tries: Rate = _TRIES
