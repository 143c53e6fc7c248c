"""A seeded run of the mutation fuzz; TERRA_FUZZ=200000 makes it longer."""

from __future__ import annotations

import os

from tests.wire.fuzz import fuzz


def test_mutated_payloads_end_in_a_message_or_a_coded_refusal() -> None:
    frames = int(os.environ.get("TERRA_FUZZ", "4000"))
    ends = fuzz(frames, seed=20_090)
    assert set(ends) <= {"message", "bad_message", "bad_frame", "version", "in streams"}
    # The mutations are of use: they reach every end, and many messages survive them changed.
    for end in ("message", "bad_message", "bad_frame", "in streams"):
        assert ends[end] > frames // 100, ends


def test_a_run_is_its_seed() -> None:
    assert fuzz(300, seed=3) == fuzz(300, seed=3)
