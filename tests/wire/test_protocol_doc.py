"""docs/protocol.md and the code say the same: every type, field, limit, code and example."""

from __future__ import annotations

import json
import re
from dataclasses import fields
from enum import Enum
from pathlib import Path
from typing import Any, get_args

import msgpack  # type: ignore[import-untyped]
import pytest

from server.engine.cards import DECK
from server.engine.events import Cause, EndReason, Pay
from server.engine.reasons import Reason
from server.engine.rules import Rules
from server.engine.shuffle import commitment, deal_label, first_lead, reshuffle_label, shuffled
from server.engine.state import Phase
from server.wire.codec import decode_to_client, decode_to_host, encode
from server.wire.frames import HEADER, FrameReader
from server.wire.limits import FRAME_LIMIT, FRAME_LIMIT_HELLO
from server.wire.messages import (
    Change,
    Clock,
    Code,
    GameView,
    Kind,
    Moment,
    Move,
    Numbered,
    Ping,
    Presence,
    RaceLine,
    Role,
    SeatInfo,
    SpectatorInfo,
    Stage,
    ToHost,
    Verdict,
)
from server.wire.schema import Part, columns_of, struct_for, tagged
from server.wire.settings import Assist, Level, Settings, Watching
from server.wire.spelling import EVENT_TAGS, tag_of
from tests.wire.doc_types import default_in_doc, type_in_doc
from tests.wire.generate import MESSAGES, hints_of

TEXT = (Path(__file__).parents[2] / "docs" / "protocol.md").read_text(encoding="utf-8")
MOVES: tuple[type, ...] = get_args(Move)
EVENTS = tuple(EVENT_TAGS)
PARTS: tuple[type, ...] = (
    SeatInfo, SpectatorInfo, Settings, Rules, GameView, Moment, Clock, Numbered, Pay, RaceLine,
)
DESCRIBED = [*MESSAGES, *MOVES, *EVENTS, *PARTS]
ENUMS: tuple[type[Enum], ...] = (
    Role, Stage, Phase, Kind, Presence, Level, Assist, Watching, Cause, EndReason, Verdict, Change, Code, Reason,
)
HEX_LINES = re.compile(r"```\n((?:[0-9a-f]{2}(?: [0-9a-f]{2})*\n)+)(\{.*?\})\n```", re.DOTALL)


def sections() -> dict[str, str]:
    """Return what stands under each heading, down to the next one."""
    found = re.split(r"^#+ (.+)$", TEXT, flags=re.MULTILINE)[1:]
    return dict(zip(found[::2], found[1::2], strict=True))


SECTIONS = sections()


def rows(section: str) -> list[list[str]]:
    """Return the cells of a section's first table, without its head."""
    lines = [line for line in SECTIONS[section].splitlines() if line.startswith("|")]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines[2:]]


def value_of(row: str) -> str:
    """Return the second column of the row of a test vector."""
    match = re.search(rf"^\| {re.escape(row)} \| `?([^|`]*?)`? \|$", TEXT, re.MULTILINE)
    assert match, row
    return match[1]


def from_notation(text: str) -> Any:
    """Return the value that an example shows: JSON, with h'..' for a bin."""
    marked = re.sub(r"h'([0-9a-f]*)'", r'"bin:\1"', text)
    return with_bins(json.loads(marked))


def with_bins(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: with_bins(item) for key, item in value.items()}
    if isinstance(value, list):
        return [with_bins(item) for item in value]
    if isinstance(value, str) and value.startswith("bin:"):
        return bytes.fromhex(value[4:])
    return value


def examples(section: str) -> list[tuple[bytes, Any]]:
    return [(bytes.fromhex(found[1]), from_notation(found[2])) for found in HEX_LINES.finditer(SECTIONS[section])]


def codec_part(cls: type) -> Part:
    if cls in MOVES:
        return tagged(MOVES)
    return tagged(EVENTS) if cls in EVENTS else struct_for(cls)


@pytest.mark.parametrize("cls", DESCRIBED)
def test_the_table_of_each_class_is_what_travels(cls: type) -> None:
    documented = [(key, kind, default) for key, kind, default, *_ in rows(cls.__name__)]
    expected = []
    if cls not in PARTS:
        key, tag = tag_of(cls)
        expected.append((f"`{key}`", f"the text `{tag}`", "required"))
    hints, by_name = hints_of(cls), {field.name: field for field in fields(cls)}
    for column in columns_of(cls):
        default = default_in_doc(by_name[column.name])
        plain = default in ("required", "all defaults", "empty")
        expected.append((f"`{column.key}`", type_in_doc(hints[column.name]), default if plain else f"`{default}`"))
    assert documented == expected


@pytest.mark.parametrize("cls", DESCRIBED)
def test_a_short_key_has_its_long_name_beside_it(cls: type) -> None:
    meanings = {row[0]: row[3] for row in rows(cls.__name__)}
    for column in columns_of(cls):
        if column.key != column.name:
            assert meanings[f"`{column.key}`"].startswith(f"({column.name})")


@pytest.mark.parametrize("cls", DESCRIBED)
def test_the_example_of_each_class_is_what_the_code_reads_and_writes(cls: type) -> None:
    found = examples(cls.__name__)
    assert found, f"{cls.__name__} has no example"
    for payload, shown in found:
        assert msgpack.unpackb(payload) == shown
        if cls in MESSAGES:
            message = decode_to_host(payload) if cls in get_args(ToHost) else decode_to_client(payload)
            assert type(message) is cls
            assert encode(message)[HEADER.size :] == payload
        else:
            part = codec_part(cls)
            value = part.read(msgpack.unpackb(payload, use_list=False))
            assert type(value) is cls
            assert msgpack.packb(part.write(value)) == payload


@pytest.mark.parametrize("enum", ENUMS)
def test_every_value_of_each_enum_has_its_meaning(enum: type[Enum]) -> None:
    table = rows(enum.__name__)
    assert [row[0].split(" ")[0] for row in table] == [f"`{member.value}`" for member in enum]
    assert all(row[-1] for row in table)


def test_every_type_that_a_table_names_is_described() -> None:
    plain = re.compile(r"^(bool|int .*|text .*|bin .*|bytes .*|the text .*)$")
    for cls in DESCRIBED:
        for _, kind, *_ in rows(cls.__name__):
            name = re.sub(r"^list \d\.\.\d+ of ", "", kind).removesuffix(" or nil")
            assert plain.match(name) or name in {*SECTIONS, "Move", "Event"}, f"{cls.__name__}: {name}"


def test_every_link_inside_the_page_leads_somewhere() -> None:
    anchors = {title.lower().replace(" ", "-") for title in SECTIONS}
    assert set(re.findall(r"\]\(#([^)]+)\)", TEXT)) <= anchors


def test_the_example_of_a_frame() -> None:
    (shown,) = re.findall(r"```\n([0-9a-f ]+)\n```", SECTIONS["Frames"])
    reader = FrameReader(FRAME_LIMIT)
    reader.feed(bytes.fromhex(shown))
    assert [decode_to_host(payload) for payload in reader.payloads()] == [Ping(7)]
    assert f"at most {FRAME_LIMIT_HELLO} bytes" in SECTIONS["Frames"]
    assert f"at most {FRAME_LIMIT} after" in SECTIONS["Frames"]


def test_the_vector_of_the_deal() -> None:
    game, seed = bytes.fromhex(value_of("game")), bytes.fromhex(value_of("seed"))
    nonces = (bytes.fromhex(value_of("nonce of seat 0")), None, bytes.fromhex(value_of("nonce of seat 2")))
    label = deal_label(game, int(value_of("round")))
    assert commitment(seed, label).hex() == value_of("commit")
    assert first_lead(3, seed, nonces, game) == int(value_of("first lead"))
    assert numbers(value_of("order of the 64 cards")) == shuffled(DECK, seed, nonces, label)
    (under,) = re.findall(r"\| first reshuffle of ([\d, ]+) \|", TEXT)
    again = shuffled(numbers(under), seed, nonces, reshuffle_label(game, 1, 1))
    assert numbers(value_of(f"first reshuffle of {under}")) == again


def numbers(text: str) -> tuple[int, ...]:
    return tuple(int(number) for number in text.split(", "))
