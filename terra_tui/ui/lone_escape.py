"""The Esc key, the escape sequences of other keys and pasted text told apart, however a slow line cuts them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from terra_tui.ui.paste import PASTE_BEGINS, QUIET_SECONDS, Paste, is_way_out

ESC: Final = "\x1b"
STARTS: Final = frozenset("[O]P_^X")
"""What follows an escape character that begins a sequence."""
ALT_RON: Final = frozenset("rR")
"""Letters that mean a key of their own together with Alt, which sends Esc before them in the same piece."""


@dataclass(frozen=True)
class Pasted:
    """A piece of input that is text and no keys."""

    text: str


class LoneEscape:
    """Cuts what the terminal sends so that a piece which is `ESC` alone is the key, and pasted text a piece apart.

    Esc and a digit soon after it reach Textual's parser as Alt and the digit: the digit would be lost, and a `.` or
    `!` after Esc would come without the Esc that was to call off the sum. Textual's parser acts on escape sequences
    within pasted text too, so it never sees any.

    Args:
        seconds: how long the beginning of a sequence at the end of a piece may wait for the rest of it.
    """

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._held = ""
        self._last = 0.0
        self._paste: Paste | None = None

    def cut(self, text: str, now: float) -> Iterator[str | Pasted]:
        """Yield `text` in pieces; the beginning of a paste's mark at its end is held for what comes next."""
        self._last = now
        if self._paste is not None and is_way_out(text):
            yield from self._end_paste()
        if self._held == ESC and text[0] not in STARTS:
            self._held = ""
            yield ESC
        rest: str | None = self._held + text
        self._held = ""
        while rest:
            if self._paste is None:
                keys, mark, rest = rest.partition(PASTE_BEGINS)
                yield from self._keys(keys, last=not mark)
                if not mark:
                    return
                self._paste = Paste()
            rest = self._paste.take(rest)
            if rest is not None:
                yield from self._end_paste()

    def due(self, now: float) -> str | Pasted | None:
        """Return what is decided because nothing has followed it: a held Esc was the key, a paste is over.

        Told once. The beginning of any other sequence is dropped: what may still follow must not make a mark of it.
        """
        if self._paste is not None:
            return next(self._end_paste()) if now - self._last >= QUIET_SECONDS else None
        if not self._held or now - self._last < self._seconds:
            return None
        held, self._held = self._held, ""
        return ESC if held == ESC else None

    def _end_paste(self) -> Iterator[Pasted]:
        if self._paste is not None:
            pasted, self._paste = Pasted(self._paste.text), None
            yield pasted

    def _keys(self, text: str, *, last: bool) -> Iterator[str]:
        """Yield keys in pieces; the `last` of the input may end within a sequence."""
        start = at = 0
        if last:
            text, self._held = _without_beginning(text)
        while (at := text.find(ESC, at)) >= 0:
            if text[at + 1 : at + 2] in STARTS or text[at + 1 : at + 2] in ALT_RON:
                at += 2
                continue
            if at > start:
                yield text[start:at]
            start = at = at + 1
            yield ESC
        if start < len(text):
            yield text[start:]


def _without_beginning(text: str) -> tuple[str, str]:
    """Return `text` without the beginning of a paste's mark at its end, and that."""
    at = text.rfind(ESC)
    if at >= 0 and PASTE_BEGINS.startswith(text[at:]):
        return text[:at], text[at:]
    return text, ""
