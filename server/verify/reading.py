"""Reading a record: what every line must be made of, before its meaning is looked at."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

from server.console.say import Told

Fields: TypeAlias = dict[str, Any]

MOST_DIGITS: Final = 20


class Wrong(Told):
    """A record that is wrong. Its words are a sentence; `line` is where, from 1."""

    def __init__(self, line: int, template: str, /, **values: object) -> None:
        super().__init__(template, **values)
        self.line = line

    @property
    def sentence(self) -> str:
        """What is wrong, in the language that is spoken."""
        return str(self)


@dataclass(frozen=True, slots=True)
class Entry:
    """One line: its number from 1, what it tells of (`t`), and all its keys."""

    line: int
    kind: str
    fields: Fields

    def __getitem__(self, key: str) -> Any:
        return self.fields[key]

    def wrong(self, template: str, /, **values: object) -> Wrong:
        """Return the error that says what is wrong with this line."""
        return Wrong(self.line, template, **values)


Test: TypeAlias = Callable[[Any], bool]


def _whole(low: int, high: int) -> Test:
    return lambda value: type(value) is int and low <= value <= high


def _list_of(test: Test) -> Test:
    return lambda value: isinstance(value, list) and all(map(test, value))


def _flag(value: Any) -> bool:
    return type(value) is bool


def _text(value: Any) -> bool:
    return isinstance(value, str)


def is_hex(value: Any) -> bool:
    """Return whether `value` is a text of bytes in hex."""
    return isinstance(value, str) and len(value) % 2 == 0 and set(value) <= set("0123456789abcdefABCDEF")


def _or_null(test: Test) -> Test:
    return lambda value: value is None or test(value)


_SEAT: Final = _whole(0, 4)
_CARD: Final = _whole(1, 15)
_CARDS: Final = _list_of(_CARD)
_SCORES: Final = _list_of(_whole(-(10**9), 10**9))
_ROUND: Final = _whole(1, 10**9)

_KEYS: Final[dict[str, dict[str, Test]]] = {
    "game": {
        "format": _text,
        "version": _whole(0, 10**9),
        "rules": lambda value: isinstance(value, dict),
        "players": _list_of(lambda value: isinstance(value, dict)),
        "started": _or_null(_text),
    },
    "deal": {"round": _ROUND, "lead": _SEAT, "hands": _list_of(_CARDS), "floor": _CARD, "deck": _CARDS},
    "lay": {"seat": _SEAT, "cards": _CARDS, "signs": _text, "terra": _flag},
    "draw": {"seat": _SEAT, "cards": _CARDS},
    "match": {"seat": _SEAT, "card": _CARD, "terra": _flag},
    "keep": {"seat": _SEAT},
    "reshuffle": {"deck": _CARDS},
    "ron": {"seats": _list_of(_SEAT), "payer": _or_null(_SEAT), "penalty": _CARDS},
    "false_ron": {"seat": _SEAT},
    "settle": {
        "round": _ROUND,
        "winners": _list_of(_SEAT),
        "pay": _list_of(lambda value: _list_of(_whole(0, 10**9))(value) and len(value) == 3),
        "scores": _SCORES,
    },
    "end": {"scores": _SCORES, "winners": _list_of(_SEAT), "reason": _text},
}
"""The keys that a line of each kind must have, and what each must be. More keys may be there."""

_MAY: Final[dict[str, dict[str, Test]]] = {
    "game": {"id": is_hex},
    "deal": {"commit": is_hex, "nonces": _list_of(_or_null(is_hex)), "seed": is_hex},
}


def entries(lines: Iterable[str]) -> Iterator[Entry]:
    """Yield the lines of kinds that are known, in order; a reader skips others.

    Raises:
        Wrong: a line is no JSON object, or lacks a key, or one is not what it must be.
    """
    for number, text in enumerate(lines, 1):
        try:
            fields = json.loads(
                text, object_pairs_hook=_no_key_twice, parse_constant=_no_constant, parse_int=_no_long_number
            )
        except json.JSONDecodeError as error:
            template = "This is not a line of JSON (look at column {column})."
            raise Wrong(number, template, column=error.colno) from None
        except _NotJsonError as error:
            raise Wrong(number, error.template, **error.values) from None
        except RecursionError:
            raise Wrong(number, "This is not a line of JSON (it is nested too deep).") from None
        if not isinstance(fields, dict) or not isinstance(fields.get("t"), str):
            raise Wrong(number, "This is not an object with a text `t`.")
        kind = fields["t"]
        if kind in _KEYS:
            entry = Entry(number, kind, fields)
            _check_keys(entry)
            yield entry


def _check_keys(entry: Entry) -> None:
    for key, test in _KEYS[entry.kind].items():
        if key not in entry.fields:
            raise entry.wrong("A `{kind}` line needs `{key}`.", kind=entry.kind, key=key)
        if not test(entry[key]):
            raise _cannot_be(entry, key)
    for key, test in _MAY.get(entry.kind, {}).items():
        if key in entry.fields and not test(entry[key]):
            raise _cannot_be(entry, key)


def _cannot_be(entry: Entry, key: str) -> Wrong:
    return entry.wrong(
        "`{key}` of a `{kind}` line cannot be {value}.", key=key, kind=entry.kind, value=_short(entry[key])
    )


class _NotJsonError(Told):
    """What Python would read, and JSON or a record does not have."""


def _no_key_twice(pairs: list[tuple[str, Any]]) -> Fields:
    fields = dict(pairs)
    if len(fields) != len(pairs):
        raise _NotJsonError("This is not a line of JSON (a key comes twice).")
    return fields


def _no_constant(name: str) -> Any:
    raise _NotJsonError("This is not a line of JSON ({name} is none of its values).", name=name)


def _no_long_number(digits: str) -> int:
    # Python itself reads no more than some thousands of digits.
    if len(digits) > MOST_DIGITS:
        raise _NotJsonError("A number of {n} digits has no place in a record.", n=len(digits))
    return int(digits)


def _short(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=True)
    return text if len(text) <= 40 else text[:37] + "..."
