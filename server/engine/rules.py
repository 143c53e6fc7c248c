"""What a table may change of the rules (R9)."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Final


class RulesError(ValueError):
    """A setting outside what is allowed; the message is a sentence that says what is.

    Attributes:
        template, values: the sentence, and what stands for its names in braces; for other languages.
    """

    def __init__(self, template: str, /, **values: object) -> None:
        super().__init__(template.format_map(values))
        self.template = template
        self.values = values


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
LONGEST_VALUE: Final = 40
"""Letters of a wrong value that are shown."""


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
                raise RulesError(
                    "{name} must be a whole number from {low} to {high}, not {value}", name=field.name, low=low,
                    high=high, value=repr(value)[:LONGEST_VALUE],
                )
        if self.limit < self.start:
            raise RulesError(
                "limit must be at least the start points ({start}), not {limit}", start=self.start, limit=self.limit
            )


def check_seats(seats: int) -> None:
    """Raise RulesError unless `seats` is 3 to 5 (R2.1)."""
    if type(seats) is not int or not MIN_SEATS <= seats <= MAX_SEATS:
        raise RulesError(
            "a table has {low} to {high} seats, not {seats}", low=MIN_SEATS, high=MAX_SEATS,
            seats=repr(seats)[:LONGEST_VALUE],
        )
