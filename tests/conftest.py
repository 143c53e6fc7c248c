"""What all tests rest on, however they were started: this user's settings and ignored signals change nothing."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator

import pytest

OF_THIS_USER = (
    "COLUMNS", "LANGUAGE", "LC_ALL", "LC_CTYPE", "LC_MESSAGES", "LINES", "NO_COLOR",
    "SSH_CLIENT", "SSH_CONNECTION", "SSH_TTY", "STY", "TERRA_PASSPHRASE", "TMUX", "TMUX_PANE",
    "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME",
)
"""What programs of these tests would inherit, and heed."""
USUAL = {"LANG": "C.UTF-8", "TERM": "xterm-256color"}


@pytest.fixture(autouse=True, scope="session")
def usual_environment(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Programs speak English, have a home of their own, and know nothing of the terminal that the tests run in."""
    before = dict(os.environ)
    for name in OF_THIS_USER:
        os.environ.pop(name, None)
    os.environ.update(USUAL, HOME=str(tmp_path_factory.mktemp("home")))
    yield
    os.environ.clear()
    os.environ.update(before)


@pytest.fixture(autouse=True, scope="session")
def signals_are_heeded_by_children() -> Iterator[None]:
    """Under `nohup` and in a background job SIGHUP or SIGINT is ignored, and a program that is run inherits that.

    A handler is not inherited: with one that does nothing these tests still ignore the signal, children do not.
    """
    ignored = [number for number in (signal.SIGINT, signal.SIGHUP) if signal.getsignal(number) is signal.SIG_IGN]
    for number in ignored:
        signal.signal(number, lambda *_: None)
    yield
    for number in ignored:
        signal.signal(number, signal.SIG_IGN)
