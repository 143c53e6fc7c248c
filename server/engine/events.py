"""What happened, told in full; `view.event_for` builds what one viewer may learn of it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias

from server.engine.cards import Rank, Seat


@dataclass(frozen=True, slots=True)
class Pay:
    """One payment: `points` from `payer` to `payee`."""

    payer: Seat
    payee: Seat
    points: int


class EndReason(StrEnum):
    """Why the game ended (R7.2). LIMIT goes before NEGATIVE where both hold."""

    LIMIT = "limit"
    NEGATIVE = "negative"
    STOPPED = "stopped"


class Cause(StrEnum):
    """How a round ended."""

    RON = "ron"                      # R5, a last single in one's own turn included (R5.3)
    COMBINATION = "combination"      # R6
    VOID = "void"                    # R8.3


@dataclass(frozen=True, slots=True)
class Dealt:
    """R2.2. Everything here is public."""

    round: int
    lead: Seat
    floor: Rank


@dataclass(frozen=True, slots=True)
class Laid:
    """R3.1, R3.3. `signs` is "" for a single, else one of `+-` for each card after the first."""

    seat: Seat
    cards: tuple[Rank, ...]
    signs: str
    terra: bool


@dataclass(frozen=True, slots=True)
class Drew:
    """R3.4, R4.2. `cards` is () for a viewer who may not see them; `count` and `choosing` are public."""

    seat: Seat
    count: int
    choosing: bool
    cards: tuple[Rank, ...] = ()


@dataclass(frozen=True, slots=True)
class Matched:
    """R3.5, laid; every other player paid one point."""

    seat: Seat
    card: Rank
    terra: bool


@dataclass(frozen=True, slots=True)
class Kept:
    """R3.5, kept."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class TerraEnded:
    """R4.3: `seat` took the cards that end the phase."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Reshuffled:
    """R8.1. `deck` is how many cards the deck holds now."""

    deck: int


@dataclass(frozen=True, slots=True)
class Ronned:
    """R5. `cards[i]` is what `seats[i]` laid; `penalty` is how many cards the payer took first (R4.5)."""

    seats: tuple[Seat, ...]
    cards: tuple[Rank, ...]
    payer: Seat | None
    penalty: int
    own_turn: bool
    penalty_cards: tuple[Rank, ...] = ()     # () for a viewer who may not see them


@dataclass(frozen=True, slots=True)
class FalselyRonned:
    """R5.8, announced to all."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class RoundEnded:
    """R7.1. `cards` is how many cards each seat held when the payments were made; `next_lead` R7.5, R8.3."""

    round: int
    cause: Cause
    winners: tuple[Seat, ...]
    pay: tuple[Pay, ...]
    cards: tuple[int, ...]
    scores: tuple[int, ...]
    next_lead: Seat


@dataclass(frozen=True, slots=True)
class GameEnded:
    """R7.2, R7.4."""

    scores: tuple[int, ...]
    winners: tuple[Seat, ...]
    reason: EndReason


Event: TypeAlias = (
    Dealt
    | Laid
    | Drew
    | Matched
    | Kept
    | TerraEnded
    | Reshuffled
    | Ronned
    | FalselyRonned
    | RoundEnded
    | GameEnded
)
