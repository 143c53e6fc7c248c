"""Some of the mutated frames that `python -m tests.host.fuzz` sends by the million."""

from __future__ import annotations

from tests.host.fuzz import fuzz


def test_mutated_frames_disturb_nobody_honest() -> None:
    ends = fuzz(8_000, seed=4)
    assert ends["taken"] > 1_000
    assert ends["closed: bad_message"] > 500
    assert ends["closed: bad_frame"] > 100
    assert ends["rounds begun"] >= 2
