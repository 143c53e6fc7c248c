"""How a terminal's cell looks: its colours and marks, as sequences of `m` set them, in a short notation."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

MARKS: Final = {1: "bold", 2: "dim", 3: "italic", 4: "underline", 7: "reverse"}
ENDS: Final = {22: ("bold", "dim"), 23: ("italic",), 24: ("underline",), 27: ("reverse",)}
SIXTEEN: Final = ("black", "red", "green", "yellow", "blue", "magenta", "cyan", "white")
DEFAULT: Final = "default"
BLANK_SHOWS: Final = frozenset({"underline", "reverse"})
"""The marks that are seen on a blank."""


@dataclass(frozen=True, slots=True)
class Look:
    """Colours by name, by the number of the 256, or as `#rrggbb`; which marks are on."""

    fore: str = DEFAULT
    back: str = DEFAULT
    marks: frozenset[str] = frozenset()

    def __str__(self) -> str:
        back = "" if self.back == DEFAULT else f" on {self.back}"
        return " ".join([*sorted(self.marks), self.fore]) + back

    def on(self, char: str) -> Look:
        """Return what of it is seen where `char` stands: a blank shows what is behind it alone."""
        if char != " ":
            return self
        fore = self.fore if "reverse" in self.marks else DEFAULT
        return Look(fore, self.back, self.marks & BLANK_SHOWS)


def styled(look: Look, numbers: str) -> tuple[Look, list[int]]:
    """Return what `look` becomes by one sequence, and the numbers of it that mean nothing here."""
    strange: list[int] = []
    left = iter([int(number or 0) for number in numbers.split(";")])
    for number in left:
        match number:
            case 0:
                look = Look()
            case _ if number in MARKS:
                look = replace(look, marks=look.marks | {MARKS[number]})
            case _ if number in ENDS:
                look = replace(look, marks=look.marks - set(ENDS[number]))
            case 39 | 49 | 38 | 48:
                colour = DEFAULT if number in (39, 49) else _colour(left)
                look = replace(look, fore=colour) if number < 40 else replace(look, back=colour)
            case _ if 30 <= number <= 37 or 90 <= number <= 97:
                look = replace(look, fore=_one_of_16(number - 30))
            case _ if 40 <= number <= 47 or 100 <= number <= 107:
                look = replace(look, back=_one_of_16(number - 40))
            case _:
                strange.append(number)
    return look, strange


def _one_of_16(number: int) -> str:
    return SIXTEEN[number] if number < 8 else f"bright_{SIXTEEN[number - 60]}"


def _colour(left: Iterator[int]) -> str:
    if next(left) == 5:
        return str(next(left))
    return "#" + "".join(f"{next(left):02x}" for _ in range(3))


def notation(rows: Sequence[Sequence[tuple[str, Look]]]) -> str:
    """Return how a screen looks: what each letter means, and each row as runs of a letter and how many columns.

    A blank belongs to the run before it where it looks the same behind both. Rows that are alike and follow one
    another stand once, as `3-5`.

    Args:
        rows: for each column what stands there, and its look.
    """
    letters: dict[Look, str] = {}
    lines: list[tuple[int, int, str]] = []
    for number, row in enumerate(rows):
        runs = " ".join(f"{letters.setdefault(look, _letter(len(letters)))}{cells}" for look, cells in _runs(row))
        if lines and lines[-1][2] == runs:
            lines[-1] = (lines[-1][0], number, runs)
        else:
            lines.append((number, number, runs))
    drawn = [f"{first}: {runs}" if first == last else f"{first}-{last}: {runs}" for first, last, runs in lines]
    return "\n".join([*(f"{letter} = {look}" for look, letter in letters.items()), *drawn])


def _runs(row: Sequence[tuple[str, Look]]) -> list[tuple[Look, int]]:
    runs: list[tuple[Look, int]] = []
    for char, whole in row:
        look = whole.on(char)
        last = runs[-1][0] if runs else None
        if last is not None and look == last.on(char):
            runs[-1] = (last, runs[-1][1] + 1)
        else:
            runs.append((look, 1))
    return runs


def _letter(index: int) -> str:
    return "abcdefghijklmnopqrstuvwxyz"[index]
