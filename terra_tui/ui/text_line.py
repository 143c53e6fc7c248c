"""One line of text that is being typed, as a frozen value: the chat, an address, a name."""

from __future__ import annotations

from dataclasses import dataclass, replace

from rich.cells import cell_len


@dataclass(frozen=True, slots=True)
class TextLine:
    """Text with a caret before the character at `caret`.

    Attributes:
        cells: the most columns it may take.
        secret: it is not shown (a passphrase).
    """

    text: str = ""
    caret: int = 0
    cells: int = 200
    secret: bool = False

    @classmethod
    def of(cls, text: str, cells: int = 200, *, secret: bool = False) -> TextLine:
        """Return `text` with the caret at its end."""
        return cls(text, len(text), cells, secret)

    def insert(self, text: str) -> TextLine:
        """Return the line with `text` put in at the caret, as much of it as there is room for."""
        line = self
        for char in text:
            if not char.isprintable() or cell_len(line.text) + cell_len(char) > self.cells:
                continue
            whole = line.text[: line.caret] + char + line.text[line.caret :]
            line = replace(line, text=whole, caret=line.caret + 1)
        return line

    def press(self, key: str) -> TextLine:
        """Return the line after an editing key; unknown keys change nothing."""
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
