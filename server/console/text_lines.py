"""A text file line by line, none longer than a line may be: nothing else bounds what a file makes us hold."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Final

LONGEST_LINE: Final = 16384
"""Letters of one line of a record; the longest that is ever written has some thousands."""


class LineTooLong(Exception):
    """A line has more than `LONGEST_LINE` letters.

    Attributes:
        number: which line, from 1.
    """

    def __init__(self, number: int) -> None:
        super().__init__(f"line {number}")
        self.number = number


def text_lines(path: Path) -> Iterator[str]:
    """Yield the lines of a file with their ends.

    Raises:
        OSError: it cannot be read.
        UnicodeDecodeError: it is no text in UTF-8.
        LineTooLong: no more of that line was read than may be.
    """
    with path.open(encoding="utf-8") as file:
        number = 0
        while line := file.readline(LONGEST_LINE + 1):
            number += 1
            if len(line) > LONGEST_LINE:
                raise LineTooLong(number)
            yield line
