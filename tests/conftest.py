"""What all tests rest on, however they were started: signals end the programs that they run."""

from __future__ import annotations

import signal
from collections.abc import Iterator

import pytest


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
