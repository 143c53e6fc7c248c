"""The times that docs/hosting.md promises a player whose link was cut; tests that wait for them patch them.

What a link does with its own ones is in test_link_times.py.
"""

from __future__ import annotations

from terra_tui.session import backoff, link


def test_a_dead_link_is_noticed_after_four_seconds_and_at_once_after_sleep() -> None:
    assert link.SILENCE_SECONDS == 4.0
    assert link.PING_SECONDS == 2.0             # silence is looked for whenever a ping is due
    assert link.LOOK_SECONDS == 0.5             # and sleep as often as this


def test_a_host_is_called_every_three_quarters_of_a_second_so_that_one_is_back_within_a_second() -> None:
    assert link.AGAIN_SECONDS == 0.75
    assert max(backoff.DELAYS) == backoff.DELAYS[-1] == 0.75
