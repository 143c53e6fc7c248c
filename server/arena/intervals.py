"""95 % intervals for what an arena measures. docs/bots.md says which method is used where, and why."""

from __future__ import annotations

from collections.abc import Iterable
from math import sqrt
from typing import Final, NamedTuple

Z: Final = 1.959964
"""The normal distribution's two-sided 95 % point."""


class Interval(NamedTuple):
    """An estimate and the 95 % interval around it."""

    mean: float
    low: float
    high: float


def wilson(wins: float, games: int) -> Interval:
    """Return the share `wins / games` with Wilson's score interval, which stays within 0 and 1.

    Args:
        wins: may be fractions, where a win was shared (R7.4): the interval then is a little too wide.
        games: at least 1.
    """
    share = wins / games
    spread = Z * sqrt(share * (1 - share) / games + Z * Z / (4 * games * games))
    middle, scale = share + Z * Z / (2 * games), 1 + Z * Z / games
    return Interval(share, (middle - spread) / scale, (middle + spread) / scale)


def ratio(clusters: Iterable[tuple[float, int]]) -> Interval:
    """Return `sum of amounts / sum of counts` with its linearised interval over independent clusters.

    Args:
        clusters: (amount, count) of each cluster, such as points and rounds of one game, or of all games of one
            deal; at least one count above 0. One cluster alone says nothing of its spread: the interval is
            infinite.
    """
    pairs = list(clusters)
    count = sum(pair[1] for pair in pairs)
    mean = sum(pair[0] for pair in pairs) / count
    if len(pairs) < 2:
        return Interval(mean, float("-inf"), float("inf"))
    squares = sum((amount - mean * weight) ** 2 for amount, weight in pairs)
    spread = Z * sqrt(squares * len(pairs) / (len(pairs) - 1)) / count
    return Interval(mean, mean - spread, mean + spread)
