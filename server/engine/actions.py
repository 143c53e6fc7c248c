"""What can happen to a game. Chance is explicit: card orders come with the action (R2.2, R8.1)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from server.engine.cards import Rank, Seat
from server.engine.sums import Lay


@dataclass(frozen=True, slots=True)
class Deal:
    """Begin a round (R2.2): the first cards of `order` are seat 0's, and so on; then floor card and deck."""

    lead: Seat
    order: tuple[Rank, ...]


@dataclass(frozen=True, slots=True)
class LayCards:
    """Lay a combination or a single (R3.1, R3.3), declaring Terra or not (R4.1). A last single is a `Ron`."""

    seat: Seat
    lay: Lay
    terra: bool = False


@dataclass(frozen=True, slots=True)
class Draw:
    """Take the deck's top card, or three in a Terra phase (R3.4, R4.2)."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Match:
    """Lay the card just drawn (R3.5)."""

    seat: Seat
    terra: bool = False


@dataclass(frozen=True, slots=True)
class Keep:
    """Keep the card just drawn (R3.5)."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Ron:
    """Go out with one card (R5): `seats` at the same time, in paying order (`paying_order`)."""

    seats: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class FalseRon:
    """A Ron that R5.1 or R3.3 does not allow: the seat is barred until its next turn has ended (R5.8)."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Reshuffle:
    """The cards under the floor card go under the deck (R8.1): `deck` is all of the deck then, top first."""

    deck: tuple[Rank, ...]


@dataclass(frozen=True, slots=True)
class Stop:
    """The table ends the game before the rules do."""


Action: TypeAlias = Deal | LayCards | Draw | Match | Keep | Ron | FalseRon | Reshuffle | Stop
