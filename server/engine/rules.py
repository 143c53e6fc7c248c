"""What a table may change of the rules (R9)."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Final


class RulesError(ValueError):
    """A setting outside what is allowed; the message is a sentence that says what is."""


LIMITS: Final[dict[str, tuple[int, int]]] = {
    "start": (1, 1000),
    "limit": (2, 9999),
    "hand": (1, 12),
    "terra": (1, 15),
    "terra_draw": (1, 9),
    "ron_factor": (0, 10),
    "max_cards": (2, 4),
}
"""The lowest and highest value of each setting, both allowed."""

MIN_SEATS: Final = 3
MAX_SEATS: Final = 5


@dataclass(frozen=True, slots=True)
class Rules:
    """The numbers of R9; the defaults are the rule sheet's.

    Attributes:
        start: points each player begins with (R2.1).
        limit: the game ends when somebody has more than this (R7.2).
        hand: cards dealt to each player (R2.2).
        terra: the rank that lets its layer declare Terra (R4.1).
        terra_draw: cards taken in a Terra phase (R4.2) and as the penalty of R4.5.
        ron_factor: points per card that the payer of a Ron pays (R5.4).
        max_cards: the most cards in one combination (R3.1).

    Raises:
        RulesError: a value is not allowed.
    """

    start: int = 30
    limit: int = 60
    hand: int = 9
    terra: int = 8
    terra_draw: int = 3
    ron_factor: int = 2
    max_cards: int = 3

    def __post_init__(self) -> None:
        for field in fields(self):
            value = getattr(self, field.name)
            low, high = LIMITS[field.name]
            if type(value) is not int or not low <= value <= high:
                raise RulesError(f"{field.name} must be a whole number from {low} to {high}, not {value!r}")
        if self.limit < self.start:
            raise RulesError(f"limit must be at least the start points ({self.start}), not {self.limit}")


def check_seats(seats: int) -> None:
    """Raise RulesError unless `seats` is 3 to 5 (R2.1)."""
    if type(seats) is not int or not MIN_SEATS <= seats <= MAX_SEATS:
        raise RulesError(f"a table has {MIN_SEATS} to {MAX_SEATS} seats, not {seats!r}")
