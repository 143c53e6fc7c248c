"""How often a passphrase may be guessed: by one caller, by its neighbourhood, by everybody (docs/security.md)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from server.host.buckets import Bucket, BucketByAddress, Rate
from server.host.networks import neighbourhood_of, place_of

_PLACE: Final = Rate(burst=5, per_second=0.1)
_NEIGHBOURHOOD: Final = Rate(burst=20, per_second=0.2)
_EVERYBODY: Final = Rate(burst=100, per_second=0.2)
_FIRSTS: Final = Rate(burst=500, per_second=0.5)
_FRESH: Final = Rate(burst=1, per_second=1 / 3600)


@dataclass(frozen=True, slots=True)
class TryRates:
    """How many wrong passphrases are taken; a right one costs nothing.

    Attributes:
        place: from one address (IPv6: one /64), and for one seat from those who hold its token.
        neighbourhood: from one /24 (IPv6: one /48).
        everybody: from all together, beside the first tries.
        firsts: from all together, each the first of its place in an hour. An allowance of its own, so that those
            who guess on and on do not keep out somebody who has not guessed at all.
        fresh: how often a place has a first try.
    """

    place: Rate = _PLACE
    neighbourhood: Rate = _NEIGHBOURHOOD
    everybody: Rate = _EVERYBODY
    firsts: Rate = _FIRSTS
    fresh: Rate = _FRESH


class Tries:
    """Counts wrong passphrases. Times are seconds of one monotonic clock."""

    def __init__(self, rates: TryRates, now: float = 0.0) -> None:
        self._places = BucketByAddress(rates.place)
        self._fresh = BucketByAddress(rates.fresh)
        self._neighbourhoods = BucketByAddress(rates.neighbourhood)
        self._everybody = Bucket(rates.everybody, now)
        self._firsts = Bucket(rates.firsts, now)

    def left(self, address: str, seat: int | None, now: float) -> bool:
        """Return whether one more try is taken.

        Args:
            seat: the seat whose token the caller holds. It counts by itself: nobody else's guesses keep the holder
                of a seat out, and a token cannot be guessed.
        """
        if seat is not None:
            return self._places.left(_chair(seat), now) >= 1
        place = place_of(address)
        near = self._neighbourhoods.left(neighbourhood_of(address), now)
        return self._places.left(place, now) >= 1 and near >= 1 and self._shared(place, now).left(now) >= 1

    def wrong(self, address: str, seat: int | None, now: float) -> None:
        """Note a wrong try."""
        if seat is not None:
            self._places.take(_chair(seat), now)
            return
        place = place_of(address)
        self._shared(place, now).take(now)
        self._fresh.take(place, now)
        self._places.take(place, now)
        self._neighbourhoods.take(neighbourhood_of(address), now)

    def _shared(self, place: str, now: float) -> Bucket:
        """Return what all places draw on together, for a try from `place`."""
        return self._firsts if self._fresh.left(place, now) >= 1 else self._everybody


def _chair(seat: int) -> str:
    return f"seat {seat}"
