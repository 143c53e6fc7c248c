"""Snapshots within a frame, and a newer one in place of an unsent one."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from server.engine.cards import DECK
from server.engine.events import Cause, Laid, Pay, RoundEnded
from server.engine.state import Phase
from server.wire.codec import encode, payload_of
from server.wire.limits import EVENTS_LIMIT, FRAME_LIMIT
from server.wire.messages import Clock, GameView, Moment, Numbered, Said, Snapshot, Stage
from server.wire.snapshots import fit_snapshot, merge_snapshots
from tests.wire.generate import message
from tests.wire.samples import after_a_lay

TOP = 2**31
LONG_CHAT = Said("한" * 21, "글" * 266, 4)
"""As long as a chat line of 200 cells can be, and longer."""
ENDED = RoundEnded(
    10**6, Cause.COMBINATION, (0, 1, 2, 3, 4), (Pay(4, 4, TOP),) * 20, (64,) * 5, (TOP,) * 5, 4,
)
LARGEST_VIEW = GameView(
    Phase.BETWEEN, 10**6, 4, 4, 15, 4, DECK, 64, (64,) * 5, (TOP,) * 5, (TOP,) * 5, True, True, True, (4,) * 5,
    ENDED, (4,) * 5, DECK, 15,
)
LARGEST = Snapshot(
    2**53, Stage.DEALING, LARGEST_VIEW, Moment(2**53, 10_000, 10_000), Clock(3_600_000, 3_600_000), 4, (DECK,) * 5,
)


def numbered(first: int, last: int) -> tuple[Numbered, ...]:
    return tuple(Numbered(n, Laid(n % 4, (5, 7, 8), "+-", False)) for n in range(first, last + 1))


def chat(count: int) -> tuple[Numbered, ...]:
    return tuple(Numbered(2**53 - count + n, LONG_CHAT) for n in range(count))


def test_a_snapshot_that_fits_is_the_same() -> None:
    small = after_a_lay()
    assert fit_snapshot(small) is small
    many = replace(small, events=numbered(1, 40))
    assert fit_snapshot(many) is many


def test_three_events_always_fit() -> None:
    assert len(payload_of(replace(LARGEST, events=chat(3)))) <= FRAME_LIMIT
    round_ends = tuple(Numbered(2**53, ENDED) for _ in range(3))
    assert len(payload_of(replace(LARGEST, events=round_ends))) <= FRAME_LIMIT


def test_the_oldest_events_go_and_no_more_than_must() -> None:
    full = replace(LARGEST, events=chat(EVENTS_LIMIT))
    fitted = fit_snapshot(full)
    kept = len(fitted.events)
    assert fitted == replace(full, events=full.events[-kept:])
    encode(fitted)
    assert len(payload_of(replace(full, events=full.events[-kept - 1 :]))) > FRAME_LIMIT


def test_random_snapshots_fit() -> None:
    rng = Random(5)
    for _ in range(100):
        snapshot = message(Snapshot, rng)
        assert isinstance(snapshot, Snapshot)
        events = snapshot.events + chat(rng.randint(0, 5)) + numbered(1, rng.randint(0, 40))
        fitted = fit_snapshot(replace(snapshot, events=events[:EVENTS_LIMIT]))
        assert len(encode(fitted)) <= FRAME_LIMIT + 4
        assert fitted.events == events[: EVENTS_LIMIT][len(events[:EVENTS_LIMIT]) - len(fitted.events) :]


def test_a_newer_snapshot_tells_the_unsent_events_first() -> None:
    older = replace(after_a_lay(), rev=7, events=numbered(10, 12))
    newer = replace(after_a_lay(), rev=8, events=numbered(13, 14))
    assert merge_snapshots(older, newer) == replace(newer, events=numbered(10, 14))


def test_an_event_that_both_tell_is_told_once() -> None:
    older = replace(after_a_lay(), rev=7, events=numbered(10, 13))
    newer = replace(after_a_lay(), rev=8, events=numbered(12, 14))
    assert merge_snapshots(older, newer).events == numbered(10, 14)


def test_a_snapshot_without_events_keeps_the_unsent_ones() -> None:
    older = replace(after_a_lay(), rev=7, events=numbered(10, 12))
    newer = replace(after_a_lay(), rev=8, events=())
    assert merge_snapshots(older, newer) == replace(newer, events=numbered(10, 12))
    assert merge_snapshots(newer, older) == older


def test_the_newest_events_are_kept() -> None:
    older = replace(after_a_lay(), rev=7, events=numbered(1, 50))
    newer = replace(after_a_lay(), rev=8, events=numbered(51, 80))
    assert merge_snapshots(older, newer).events == numbered(80 - EVENTS_LIMIT + 1, 80)
