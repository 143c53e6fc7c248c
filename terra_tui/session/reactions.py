"""How long this player took: milliseconds since a snapshot, or a Ron window, was on the screen (DESIGN.md 2)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from server.wire.limits import Millis
from server.wire.messages import Snapshot

MOST: Final = 2**31


@dataclass(slots=True)
class _Shown:
    """Something a player can react to: the revision it came with, when it came, and when it was first drawn."""

    rev: int
    arrived: float
    painted: float | None = None

    def paint(self, rev: int, now: float) -> None:
        if self.painted is None and rev >= self.rev:
            self.painted = now

    def since(self, now: float) -> Millis:
        """Return the milliseconds since it was drawn, or since it came where it is not drawn yet."""
        start = self.arrived if self.painted is None else self.painted
        return min(max(0, round((now - start) * 1000)), MOST)


class Reactions:
    """Keeps the times of the newest snapshot and of the open window. Times are seconds, monotonic."""

    def __init__(self) -> None:
        self._snapshot: _Shown | None = None
        self._window: _Shown | None = None
        self._number: int | None = None

    def arrived(self, snapshot: Snapshot, now: float) -> None:
        """A snapshot came. A window counts from the first snapshot that shows it: later ones only repeat it."""
        if self._snapshot is None or self._snapshot.rev != snapshot.rev:
            self._snapshot = _Shown(snapshot.rev, now)
        number = None if snapshot.moment is None else snapshot.moment.window
        if number is None:
            self._window = None
        elif number != self._number:
            self._window = _Shown(snapshot.rev, now)
        self._number = number

    def painted(self, rev: int, now: float) -> None:
        """The screen has drawn revision `rev`; the first drawing counts."""
        for shown in (self._snapshot, self._window):
            if shown is not None:
                shown.paint(rev, now)

    def since(self, now: float) -> Millis:
        """Return the reaction time of a claim or a move at `now`.

        While a window is open a move is judged in the same race as the claims, so it counts from the window too.
        """
        shown = self._window or self._snapshot
        return 0 if shown is None else shown.since(now)
