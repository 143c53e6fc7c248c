"""200 of the kills that `python -m tests.host.kills` does, at random moments of live games and of recoveries."""

from __future__ import annotations

import sys

import pytest

from tests.host.kills import AN_EVENING, evenings

KILLS = 200
SEED = 7


@pytest.mark.skipif(sys.platform == "win32", reason="kill -9 is POSIX's")
def test_a_killed_host_loses_nothing_that_it_acknowledged() -> None:
    done = list(evenings(KILLS, SEED, jobs=2))
    assert [kills for kills, _, _ in done] == [AN_EVENING] * (KILLS // AN_EVENING)
    assert sum(in_starts for _, in_starts, _ in done) > 0      # some came in the middle of a recovery,
    assert sum(moves for _, _, moves in done) > KILLS          # and games went on between them
