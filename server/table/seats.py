"""The seats of a table: who sits where, and the tokens that hold them."""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import chain, count
from typing import Final

from server.engine.cards import Seat
from server.table.effects import Peer
from server.table.links import Answers
from server.wire.messages import Kind, Presence, SeatInfo
from server.wire.settings import Level
from server.wire.text import fold

BOT_NAMES: Final = ("Mars", "Luna", "Vega", "Orion", "Nova", "Lyra", "Altair", "Mira")


def hashed(token: bytes) -> bytes:
    """Return what is kept of a token."""
    return hashlib.sha256(token).digest()


@dataclass(slots=True)
class SeatState:
    """One seat. A human's link may come and go; the token holds the seat.

    Attributes:
        tokens: the hashes that resume it: the newest, and the one before until the newest was used.
        peer: the link that plays it now.
        away_since: when its human was lost, seconds.
        nonce: the player's part of the next deal.
        proven: whether its human is known to have the token: something came that follows the welcome.
    """

    kind: Kind = Kind.OPEN
    name: str = ""
    level: Level | None = None
    tokens: tuple[bytes, ...] = ()
    peer: Peer | None = None
    presence: Presence = Presence.HERE
    away_since: float | None = None
    ready: bool = False
    nonce: bytes | None = None
    shows_hand: bool = False
    answers: Answers = field(default_factory=Answers)
    proven: bool = True

    @property
    def present(self) -> bool:
        """Whether a human is linked and plays."""
        return self.kind is Kind.HUMAN and self.presence in (Presence.HERE, Presence.UNSTEADY)

    @property
    def played_by_bot(self) -> bool:
        """Whether a bot acts for this seat now."""
        return self.kind is Kind.BOT or (self.kind is Kind.HUMAN and self.presence is Presence.STAND_IN)

    def opens_to(self, token: bytes) -> bool:
        """Return whether `token` resumes this seat; takes the same time whichever it is."""
        found = False
        for known in self.tokens:
            found |= hmac.compare_digest(known, hashed(token))
        return found

    def used(self, token: bytes) -> None:
        """Note that `token` was used: any other is no longer good. (A newer one may have been lost on its way.)"""
        self.tokens = (hashed(token),)
        self.proven = True

    def rotate(self, token: bytes) -> None:
        """Take `token` as the newest; the one before is good until it was used."""
        self.tokens = (hashed(token), *self.tokens[:1])

    def info(self, now: float) -> SeatInfo:
        """Return what everybody is told of this seat."""
        human = self.kind is Kind.HUMAN
        away = 0.0 if self.away_since is None else now - self.away_since
        return SeatInfo(
            kind=self.kind,
            name=self.name,
            level=self.level,
            presence=self.presence if human else Presence.HERE,
            away=round(away * 1000) if human else 0,
            ready=self.ready,
            shows_hand=self.shows_hand,
        )

    def line(self, seat: Seat) -> dict[str, object]:
        """Return the journal's line of this seat."""
        return {
            "t": "_seat",
            "seat": seat,
            "kind": self.kind.value,
            "name": self.name,
            "level": None if self.level is None else self.level.value,
            "tokens": [token.hex() for token in self.tokens],
            "shows_hand": self.shows_hand,
        }


def human(name: str, peer: Peer) -> SeatState:
    """Return a seat just taken by the human of `peer`."""
    return SeatState(kind=Kind.HUMAN, name=name, peer=peer, proven=False)


def bot(level: Level, taken: Iterable[str], before: Iterable[str] = ()) -> SeatState:
    """Return a seat just taken by a bot whose name is not among `taken`; see `free_bot_name`."""
    return SeatState(kind=Kind.BOT, name=free_bot_name(taken, before), level=level, ready=True)


def free_bot_name(taken: Iterable[str], before: Iterable[str] = ()) -> str:
    """Return the first bot's name that is not among `taken`; there is always one more.

    Args:
        before: names of those who sat here earlier: they are given again only once all proper names were.
    """
    folded = {fold(name) for name in taken}
    used = folded | {fold(name) for name in before}
    fresh = (name for name in BOT_NAMES if fold(name) not in used)
    names = chain(fresh, BOT_NAMES, (f"Bot {number}" for number in count(1)))
    return next(name for name in names if fold(name) not in folded)
