"""One line of text that is being typed, as a frozen value: the chat, an address, a name."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from rich.cells import cell_len

DELETING: Final = ("backspace", "ctrl+h", "delete", "ctrl+u")
MOVING: Final = ("left", "right", "home", "ctrl+a", "end", "ctrl+e")


@dataclass(frozen=True, slots=True)
class TextLine:
    """Text with a caret before the character at `caret`.

    Attributes:
        cells: the most columns it may take.
        secret: it is not shown (a passphrase).
        proposed: the text is a proposal, all of it selected: what is typed takes its place.
    """

    text: str = ""
    caret: int = 0
    cells: int = 200
    secret: bool = False
    proposed: bool = False

    @classmethod
    def of(cls, text: str, cells: int = 200, *, secret: bool = False, proposed: bool = False) -> TextLine:
        """Return `text` with the caret at its end."""
        return cls(text, len(text), cells, secret, proposed and text != "")

    def insert(self, text: str) -> TextLine:
        """Return the line with `text` put in at the caret, as much of it as there is room for."""
        line = self
        if self.proposed and any(char.isprintable() for char in text):
            line = replace(self, text="", caret=0, proposed=False)
        for char in text:
            if not char.isprintable() or cell_len(line.text) + cell_len(char) > self.cells:
                continue
            whole = line.text[: line.caret] + char + line.text[line.caret :]
            line = replace(line, text=whole, caret=line.caret + 1)
        return line

    def press(self, key: str) -> TextLine:
        """Return the line after an editing key; unknown keys change nothing."""
        if self.proposed:
            return self._answered(key)
        caret, end = self.caret, len(self.text)
        match key:
            case "backspace" | "ctrl+h" if caret:
                return replace(self, text=self.text[: caret - 1] + self.text[caret:], caret=caret - 1)
            case "delete":
                return replace(self, text=self.text[:caret] + self.text[caret + 1 :])
            case "ctrl+u":
                return replace(self, text=self.text[caret:], caret=0)
            case "left":
                return replace(self, caret=max(0, caret - 1))
            case "right":
                return replace(self, caret=min(end, caret + 1))
            case "home" | "ctrl+a":
                return replace(self, caret=0)
            case "end" | "ctrl+e":
                return replace(self, caret=end)
        return self

    def _answered(self, key: str) -> TextLine:
        """Return the line after a key on a proposal: deleting takes all of it, moving keeps it to be edited."""
        if key in DELETING:
            return replace(self, text="", caret=0, proposed=False)
        kept = replace(self, proposed=False)
        return kept.press(key) if key in MOVING else self
