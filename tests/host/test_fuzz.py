"""The mutated frames of `python -m tests.host.fuzz` and `fuzz_sockets`; TERRA_FUZZ=2000000 makes it longer."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.host.fuzz import EVENING, fuzz
from tests.host.fuzz_sockets import fuzz as fuzz_sockets

FRAMES = int(os.environ.get("TERRA_FUZZ", "200000"))
SOCKET_FRAMES = FRAMES // 10
"""Through the kernel a frame takes about ten times as long."""
MOST_GROWTH = 2_500
"""kB. The honest play games meanwhile, and their journal's last answers are kept."""


def test_mutated_frames_disturb_nobody_honest() -> None:
    ends = fuzz(FRAMES, seed=4, jobs=2)
    assert ends["frames"] >= FRAMES
    # The frames are of use: they reach every end, and games go on beside them.
    shares = {"taken": 8, "closed: bad_message": 16, "closed: bad_frame": 40, "rounds begun": 2000}
    for end, share in shares.items():
        assert ends[end] > FRAMES // share, ends


def test_a_run_is_its_seed_over_any_number_of_processes() -> None:
    assert fuzz(EVENING + 400, seed=3) == fuzz(EVENING + 400, seed=3, jobs=2)


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="the memory of another process is read in /proc")
async def test_mutated_frames_through_sockets_disturb_nobody_honest(tmp_path: Path) -> None:
    outcome = await fuzz_sockets(tmp_path, SOCKET_FRAMES, seed=5)
    ends = outcome.ends
    assert ends["frames"] >= SOCKET_FRAMES
    closed = ("bad_message", "bad_frame", "unexpected")
    for end in ("taken", "from Eve's seat", "Eve cut", *(f"closed: {code}" for code in closed)):
        assert ends[end] > SOCKET_FRAMES // 200, ends
    assert outcome.games
    assert outcome.moves > 50
    assert outcome.errors == ""
    assert outcome.last - outcome.warm < MOST_GROWTH
