"""Text that the terminal sends between two marks: all of it is text, whatever it holds."""

from __future__ import annotations

import re
from typing import Final

PASTE_BEGINS: Final = "\x1b[200~"
PASTE_ENDS: Final = "\x1b[201~"
LONGEST: Final = 64 * 1024
"""Characters that are kept of one paste; the rest of it is dropped."""
QUIET_SECONDS: Final = 5.0
"""A paste of which nothing has come for so long is over, though its end was never marked."""

_CONTROLS: Final = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]")
_WAY_OUT: Final = re.compile(r"[\x03\x11]|\x1b\[(?:99|113)[:;\d]*u")
"""Ctrl+C and Ctrl+Q, also as the kitty protocol writes them."""


class Paste:
    """A paste on its way, from its first mark on."""

    def __init__(self) -> None:
        self._kept = ""
        self._tail = ""

    def take(self, text: str) -> str | None:
        """Add what came; return what follows the end mark, None while that has not come."""
        # The end mark may itself be cut: its first part came with the text before.
        joined = self._tail + text
        body, mark, rest = joined.partition(PASTE_ENDS)
        if not mark:
            cut = 1 - len(PASTE_ENDS)
            body, self._tail = joined[:cut], joined[cut:]
        else:
            self._tail = ""
        self._kept += body[: LONGEST - len(self._kept)]
        return rest if mark else None

    @property
    def text(self) -> str:
        """What was pasted, without what would be a command to a terminal or a key."""
        return _CONTROLS.sub("", self._kept + self._tail)


def is_way_out(text: str) -> bool:
    """Return whether `text`, all that came at once, is the key of a player who wants to leave.

    A paste whose end is lost would swallow that key for ever; what is pasted never comes as this key alone.
    """
    return _WAY_OUT.fullmatch(text) is not None
