"""Players are told everything at once; what a crowd of spectators is told has a bound (DESIGN.md 6)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from server.wire.limits import EVENTS_LIMIT
from server.wire.messages import DoDraw, Pause, Ready, Role, Roster, Said, Say, Snapshot
from server.wire.settings import Level, Settings
from server.wire.snapshots import fit_snapshot
from tests.table.shell import Shell, new_shell, seated

THREE = Settings(seats=3)
WATCHERS = 60
EVERY, SHARE = 0.05, 0.0002
"""Seconds, and seconds more for each spectator, as docs/protocol.md promises them."""
PAUSE = EVERY + WATCHERS * SHARE


def stadium(many: int = WATCHERS) -> tuple[Shell, list[int], list[int]]:
    """Return a table in its first round, its players, and a crowd that has been told all there is."""
    shell, peers = seated(THREE)
    watchers = [shell.join(f"W{number}", Role.WATCH) for number in range(many)]
    for peer in peers:
        shell.give(peer, lambda seq: Ready(seq, True, bytes(16)))
    shell.run(3.0)
    return shell, peers, watchers


def told(shell: Shell, peer: int, since: float, kind: type = Snapshot) -> list[float]:
    """Return when `peer` was sent messages of a kind from `since` on."""
    return [at for at, to, message in shell.stream if to == peer and at >= since and isinstance(message, kind)]


def chat(shell: Shell, peers: list[int], lines: int, seconds: float) -> list[str]:
    """Let `peers` say `lines` lines in turn over so many seconds; return them."""
    said = [f"line {number}" for number in range(lines)]
    for number, text in enumerate(said):
        shell.give(peers[number % len(peers)], lambda seq, text=text: Say(seq, text))  # type: ignore[misc]
        shell.run(seconds / lines)
    return said


def test_a_crowd_that_talks_is_told_no_more_often_than_a_table_can_afford() -> None:
    shell, peers, watchers = stadium()
    since = shell.now
    chat(shell, watchers, 400, 2.0)
    shell.run(PAUSE)
    for watcher in watchers:
        assert 2.0 / PAUSE - 2 <= len(told(shell, watcher, since)) <= (2.0 + PAUSE) / PAUSE + 1
    assert len(told(shell, peers[0], since)) == 400        # players are few


@pytest.mark.parametrize("many", [1, 60, 300])
def test_the_next_telling_comes_after_just_as_long_as_the_protocol_says(many: int) -> None:
    shell, _, watchers = stadium(many)
    since = shell.now
    shell.give(watchers[0], lambda seq: Say(seq, "told at once"))
    shell.give(watchers[0], lambda seq: Say(seq, "told when it is time"))
    shell.run(3.0)
    assert told(shell, watchers[-1], since) == pytest.approx([since, since + EVERY + many * SHARE], abs=1e-6)


def test_and_misses_nothing_that_is_not_too_old() -> None:
    shell, _, watchers = stadium()
    since = shell.now
    said = chat(shell, watchers, 100, 2.0)
    shell.run(PAUSE)
    for watcher in (watchers[0], watchers[-1]):
        heard = [event.text for event in shell.events(watcher) if isinstance(event, Said)]
        assert heard == said
    assert shell.now > since


@pytest.mark.parametrize("text", ["", "가" * 100], ids=["pauses", "long words"])
def test_and_misses_nothing_however_much_happens_at_the_same_moment(text: str) -> None:
    """More events than a snapshot has room for, or bytes than a frame has, before the crowd's next turn."""
    shell, peers, watchers = stadium()
    first = shell.table.core.events + 1
    for number in range(300):
        peer = peers[number % len(peers)]
        if text:
            shell.give(peer, lambda seq: Say(seq, text))
        else:
            shell.give(peer, lambda seq, on=number % 2 == 0: Pause(seq, on))  # type: ignore[misc]
    shell.run(PAUSE)
    told = [message for message in shell.inbox[watchers[-1]] if isinstance(message, Snapshot)]
    numbers = [event.n for message in told for event in fit_snapshot(message).events if event.n >= first]
    assert numbers == list(range(first, first + 300))


def test_a_players_switches_cost_no_more() -> None:
    """Whatever changes, and however often: a pause, being ready, showing a hand."""
    shell, peers, watchers = stadium()
    since = shell.now
    for number in range(200):
        shell.give(peers[0], lambda seq, on=number % 2 == 0: Pause(seq, on))  # type: ignore[misc]
        shell.run(0.01)
    for kind in (Snapshot, Roster):
        assert len(told(shell, watchers[0], since, kind)) <= (2.0 + PAUSE) / PAUSE + 1


def test_what_happens_after_a_quiet_time_is_told_to_all_at_the_same_moment() -> None:
    shell, peers, watchers = stadium()
    since = shell.now
    shell.act(peers[shell.game.turn], DoDraw())
    assert told(shell, watchers[0], since) == told(shell, peers[0], since) == [since]


def test_the_last_word_arrives_though_nothing_follows_it() -> None:
    shell, _, watchers = stadium()
    shell.give(watchers[0], lambda seq: Say(seq, "first"))
    shell.give(watchers[0], lambda seq: Say(seq, "last"))
    shell.run(PAUSE)
    assert [event.text for event in shell.events(watchers[1]) if isinstance(event, Said)] == ["first", "last"]
    assert shell.last(watchers[1]).rev == shell.table.core.rev


def test_one_who_comes_meanwhile_is_told_everything_and_no_revision_twice() -> None:
    shell, _, watchers = stadium()
    shell.give(watchers[0], lambda seq: Say(seq, "first"))
    shell.give(watchers[0], lambda seq: Say(seq, "last"))
    late = shell.join("Late", Role.WATCH)
    shell.run(3.0)
    revs = [message.rev for message in shell.inbox[late] if isinstance(message, Snapshot)]
    assert revs == sorted(set(revs))


def test_a_deal_and_a_rounds_end_are_told_at_once_or_nobody_could_check_them() -> None:
    shell = new_shell(replace(THREE, pace=0)).open(*[Level.EASY] * 3)
    watcher = shell.join("W", Role.WATCH)
    for _ in range(400):
        shell.step(shell.now + 5.0)
    seen = [message.view for message in shell.inbox[watcher] if isinstance(message, Snapshot)]
    deals = {view.round for view in seen if view is not None}
    assert deals == set(range(min(deals), max(deals) + 1))
    assert len(deals) > 3


def test_who_comes_back_is_told_all_that_was_missed_as_far_as_the_table_remembers() -> None:
    """More than a newcomer is: that is 16."""
    shell, peers, _ = stadium(0)
    shell.cut(peers[2])
    heard = max(numbered.n for numbered in shell.last(peers[2]).events)
    said = chat(shell, peers[:2], 40, 80.0)
    missed = range(heard + 1, shell.table.core.events + 1)
    back = shell.resume(peers[2])
    told_again = {numbered.n: numbered.event for numbered in shell.last(back).events}
    assert [event.text for event in told_again.values() if isinstance(event, Said)] == said
    assert told_again.keys() >= set(missed)
    new = shell.last(shell.join("Late", Role.WATCH))
    assert len(new.events) <= 17


def test_no_more_than_the_table_remembers_is_told_again() -> None:
    shell, peers, _ = stadium(0)
    shell.cut(peers[2])
    chat(shell, peers[:2], 2 * EVENTS_LIMIT, 4.0 * EVENTS_LIMIT)
    numbers = [numbered.n for numbered in shell.last(shell.resume(peers[2])).events]
    newest = shell.table.core.events
    assert numbers == list(range(newest - EVENTS_LIMIT + 1, newest + 1))
