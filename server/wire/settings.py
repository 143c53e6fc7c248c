"""What a table's owner may set; it travels in the roster, so everybody sees how a table differs."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Annotated

from server.engine.rules import Rules
from server.wire.limits import Millis, Range


class Assist(StrEnum):
    """How much the screen helps with a sum."""

    OFF = "off"          # the total is not shown
    TOTAL = "total"      # the total of the sum being built is shown
    HINTS = "hints"      # and one legal lay on request


class Level(StrEnum):
    """How well a bot plays."""

    EASY = "easy"
    NORMAL = "normal"
    HARD = "hard"


class Watching(StrEnum):
    """What spectators see."""

    PUBLIC = "public"        # what everybody may see (R2.5)
    DELAYED = "delayed"      # all hands as they were `delay` turns ago
    OFF = "off"              # nobody may watch


@dataclass(frozen=True, slots=True)
class Settings:
    """A table's settings. Times are milliseconds.

    Attributes:
        seats: how many play, 3 to 5 (R2.1).
        rules: the numbers of R9.
        ron_window: how long a Ron stays open at least after a lay; 0 is a bare race.
        ron_joint: claims whose effective times lie this close to the first are simultaneous (R5.5).
        credit_cap: the most that a claim's travel time can be made up for.
        false_ron: whether a false Ron bars its player (R5.8).
        turn_time: the time for a decision; 0 is none.
        between_time: the next round begins by itself after this.
        grace: a seat that is away this long is played by a bot.
        assist, watching, delay: see the enums; `delay` counts turns.
        pace: how long a bot thinks at least; 0 plays at once.
    """

    seats: Annotated[int, Range(3, 5)] = 4
    rules: Rules = field(default_factory=Rules)
    ron_window: Annotated[Millis, Range(0, 10_000)] = 1500
    ron_joint: Annotated[Millis, Range(0, 2_000)] = 400
    credit_cap: Annotated[Millis, Range(0, 1_000)] = 150
    false_ron: bool = True
    turn_time: Annotated[Millis, Range(0, 3_600_000)] = 60_000
    between_time: Annotated[Millis, Range(0, 600_000)] = 20_000
    grace: Annotated[Millis, Range(0, 3_600_000)] = 20_000
    assist: Assist = Assist.TOTAL
    watching: Watching = Watching.PUBLIC
    delay: Annotated[int, Range(0, 100)] = 0
    pace: Annotated[Millis, Range(0, 60_000)] = 900
