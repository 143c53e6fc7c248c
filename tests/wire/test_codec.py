"""Every message there and back, and the shape of its map."""

from __future__ import annotations

from dataclasses import fields
from random import Random
from typing import Annotated, get_args

import msgpack  # type: ignore[import-untyped]
import pytest

from server.engine.events import Drew, Event, Laid, Pay, RoundEnded
from server.engine.rules import LIMITS, Rules
from server.engine.state import Phase
from server.wire.codec import decode_to_client, decode_to_host, encode
from server.wire.engine_limits import ENGINE_LIMITS
from server.wire.frames import HEADER
from server.wire.limits import FRAME_LIMIT, Size
from server.wire.messages import (
    Ack,
    Act,
    AddBot,
    Bye,
    Change,
    Changed,
    Claim,
    Configure,
    DoLay,
    DoMatch,
    GameView,
    Hello,
    Kind,
    Move,
    Numbered,
    Ping,
    Pong,
    Presence,
    Reveal,
    Role,
    Roster,
    Say,
    SeatInfo,
    Snapshot,
    SpectatorInfo,
    Stage,
    TableEvent,
    ToClient,
    ToHost,
)
from server.wire.schema import columns_of, part_for
from server.wire.settings import Assist, Level, Settings, Watching
from server.wire.spelling import EVENT_TAGS, KEYS
from tests.wire.generate import MESSAGES, message
from tests.wire.samples import after_a_lay

TO_HOST = get_args(ToHost)
TO_CLIENT = get_args(ToClient)


def plain(sent: ToHost | ToClient) -> object:
    return msgpack.unpackb(encode(sent)[HEADER.size :])


@pytest.mark.parametrize("cls", TO_HOST)
def test_what_a_client_sends_comes_out_equal(cls: type) -> None:
    rng = Random(cls.__name__)
    for _ in range(60):
        sent = message(cls, rng)
        assert decode_to_host(encode(sent)[HEADER.size :]) == sent


@pytest.mark.parametrize("cls", [cls for cls in TO_CLIENT if cls is not Snapshot])
def test_what_a_host_sends_comes_out_equal(cls: type) -> None:
    rng = Random(cls.__name__)
    for _ in range(60):
        sent = message(cls, rng)
        assert decode_to_client(encode(sent)[HEADER.size :]) == sent


def test_snapshots_come_out_equal_with_every_event() -> None:
    rng = Random(4)
    told = set()
    for _ in range(300):
        sent = message(Snapshot, rng)
        assert isinstance(sent, Snapshot)
        told |= {type(numbered.event) for numbered in sent.events}
        assert decode_to_client(encode(sent)[HEADER.size :]) == sent
    assert told == set(get_args(Event)) | set(get_args(TableEvent)) == set(EVENT_TAGS)


def test_the_header_is_the_payloads_length_in_four_bytes_big_endian() -> None:
    frame = encode(Ping(7))
    assert frame[:4] == bytes([0, 0, 0, len(frame) - 4])


def test_fields_equal_to_their_default_are_left_out() -> None:
    assert plain(AddBot(3)) == {"t": "add_bot", "seq": 3}
    assert plain(Configure(3, Settings())) == {"t": "configure", "seq": 3, "settings": {}}
    assert plain(Act(1, 2, DoMatch())) == {"t": "act", "seq": 1, "rev": 2, "move": {"a": "match"}}


def test_a_field_sent_though_equal_to_its_default_is_taken() -> None:
    payload = msgpack.packb({"t": "add_bot", "seq": 3, "level": "normal"})
    assert decode_to_host(payload) == AddBot(3)


def test_rules_are_a_map_inside_the_settings() -> None:
    settings = Settings(seats=5, rules=Rules(limit=100))
    assert plain(Configure(1, settings)) == {
        "t": "configure", "seq": 1, "settings": {"seats": 5, "rules": {"limit": 100}},
    }


def test_moves_and_events_tell_their_class_by_a_short_key() -> None:
    assert plain(Act(1, 2, DoLay((5, 7, 8), "+-", terra=True))) == {
        "t": "act", "seq": 1, "rev": 2, "move": {"a": "lay", "cards": b"\5\7\x08", "signs": "+-", "terra": True},
    }
    sent = Snapshot(9, Stage.PLAY, events=(Numbered(4, Drew(1, 3, False)),))
    assert plain(sent) == {
        "t": "snap", "rev": 9, "st": "play",
        "ev": [{"n": 4, "is": {"e": "drew", "seat": 1, "count": 3, "choosing": False}}],
    }


def test_absent_and_nil_are_the_same_where_the_default_is_none() -> None:
    bare = {"t": "hello", "version": 1, "role": "play", "name": "Minji"}
    expected = Hello(1, Role.PLAY, "Minji")
    assert decode_to_host(msgpack.packb(bare)) == expected
    assert decode_to_host(msgpack.packb(bare | {"token": None})) == expected


def test_what_both_sides_send_is_read_by_both() -> None:
    for sent in (Ping(1), Pong(2)):
        payload = encode(sent)[HEADER.size :]
        assert decode_to_host(payload) == decode_to_client(payload) == sent


def test_a_snapshot_after_a_lay_is_small() -> None:
    assert len(encode(after_a_lay(seats=4, under=20))) < 250
    assert len(encode(after_a_lay(seats=5, under=50))) < 300


def test_the_largest_roster_fits_into_a_frame() -> None:
    name = "한" * 21
    seat = SeatInfo(Kind.HUMAN, name, Level.NORMAL, Presence.STAND_IN, 2**40, ready=True, shows_hand=True)
    top = {limit: high for limit, (_, high) in LIMITS.items()}
    settings = Settings(
        5, Rules(**top), 10_000, 2_000, 1_000, False, 3_600_000, 600_000, 3_600_000, Assist.HINTS,
        Watching.DELAYED, 100, 60_000,
    )
    spectators = (SpectatorInfo(name, Watching.DELAYED),) * 16
    assert len(encode(Roster(settings, (seat,) * 5, 4, 100_000, spectators, 2**63))) < FRAME_LIMIT


def test_encode_refuses_what_no_reader_would_take() -> None:
    wrong: list[tuple[ToHost | ToClient, str]] = [
        (Ping(-1), "Ping.n must be a whole number"),
        (Ping(True), "Ping.n must be a whole number"),
        (Say(1, "x" * 801), "Say.text must be a text"),
        (Say(1, "é" * 401), "Say.text must be a text"),
        (Act(1, 1, DoLay((16,))), "Act.move.cards must be a binary"),
        (Act(1, 1, DoLay((1, 2), "*")), "Act.move.signs must be a text"),
        (Claim(1, 1, 2**31 + 1), "Claim.reaction must be"),
        (Hello(1, "play", "x"), "Hello.role must be one of play, watch"),  # type: ignore[arg-type]
        (Reveal(b"g" * 15, 1, b"s" * 32, ()), "Reveal.game must be a binary of 16 bytes"),
        (Roster(Settings(), ("Minji",) * 3), r"Roster.seats\[0\] must be a SeatInfo"),  # type: ignore[arg-type]
        (Snapshot(1, Stage.PLAY, events=(Numbered(1, Ping(1)),)), "cannot be a Ping"),  # type: ignore[arg-type]
    ]
    for sent, sentence in wrong:
        with pytest.raises(ValueError, match=sentence):
            encode(sent)


def test_encode_refuses_a_frame_over_the_limit() -> None:
    long = tuple(Numbered(n, Changed(Change.JOINED, None, "x" * 64)) for n in range(64))
    with pytest.raises(ValueError, match=r"a snap of \d+ bytes; the limit is 4096"):
        encode(Snapshot(1, Stage.LOBBY, events=long))


def test_encode_refuses_a_text_that_is_not_unicode() -> None:
    with pytest.raises(ValueError, match="surrogates"):
        encode(Say(1, "\ud800"))


def test_engine_limits_name_every_field_that_needs_one() -> None:
    """A new field of an event must be given its limits, else its class cannot be sent at all."""
    for cls in (*get_args(Event), Pay, Rules, RoundEnded, GameView):
        assert [column.name for column in columns_of(cls)] == [field.name for field in fields(cls)]
        assert set(ENGINE_LIMITS.get(cls, {})) <= {field.name for field in fields(cls)}


def test_short_spellings_name_fields_that_exist_and_do_not_collide() -> None:
    for cls, spelling in KEYS.items():
        names = [field.name for field in fields(cls)]
        assert set(spelling) <= set(names)
        keys = [column.key for column in columns_of(cls)]
        assert len(set(keys)) == len(keys)


def test_a_type_without_limits_is_a_programming_error() -> None:
    for hint in (int, str, dict, Annotated[int, Size(3)], Laid | None | Drew):
        with pytest.raises(TypeError):
            part_for(hint)


def test_the_view_of_a_round_that_has_not_begun_is_tiny() -> None:
    view = GameView(Phase.BETWEEN, 0, 0, 0, 0, None, (), 0, (0, 0, 0), (30, 30, 30), (30, 30, 30))
    assert len(encode(Snapshot(0, Stage.LOBBY, view))) < 110


def test_every_move_and_command_is_among_the_messages() -> None:
    assert {cls.TAG for cls in get_args(Move)} == {"lay", "draw", "match", "keep"}
    assert {Ack, Bye} <= set(MESSAGES)
    assert len({cls.TAG for cls in get_args(ToHost) + get_args(ToClient)}) == len(MESSAGES)
