"""The outbox of one peer: bounded, in order, and the newest snapshot and roster win."""

from __future__ import annotations

import pytest

from server.host.outbox import WAITING, Encoder, Outbox
from server.wire.codec import decode_to_client
from server.wire.frames import FrameReader
from server.wire.limits import FRAME_LIMIT
from server.wire.messages import Kind, Numbered, Ping, Roster, Said, SeatInfo, Snapshot, Stage, ToClient
from server.wire.settings import Settings


def snapshot(rev: int, *events: int, text: str = "hello") -> Snapshot:
    return Snapshot(rev, Stage.LOBBY, events=tuple(Numbered(n, Said("Minji", text)) for n in events))


def roster(name: str) -> Roster:
    return Roster(Settings(), (SeatInfo(Kind.HUMAN, name), *[SeatInfo(Kind.OPEN)] * 3))


def drained(outbox: Outbox, encoder: Encoder | None = None) -> tuple[list[ToClient], list[int]]:
    data, told = outbox.drain(Encoder() if encoder is None else encoder)
    reader = FrameReader(FRAME_LIMIT)
    reader.feed(data)
    return [decode_to_client(payload) for payload in reader.payloads()], told


def test_messages_leave_in_order_and_once() -> None:
    outbox = Outbox()
    for message in (Ping(1), roster("Jun"), snapshot(1, 1), Ping(2)):
        outbox.put(message)
    assert drained(outbox) == ([Ping(1), roster("Jun"), snapshot(1, 1), Ping(2)], [])
    assert drained(outbox) == ([], [])


def test_a_newer_snapshot_takes_the_place_of_an_unsent_one_and_tells_its_events() -> None:
    outbox = Outbox()
    outbox.put(snapshot(1, 1), told=1)
    outbox.put(Ping(1))
    outbox.put(snapshot(2, 2, 3), told=2)
    assert drained(outbox) == ([Ping(1), snapshot(2, 1, 2, 3)], [1, 2])


def test_a_newer_roster_takes_the_place_of_an_unsent_one() -> None:
    outbox = Outbox()
    for name in ("Jun", "Sora", "Minji"):
        outbox.put(roster(name))
    assert drained(outbox) == ([roster("Minji")], [])


def test_snapshots_never_fill_it_and_other_messages_do() -> None:
    outbox = Outbox()
    for rev in range(10 * WAITING):
        assert outbox.put(snapshot(rev, rev), told=rev)
        assert outbox.put(roster("Jun"))
    sent = [outbox.put(Ping(n)) for n in range(WAITING + 5)]
    assert sent.count(True) == WAITING - 2
    assert sent[-1] is False
    messages, told = drained(outbox)
    assert len(messages) == WAITING
    assert told[-1] == 10 * WAITING - 1
    assert len(told) == WAITING


def test_merged_snapshots_are_cut_to_a_frame() -> None:
    outbox = Outbox()
    for n in range(64):
        outbox.put(snapshot(n, n, text="a rather long thing to say " * 7))
    messages, _ = drained(outbox)
    assert isinstance(messages[0], Snapshot)
    assert messages[0].rev == 63
    numbers = [event.n for event in messages[0].events]
    assert numbers == list(range(64))[-len(numbers) :]
    assert len(numbers) > 3


def test_a_message_that_cannot_be_encoded_keeps_back_no_other(caplog: pytest.LogCaptureFixture) -> None:
    outbox = Outbox()
    for message in (Ping(1), Ping(-1), Ping(2)):
        outbox.put(message)
    assert drained(outbox) == ([Ping(1), Ping(2)], [])
    assert "a ping could not be sent" in caplog.text
    caplog.clear()


def test_one_message_for_many_is_encoded_once() -> None:
    encoder = Encoder()
    message = snapshot(1, 1)
    assert encoder.encode(message) is encoder.encode(message)
    first = encoder.encode(message)
    encoder.forget()
    assert encoder.encode(message) == first
