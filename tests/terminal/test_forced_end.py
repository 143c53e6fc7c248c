"""A signal ends the client within three seconds even where something in it hangs (UX.md: SIGHUP, SIGTERM)."""

from __future__ import annotations

import signal
import sys
import time
from pathlib import Path

import pytest

from terra_tui.ui.signals import GRACE_SECONDS
from tests.terminal.client import environment
from tests.terminal.pty_screen import PtyScreen
from tests.terminal.stuck import PLACES, STUCK
from tests.terminal.waiting import GONE_SECONDS
from tests.ui.terminal import have_settings


def test_force_comes_in_time() -> None:
    assert GRACE_SECONDS <= 2.0            # of the three that are promised


@pytest.mark.parametrize("number", [signal.SIGHUP, signal.SIGTERM], ids=lambda number: number.name)
@pytest.mark.parametrize("place", PLACES)
def test_a_signal_ends_what_hangs_by_force_with_the_terminal_restored(
    tmp_path: Path, place: str, number: signal.Signals
) -> None:
    have_settings(tmp_path / ".config")
    command = (sys.executable, "-m", "tests.terminal.stuck", place, "--lang", "en")
    with PtyScreen(command, environment(tmp_path)) as terminal:
        terminal.shows("Play against bots")
        terminal.type("?")
        terminal.shows(STUCK if place == "before_it_ends" else "HELP")
        began = time.monotonic()
        terminal.signal(number)
        assert terminal.process.wait(GONE_SECONDS) == 128 + number
        assert time.monotonic() - began >= GRACE_SECONDS
        terminal.settle(0.05)
        assert terminal.restored
