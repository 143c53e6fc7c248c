"""Snapshots on their way: cut to a frame, and a newer one in place of one that was not sent."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from server.wire.codec import packed, payload_of
from server.wire.limits import EVENTS_LIMIT, FRAME_LIMIT
from server.wire.messages import Numbered, Snapshot
from server.wire.schema import struct_for

_ALWAYS_FIT: Final = 3
"""So many events fit beside any snapshot, however long they are (a test holds this)."""


def fit_snapshot(snapshot: Snapshot) -> Snapshot:
    """Return `snapshot` without as many of its oldest events as its frame cannot hold.

    Raises:
        ValueError: a field is outside its limits.
    """
    if len(snapshot.events) <= _ALWAYS_FIT or len(payload_of(snapshot)) <= FRAME_LIMIT:
        return snapshot
    write = struct_for(Numbered).write
    # The list's own header grows by two bytes at most; the key is in the bare size once there is an event.
    room = FRAME_LIMIT - len(payload_of(replace(snapshot, events=snapshot.events[-1:]))) - 2
    kept = 1
    for event in reversed(snapshot.events[:-1]):
        room -= len(packed(write(event)))
        if room < 0:
            break
        kept += 1
    return replace(snapshot, events=snapshot.events[-kept:])


def merge_snapshots(older_unsent: Snapshot, newer: Snapshot) -> Snapshot:
    """Return `newer` with the events that `older_unsent` would have told in front, the newest EVENTS_LIMIT."""
    if not older_unsent.events:
        return newer
    first = newer.events[0].n if newer.events else None
    front = tuple(event for event in older_unsent.events if first is None or event.n < first)
    return replace(newer, events=(front + newer.events)[-EVENTS_LIMIT:])
