"""A host's limits keep to the files that its process may have open."""

from __future__ import annotations

import subprocess
import sys

import pytest

from server.host.limits import SEATED, HostLimits
from tests.host.process import ROOT


@pytest.mark.parametrize("files", [40, 64, 100, 256, 512, 1024])
def test_fewer_files_mean_fewer_spectators(files: int) -> None:
    usual = HostLimits()
    limits = usual.within(files)
    assert limits.most + limits.accepted < files
    assert 1 <= limits.links < usual.links
    assert 2 <= limits.arriving < usual.arriving
    assert limits.most - limits.links - limits.arriving - limits.closing == SEATED


def test_a_thousand_files_are_enough_for_a_crowd() -> None:
    assert HostLimits().within(1024).links > 500


@pytest.mark.parametrize("files", [None, 1_600, 1_000_000])
def test_enough_files_change_nothing(files: int | None) -> None:
    assert HostLimits().within(files) == HostLimits()


@pytest.mark.skipif(sys.platform == "win32", reason="sockets are no files there")
@pytest.mark.parametrize(
    ("limits", "told"), [("ulimit -Sn 100; ulimit -Hn 300", 250), ("ulimit -Sn 100; ulimit -Hn 200", 200)]
)
def test_a_soft_limit_is_raised_as_far_as_the_hard_one(limits: str, told: int) -> None:
    code = "from server.host.files import most_open; print(most_open(250))"
    command = ["sh", "-c", f'{limits}; exec "$@"', "sh", sys.executable, "-c", code]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    assert int(done.stdout) == told


def test_what_security_md_says_of_the_doorstep_is_so() -> None:
    page = " ".join((ROOT / "docs" / "security.md").read_text("utf-8").split())
    limits = HostLimits()
    assert (limits.hello, limits.moment) == (5.0, 0.25)
    assert (limits.frames.per_second, limits.commands.per_second) == (400, 20)
    said = f"five seconds; at most {limits.pending} such connections ({limits.arriving} for a quarter of a second)"
    assert said in page
    assert "400 frames a second" in page
    assert "20 commands a second" in page
    assert limits.stuck == 10.0
    assert "after ten seconds without progress it is cut" in page
