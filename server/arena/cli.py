"""`terra arena`: bots against bots, without a network, and a table of how they did."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from contextlib import nullcontext
from pathlib import Path
from typing import TextIO

from server.arena.run import GameResult, Plan, play_all
from server.arena.table import Tally, lines
from server.bots import LEVELS
from server.engine.rules import MAX_SEATS, MIN_SEATS


def bots_argument(text: str) -> tuple[str, ...]:
    """Return the levels of a list such as `normal,normal,easy`.

    Raises:
        argparse.ArgumentTypeError: it names no level, or not 3 to 5 bots; the message is a sentence.
    """
    bots = tuple(part.strip() for part in text.split(","))
    for bot in bots:
        if bot not in LEVELS:
            raise argparse.ArgumentTypeError(f"no bot plays at level {bot!r}: there are {', '.join(LEVELS)}")
    if not MIN_SEATS <= len(bots) <= MAX_SEATS:
        raise argparse.ArgumentTypeError(f"{MIN_SEATS} to {MAX_SEATS} bots play, not {len(bots)}")
    return bots


def positive(text: str) -> int:
    """Return a whole number of at least 1.

    Raises:
        argparse.ArgumentTypeError: `text` is none.
    """
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"a whole number from 1 is needed, not {text!r}")
    return int(text)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Give `parser` the arguments of `terra arena`."""
    parser.add_argument("--bots", type=bots_argument, default="normal,normal,easy", metavar="LEVELS",
                        help="3 to 5 of easy, normal and hard, with commas between (default: %(default)s)")
    parser.add_argument("--games", type=positive, default=100, metavar="N", help="default: %(default)s")
    parser.add_argument("--seed", type=int, default=1, metavar="N",
                        help="the same seed gives the same games (default: %(default)s)")
    parser.add_argument("--jobs", type=positive, default=1, metavar="J",
                        help="processes to play in; they change nothing in the results (default: %(default)s)")
    parser.add_argument("--record", type=Path, metavar="FILE", help="write all games to FILE, as JSON Lines")
    parser.add_argument("--duplicate", action="store_true",
                        help="play each deal once for each rotation of the seats; N is rounded up to whole deals")
    parser.add_argument("--rollouts", type=positive, default=400, metavar="N",
                        help="rounds that hard plays out for a decision (default: %(default)s)")


def run(args: argparse.Namespace) -> int:
    """Play, print the table, and return the exit code: 1 where it was interrupted or could not write."""
    games: int = args.games
    if args.duplicate:
        games += -games % len(args.bots)
    plan = Plan(args.bots, games, args.seed, args.duplicate, args.rollouts, record=args.record is not None)
    tally = Tally(plan)
    try:
        with open(args.record, "w", encoding="utf-8", newline="\n") if args.record else nullcontext() as file:
            for result in _shown(play_all(plan, args.jobs), plan.games):
                if file is not None:
                    file.write(result.text)
                tally.add(result)
    except OSError as error:
        print(f"terra: {args.record} could not be written: {error.strerror}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print(f"terra: stopped after {tally.games} of {plan.games} games", file=sys.stderr)
        _print(tally)
        return 1
    _print(tally)
    return 0


def _print(tally: Tally) -> None:
    if tally.games:
        print("\n".join(lines(tally)))


def _shown(results: Iterator[GameResult], games: int, stream: TextIO | None = None) -> Iterator[GameResult]:
    """Yield the results, and show how many there are so far where somebody looks."""
    stream = sys.stderr if stream is None else stream
    if not stream.isatty():
        yield from results
        return
    try:
        for number, result in enumerate(results, 1):
            stream.write(f"\r{number}/{games} games")
            stream.flush()
            yield result
    finally:
        stream.write("\r\x1b[K")
        stream.flush()
