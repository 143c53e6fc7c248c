"""How much a peer may do, and how long it may take (DESIGN.md 6 and 7). Times are seconds."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from server.host.buckets import Rate
from server.host.sittings import SitRates
from server.host.tries import TryRates

_FRAMES: Final = Rate(burst=600, per_second=400)
_MOVES: Final = Rate(burst=200, per_second=200)
_CLAIMS: Final = Rate(burst=40, per_second=40)
_COMMANDS: Final = Rate(burst=60, per_second=20)
_LASTING: Final = Rate(burst=30, per_second=2)
_CROWD_FRAMES: Final = Rate(burst=100, per_second=40)
_WORDS: Final = Rate(burst=10, per_second=2)
CROWD_WORDS: Final = Rate(burst=20, per_second=5)
_TRIES: Final = TryRates()
SITS: Final = SitRates()

SEATED: Final = 10
"""Links of players: five seats, and each one's older link while it is being closed."""
KEPT: Final = 64
"""Files that are no connections: the store, the listening sockets, the pipes of bots' processes."""


@dataclass(frozen=True, slots=True)
class HostLimits:
    """The limits of one host.

    Attributes:
        links: the most spectators. Players come on top: there is always room for them.
        pending: the most connections that are not through the door though they had `moment` seconds.
        arriving: the most that are not through the door at all: many may come at the same moment.
        closing: the most that have been told goodbye and are still open.
        accepted: how many connections are accepted in one pass of the loop.
        hello: how long a connection may take to get through the door.
        stuck: a peer that takes none of what waits for it for so long is cut.
        linger: how long a closed link may take to read its `Bye`.
        sweep: how often these times are looked at.
        discarded: bytes read and thrown away from a link that is being closed.
        frames: whole frames of one link, of any kind; a link with more is cut unread.
        moves: moves of one link; a program may play as fast as bots do.
        claims: Rons of one link. They have their own allowance, so that nothing else ever costs one a Ron.
        commands: all other commands of one link; more are refused.
        lasting: those of them of one link that are written to the disk, or told to all as an event.
        words: lines of chat of one link.
        crowd_frames: whole frames of a spectator's link, which has less to say than a player's.
        crowd_words: lines of chat of all spectators together: more can nobody read.
        tries: wrong passphrases.
        sits: seats taken and come back to.
    """

    links: int = 900
    pending: int = 32
    arriving: int = 512
    closing: int = 64
    accepted: int = 32
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
    lasting: Rate = _LASTING
    words: Rate = _WORDS
    crowd_frames: Rate = _CROWD_FRAMES
    crowd_words: Rate = CROWD_WORDS
    tries: TryRates = _TRIES
    sits: SitRates = SITS

    @property
    def most(self) -> int:
        """The most connections that are held, of whatever kind."""
        return self.links + SEATED + self.arriving + self.closing

    @property
    def files(self) -> int:
        """How many files a host with these limits may have open."""
        return KEPT + self.most + self.accepted

    def within(self, files: int | None) -> HostLimits:
        """Return limits that keep to `files` open files (None: no limit): fewer spectators, a smaller doorstep."""
        if files is None or self.files <= files:
            return self
        room = files - min(KEPT, files // 2)
        share = max(2, room // 12)
        door = replace(
            self,
            pending=min(self.pending, share),
            arriving=min(self.arriving, 2 * share),
            closing=min(self.closing, share),
            accepted=min(self.accepted, share),
        )
        left = room - SEATED - door.arriving - door.closing - door.accepted
        return replace(door, links=max(1, min(self.links, left)))
