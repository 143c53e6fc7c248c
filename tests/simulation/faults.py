"""What goes wrong in a run, drawn from its seed: which faults, when, and until when."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from enum import StrEnum

from tests.simulation.chance import between, stream
from tests.simulation.clock import MILLI, SECOND


class Fault(StrEnum):
    """A kind of trouble."""

    LINKS = "links"          # stalls, cuts and half-open deaths
    DISK = "disk"            # slow commits, stalls of 50 ms and more
    KILLS = "kills"          # the host dies at any moment and comes back from what was committed
    PEOPLE = "people"        # clients that answer late, twice, never, with lies; pauses; players who walk away


EVERY = frozenset(Fault)
CALM_AFTER = (20 * SECOND, 150 * SECOND)
"""Between these times from the start the last fault happens; from then on the game must come to its end."""
DOWN = (200 * MILLI, 12 * SECOND)
"""How long a killed host is down."""


@dataclass(frozen=True, slots=True)
class Weather:
    """The troubles of one run. Times are microseconds from its start.

    Attributes:
        calm: when the last of them is over.
        kills: when the host dies, and for how long.
        hurts: when a client's line is hurt: the client's number, how, and for how long where it is a stall.
    """

    calm: int
    kills: tuple[tuple[int, int], ...] = ()
    hurts: tuple[tuple[int, int, str, int], ...] = ()
    slow_disk: bool = False
    bad_manners: bool = False


def weather(seed: int, clients: int, faults: Collection[Fault]) -> Weather:
    """Return the troubles of run `seed`."""
    random = stream(seed, "weather")
    calm = between(random, *CALM_AFTER) if faults else 0
    kills: list[tuple[int, int]] = []
    if Fault.KILLS in faults and random.random() < 0.6:
        kills = [
            (between(random, SECOND, calm), between(random, *DOWN)) for _ in range(between(random, 1, 4))
        ]
    hurts: list[tuple[int, int, str, int]] = []
    if Fault.LINKS in faults:
        for _ in range(between(random, 0, 3 * clients)):
            how = ("stall", "stall", "cut", "half-open")[between(random, 0, 3)]
            until = between(random, 50 * MILLI, 6 * SECOND)
            hurts.append((between(random, SECOND, calm), between(random, 0, clients - 1), how, until))
    return Weather(
        calm=calm,
        kills=tuple(sorted(kills)),
        hurts=tuple(sorted(hurts)),
        slow_disk=Fault.DISK in faults and random.random() < 0.6,
        bad_manners=Fault.PEOPLE in faults,
    )


def disk_delay(seed_random: float, slow: bool) -> int:
    """Return how long one commit takes, microseconds, from an even chance: a slow disk stalls now and then."""
    if not slow:
        return round(300 + 700 * seed_random)
    if seed_random < 0.85:
        return round(4 * MILLI + 10 * MILLI * seed_random)
    if seed_random < 0.98:
        return 50 * MILLI
    return 700 * MILLI
