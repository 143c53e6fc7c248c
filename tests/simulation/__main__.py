"""`python -m tests.simulation --games N`: plays whole games in virtual time, and says which seed went wrong."""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial

from tests.simulation.faults import EVERY, Fault
from tests.simulation.run import Outcome, run

EACH = 50
"""Progress is told after so many games."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Play the games; return 1 where one went wrong."""
    options = _options(arguments)
    faults = _faults(options.faults)
    seen: Counter[str] = Counter()
    failed: list[Outcome] = []
    begun, virtual = time.monotonic(), 0.0
    for number, outcome in enumerate(_outcomes(options.seed, options.games, faults, options.jobs), 1):
        seen.update(outcome.seen)
        virtual += outcome.seconds
        if outcome.failure is not None:
            failed.append(outcome)
            _tell(outcome, options.faults)
        if number % EACH == 0 or number == options.games:
            print(f"{number:,} games, {len(failed)} went wrong, {time.monotonic() - begun:.0f} s", flush=True)
    if options.games == 1 and not failed:
        print(f"trace {outcome.digest}")
    print(f"{virtual / 3600:,.1f} hours of play; " + ", ".join(f"{what} {n:,}" for what, n in sorted(seen.items())))
    return 1 if failed else 0


def _options(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.simulation", description=__doc__)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--seed", type=int, default=0, help="the first game's; the next have the next numbers")
    parser.add_argument("--faults", default="all", help=f"all, none, or some of {','.join(Fault)}")
    parser.add_argument("--jobs", type=int, default=1, help="processes")
    options = parser.parse_args(arguments)
    if options.games < 1:
        parser.error("--games must be at least 1")
    try:
        _faults(options.faults)
    except ValueError:
        parser.error(f"--faults must be all, none, or some of {','.join(Fault)}")
    return options


def _faults(text: str) -> frozenset[Fault]:
    if text == "all":
        return EVERY
    return frozenset() if text == "none" else frozenset(Fault(name) for name in text.split(","))


def _outcomes(seed: int, games: int, faults: Collection[Fault], jobs: int) -> Iterator[Outcome]:
    seeds = range(seed, seed + games)
    if jobs == 1:
        yield from map(partial(run, faults=faults), seeds)
        return
    with ProcessPoolExecutor(jobs) as pool:
        yield from pool.map(partial(run, faults=faults), seeds, chunksize=10)


def _tell(outcome: Outcome, faults: str) -> None:
    print(f"seed {outcome.seed}: {outcome.failure}")
    print(outcome.tail)
    print(f"again: python -m tests.simulation --games 1 --seed {outcome.seed} --faults {faults}", flush=True)


if __name__ == "__main__":
    sys.exit(main())
