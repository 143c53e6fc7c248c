"""Waiting for facts: whatever has something to say is read as it says it, until the fact holds."""

from __future__ import annotations

import select
import time
from collections.abc import Callable
from typing import Final, Protocol

PATIENCE: Final = 15.0
"""Seconds after which a fact that did not come is a failure; a loaded machine needs some."""

GONE_SECONDS: Final = 9.0
"""Seconds in which what is to end in three (UX.md) is gone on a machine that is three times slower."""


class Source(Protocol):
    """A terminal, a peer, a host: something that is read when it has something to say."""

    def fileno(self) -> int:
        """Return what `select` waits for; -1 once it has ended."""

    def pump(self) -> None:
        """Read what is there; called when `select` says so."""


def pump(sources: tuple[Source, ...], seconds: float) -> bool:
    """Let the sources that speak within `seconds` be read once; return whether one did."""
    open_ones = [source for source in sources if source.fileno() >= 0]
    ready = select.select(open_ones, [], [], seconds)[0]
    for source in ready:
        source.pump()
    return bool(ready)


def until(fact: Callable[[], bool], *sources: Source, seconds: float = PATIENCE, why: str = "") -> None:
    """Read the sources until `fact` holds.

    Raises:
        AssertionError: it did not within `seconds`; `why` and what the terminals show are told.
    """
    end = time.monotonic() + seconds
    while not fact():
        left = end - time.monotonic()
        assert left > 0, "\n".join([why or "the fact did not come", *map(str, sources)])
        pump(sources, min(left, 0.5))


def quiet(*sources: Source, seconds: float = 0.3, at_most: float = 5.0) -> None:
    """Read the sources until none of them has said anything for `seconds`, or `at_most` have passed.

    Only for what must not happen: that nothing came is a fact that needs some time.
    """
    end = time.monotonic() + at_most
    while time.monotonic() < end and pump(sources, seconds):
        pass
