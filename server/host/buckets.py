"""Token buckets: how often something may be done, with a start-up allowance."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Rate:
    """At most `burst` at once and `per_second` in the long run."""

    burst: float
    per_second: float


class Bucket:
    """One allowance. Times are seconds of one monotonic clock."""

    __slots__ = ("_at", "_left", "_rate")

    def __init__(self, rate: Rate, now: float) -> None:
        self._rate = rate
        self._left = rate.burst
        self._at = now

    def left(self, now: float) -> float:
        """Return how much may be taken now."""
        if now > self._at:
            self._left = min(self._rate.burst, self._left + (now - self._at) * self._rate.per_second)
            self._at = now
        return self._left

    def take(self, now: float) -> bool:
        """Take one, where there is one."""
        if self.left(now) < 1:
            return False
        self._left -= 1
        return True


ADDRESSES: Final = 1024
"""How many addresses are remembered; the longest unseen is forgotten first."""


class BucketByAddress:
    """An allowance for each address."""

    def __init__(self, rate: Rate) -> None:
        self._rate = rate
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def left(self, address: str, now: float) -> float:
        """Return how much `address` may take now."""
        bucket = self._buckets.get(address)
        return self._rate.burst if bucket is None else bucket.left(now)

    def take(self, address: str, now: float) -> bool:
        """Take one of the allowance of `address`, where there is one."""
        bucket = self._buckets.get(address)
        if bucket is None:
            bucket = self._buckets[address] = Bucket(self._rate, now)
            if len(self._buckets) > ADDRESSES:
                self._buckets.popitem(last=False)
        self._buckets.move_to_end(address)
        return bucket.take(now)
