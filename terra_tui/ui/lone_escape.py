"""The Esc key told apart from the escape sequences of other keys, however a slow line cuts them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

ESC: Final = "\x1b"
STARTS: Final = frozenset("[O]P_^X")
"""What follows an escape character that begins a sequence."""
ALT_RON: Final = frozenset("rR")
"""Letters that mean a key of their own together with Alt, which sends Esc before them in the same piece."""
PASTE_BEGINS: Final = "\x1b[200~"
PASTE_ENDS: Final = "\x1b[201~"


class LoneEscape:
    """Cuts what the terminal sends so that a piece which is `ESC` alone is the key.

    Esc and a digit soon after it reach Textual's parser as Alt and the digit: the digit would be lost, and a `.` or
    `!` after Esc would come without the Esc that was to call off the sum.

    Args:
        seconds: how long an Esc at the end of a piece may still turn out to be the start of a sequence.
    """

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._held_since: float | None = None
        self._pasting = False
        self._tail = ""

    def cut(self, text: str, now: float) -> Iterator[str]:
        """Yield `text` in pieces; an Esc at its end is held for what comes next."""
        if self._held_since is not None:
            self._held_since = None
            if text[0] in STARTS:
                text = ESC + text
            else:
                yield ESC
        start = at = 0
        while (at := self._next_escape(text, at)) >= 0:
            following = text[at + 1 : at + 2]
            if following in STARTS or following in ALT_RON:
                at += 2
                continue
            if at > start:
                yield text[start:at]
            start = at = at + 1
            if following:
                yield ESC
            else:
                self._held_since = now
        if start < len(text):
            yield text[start:]

    def due(self, now: float) -> bool:
        """Return whether a held Esc was the key, since nothing has followed it; told once."""
        if self._held_since is None or now - self._held_since < self._seconds:
            return False
        self._held_since = None
        return True

    def _next_escape(self, text: str, at: int) -> int:
        """Return the place of the next escape character outside pasted text, -1 for none."""
        if self._pasting:
            # The end mark may itself be cut: its first part came with the piece before.
            joined = self._tail + text[at:]
            end = joined.find(PASTE_ENDS)
            if end < 0:
                self._tail = joined[1 - len(PASTE_ENDS) :]
                return -1
            at += end + len(PASTE_ENDS) - len(self._tail)
            self._pasting, self._tail = False, ""
        found = text.find(ESC, at)
        if found >= 0 and text.startswith(PASTE_BEGINS, found):
            self._pasting = True
            return self._next_escape(text, found + len(PASTE_BEGINS))
        return found
