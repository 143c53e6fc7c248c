"""Frames out of a stream that is cut anywhere."""

from __future__ import annotations

from random import Random

import pytest

from server.wire.frames import FrameError, FrameReader, framed
from server.wire.limits import FRAME_LIMIT_HELLO

PAYLOADS = [b"a", b"", b"hello" * 20, bytes(range(256)), b"z"]
STREAM = b"".join(framed(payload) for payload in PAYLOADS)


def test_a_frame_is_four_bytes_of_length_and_the_payload() -> None:
    assert framed(b"abc") == b"\0\0\0\3abc"


def test_byte_by_byte() -> None:
    reader = FrameReader(512)
    got = []
    for index in range(len(STREAM)):
        reader.feed(STREAM[index : index + 1])
        got += list(reader.payloads())
    assert got == PAYLOADS
    assert reader.waiting == 0


def test_a_payload_comes_with_its_last_byte_and_not_before() -> None:
    reader = FrameReader(512)
    frame = framed(b"abcdef")
    for index in range(len(frame) - 1):
        reader.feed(frame[index : index + 1])
        assert list(reader.payloads()) == []
        assert reader.waiting == index + 1
    reader.feed(frame[-1:])
    assert list(reader.payloads()) == [b"abcdef"]


def test_all_at_once() -> None:
    reader = FrameReader(512)
    reader.feed(STREAM)
    assert list(reader.payloads()) == PAYLOADS


def test_cut_in_two_anywhere() -> None:
    for cut in range(len(STREAM) + 1):
        reader = FrameReader(512)
        reader.feed(STREAM[:cut])
        got = list(reader.payloads())
        reader.feed(STREAM[cut:])
        assert got + list(reader.payloads()) == PAYLOADS


def test_cut_at_random() -> None:
    rng = Random(11)
    for _ in range(200):
        reader, got, rest = FrameReader(512), [], STREAM
        while rest:
            size = rng.randint(1, 40)
            reader.feed(rest[:size])
            rest = rest[size:]
            got += list(reader.payloads())
        assert got == PAYLOADS


def test_payloads_may_be_drained_one_at_a_time() -> None:
    reader = FrameReader(512)
    reader.feed(STREAM)
    assert [next(reader.payloads()) for _ in PAYLOADS] == PAYLOADS


def test_a_length_over_the_limit_is_refused_on_the_header_alone() -> None:
    reader = FrameReader(FRAME_LIMIT_HELLO)
    reader.feed(b"\0\0\2")
    assert list(reader.payloads()) == []
    reader.feed(b"\1")
    with pytest.raises(FrameError, match="a frame of 513 bytes; the limit is 512"):
        next(reader.payloads())


def test_the_limit_itself_is_allowed() -> None:
    reader = FrameReader(512)
    reader.feed(framed(b"x" * 512))
    assert list(reader.payloads()) == [b"x" * 512]


def test_bad_bytes_stay_first_in_line() -> None:
    reader = FrameReader(512)
    reader.feed(framed(b"good") + b"GET / HTTP/1.1\r\n\r\n")
    payloads = reader.payloads()
    assert next(payloads) == b"good"
    with pytest.raises(FrameError):
        next(payloads)
    reader.feed(framed(b"later"))
    for _ in range(3):
        with pytest.raises(FrameError):
            list(reader.payloads())


def test_a_raised_limit_holds_from_the_next_frame_on() -> None:
    reader = FrameReader(4)
    reader.feed(framed(b"hell") + framed(b"o" * 100))
    payloads = reader.payloads()
    assert next(payloads) == b"hell"
    reader.limit = 100
    assert next(payloads) == b"o" * 100
