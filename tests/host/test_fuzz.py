"""The mutated frames that `python -m tests.host.fuzz` sends; TERRA_FUZZ=2000000 makes it longer."""

from __future__ import annotations

import os

from tests.host.fuzz import EVENING, fuzz

FRAMES = int(os.environ.get("TERRA_FUZZ", "200000"))


def test_mutated_frames_disturb_nobody_honest() -> None:
    ends = fuzz(FRAMES, seed=4, jobs=2)
    assert ends["frames"] >= FRAMES
    # The frames are of use: they reach every end, and games go on beside them.
    shares = {"taken": 8, "closed: bad_message": 16, "closed: bad_frame": 40, "rounds begun": 2000}
    for end, share in shares.items():
        assert ends[end] > FRAMES // share, ends


def test_a_run_is_its_seed_over_any_number_of_processes() -> None:
    assert fuzz(EVENING + 400, seed=3) == fuzz(EVENING + 400, seed=3, jobs=2)
