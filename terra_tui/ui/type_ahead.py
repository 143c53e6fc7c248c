"""Keys and pasted text that come while one page makes room for another: they wait for the page to come."""

from __future__ import annotations

from collections import deque
from typing import TypeAlias

from textual import events

from terra_tui.ui.backlog import MOST_WAITING

Typed: TypeAlias = events.Key | events.Paste


class TypeAhead:
    """What was typed while a page turned, in order.

    The key that turned the page is not taken again at once: whoever holds it down or presses it twice has seen the
    page before only. Any other key was typed for the page to come.
    """

    def __init__(self) -> None:
        self._waiting: deque[Typed] = deque()
        self._taken = ""

    def taken(self, key: str) -> None:
        """Note the key that a page takes now: it may turn the page."""
        self._taken = key

    def add(self, typed: Typed) -> None:
        """Keep what was typed, for the page to come."""
        if len(self._waiting) < MOST_WAITING:
            self._waiting.append(typed)

    def turned(self) -> None:
        """The page to come is there: drop the repeats of the key that turned it."""
        while self._waiting and isinstance(first := self._waiting[0], events.Key) and first.key == self._taken:
            self._waiting.popleft()

    def next(self) -> Typed | None:
        """Take out what was typed first; None where nothing waits."""
        return self._waiting.popleft() if self._waiting else None

    def clear(self) -> None:
        """Call off what waits."""
        self._waiting.clear()
