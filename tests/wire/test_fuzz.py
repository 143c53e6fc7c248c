"""A seeded run of the mutation fuzz; TERRA_FUZZ=2000000 makes it longer."""

from __future__ import annotations

import os

from tests.wire.fuzz import SHARE, fuzz

FRAMES = int(os.environ.get("TERRA_FUZZ", "200000"))


def test_mutated_payloads_end_in_a_message_or_a_coded_refusal() -> None:
    ends = fuzz(FRAMES, seed=20_090, jobs=2)
    assert set(ends) <= {"message", "bad_message", "bad_frame", "version", "in streams"}
    # The mutations are of use: they reach every end, and many messages survive them changed.
    for end in ("message", "bad_message", "bad_frame", "in streams"):
        assert ends[end] > FRAMES // 100, ends


def test_a_run_is_its_seed_over_any_number_of_processes() -> None:
    assert fuzz(SHARE + 300, seed=3) == fuzz(SHARE + 300, seed=3, jobs=2)
