"""`python -m tests.simulation.races`: the race in numbers, each line a promise of docs/fairness.md."""

from __future__ import annotations

import argparse
import platform
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Final

from server.engine.cards import DECK, Seat, dots
from server.table.race import rederive
from server.wire.messages import Verdict
from server.wire.settings import Settings
from tests.simulation.track import REACTION, SPREAD, Heat, Lane, Manner, Track, position

RACES: Final = 20_000
BARE: Final = Settings(seats=5, ron_window=0, ron_joint=0)
"""No window and no joint interval: who is first matters, and shows."""
DEFAULT: Final = Settings(seats=5)
LAYER: Final = 0
FITTING: Final = 8


@dataclass(frozen=True, slots=True)
class Course:
    """Races for the first place, with no window and no joint interval.

    Attributes:
        name: what it shows.
        lanes: the claimants; the first is the one measured. They change seats, for ties go by seat.
        low, high: the bounds of its share of first places, per cent.
        promised: whether docs/fairness.md promises the bounds; else the figure is only shown.
        kernel: whether the host's kernel tells the round trips.
    """

    name: str
    lanes: tuple[Lane, ...]
    low: float = 0.0
    high: float = 100.0
    promised: bool = True
    kernel: bool = True


@dataclass(frozen=True, slots=True)
class Share:
    """Per cent of first places: as judged, and as the order of arrival would have it."""

    judged: float
    arrival: float


EVEN, FAR, SHAKY = Lane(), Lane(80), Lane(80, 20)
LIAR, FAR_LIAR, SHAKY_LIAR = Lane(0, 0, Manner.LIAR), Lane(80, 0, Manner.LIAR), Lane(80, 20, Manner.LIAR)
FORGER = Lane(80, 0, Manner.FORGER)

COURSES: Final = (
    Course("80 ms against one at 0", (FAR, EVEN), 47, 53),
    Course("80 ms against three at 0", (FAR, EVEN, EVEN, EVEN), 22, 28),
    Course("150 ms against one at 0", (Lane(150), EVEN), 47, 53),
    Course("80 ms, +-20 ms each way, against one at 0", (SHAKY, EVEN), 46, 54),
    Course("80 ms, +-20 ms each way, against three at 0", (SHAKY, EVEN, EVEN, EVEN), 21, 29),
    Course("the host's own seat against one at 40 ms", (EVEN, Lane(40)), 48.5, 51.5),
    Course("the host's own seat against three at 40 ms", (EVEN, Lane(40), Lane(40), Lane(40)), 23.5, 26.5),
    Course("a liar at 0 against one at 0", (LIAR, EVEN), high=54),
    Course("a liar at 80 ms against one at 0", (FAR_LIAR, EVEN), high=54),
    Course("a liar at 80 ms, +-20 ms, against one at 0", (SHAKY_LIAR, EVEN), high=54),
    Course("a liar at 80 ms, +-20 ms, against one alike", (SHAKY_LIAR, SHAKY), high=54),
    Course("without TCP_INFO: 80 ms against one at 0", (FAR, EVEN), 47, 53, kernel=False),
    Course("without TCP_INFO: 80 ms, +-20 ms, against one at 0", (SHAKY, EVEN), 46, 54, kernel=False),
    Course("not promised: 250 ms, over the cap, against one at 0", (Lane(250), EVEN), promised=False),
    Course("not promised: a liar who holds back pongs, 80 ms", (FORGER, EVEN), promised=False),
    Course("not promised: the same without TCP_INFO", (FORGER, EVEN), promised=False, kernel=False),
)

PAIRS: Final = ((EVEN, EVEN), (EVEN, FAR), (EVEN, Lane(150)), (FAR, Lane(150)), (SHAKY, Lane(150, 20)))
"""Two honest players who both can, at a table with the default window and joint interval."""
BOTH: Final = 99.0


def share_of(course: Course, races: int, seed: int) -> Share:
    """Run a course and return the share of the first of its lanes."""
    judged = arrival = 0
    places = len(course.lanes)
    first = LAYER + 1 if places == 4 else LAYER + 2      # with room, the next player only looks on
    for turn in range(places):
        seats = [first + (turn + place) % places for place in range(places)]
        track = Track(BARE, dict(zip(seats, course.lanes, strict=True)), seed + turn, kernel=course.kernel)
        game = position(BARE, LAYER, dict.fromkeys(seats, FITTING), FITTING)
        for _ in range(races // places):
            heat = checked(track.run(game))
            judged += heat.first == seats[0]
            arrival += min(heat.arrivals, key=lambda seat: (heat.arrivals[seat], seat)) == seats[0]
    run = races // places * places
    return Share(100 * judged / run, 100 * arrival / run)


def checked(heat: Heat) -> Heat:
    """Return `heat`, whose verdicts must follow from the numbers that its record holds."""
    if heat.record is not None:
        kept = {claim["seat"]: Verdict(claim["verdict"]) for claim in heat.record["claims"]}
        assert rederive(heat.record) == kept
    return heat


def share_against_draw(lane: Lane, drawer: Lane, races: int, seed: int) -> Share:
    """Run races of a Ron by `lane` against the next player's draw (R5.2); return the share of the Ron."""
    claimant, turn = LAYER + 3, LAYER + 1
    track = Track(BARE, {claimant: lane, turn: Lane(drawer.rtt, drawer.jitter, Manner.DRAW)}, seed)
    game = position(BARE, LAYER, {claimant: FITTING}, FITTING)
    judged = arrival = 0
    for _ in range(races):
        heat = checked(track.run(game))
        judged += heat.first == claimant
        arrival += heat.arrivals[claimant] < heat.arrivals[turn]
    return Share(100 * judged / races, 100 * arrival / races)


def both_paid(lanes: Sequence[Lane], races: int, seed: int) -> float:
    """Return in how many of 100 races of the default settings every one of `lanes` is paid."""
    seats = range(LAYER + 2, LAYER + 2 + len(lanes))
    track = Track(DEFAULT, dict(zip(seats, lanes, strict=True)), seed)
    game = position(DEFAULT, LAYER, dict.fromkeys(seats, FITTING), FITTING)
    return 100 * sum(checked(track.run(game)).paid == frozenset(seats) for _ in range(races)) / races


@dataclass(frozen=True, slots=True)
class Hammered:
    """Per cent of pairs of windows: in which the one with the manner, or the rival, had a Ron; false Rons."""

    one: float
    rival: float
    false: float


def hammered(manner: Manner, window: int, joint: int, races: int, seed: int) -> Hammered:
    """Let two rivals hold a random single each, while two others lay random cards, twice between their turns.

    The honest claim where their card fits. The hammer claims always, at once and again and again; after a false
    Ron it is barred in the second window, for its turn is not come yet (R5.8).
    """
    random, settings = Random(seed), Settings(seats=4, ron_window=window, ron_joint=joint)
    one, rival = 3, 2
    track = Track(settings, {one: Lane(20, 0, manner), rival: Lane(20)}, seed)
    wins = {one: 0, rival: 0}
    false = 0
    for _ in range(races):
        mine, theirs, *floors = random.sample(DECK, 4)
        barred: frozenset[Seat] = frozenset()
        for layer, floor in enumerate(floors):
            game = position(settings, layer, {one: mine, rival: theirs}, floor, barred)
            fitting = {one: dots(mine) == dots(floor), rival: dots(theirs) == dots(floor)}
            claimants = [seat for seat in (one, rival) if fitting[seat] or (seat, manner) == (one, Manner.HAMMER)]
            heat = checked(track.run(game, claimants))
            false += one in heat.false
            barred |= heat.false
            for seat in heat.paid:
                wins[seat] += 1
            if heat.paid:
                break
    return Hammered(100 * wins[one] / races, 100 * wins[rival] / races, 100 * false / races)


# ---- printing ---------------------------------------------------------------------------------------------


def main(arguments: Sequence[str] | None = None) -> int:
    """Print every figure with its bounds; return 1 where a promise is missed."""
    parser = argparse.ArgumentParser(prog="python -m tests.simulation.races", description=__doc__)
    parser.add_argument("--races", type=int, default=RACES, help=f"races a line (default {RACES:,})")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args(arguments)
    print(f"{options.races:,} races a line, seed {options.seed}; reactions {REACTION:.0f} ms, sd {SPREAD:.0f} ms")
    print(f"Python {platform.python_version()}, {platform.machine()}, {time.strftime('%Y-%m-%d')}")
    missed = _print_courses(options.races, options.seed)
    missed += _print_draws(options.races, options.seed)
    missed += _print_both(options.races, options.seed)
    missed += _print_hammer(options.races, options.seed)
    print("every promise is kept" if not missed else f"{missed} promises are missed")
    return 1 if missed else 0


def _line(name: str, figure: float, bounds: tuple[float, float] | None, rest: str = "") -> int:
    """Print one line; return 1 where `figure` is out of bounds."""
    if bounds is None:
        print(f"{name:58} {figure:6.2f}  {'':21} {rest}".rstrip(), flush=True)
        return 0
    low, high = bounds
    missed = not low <= figure <= high
    verdict = "MISSED" if missed else "kept"
    print(f"{name:58} {figure:6.2f}  {f'{low:g} to {high:g}':13} {verdict:7} {rest}".rstrip(), flush=True)
    return int(missed)


def _print_courses(races: int, seed: int) -> int:
    print("\nshare of first places, no window, no joint interval (%)")
    missed = 0
    for number, course in enumerate(COURSES):
        share = share_of(course, races, seed + 100 * number)
        bounds = (course.low, course.high) if course.promised else None
        missed += _line(course.name, share.judged, bounds, f"by arrival {share.arrival:.2f}")
    return missed


def _print_draws(races: int, seed: int) -> int:
    print("\na Ron against the next player's draw, no window: share of the Ron (%)")
    missed = 0
    duels = (("a Ron at 80 ms, a draw at 0", FAR, EVEN), ("a Ron at 0, a draw at 80 ms", EVEN, FAR))
    for number, (name, lane, drawer) in enumerate(duels):
        share = share_against_draw(lane, drawer, races, seed + 10 * number)
        missed += _line(name, share.judged, (47, 53), f"by arrival {share.arrival:.2f}")
    return missed


def _print_both(races: int, seed: int) -> int:
    print("\ndefault window and joint interval: both of two honest claimants are paid (%)")
    missed = 0
    for one, other in PAIRS:
        name = " and ".join(_told(lane) for lane in (one, other))
        missed += _line(name, both_paid((one, other), races, seed), (BOTH, 100))
    return missed


def _told(lane: Lane) -> str:
    return f"{lane.rtt:g} ms" + (f" +-{lane.jitter:g}" if lane.jitter else "")


def _print_hammer(races: int, seed: int) -> int:
    print("\nhammering Ron: pairs of windows in which one gets a Ron (%)")
    missed = 0
    for name, window, joint in (("no window", 0, 0), ("default window", DEFAULT.ron_window, DEFAULT.ron_joint)):
        honest = hammered(Manner.HONEST, window, joint, races, seed)
        other = hammered(Manner.HAMMER, window, joint, races, seed)
        _line(f"{name}: honest", honest.one, None, f"the rival {honest.rival:.2f}")
        rest = f"the rival {other.rival:.2f}, false Rons in {other.false:.2f} of 100"
        missed += _line(f"{name}: the hammer", other.one, (0, honest.one), rest)
    return missed


if __name__ == "__main__":
    sys.exit(main())
