"""Who plays in a run and by which settings, drawn from its seed: R9 widely, so that what is rare comes up."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace
from random import Random

from server.engine.rules import Rules
from server.wire.settings import Level, Settings, Watching
from tests.simulation.chance import between, chosen, stream
from tests.simulation.clock import MILLI
from tests.simulation.faults import Fault
from tests.simulation.links import Road
from tests.simulation.people import Manners, Style


@dataclass(frozen=True, slots=True)
class Guest:
    """One client: how it plays, how well it behaves, and how far away it is."""

    name: str
    watches: bool
    style: Style
    manners: Manners
    road: Road
    kernel: bool


@dataclass(frozen=True, slots=True)
class Scene:
    """A table, its bots and its guests."""

    settings: Settings
    bots: tuple[Level, ...]
    guests: tuple[Guest, ...]
    announced: int | None


def scene(seed: int, faults: Collection[Fault]) -> Scene:
    """Return who plays in run `seed`. Some are parties of lurkers, where Rons and double Rons come up."""
    random = stream(seed, "scene")
    party = random.random() < 0.3
    seats = 5 if party else between(random, 3, 5)
    bots = between(random, 0, seats - 1) if random.random() < 0.6 and not party else 0
    guests = [_guest(random, f"P{number}", False, faults) for number in range(seats - bots)]
    for number in range(between(random, 0, 2)):
        guests.append(_guest(random, f"W{number}", True, faults))
    settings = _settings(random, seats)
    if party:
        guests = [replace(guest, style=Style.LURKS) for guest in guests]
        settings = replace(settings, rules=replace(settings.rules, hand=chosen(random, 3, 4)))
    return Scene(
        settings=settings,
        bots=(Level.EASY,) * bots,
        guests=tuple(guests),
        announced=between(random, 0, 999) if random.random() < 0.1 else None,
    )


def _settings(random: Random, seats: int) -> Settings:
    watching = Watching.DELAYED if random.random() < 0.25 else Watching.PUBLIC
    return Settings(
        seats=seats,
        rules=_rules(random),
        ron_window=chosen(random, 0, 600, 1500, 1500),
        ron_joint=chosen(random, 0, 400, 400),
        false_ron=random.random() < 0.8,
        turn_time=chosen(random, 4_000, 8_000, 20_000),
        between_time=chosen(random, 1_000, 3_000),
        grace=chosen(random, 1_000, 4_000),
        pace=chosen(random, 0, 200, 900),
        watching=watching,
        delay=between(random, 0, 4),
    )


def _rules(random: Random) -> Rules:
    """Return short games: each round is like those of a long one, and a run is over the sooner."""
    if random.random() < 0.1:
        return Rules()
    start = between(random, 4, 14)
    return Rules(
        start=start,
        limit=start + between(random, 4, 16),
        hand=chosen(random, 2, 2, 3, 4, 6, 9, 9, 12),
        terra=chosen(random, 8, 8, 8, 7, 10),
        terra_draw=chosen(random, 3, 3, 2, 6),
        ron_factor=chosen(random, 2, 2, 1, 3),
        max_cards=chosen(random, 3, 3, 3, 2, 4),
    )


def _guest(random: Random, name: str, watches: bool, faults: Collection[Fault]) -> Guest:
    style = (Style.SHEDS, Style.LURKS, Style.LURKS, Style.DRAWS)[between(random, 0, 3)]
    manners = Manners()
    if Fault.PEOPLE in faults and random.random() < 0.7:
        manners = Manners(
            late=random.random() * 0.2,
            twice=random.random() * 0.2,
            never=random.random() * 0.05,
            lies=random.random() * 0.2,
            hammers=0.5 if random.random() < 0.15 else 0.0,
            chats=random.random() * 0.1,
            pauses=random.random() * 0.02,
            leaves=random.random() * 0.01,
        )
    latency = chosen(random, 0, 1, 20, 40, 75) * MILLI
    jitter = chosen(random, 0, 0, 5, 20) * MILLI
    return Guest(name, watches, style, manners, Road(latency, min(latency, jitter)), random.random() < 0.8)
