"""How docs/protocol.md spells the type and the default of a field."""

from __future__ import annotations

from dataclasses import MISSING, Field, is_dataclass
from enum import Enum
from types import NoneType, UnionType
from typing import Annotated, Union, get_args, get_origin

from server.engine.events import Event
from server.wire.limits import AsBytes, Only, Range, Size
from server.wire.messages import Move

_POWERS = {sign * 2**power: f"{'-' * (sign < 0)}2^{power}" for sign in (1, -1) for power in (31, 40, 53, 63)}


def type_in_doc(hint: object) -> str:
    """Return the type column's text for a field of the type `hint`."""
    origin = get_origin(hint)
    if origin is Annotated:
        return _limited(get_args(hint))
    if origin in (Union, UnionType):
        options = get_args(hint)
        if NoneType in options:
            (option,) = (option for option in options if option is not NoneType)
            return f"{type_in_doc(option)} or nil"
        return "Move" if options == get_args(Move) else "Event" if set(get_args(Event)) <= set(options) else "?"
    assert isinstance(hint, type)
    assert hint is bool or issubclass(hint, Enum) or is_dataclass(hint)
    return hint.__name__


def _limited(parts: tuple[object, ...]) -> str:
    match parts:
        case (_, Range(low, high)):
            return f"int {_number(low)}..{_number(high)}"
        case (_, AsBytes(most, low, high, least)):
            return f"bytes {least}..{most} of {low}..{high}"
        case (_, Size(most, least), Only(characters)):
            return f"text {least}..{most} of {' '.join(characters)}"
        case (base, Size(most, least)) if base is str:
            return f"text {least}..{most}"
        case (base, Size(most, least)) if base is bytes:
            return f"bin {most}" if least == most else f"bin {least}..{most}"
        case (base, Size(most, least)):
            return f"list {least}..{most} of {type_in_doc(get_args(base)[0])}"
    raise AssertionError(f"{parts} has no spelling")


def _number(number: int) -> str:
    return _POWERS.get(number, str(number))


def default_in_doc(field: Field[object]) -> str:
    """Return the default column's text for a field."""
    if field.default_factory is not MISSING:
        return "all defaults"
    default = field.default
    if default is MISSING:
        return "required"
    if default is None:
        return "nil"
    if isinstance(default, Enum):
        return str(default.value)
    if isinstance(default, bool):
        return str(default).lower()
    if default in ((), ""):
        return "empty"
    return str(default)
