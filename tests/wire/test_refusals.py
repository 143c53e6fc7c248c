"""What the codec does not take: each wrong payload gets its code, and a sentence that names the field."""

from __future__ import annotations

import tracemalloc

import msgpack  # type: ignore[import-untyped]
import pytest

from server.wire.codec import decode_to_client, decode_to_host
from server.wire.errors import WireError
from server.wire.limits import FRAME_LIMIT
from server.wire.messages import Code, Hello, Role

PING = {"t": "ping", "n": 1}
HELLO = {"t": "hello", "version": 1, "role": "play", "name": "Minji"}
LAY = {"a": "lay", "cards": b"\5\7\x08", "signs": "+-"}
ACT = {"t": "act", "seq": 1, "rev": 2, "move": LAY}
CONFIGURE = {"t": "configure", "seq": 1, "settings": {}}


def refused(payload: bytes) -> WireError:
    with pytest.raises(WireError) as caught:
        decode_to_host(payload)
    assert len(caught.value.text.encode()) <= 240
    assert caught.value.text.isascii()
    assert caught.value.text.isprintable()
    return caught.value


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        # unknown types
        ({}, "t is missing"),
        ({"t": "dance"}, "t must be a type that is known here, not 'dance'"),
        ({"t": 3}, "t must be a type that is known here, not int"),
        ({"t": ["ping"]}, "t must be a type that is known here, not tuple"),
        ({"t": "snap", "rev": 1}, "t must be a type that is known here, not 'snap'"),      # the other way round
        ({"t": "lay", "cards": b"\1"}, "t must be a type that is known here, not 'lay'"),  # a move is no message
        # unknown and missing fields
        (PING | {"m": 1}, "ping has no field 'm'"),
        (PING | {"x" * 300: 1}, f"ping has no field '{'x' * 22}..."),
        (PING | {"\x1b[2J": 1}, r"ping has no field '\x1b[2J'"),
        (PING | {"TAG": "ping"}, "ping has no field 'TAG'"),
        (PING | {"__class__": 1}, "ping has no field '__class__'"),
        ({"t": "ping"}, "ping.n is missing"),
        ({"t": "hello", "version": 1, "name": "x"}, "hello.role is missing"),
        ({"t": "act", "seq": 1, "rev": 2}, "act.move is missing"),
        # wrong types
        (PING | {"n": True}, "ping.n must be a whole number from 0 to 2147483648"),
        (PING | {"n": 1.0}, "ping.n must be a whole number"),
        (PING | {"n": "1"}, "ping.n must be a whole number"),
        (PING | {"n": None}, "ping.n must be a whole number"),
        (HELLO | {"name": b"Minji"}, "hello.name must be a text of 1 to 64 bytes"),
        (HELLO | {"name": ["M"]}, "hello.name must be a text"),
        (HELLO | {"token": "t" * 32}, "hello.token must be a binary of 32 bytes"),
        (HELLO | {"role": 0}, "hello.role must be one of play, watch"),
        (HELLO | {"role": []}, "hello.role must be one of play, watch"),
        ({"t": "pause", "seq": 1, "on": 1}, "pause.on must be true or false"),
        (ACT | {"move": "draw"}, "act.move must be a map"),
        (ACT | {"move": []}, "act.move must be a map"),
        (ACT | {"move": LAY | {"cards": [5, 7, 8]}}, "act.move.cards must be a binary of at most 4 bytes"),
        (CONFIGURE | {"settings": None}, "configure.settings must be a map"),
        # out of range, too long, too short
        (PING | {"n": -1}, "ping.n must be a whole number from 0 to"),
        (PING | {"n": 2**64 - 1}, "ping.n must be a whole number from 0 to"),
        (HELLO | {"version": -1.5}, "hello.version must be a whole number from 0 to 65535"),
        (HELLO | {"name": ""}, "hello.name must be a text of 1 to 64 bytes"),
        (HELLO | {"name": "x" * 65}, "hello.name must be a text of 1 to 64 bytes"),
        (HELLO | {"name": "한" * 22}, "hello.name must be a text of 1 to 64 bytes"),
        (HELLO | {"token": b"t" * 31}, "hello.token must be a binary of 32 bytes"),
        (HELLO | {"nonce": b"n" * 15}, "hello.nonce must be a binary of 16 to 32 bytes"),
        (ACT | {"move": LAY | {"cards": b"\1\2\3\4\5"}}, "act.move.cards must be a binary of at most 4 bytes"),
        (ACT | {"move": LAY | {"cards": b"\0"}}, "act.move.cards must be a binary of at most 4 bytes, each"),
        (ACT | {"move": LAY | {"cards": b"\x10"}}, "act.move.cards must be a binary of at most 4 bytes, each"),
        (ACT | {"move": LAY | {"signs": "++++"}}, "act.move.signs must be a text of 0 to 3 bytes"),
        (ACT | {"move": LAY | {"signs": "+*"}}, "act.move.signs must be a text of 0 to 3 bytes of UTF-8, made of"),
        ({"t": "remove", "seq": 1, "seat": 5}, "remove.seat must be a whole number from 0 to 4"),
        # enums
        (HELLO | {"role": "PLAY"}, "hello.role must be one of play, watch"),
        ({"t": "add_bot", "seq": 1, "level": "genius"}, "add_bot.level must be one of easy, normal, hard"),
        # inside a move
        (ACT | {"move": {}}, "act.move.a is missing"),
        (ACT | {"move": {"a": "ron"}}, "act.move.a must be a type that is known here, not 'ron'"),
        (ACT | {"move": {"t": "draw"}}, "act.move.a is missing"),
        (ACT | {"move": {"a": "draw", "terra": True}}, "act.move has no field 'terra'"),
        (ACT | {"a": "draw"}, "act has no field 'a'"),
        # settings and rules
        (CONFIGURE | {"settings": {"seats": 6}}, "configure.settings.seats must be a whole number from 3 to 5"),
        (CONFIGURE | {"settings": {"rules": {"hand": 13}}}, "configure.settings.rules.hand must be a whole number"),
        (CONFIGURE | {"settings": {"rules": {"start": 90}}}, "configure.settings.rules are not allowed: limit"),
        (CONFIGURE | {"settings": {"rules": {"jokers": 1}}}, "configure.settings.rules has no field 'jokers'"),
        # not a map
        ([], "a message must be a map"),
        ("ping", "a message must be a map"),
        (None, "a message must be a map"),
        (7, "a message must be a map"),
        # keys
        ({1: 2}, "a key must be a text, not int"),
        ({b"t": "ping"}, "a key must be a text, not b't'"),
        (PING | {None: 1}, "a key must be a text, not NoneType"),
        (ACT | {"move": {("a",): 1}}, "a key must be a text, not tuple"),
    ],
)
def test_a_wrong_message_is_refused_with_a_sentence(wrong: object, sentence: str) -> None:
    error = refused(msgpack.packb(wrong))
    assert error.code is Code.BAD_MESSAGE
    assert error.text.startswith(sentence)


@pytest.mark.parametrize(
    ("payload", "code", "sentence"),
    [
        (b"", Code.BAD_FRAME, "whole msgpack value"),
        (b"\xc1", Code.BAD_FRAME, "whole msgpack value"),                       # the one byte msgpack never uses
        (b"GET / HTTP/1.1\r\n", Code.BAD_MESSAGE, "15 bytes follow the message"),
        (b"\x82\xa1t\xa4ping\xa1n", Code.BAD_FRAME, "whole msgpack value"),     # cut off
        (b"\xdb\x00\x00\x0f\x00ab", Code.BAD_FRAME, "whole msgpack value"),
        (b"\x82\xa1t\xa4ping\xa1n\x01\x00", Code.BAD_MESSAGE, "1 bytes follow the message"),
        (b"\x83\xa1t\xa4ping\xa1n\x01\xa1n\x02", Code.BAD_MESSAGE, "the key 'n' comes twice"),
        (b"\x83\xa1t\xa4ping\xa1t\xa4ping\xa1n\x02", Code.BAD_MESSAGE, "the key 't' comes twice"),
        (b"\x82\xa1t\xa4ping\xa1n\xd4\x01\x01", Code.BAD_MESSAGE, "extension"),          # fixext 1
        (b"\x82\xa1t\xa4ping\xa1n\xc7\x00\x05", Code.BAD_MESSAGE, "extension"),          # ext 8, empty
        (b"\x82\xa1t\xa4ping\xa1n\xd6\xff\0\0\0\0", Code.BAD_MESSAGE, "extension"),      # a timestamp
        (b"\x82\xa1t\xa4ping\xa1n\xc7\x00\xff", Code.BAD_MESSAGE, "extension"),          # an empty timestamp
        (b"\x82\xa1t\xa4ping\xa1n\xa2\xc3\x28", Code.BAD_MESSAGE, "not UTF-8"),
        (b"\x82\xa1t\xa4ping\xa1n\xa3\xed\xa0\x80", Code.BAD_MESSAGE, "not UTF-8"),      # a surrogate
        (b"\x82\xa1t\xa4ping\xa1\xff\x01", Code.BAD_MESSAGE, "not UTF-8"),               # in a key
        (b"\xdf\xff\xff\xff\xff", Code.BAD_MESSAGE, "too long"),
        (b"\xdd\xff\xff\xff\xff", Code.BAD_MESSAGE, "too long"),
        (b"\x91" * 4000, Code.BAD_MESSAGE, "nested too deep"),
        (b"\x81\xa1t" * 1300, Code.BAD_MESSAGE, "nested too deep"),
        (b"\x91" * 900 + b"\x01", Code.BAD_MESSAGE, "a message must be a map"),
        (b"\xc4" * (FRAME_LIMIT + 1), Code.BAD_FRAME, "the limit is 4096"),
    ],
)
def test_bytes_that_are_no_message(payload: bytes, code: Code, sentence: str) -> None:
    error = refused(payload)
    assert error.code is code
    assert sentence in error.text


@pytest.mark.parametrize("payload", [b"\xdb\xff\xff\xff\xff", b"\xc6\xff\xff\xff\xff"])
def test_a_text_or_binary_that_announces_gigabytes(payload: bytes) -> None:
    # msgpack's C reader says that bytes are missing, its Python reader that the length is over the limit.
    assert refused(payload).code in (Code.BAD_FRAME, Code.BAD_MESSAGE)


def test_a_list_inside_says_which_item_is_wrong() -> None:
    seats = [{"kind": "open"}, {"kind": "human", "away": -1}, {"kind": "open"}]
    roster = {"t": "roster", "settings": {}, "seats": seats}
    with pytest.raises(WireError, match=r"roster\.seats\[1\]\.away must be a whole number"):
        decode_to_client(msgpack.packb(roster))


def test_a_wrong_event_is_found_in_its_snapshot() -> None:
    events = [{"n": 1, "is": {"e": "kept", "seat": 0}}, {"n": 2, "is": {"e": "kept", "seat": 9}}]
    with pytest.raises(WireError, match=r"snap\.ev\[1\]\.is\.seat must be a whole number from 0 to 4"):
        decode_to_client(msgpack.packb({"t": "snap", "rev": 1, "st": "play", "ev": events}))


def test_a_list_over_its_limit() -> None:
    roster = {"t": "roster", "settings": {}, "seats": [{"kind": "open"}] * 6}
    with pytest.raises(WireError, match=r"roster\.seats must be a list of 3 to 5"):
        decode_to_client(msgpack.packb(roster))


def test_a_hello_of_a_later_version_is_refused_for_its_version() -> None:
    error = refused(msgpack.packb({"t": "hello", "version": 2, "role": "judge", "clan": "x"}))
    assert error.code is Code.VERSION
    assert "version 1" in error.text


def test_a_readable_hello_of_another_version_is_left_to_the_host() -> None:
    assert decode_to_host(msgpack.packb(HELLO | {"version": 2})) == Hello(2, Role.PLAY, "Minji")


def test_a_hello_of_this_version_is_refused_for_what_is_wrong() -> None:
    assert refused(msgpack.packb(HELLO | {"clan": "x"})).code is Code.BAD_MESSAGE


def test_deep_lists_that_announce_much_take_little_memory() -> None:
    """A thousand levels, each announcing as many items as a frame has bytes, would be megabytes for 3 kB."""
    payload = b"\xdc\x0f\xff" * 1300
    decode_to_host(msgpack.packb(PING))     # what is prepared once is not what is measured
    tracemalloc.start()
    refused(payload)
    (_, peak) = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 1_000_000
