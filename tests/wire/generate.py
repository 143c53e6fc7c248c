"""Random messages within their limits, made from the type hints alone; the edges of the limits come often."""

from __future__ import annotations

from dataclasses import MISSING, fields, is_dataclass, replace
from enum import Enum
from functools import cache
from random import Random
from types import NoneType, UnionType
from typing import Annotated, Union, get_args, get_origin, get_type_hints

from server.engine.events import GameEnded, Laid, Ronned, RoundEnded
from server.engine.rules import Rules
from server.wire.engine_limits import ENGINE_LIMITS
from server.wire.limits import AsBytes, Only, Range, Size
from server.wire.messages import ToClient, ToHost

LETTERS = "aZ0 [/]\\é한ㅋ\ufe0f\x1b\u202e😀\x00"
MESSAGES: tuple[type, ...] = tuple(dict.fromkeys(get_args(ToHost) + get_args(ToClient)))
MOST_ITEMS = 9
"""Lists are kept shorter than they may be, so that most messages fit into a frame."""


def message(cls: type, rng: Random) -> ToHost | ToClient:
    """Return a message of `cls` with every field at random."""
    made = _instance(cls, rng)
    assert isinstance(made, MESSAGES)
    return made  # type: ignore[return-value]


def value(hint: object, rng: Random) -> object:
    """Return any value of the type `hint`."""
    origin = get_origin(hint)
    if origin is Annotated:
        return _limited(get_args(hint), rng)
    if origin in (Union, UnionType):
        option = rng.choice(get_args(hint))
        return None if option is NoneType else value(option, rng)
    if hint is bool:
        return rng.random() < 0.5
    if isinstance(hint, type) and issubclass(hint, Enum):
        return rng.choice(list(hint))
    assert isinstance(hint, type)
    assert is_dataclass(hint)
    return _instance(hint, rng)


def hints_of(cls: type) -> dict[str, object]:
    """Return the types of a class's fields with their limits."""
    return _hints_of(cls)


@cache
def _hints_of(cls: type) -> dict[str, object]:
    hints = get_type_hints(cls, include_extras=True) | ENGINE_LIMITS.get(cls, {})
    return {field.name: hints[field.name] for field in fields(cls)}


def _instance(cls: type, rng: Random) -> object:
    if cls is Rules:
        start = rng.choice((1, 30, 1000))
        return Rules(start=start, limit=rng.choice((max(2, start), 9999)), hand=rng.randint(1, 12))
    chosen = {}
    for field in fields(cls):
        has_default = field.default is not MISSING or field.default_factory is not MISSING
        if not has_default or rng.random() < 0.6:
            chosen[field.name] = value(hints_of(cls)[field.name], rng)
    return _agreeing(cls(**chosen), rng)


def _agreeing(made: object, rng: Random) -> object:
    """Return an event whose fields go together (`ENGINE_CHECKS`), anything else as it is."""
    match made:
        case Laid(cards=cards):
            return replace(made, signs="".join(rng.choices("+-", k=len(cards) - 1)))
        case Ronned():
            seats = tuple(rng.sample(range(5), rng.randint(1, 5)))
            return replace(made, seats=seats, cards=tuple(rng.randint(1, 15) for _ in seats))
        case RoundEnded(scores=scores):
            top = len(scores) - 1
            pay = tuple(replace(one, payer=min(one.payer, top), payee=min(one.payee, top)) for one in made.pay)
            return replace(
                made, pay=pay, cards=tuple(rng.randint(0, 64) for _ in scores), next_lead=min(made.next_lead, top),
                winners=tuple(min(seat, top) for seat in made.winners),
            )
        case GameEnded(scores=scores):
            return replace(made, winners=tuple(min(seat, len(scores) - 1) for seat in made.winners))
        case _:
            return made


def _limited(parts: tuple[object, ...], rng: Random) -> object:
    match parts:
        case (_, Range(low, high)):
            return rng.choice((low, high, rng.randint(low, high), rng.randint(low, min(high, low + 300))))
        case (_, AsBytes(most, low, high, least)):
            count = rng.choice((least, most, rng.randint(least, most)))
            return tuple(rng.randint(low, high) for _ in range(count))
        case (base, Size(most, least), Only(characters)) if base is str:
            return "".join(rng.choices(characters, k=rng.randint(least, most)))
        case (base, Size(most, least)) if base is str:
            return _text(least, most, rng)
        case (base, Size(most, least)) if base is bytes:
            return rng.randbytes(rng.choice((least, most, rng.randint(least, most))))
        case (base, Size(most, least)) if get_origin(base) is tuple:
            item = get_args(base)[0]
            return tuple(value(item, rng) for _ in range(rng.randint(least, min(most, MOST_ITEMS))))
    raise AssertionError(f"no values are known for {parts}")


def _text(least: int, most: int, rng: Random) -> str:
    text = "".join(rng.choices(LETTERS, k=rng.randint(least, min(most, 40))))
    while len(text.encode()) > most:
        text = text[:-1]
    return text or "x" * least
