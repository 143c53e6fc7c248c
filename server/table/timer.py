"""A deadline of the table, with how long it was when it was set: the clock that players see."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(slots=True)
class Timer:
    """Something due at `at` (seconds), out of `total` seconds; None while it does not run."""

    at: float | None = None
    total: float = 0.0

    def set(self, now: float, total: float, extra: float = 0.0) -> None:
        """Run for `total` seconds from `extra` seconds after `now`."""
        self.at, self.total = now + extra + total, total

    def shift(self, seconds: float) -> None:
        """Put it off: the clocks stood for so long."""
        if self.at is not None:
            self.at += seconds

    def put_off(self, now: float, gap: float) -> None:
        """Leave out the last `gap` seconds; what was set meanwhile gets no more than it had."""
        if self.at is not None:
            self.at = max(self.at, min(self.at + gap, now + self.total))

    def clear(self) -> None:
        """Stop."""
        self.at = None

    def due(self, now: float) -> bool:
        """Return whether its time has come."""
        return self.at is not None and now >= self.at
