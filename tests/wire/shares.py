"""A long fuzz in shares, each from a seed of its own: the same ends come out over any number of processes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from typing import TypeAlias

Fuzz: TypeAlias = Callable[[int, str], Counter[str]]
"""Sends so many frames, all from this seed; returns how many came to which end."""


def in_shares(fuzz: Fuzz, frames: int, seed: int, *, share: int, jobs: int = 1) -> Counter[str]:
    """Send `frames` frames, `share` at a time, by `jobs` processes (1: in this one).

    Args:
        fuzz: a function of a module, so that other processes can find it.
    """
    sizes = [min(share, frames - done) for done in range(0, frames, share)]
    seeds = [f"{seed}/{number}" for number in range(len(sizes))]
    if jobs == 1:
        return _together(map(fuzz, sizes, seeds))
    with ProcessPoolExecutor(jobs, mp_context=get_context("spawn")) as pool:
        return _together(pool.map(fuzz, sizes, seeds))


def _together(shares: Iterator[Counter[str]]) -> Counter[str]:
    ends: Counter[str] = Counter()
    for share in shares:
        ends += share
    return ends
