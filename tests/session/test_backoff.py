"""The waits between tries: short, and not the same for all who were lost together."""

from __future__ import annotations

from terra_tui.session.backoff import CROWD, DELAYS, STEADY, STOPPED_DELAY, Backoff


def test_a_player_tries_at_once_and_then_always_within_a_second() -> None:
    for _ in range(50):
        waits = Backoff()
        assert waits.next() == 0.0
        for most in (*DELAYS[1:], DELAYS[-1], DELAYS[-1]):
            assert 0.7 * most < waits.next() <= most < 1.0


def test_a_crowd_is_spread_and_comes_behind_the_players() -> None:
    first = [Backoff(crowd=True).next() for _ in range(200)]
    assert 0.0 <= min(first) < 0.1 * CROWD
    assert 0.9 * CROWD < max(first) <= CROWD
    stopped = [Backoff(crowd=True).next(stopped=True) for _ in range(200)]
    assert max(stopped) - min(stopped) > CROWD
    assert max(stopped) <= STOPPED_DELAY + CROWD


def test_only_a_link_that_held_makes_the_waits_short_again() -> None:
    waits = Backoff()
    for _ in range(5):
        waits.next()
    waits.held(STEADY / 2)
    assert waits.next() > 0.5
    waits.held(STEADY)
    assert waits.next() == 0.0
