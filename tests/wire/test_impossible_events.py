"""What no host can mean: lays that are no sums, tables without players. The codec refuses it in both directions."""

from __future__ import annotations

from typing import Any

import msgpack  # type: ignore[import-untyped]
import pytest

from server.engine.events import Laid, Ronned
from server.wire.codec import decode_to_client, encode
from server.wire.errors import WireError
from server.wire.messages import Code, Numbered, Snapshot, Stage

LAID: dict[str, Any] = {"e": "laid", "seat": 1, "cards": b"\5\7\x08", "signs": "+-", "terra": False}
RONNED: dict[str, Any] = {
    "e": "ronned", "seats": b"\3\0", "cards": b"\5\x0b", "payer": 1, "penalty": 3, "own_turn": False,
}
VIEW: dict[str, Any] = {
    "ph": "turn", "rd": 1, "ld": 0, "tn": 0, "fl": 5, "by": None, "un": b"", "dk": 20, "cd": b"\3\3\3",
    "sc": [30, 30, 30], "rs": [30, 30, 30],
}
ROUND_ENDED: dict[str, Any] = {
    "e": "round_ended", "round": 2, "cause": "ron", "winners": b"\1", "pay": [], "cards": b"\3\0\3",
    "scores": [30, 30, 30], "next_lead": 1,
}
GAME_ENDED: dict[str, Any] = {"e": "game_ended", "scores": [61, 0, 29], "winners": b"\0", "reason": "limit"}
SEAT: dict[str, Any] = {"kind": "open"}


def snap(event: dict[str, Any] | None = None, **fields: object) -> bytes:
    """Return a snapshot's payload, with one event where it is given."""
    events = {} if event is None else {"ev": [{"n": 1, "is": event}]}
    return bytes(msgpack.packb({"t": "snap", "rev": 1, "st": "play", **events, **fields}))


def roster(seats: int) -> bytes:
    return bytes(msgpack.packb({"t": "roster", "settings": {}, "seats": [SEAT] * seats}))


@pytest.mark.parametrize("good", [
    snap(LAID), snap(LAID | {"cards": b"\5", "signs": ""}), snap(LAID | {"cards": b"\1\2\3\4", "signs": "+-+"}),
    snap(RONNED), snap(ROUND_ENDED), snap(GAME_ENDED), snap(vw=VIEW), roster(3), roster(5),
])
def test_what_these_are_made_from_is_taken(good: bytes) -> None:
    decode_to_client(good)


@pytest.mark.parametrize(("bad", "sentence"), [
    (snap(LAID | {"cards": b"", "signs": ""}), "is.cards must be a binary of 1 to 4 bytes, each from 1 to 15"),
    (snap(LAID | {"cards": b"", "signs": "+-"}), "cards must be a binary of 1 to 4 bytes"),
    (snap(LAID | {"cards": b"\1\2\3\4\5", "signs": "+++"}), "cards must be a binary of 1 to 4 bytes"),
    (snap(LAID | {"signs": "+"}), "must have one sign for each card after the first"),
    (snap(LAID | {"signs": "+-+"}), "must have one sign for each card after the first"),
    (snap(LAID | {"cards": b"\5", "signs": "+"}), "must have one sign for each card after the first"),
    (snap(LAID | {"signs": "+x"}), "signs must be a text of 0 to 3 bytes of UTF-8, made of"),
    (snap(RONNED | {"seats": b"", "cards": b""}), "seats must be a binary of 1 to 5 bytes"),
    (snap(RONNED | {"cards": b"\5"}), "must have one card for each seat"),
    (snap(RONNED | {"seats": b"\3\3"}), "must have each seat once"),
    (snap({"e": "raced", "lines": []}), "lines must be a list of 1 to 5"),
    (snap(ROUND_ENDED | {"cards": b""}), "cards must be a binary of 3 to 5 bytes"),
    (snap(ROUND_ENDED | {"cards": b"\3\0\3\1"}), "must have as many cards as scores"),
    (snap(ROUND_ENDED | {"scores": [1, 2]}), "scores must be a list of 3 to 5"),
    (snap(ROUND_ENDED | {"winners": b"\4"}), "must name seats of its table"),
    (snap(ROUND_ENDED | {"next_lead": 3}), "must name seats of its table"),
    (snap(ROUND_ENDED | {"pay": [{"payer": 3, "payee": 0, "points": 1}]}), "must name seats of its table"),
    (snap(GAME_ENDED | {"scores": []}), "scores must be a list of 3 to 5"),
    (snap(GAME_ENDED | {"winners": b"\3"}), "must name seats of its table"),
    (snap(vw=VIEW | {"cd": b""}), "cd must be a binary of 3 to 5 bytes"),
    (snap(vw=VIEW | {"sc": [1, 2]}), "sc must be a list of 3 to 5"),
    (snap(vw=VIEW | {"rs": []}), "rs must be a list of 3 to 5"),
    (roster(0), "seats must be a list of 3 to 5"),
    (roster(2), "seats must be a list of 3 to 5"),
])
def test_what_no_host_can_mean_is_refused_with_a_sentence(bad: bytes, sentence: str) -> None:
    with pytest.raises(WireError) as caught:
        decode_to_client(bad)
    assert caught.value.code is Code.BAD_MESSAGE
    assert sentence in caught.value.text
    assert len(caught.value.text.encode()) <= 240


@pytest.mark.parametrize("event", [
    Laid(0, (), "", False), Laid(0, (5, 7), "", False), Ronned((0,), (), None, 0, True),
])
def test_nothing_of_the_kind_is_ever_sent(event: Laid | Ronned) -> None:
    with pytest.raises(ValueError, match="must"):
        encode(Snapshot(1, Stage.PLAY, events=(Numbered(1, event),)))
