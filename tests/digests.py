"""Counts what is compared in constant time, in place of `hmac.compare_digest`."""

from __future__ import annotations

import hmac
from dataclasses import dataclass, field

_compare = hmac.compare_digest


@dataclass
class Digests:
    """`compare` takes the place of `hmac.compare_digest`.

    Attributes:
        compared: each pair that was compared, in either order.
    """

    compared: list[set[bytes]] = field(default_factory=list)

    def compare(self, one: bytes, other: bytes) -> bool:
        """Note the two, and compare them."""
        self.compared.append({one, other})
        return _compare(one, other)
