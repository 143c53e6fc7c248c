"""The app gets keys at its own pace, in order; what is too much is dropped, but not the key to leave."""

from __future__ import annotations

import pytest
from textual import events
from textual.message import Message

from terra_tui.ui.backlog import BATCH, BATCHES, MOST_WAITING, Backlog, CaughtUp


def key(name: str) -> events.Key:
    """Return a key's event."""
    return events.Key(name, None)


def names(messages: list[Message]) -> list[str]:
    """Return the names of the keys among `messages`."""
    return [message.key for message in messages if isinstance(message, events.Key)]


def filled(count: int) -> Backlog:
    """Return a backlog of `count` keys that are named by their place."""
    backlog = Backlog()
    for at in range(count):
        backlog.add(key(str(at)))
    return backlog


def test_a_key_is_ready_at_once() -> None:
    assert names(list(filled(1).ready())) == ["0"]


def test_the_app_gets_so_many_and_the_next_when_it_has_handled_a_batch() -> None:
    backlog = filled(BATCH * (BATCHES + 2))
    first = list(backlog.ready())
    assert names(first) == [str(at) for at in range(BATCH * BATCHES)]
    assert list(backlog.ready()) == []
    mark = first[BATCH]
    assert isinstance(mark, CaughtUp)
    mark.room.release()
    assert names(list(backlog.ready())) == [str(at) for at in range(BATCH * BATCHES, BATCH * (BATCHES + 1))]
    assert list(backlog.ready()) == []


def test_what_is_too_much_is_dropped() -> None:
    backlog = filled(MOST_WAITING + 10)
    assert backlog.full
    assert len(backlog) == MOST_WAITING


@pytest.mark.parametrize("leave", ["ctrl+q", "ctrl+c"])
def test_the_key_to_leave_comes_before_what_waits(leave: str) -> None:
    backlog = filled(MOST_WAITING + 10)
    for message in backlog.ready():
        if isinstance(message, CaughtUp):
            message.room.release()
        if len(backlog) < MOST_WAITING // 2:
            break
    backlog.add(key(leave))
    backlog.add(key("after"))
    assert names(list(backlog.ready()))[:2] == [leave, "after"]
