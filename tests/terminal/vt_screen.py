"""A small terminal screen: it draws what Textual sends into cells, and notes whatever it does not know."""

from __future__ import annotations

import codecs
import re
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from rich.cells import cell_len

from tests.terminal.look import Look, styled

WIDE_IN_CJK: Final = frozenset(map(chr, (*range(0x2500, 0x2580), *map(ord, "█●○•→★×±"))))
"""What a terminal of CJK width gives two columns, of all that Terra could draw."""
CSI: Final = re.compile(r"\x1b\[([<>=?]?)([0-9;:]*)([ $!]*)([@-~])")
OSC: Final = re.compile(r"\x1b\](.*?)(?:\x07|\x1b\\)", re.DOTALL)
PARTIAL: Final = re.compile(r"\x1b(?:\[[<>=?]?[0-9;:]*[ $!]*|\][^\x07\x1b]*\x1b?)?\Z")
MODES_KNOWN: Final = frozenset({7, 25, 1000, 1003, 1004, 1006, 1015, 1016, 1049, 2004, 2026, 2048})
POINTER: Final = "22"
"""The kind of OSC that sets the mouse pointer's shape."""
CONTINUED: Final = ""
"""The cell under the right half of a wide character."""


class Cell(NamedTuple):
    """One column of a row: what stands there, and how it looks."""

    char: str
    look: Look


@dataclass
class VtScreen:
    """Cells of `columns` x `rows`. `feed` bytes; read `lines`, `titles`, `bells`, `modes`, `answers`.

    Between the two marks of a synchronised update (mode 2026) it shows what it showed before, as terminals do.

    Attributes:
        wide_boxes: draw box lines two columns wide, as terminals of CJK width do.
        modes: the private modes that are on.
        answers: what a terminal would send back: the cursor's place, modes asked for.
        kept_titles: how many titles are on the terminal's stack.
        strange: sequences that this screen does not know.
    """

    columns: int
    rows: int
    wide_boxes: bool = False
    modes: set[int] = field(default_factory=lambda: {7, 25})
    titles: list[str] = field(default_factory=list)
    kept_titles: int = 0
    bells: int = 0
    answers: list[bytes] = field(default_factory=list)
    strange: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._decode = codecs.getincrementaldecoder("utf-8")("strict").decode
        self._rest = ""
        self._look = Look()
        self._cells: list[list[Cell]] = []
        self._held: list[list[Cell]] | None = None
        self.row = self.column = 0
        self._erase()

    @property
    def lines(self) -> list[str]:
        """The rows, without the blanks at their ends."""
        return ["".join(cell.char for cell in row).rstrip() for row in self._shown]

    @property
    def text(self) -> str:
        """The rows as one text."""
        return "\n".join(self.lines)

    def cell(self, row: int, column: int) -> str:
        """Return the character at a place; "" under the right half of a wide one."""
        return self._shown[row][column].char

    @property
    def cells(self) -> list[list[Cell]]:
        """Each row's columns; the right half of a wide character holds no text, and looks as its left one."""
        return self._shown

    @property
    def _shown(self) -> list[list[Cell]]:
        return self._cells if self._held is None else self._held

    def resize(self, columns: int, rows: int) -> None:
        """Take another size; what fits stays."""
        old = self._cells
        self.columns, self.rows = columns, rows
        self._held = None
        self._erase()
        for row, line in zip(self._cells, old, strict=False):
            kept = line[: len(row)]
            row[: len(kept)] = kept
        self.row, self.column = min(self.row, rows - 1), min(self.column, columns - 1)

    def feed(self, data: bytes) -> None:
        """Draw what came; a sequence may be cut anywhere."""
        text = self._rest + self._decode(data)
        partial = PARTIAL.search(text)
        self._rest = text[partial.start() :] if partial else ""
        if partial:
            text = text[: partial.start()]
        at = 0
        while at < len(text):
            at = self._step(text, at)

    # ---- inside ------------------------------------------------------------------------------------------------

    def _erase(self) -> None:
        self._cells = [[Cell(" ", self._look)] * self.columns for _ in range(self.rows)]

    def _step(self, text: str, at: int) -> int:
        char = text[at]
        if char == "\x1b":
            return self._sequence(text, at)
        if char == "\n":
            self.row = min(self.row + 1, self.rows - 1)
        elif char == "\r":
            self.column = 0
        elif char == "\x07":
            self.bells += 1
        elif char < " " or char == "\x7f":
            self.strange.append(char)
        else:
            self._put(char)
        return at + 1

    def _sequence(self, text: str, at: int) -> int:
        if found := CSI.match(text, at):
            private, numbers, between, final = found.groups()
            self._control(private, numbers, between, final, found.group())
        elif found := OSC.match(text, at):
            kind, _, value = found.group(1).partition(";")
            if kind == "2":
                self.titles.append(value)
            elif kind != POINTER:
                self.strange.append(found.group())
        else:
            self.strange.append(text[at : at + 8])
            return at + 1
        return found.end()

    def _control(self, private: str, numbers: str, between: str, final: str, whole: str) -> None:
        given = [int(number) for number in numbers.split(";") if number.isdigit()]
        match (private, between, final):
            case ("", "", "H"):
                row, column = (*given, 1, 1)[:2] if given else (1, 1)
                self.row, self.column = min(row, self.rows) - 1, min(column, self.columns) - 1
            case ("", "", "m"):
                self._look, unknown = styled(self._look, numbers)
                if unknown:
                    self.strange.append(whole)
            case ("", "", "n") if given == [6]:
                self.answers.append(f"\x1b[{self.row + 1};{self.column + 1}R".encode())
            case ("", "", "J") if given == [2]:
                self._erase()
            case ("?", "", "h" | "l") if set(given) <= MODES_KNOWN:
                self._mode(given, final == "h")
            case ("?", "$", "p") if given == [2026]:
                self.answers.append(b"\x1b[?2026;2$y")
            case ("?", "$", "p") if given == [2048]:
                self.answers.append(b"\x1b[?2048;0$y")
            case ("", "", "t") if numbers in ("22;2", "23;2"):
                self.kept_titles += 1 if numbers == "22;2" else -1
            case (">" | "<", "", "u"):
                pass
            case _:
                self.strange.append(whole)

    def _mode(self, numbers: list[int], on: bool) -> None:
        if 1049 in numbers:
            self._erase()
        if 2026 in numbers:
            self._held = [row.copy() for row in self._cells] if on else None
        if on:
            self.modes.update(numbers)
        else:
            self.modes.difference_update(numbers)

    def _put(self, char: str) -> None:
        width = 2 if self.wide_boxes and char in WIDE_IN_CJK else cell_len(char)
        if width == 0:
            self.strange.append(f"zero width: {char!r}")
            return
        if self.column + width > self.columns:
            # Line wrap is off while the app runs: the last column is drawn over.
            self.column = max(0, self.columns - width)
        line = self._cells[self.row]
        for place in range(self.column, min(self.column + width, self.columns)):
            self._break_wide(line, place)
        line[self.column] = Cell(char, self._look)
        if width == 2 and self.column + 1 < self.columns:
            line[self.column + 1] = Cell(CONTINUED, self._look)
        # A terminal waits at the last column; that is one less than where `column` then points.
        self.column += width

    def _break_wide(self, line: list[Cell], place: int) -> None:
        """Blank the other half of a wide character of which one half is drawn over."""
        if line[place].char == CONTINUED and place:
            line[place - 1] = line[place - 1]._replace(char=" ")
        if place + 1 < self.columns and line[place + 1].char == CONTINUED:
            line[place + 1] = line[place + 1]._replace(char=" ")
