"""What the fields of an engine's class must have to do with each other; the limits hold each by itself."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Final

from server.engine.cards import Seat
from server.engine.events import GameEnded, Laid, Ronned, RoundEnded


def _laid(event: Laid) -> str | None:
    if len(event.signs) != len(event.cards) - 1:
        return "must have one sign for each card after the first"      # R3.2
    return None


def _ronned(event: Ronned) -> str | None:
    if len(event.cards) != len(event.seats):
        return "must have one card for each seat"
    if len(set(event.seats)) != len(event.seats):
        return "must have each seat once"
    return None


def _round_ended(event: RoundEnded) -> str | None:
    if len(event.cards) != len(event.scores):
        return "must have as many cards as scores"
    paying = (seat for pay in event.pay for seat in (pay.payer, pay.payee))
    return _named((*event.winners, event.next_lead, *paying), len(event.scores))


def _game_ended(event: GameEnded) -> str | None:
    return _named(event.winners, len(event.scores))


def _named(named: Iterable[Seat], seats: int) -> str | None:
    return "must name seats of its table" if any(seat >= seats for seat in named) else None


ENGINE_CHECKS: Final[dict[type, Callable[[Any], str | None]]] = {
    Laid: _laid,
    Ronned: _ronned,
    RoundEnded: _round_ended,
    GameEnded: _game_ended,
}
"""Class -> what is wrong with a value of it, None for nothing. Every field is within its limits already."""
