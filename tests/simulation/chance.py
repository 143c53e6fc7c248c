"""All chance of a run comes from its seed, by streams that do not disturb each other."""

from __future__ import annotations

from random import Random

from tests.simulation.clock import MILLI

REACTION, SPREAD, FASTEST = 260, 50, 120
"""Milliseconds: how long a human takes to press after seeing, normal; nobody is faster than the third."""


def stream(seed: int, *label: object) -> Random:
    """Return the stream of `label`; the same in every process, whatever PYTHONHASHSEED is."""
    return Random("/".join(str(part) for part in (seed, *label)))     # a text is hashed by SHA-512 here


def reaction(random: Random) -> int:
    """Return a human's reaction, microseconds."""
    return round(max(FASTEST, random.gauss(REACTION, SPREAD)) * MILLI)


def between(random: Random, low: int, high: int) -> int:
    """Return a whole number from `low` to `high`, evenly."""
    return low + int(random.random() * (high - low + 1))


def chosen(random: Random, *of: int) -> int:
    """Return one of some numbers."""
    return of[int(random.random() * len(of))]
