"""Reads and writes one class after another, prepared once, lazily, from type hints and the limits beside them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import MISSING, Field, dataclass, fields, is_dataclass
from enum import Enum
from functools import cache
from operator import attrgetter
from types import NoneType, UnionType
from typing import Annotated, Final, Union, get_args, get_origin, get_type_hints

from server.engine.rules import RulesError
from server.wire.engine_checks import ENGINE_CHECKS
from server.wire.engine_limits import ENGINE_LIMITS
from server.wire.limits import AsBytes, Only, Range, Size
from server.wire.spelling import key_of, tag_of


class Mismatch(ValueError):
    """A value that does not fit its field; the path to the field grows as the error travels outwards."""

    def __init__(self, what: str, where: str = "") -> None:
        super().__init__(what, where)
        self.what = what
        self.where = where

    def within(self, step: str) -> Mismatch:
        """Return the same, told from one level further out."""
        joint = "." if self.where and not self.where.startswith("[") else ""
        return Mismatch(self.what, step + joint + self.where)

    def __str__(self) -> str:
        return f"{self.where} {self.what}" if self.where else self.what


def quoted(value: object) -> str:
    """Return a foreign key or tag for a sentence: printable ASCII, cut short."""
    text = ascii(value) if isinstance(value, str | bytes) else type(value).__name__
    return text if len(text) <= 26 else text[:23] + "..."


@dataclass(frozen=True, slots=True)
class Part:
    """How values of one type are written to what msgpack knows, and read from it. Both raise `Mismatch`."""

    write: Callable[[object], object]
    read: Callable[[object], object]


_NO_DEFAULT: Final = object()


@cache
def part_for(hint: object) -> Part:
    """Return how values of the type `hint` travel.

    Raises:
        TypeError: the hint is of a kind that the wire does not know, or lacks its limits.
    """
    origin = get_origin(hint)
    if origin is Annotated:
        base, *limits = get_args(hint)
        return _limited(base, limits)
    if origin in (Union, UnionType):
        return _union(get_args(hint))
    if hint is bool:
        return _checked(bool, "must be true or false")
    if isinstance(hint, type) and issubclass(hint, Enum):
        return _enum(hint)
    if isinstance(hint, type) and is_dataclass(hint):
        return struct_for(hint)
    raise TypeError(f"no limits are given for {hint}")


def _checked(kind: type, complaint: str) -> Part:
    def check(value: object) -> object:
        if type(value) is not kind:
            raise Mismatch(complaint)
        return value

    return Part(check, check)


def _limited(base: object, limits: list[object]) -> Part:
    match base, limits:
        case type() as kind, [Range() as range_] if kind is int:
            return _whole_number(range_)
        case type() as kind, [Size() as size] if kind is str:
            return _text(size, None)
        case type() as kind, [Size() as size, Only(characters)] if kind is str:
            return _text(size, characters)
        case type() as kind, [Size() as size] if kind is bytes:
            return _binary(size)
        case _, [AsBytes() as small]:
            return _small_numbers(small)
        case _, [Size() as size] if get_origin(base) is tuple:
            return _list(part_for(get_args(base)[0]), size)
    raise TypeError(f"the limits {limits} do not go with {base}")


def _whole_number(limit: Range) -> Part:
    low, high = limit.low, limit.high
    complaint = f"must be a whole number from {low} to {high}"

    def check(value: object) -> object:
        # A bool is an int to Python, but not to the other side.
        if type(value) is not int or not low <= value <= high:
            raise Mismatch(complaint)
        return value

    return Part(check, check)


def _text(size: Size, characters: str | None) -> Part:
    least, most = size.least, size.most
    complaint = f"must be a text of {least} to {most} bytes of UTF-8"
    if characters is not None:
        complaint += f", made of {' and '.join(characters)}"

    def check(value: object) -> object:
        if type(value) is not str or not least <= len(value) <= most:
            raise Mismatch(complaint)
        if not value.isascii() and len(value.encode("utf-8", "surrogatepass")) > most:
            raise Mismatch(complaint)
        if characters is not None and value.strip(characters):
            raise Mismatch(complaint)
        return value

    return Part(check, check)


def _binary(size: Size) -> Part:
    least, most = size.least, size.most
    span = str(most) if least == most else f"{least} to {most}"
    complaint = f"must be a binary of {span} bytes"

    def check(value: object) -> object:
        if type(value) is not bytes or not least <= len(value) <= most:
            raise Mismatch(complaint)
        return value

    return Part(check, check)


def _small_numbers(limit: AsBytes) -> Part:
    low, high, least, most = limit.low, limit.high, limit.least, limit.most
    count = f"{least} to {most}" if least else f"at most {most}"
    complaint = f"must be a binary of {count} bytes, each from {low} to {high}"

    def write(value: object) -> object:
        if type(value) is not tuple or not least <= len(value) <= most:
            raise Mismatch(complaint)
        for item in value:
            if type(item) is not int or not low <= item <= high:
                raise Mismatch(complaint)
        return bytes(value)

    def read(value: object) -> object:
        if type(value) is not bytes or not least <= len(value) <= most:
            raise Mismatch(complaint)
        if value and (min(value) < low or max(value) > high):
            raise Mismatch(complaint)
        return tuple(value)

    return Part(write, read)


def _list(item: Part, size: Size) -> Part:
    least, most = size.least, size.most
    complaint = f"must be a list of {least} to {most}" if least else f"must be a list of at most {most}"

    # Lists are unpacked as tuples (see the codec), and written from them.
    def through(each: Callable[[object], object]) -> Callable[[object], object]:
        def convert(value: object) -> object:
            if type(value) is not tuple or not least <= len(value) <= most:
                raise Mismatch(complaint)
            done: list[object] = []
            try:
                for one in value:
                    done.append(each(one))
            except Mismatch as error:
                raise error.within(f"[{len(done)}]") from None
            return tuple(done)

        return convert

    return Part(through(item.write), through(item.read))


def _enum(cls: type[Enum]) -> Part:
    members = {member.value: member for member in cls}
    complaint = f"must be one of {', '.join(members)}"
    if len(complaint) > 160:
        complaint = f"must be one of the {len(members)} values of {cls.__name__}"

    def write(value: object) -> object:
        if type(value) is not cls:
            raise Mismatch(complaint)
        return value.value

    def read(value: object) -> object:
        member = members.get(value) if type(value) is str else None
        if member is None:
            raise Mismatch(complaint)
        return member

    return Part(write, read)


def _union(options: tuple[object, ...]) -> Part:
    others = tuple(option for option in options if option is not NoneType)
    if len(others) > 1:
        if len(others) < len(options):
            raise TypeError(f"a union of classes may not be absent: {options}")
        return tagged(tuple(option for option in others if isinstance(option, type)))
    part = part_for(others[0])
    write_it, read_it = part.write, part.read

    def write(value: object) -> object:
        return None if value is None else write_it(value)

    def read(value: object) -> object:
        return None if value is None else read_it(value)

    return Part(write, read)


@cache
def tagged(classes: tuple[type, ...]) -> Part:
    """Return how a value of one of `classes` travels: a map whose tag tells which (see `spelling`)."""
    parts = {cls: struct_for(cls, tagged=True) for cls in classes}
    (key,) = {tag_of(cls)[0] for cls in classes}
    readers = {tag_of(cls)[1]: part.read for cls, part in parts.items()}

    def write(value: object) -> object:
        part = parts.get(type(value))
        if part is None:
            raise Mismatch(f"cannot be a {type(value).__name__}")
        return part.write(value)

    def read(value: object) -> object:
        if type(value) is not dict:
            raise Mismatch("must be a map")
        tag = value.get(key)
        reader = readers.get(tag) if type(tag) is str else None
        if reader is None:
            if tag is None:
                raise Mismatch("is missing", key)
            raise Mismatch(f"must be a type that is known here, not {quoted(tag)}", key)
        return reader(value)

    return Part(write, read)


@dataclass(frozen=True, slots=True)
class _Column:
    """One field of a class: its name in the code, its key on the wire, its part and its default."""

    name: str
    key: str
    part: Part
    default: object

    @property
    def may_equal(self) -> bool:
        """Whether a value can equal the default without being it."""
        return self.default is not None and self.default is not _NO_DEFAULT


def _default_of(field: Field[object]) -> object:
    if field.default is not MISSING:
        return field.default
    if field.default_factory is not MISSING:
        return field.default_factory()
    return _NO_DEFAULT


@cache
def columns_of(cls: type) -> tuple[_Column, ...]:
    """Return the fields of a dataclass as they travel, in order."""
    hints = get_type_hints(cls, include_extras=True) | ENGINE_LIMITS.get(cls, {})
    return tuple(
        _Column(field.name, key_of(cls, field.name), part_for(hints[field.name]), _default_of(field))
        for field in fields(cls)
    )


@cache
def struct_for(cls: type, tagged: bool = False) -> Part:
    """Return how a dataclass travels: a map of its fields; those equal to their default are left out."""
    return Part(_struct_writer(cls, tagged), _struct_reader(cls, tagged))


def _struct_writer(cls: type, tagged: bool) -> Callable[[object], object]:
    start: dict[str, object] = dict([tag_of(cls)]) if tagged else {}
    plan = [
        (column.key, attrgetter(column.name), column.default, column.may_equal, column.part.write)
        for column in columns_of(cls)
    ]
    check = ENGINE_CHECKS.get(cls)

    def write(value: object) -> object:
        if type(value) is not cls:
            raise Mismatch(f"must be a {cls.__name__}")
        done = dict(start)
        for key, get, default, may_equal, write_it in plan:
            item = get(value)
            if item is default or (may_equal and item == default):
                continue
            try:
                done[key] = write_it(item)
            except Mismatch as error:
                raise error.within(key) from None
        if check is not None:
            _hold(check(value))
        return done

    return write


def _hold(complaint: str | None) -> None:
    """Raise Mismatch where something is wrong with the fields of a value together."""
    if complaint is not None:
        raise Mismatch(complaint)


def _struct_reader(cls: type, tagged: bool) -> Callable[[object], object]:
    columns = columns_of(cls)
    known = {column.key: (column.name, column.part.read) for column in columns}
    required = {column.name: column.key for column in columns if column.default is _NO_DEFAULT}
    names = required.keys()
    tag_key = tag_of(cls)[0] if tagged else None
    check = ENGINE_CHECKS.get(cls)

    def read(value: object) -> object:
        if type(value) is not dict:
            raise Mismatch("must be a map")
        done: dict[str, object] = {}
        for key, item in value.items():
            entry = known.get(key)
            if entry is None:
                if key == tag_key:
                    continue
                raise Mismatch(f"has no field {quoted(key)}")
            try:
                done[entry[0]] = entry[1](item)
            except Mismatch as error:
                raise error.within(key) from None
        if not names <= done.keys():
            missing = next(key for name, key in required.items() if name not in done)
            raise Mismatch("is missing", missing)
        try:
            made = cls(**done)
        except RulesError as error:
            raise Mismatch(f"are not allowed: {error}") from None
        if check is not None:
            _hold(check(made))
        return made

    return read
