"""How many bytes it takes to come back to a table of five, as docs/hosting.md says it."""

from __future__ import annotations

from pathlib import Path

import pytest

from server.wire.codec import encode
from server.wire.limits import EVENTS_LIMIT
from server.wire.messages import Role, Roster, Say, Snapshot, Welcome
from server.wire.settings import Settings
from server.wire.snapshots import fit_snapshot
from tests.table.people import Person, crowd
from tests.table.shell import Shell, new_shell

PAGE = Path(__file__).parents[2] / "docs" / "hosting.md"
ONE_PIECE = 10 * 1_400
"""Bytes that TCP sends at once on a new connection (RFC 6928: ten segments)."""


def in_play(names: str) -> tuple[Shell, list[Person]]:
    """Return a table of five that has more behind it than it remembers."""
    shell = new_shell(Settings(seats=5, pace=0, turn_time=0), 1).open()
    people = crowd(shell, names)
    shell.run_until(lambda: shell.table.core.events > 2 * EVENTS_LIMIT)
    return shell, people


def return_of(person: Person) -> tuple[int, int]:
    """Cut a player, and return the bytes of their coming back, and those of the events among them."""
    person.cut()
    person.back()
    came = person.shell.inbox[person.peer]
    welcome = next(message for message in came if isinstance(message, Welcome))
    roster = next(message for message in came if isinstance(message, Roster))
    snapshot = next(message for message in came if isinstance(message, Snapshot))
    assert len(snapshot.events) == EVENTS_LIMIT
    sent = len(encode(fit_snapshot(snapshot)))
    bare = len(encode(Snapshot(snapshot.rev, snapshot.stage, snapshot.view, snapshot.moment, snapshot.clock)))
    return len(encode(welcome)) + len(encode(roster)) + sent, sent - bare


def test_coming_back_in_play_takes_about_three_kilobytes_most_of_it_the_log() -> None:
    _, people = in_play("ABCDE")
    for person in people:
        whole, events = return_of(person)
        assert 2_500 <= whole <= 3_500
        assert 4 / 5 <= events / whole <= 9 / 10
    assert "about 3 KiB at a table of five, five sixths of it the newest 64 events" in _page()


@pytest.mark.parametrize("line", ["x" * 200, "가" * 100])
def test_however_much_was_said_and_however_many_watch_it_comes_in_one_piece(line: str) -> None:
    shell, people = in_play("가나다라마")
    for number in range(30):
        shell.join(f"{'나' * 7}{number:2}", Role.WATCH)
    for number in range(EVENTS_LIMIT + 10):
        shell.give(people[number % 5].peer, lambda seq: Say(seq, line))
        shell.run(1.0)
    for person in people:
        whole, _ = return_of(person)
        assert 4_096 < whole <= 6 * 1_024 < ONE_PIECE
    assert "never more than 6 KiB" in _page()


def _page() -> str:
    return " ".join(PAGE.read_text("utf-8").split())
