"""A few of the kills that `python -m tests.host.kills` does by the hundred."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from tests.host.kills import kill_and_resume


@pytest.mark.skipif(sys.platform == "win32", reason="kill -9 is POSIX's")
async def test_a_killed_host_loses_nothing_that_it_acknowledged(tmp_path: Path) -> None:
    assert await kill_and_resume(tmp_path, times=5, seed=4) > 0
