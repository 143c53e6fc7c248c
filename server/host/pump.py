"""Carries out a table's effects in order: what is to be kept is on the disk before what follows is told.

While a commit runs, the table is called on, and its new effects queue up here; the next commit takes all of their
lines at once. So a slow disk delays what players see, and never what the table judges.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Sequence
from typing import TypeAlias

from server.table.effects import Close, Effect, Persist, Send, Think, Wake

Visible: TypeAlias = Send | Close | Think
"""Effects that must not overtake a `Persist`."""


class Pump:
    """Sans-I/O.

    Args:
        commit: begins to write lines; `committed` is to be called when they are on the disk.
        carry_out: does a visible effect.
        settle: called after each run of them.
        wake: sets the table's timer.
    """

    def __init__(
        self,
        commit: Callable[[Sequence[dict[str, object]]], None],
        carry_out: Callable[[Visible], None],
        settle: Callable[[], None],
        wake: Callable[[float], None],
    ) -> None:
        self._commit = commit
        self._carry_out = carry_out
        self._settle = settle
        self._wake = wake
        self._lines: list[dict[str, object]] = []            # not yet being written
        self._writing = 0
        self._asked = 0                                      # lines that came in, ever
        self._kept = 0                                       # lines that are on the disk
        self._waiting: deque[tuple[int, Visible]] = deque()  # with the count of lines that must be kept before
        self._running = False

    @property
    def idle(self) -> bool:
        """Whether nothing waits."""
        return not self._waiting and self._kept == self._asked

    def take(self, effects: Iterable[Effect]) -> None:
        """Take in what a call of the table returned, and do what can be done now."""
        for effect in effects:
            if isinstance(effect, Wake):
                self._wake(effect.at)      # at once: the table's clock does not wait for the disk
            elif isinstance(effect, Persist):
                self._lines += effect.lines
                self._asked += len(effect.lines)
            else:
                self._waiting.append((self._asked, effect))
        self._run()

    def committed(self) -> None:
        """The lines given to `commit` are on the disk."""
        self._kept += self._writing
        self._writing = 0
        self._run()

    def _run(self) -> None:
        if not self._writing and self._lines:
            lines, self._lines = self._lines, []
            self._writing = len(lines)
            self._commit(lines)
        if self._running:
            return                         # called from within `carry_out`: the run below goes on with it
        self._running = True
        try:
            done = False
            while self._waiting and self._waiting[0][0] <= self._kept:
                self._carry_out(self._waiting.popleft()[1])
                done = True
            if done:
                self._settle()
        finally:
            self._running = False
