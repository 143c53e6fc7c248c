"""What this client saw of one round: kept until the seed is revealed, then judged by `dealcheck.py`."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final, TypeAlias

from server.engine.cards import Hand, Rank, Seat
from server.engine.events import Event, GameEnded, RoundEnded
from server.wire.messages import GameView, Reveal

MOST_SIGHTS: Final = 5_000
"""A round that gives more to remember than this is not checked: a host must not fill a client's memory."""


@dataclass(frozen=True, slots=True)
class Glimpse:
    """What a snapshot showed of the cards once its events were through. `hand` is that of `seat`, if any."""

    floor: Rank
    under: tuple[Rank, ...]
    deck: int
    cards: tuple[int, ...]
    seat: Seat | None
    hand: Hand

    @classmethod
    def of(cls, view: GameView, seat: Seat | None) -> Glimpse:
        """Return what `view` shows to `seat`."""
        return cls(view.floor, view.under, view.deck, view.cards, seat, view.hand)


Sight: TypeAlias = Event | Glimpse


@dataclass(frozen=True, slots=True)
class Witness:
    """What was seen of one round, in order.

    Attributes:
        game, round, commit: the commitment that opened it.
        seat: where this client sat when it was dealt, or when it sent its nonce; None for a spectator.
        nonce: what this client sent for this deal; None if it sent nothing.
        taken: the host has acknowledged that nonce, on the link that it was sent on.
        stale: what this client sent for a deal before, which was given up; None for nothing.
        greeted: the commitment came as the first thing on a new link, so an earlier client of this seat may have
            sent a nonce for it too.
        late: the commitment came as the first thing on a new link, so the deal may have been before it.
        relinked: the link was lost since the commitment came.
        dealt: the deal was seen, after its commitment.
        ended: the end of the round was seen.
        whole: nothing was missed since the deal.
        sights: events and glimpses since the deal.
        reveal: the host's, once it came.
    """

    game: bytes
    round: int
    commit: bytes
    seat: Seat | None = None
    nonce: bytes | None = None
    taken: bool = False
    stale: bytes | None = None
    greeted: bool = False
    late: bool = False
    relinked: bool = False
    dealt: bool = False
    ended: bool = False
    whole: bool = True
    sights: tuple[Sight, ...] = ()
    reveal: Reveal | None = None

    @property
    def shared(self) -> bool:
        """Whether another client of this seat may have sent a nonce for this deal, before or after this one did."""
        return (self.greeted or self.relinked) and not self.taken

    @property
    def running(self) -> bool:
        """Whether what happens now belongs to this round."""
        return self.dealt and not self.ended

    def saw(self, event: Event) -> Witness:
        """Return the witness after an event of its round."""
        ended = isinstance(event, RoundEnded | GameEnded)
        return replace(self._with(event), dealt=True, ended=ended)

    def glimpsed(self, view: GameView, seat: Seat | None) -> Witness:
        """Return the witness after a snapshot; one that shows nothing new is not kept."""
        glimpse = Glimpse.of(view, seat)
        return self if self.sights[-1:] == (glimpse,) else self._with(glimpse)

    def blind(self) -> Witness:
        """Return the witness of a round of which something was missed: it can no longer judge."""
        return replace(self, whole=False, sights=())

    def _with(self, sight: Sight) -> Witness:
        if not self.whole:
            return self
        if len(self.sights) == MOST_SIGHTS:
            return self.blind()
        return replace(self, sights=(*self.sights, sight))
