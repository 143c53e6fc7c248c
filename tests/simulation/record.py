"""What a table was called with, so that it can be called so again: `twins.py` plays the same inputs anew."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class Call:
    """One call: `name(now, *args)`; `measured` takes no time."""

    name: str
    now: float
    args: tuple[Any, ...]


@dataclass(slots=True)
class Recorder:
    """All calls of one host process, in order."""

    calls: list[Call] = field(default_factory=list)

    def called(self, name: str, now: float, args: tuple[Any, ...]) -> None:
        """The table is being called."""
        self.calls.append(Call(name, now, args))

    def measured(self, peer: int, min_rtt: float) -> None:
        """The table is told a round trip."""
        self.calls.append(Call("measured", 0.0, (peer, min_rtt)))
