"""`terra arena`: bots against bots, without a network, and a table of how they did."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterator
from contextlib import nullcontext
from typing import Final, TextIO

from server.arena.run import CHUNK, GameResult, Plan, play_all
from server.arena.table import Tally, lines
from server.bots import LEVELS
from server.console.kinds import path, quoted, whole, wrong
from server.console.say import say
from server.console.streams import FAILED, FINE, INTERRUPTED, complain, tell
from server.engine.rules import MAX_SEATS, MIN_SEATS

MOST: Final = 10**9


def bots_argument(text: str) -> tuple[str, ...]:
    """Return the levels of a list such as `normal,normal,easy`.

    Raises:
        argparse.ArgumentTypeError: it names no level, or not 3 to 5 bots; the message is a sentence.
    """
    bots = tuple(part.strip() for part in text.split(","))
    for bot in bots:
        if bot not in LEVELS:
            raise wrong("no bot plays at level {level}: there are {levels}.", level=quoted(bot),
                        levels=", ".join(LEVELS))
    if not MIN_SEATS <= len(bots) <= MAX_SEATS:
        raise wrong("{low} to {high} bots play, not {n}.", low=MIN_SEATS, high=MAX_SEATS, n=len(bots))
    return bots


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Give `parser` the arguments of `terra arena`."""
    parser.add_argument("--bots", type=bots_argument, default="normal,normal,easy", metavar="LEVELS",
                        help="3 to 5 of easy, normal and hard, with commas between (default: %(default)s)")
    parser.add_argument("--games", type=whole(1, MOST), default=100, metavar="N", help="default: %(default)s")
    parser.add_argument("--seed", type=whole(-MOST, MOST), default=1, metavar="N",
                        help="the same seed gives the same games (default: %(default)s)")
    parser.add_argument("--jobs", type=whole(1, MOST), default=1, metavar="J",
                        help="processes to play in; they change nothing in the results (default: %(default)s)")
    parser.add_argument("--record", type=path, metavar="FILE", help="write all games to FILE, as JSON Lines")
    parser.add_argument("--duplicate", action="store_true",
                        help="play each deal once for each rotation of the seats; N is rounded up to whole deals")
    parser.add_argument("--rollouts", type=whole(1, MOST), default=400, metavar="N",
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
            for result in _shown(play_all(plan, jobs_for(plan, args.jobs)), plan.games):
                if file is not None:
                    file.write(result.text)
                tally.add(result)
    except OSError as error:
        complain(say("{path} cannot be written: {why}.", path=args.record, why=error))
        return FAILED
    except KeyboardInterrupt:
        complain(say("Stopped after {n} of {games} games.", n=tally.games, games=plan.games))
        _print(tally)
        return INTERRUPTED
    _print(tally)
    return FINE


def jobs_for(plan: Plan, wanted: int) -> int:
    """Return how many processes are of use: no more than there are processors, or handfuls of games."""
    return max(1, min(wanted, os.cpu_count() or 1, -(-plan.games // CHUNK)))


def _print(tally: Tally) -> None:
    if tally.games:
        tell(lines(tally))


def _shown(results: Iterator[GameResult], games: int, stream: TextIO | None = None) -> Iterator[GameResult]:
    """Yield the results, and show how many there are so far where somebody looks."""
    stream = sys.stderr if stream is None else stream
    if stream is None or not stream.isatty():
        yield from results
        return
    try:
        for number, result in enumerate(results, 1):
            stream.write("\r" + say("{n}/{games} games", n=number, games=games))
            stream.flush()
            yield result
    finally:
        stream.write("\r\x1b[K")
        stream.flush()
