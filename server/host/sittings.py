"""How often seats may be taken and come back to: each time is written down and told to all (docs/security.md)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from server.host.buckets import Bucket, BucketByAddress, Rate
from server.host.networks import place_of
from server.table.effects import Effect, Send
from server.wire.messages import Welcome

_SEAT: Final = Rate(burst=90, per_second=1)
_PLACE: Final = Rate(burst=60, per_second=0.5)
_EVERYBODY: Final = Rate(burst=120, per_second=2)


@dataclass(frozen=True, slots=True)
class SitRates:
    """How often somebody may sit down.

    Attributes:
        seat: coming back to one seat with its token, from wherever. Nobody else's coming and going counts for it.
        place: sitting down as a newcomer from one address (IPv6: one /64).
        everybody: the same, from all together: whoever has many addresses has no more than this.
    """

    seat: Rate = _SEAT
    place: Rate = _PLACE
    everybody: Rate = _EVERYBODY


class Sittings:
    """Counts who sits down. Times are seconds; `seat` is that of a token, None for newcomers."""

    def __init__(self, rates: SitRates, now: float = 0.0) -> None:
        self._seats = BucketByAddress(rates.seat)
        self._places = BucketByAddress(rates.place)
        self._everybody = Bucket(rates.everybody, now)

    def left(self, address: str, seat: int | None, now: float) -> bool:
        """Return whether one more may sit down."""
        if seat is not None:
            return self._seats.left(str(seat), now) >= 1
        return self._places.left(place_of(address), now) >= 1 and self._everybody.left(now) >= 1

    def sat(self, address: str, seat: int | None, now: float) -> None:
        """Note that somebody sat down."""
        if seat is not None:
            self._seats.take(str(seat), now)
            return
        self._places.take(place_of(address), now)
        self._everybody.take(now)


def seats_somebody(effects: Iterable[Effect]) -> bool:
    """Return whether the table has given somebody a seat: what it refuses costs it nothing."""
    return any(
        isinstance(effect, Send) and isinstance(effect.message, Welcome) and effect.message.seat is not None
        for effect in effects
    )
