"""Text from outside made harmless: names and chat, cleaned at the host's door and again before they are drawn."""

from __future__ import annotations

import unicodedata
from enum import StrEnum
from functools import lru_cache
from typing import Final

NAME_CELLS: Final = 16
CHAT_CELLS: Final = 200
BYTES_PER_CELL: Final = 4
"""A cleaned text has at most so many UTF-8 bytes for each cell it may have, which bounds its marks too."""

_MOST_MARKS: Final = 3
"""Marks on one letter; more only serve to paint over the neighbouring rows."""

_DROPPED_CATEGORIES: Final = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Mc"})
"""Control, format (bidi and zero-width are there), surrogate, private use, unassigned; and the spacing marks, for
terminals do not agree how wide they are."""

_DROPPED_RANGES: Final = (
    (0x034F, 0x034F),      # the grapheme joiner
    (0x115F, 0x1160),      # Hangul fillers: letters that cannot be seen
    (0x17B4, 0x17B5),      # Khmer vowels that cannot be seen
    (0x180B, 0x180F),      # variation selectors change how wide the letter before them is
    (0x2630, 0x2637),      # from here on, also signs whose width differs from one terminal to the next
    (0x268A, 0x268F),
    (0x2800, 0x2800),      # a Braille letter without a dot
    (0x3164, 0x3164),
    (0x3248, 0x324F),
    (0x4DC0, 0x4DFF),
    (0xFE00, 0xFE0F),
    (0xFFA0, 0xFFA0),
    (0x1D300, 0x1D37F),
    (0x1F1E6, 0x1F1FF),    # two of these may be one flag
    (0x1F3FB, 0x1F3FF),    # skin tones melt into the sign before them
    (0xE0100, 0xE01EF),
)

_JAMO_INNER: Final = ((0x1160, 0x11FF), (0xD7B0, 0xD7FF))
"""Medial and final Hangul jamo: they join the initial before them and take no cell of their own."""
_JAMO_INITIAL: Final = ((0x1100, 0x115F), (0xA960, 0xA97F))
_SYLLABLES: Final = ((0xAC00, 0xD7A3),)


class TextFault(StrEnum):
    """Why a name cannot be taken."""

    EMPTY = "empty"
    TOO_LONG = "too_long"


class TextError(ValueError):
    """A name that cannot be taken; the message is a sentence.

    Attributes:
        fault: the code.
    """

    def __init__(self, fault: TextFault, sentence: str) -> None:
        super().__init__(sentence)
        self.fault = fault


def _within(point: int, ranges: tuple[tuple[int, int], ...]) -> bool:
    return any(low <= point <= high for low, high in ranges)


@lru_cache(maxsize=4096)
def _is_blank(character: str) -> bool:
    return character.isspace()      # Zs, Zl, Zp, tabs, line ends and the old separators (U+001C to U+001F)


@lru_cache(maxsize=4096)
def _is_dropped(character: str) -> bool:
    return unicodedata.category(character) in _DROPPED_CATEGORIES or _within(ord(character), _DROPPED_RANGES)


@lru_cache(maxsize=4096)
def _is_inner_jamo(character: str) -> bool:
    return _within(ord(character), _JAMO_INNER)


@lru_cache(maxsize=4096)
def _takes_jamo(character: str) -> bool:
    """Whether a medial or final jamo after `character` joins it, so that it takes no cell."""
    point = ord(character)
    return _within(point, _JAMO_INITIAL) or _within(point, _SYLLABLES)


@lru_cache(maxsize=4096)
def _width(character: str) -> int:
    if unicodedata.category(character) in ("Mn", "Me", "Cf", "Cc") or _is_inner_jamo(character):
        return 0
    return 2 if unicodedata.east_asian_width(character) in ("W", "F") else 1


def cells(text: str) -> int:
    """Return how many terminal cells `text` takes (of a cleaned text; others may do as they like in a terminal)."""
    return len(text) if text.isascii() else sum(map(_width, text))


def clean_name(text: str) -> str:
    """Return a player's or spectator's name of 1 to 16 cells, without anything that could disturb a screen.

    Raises:
        TextError: nothing is left, or too much.
    """
    name = _clean(text)
    if not name:
        raise TextError(TextFault.EMPTY, "a name needs at least one character that can be seen")
    if cells(name) > NAME_CELLS or _bytes(name) > NAME_CELLS * BYTES_PER_CELL:
        raise TextError(TextFault.TOO_LONG, f"a name may take {NAME_CELLS} columns (a Korean letter takes two)")
    return name


def clean_text(text: str, most: int = CHAT_CELLS) -> str:
    """Return `text` on one line, cut to `most` cells, without what could disturb a screen; may be ""."""
    cleaned = _clean(text)
    if cells(cleaned) <= most and _bytes(cleaned) <= most * BYTES_PER_CELL:
        return cleaned
    return _cut(cleaned, most)


@lru_cache(maxsize=2048)      # every newcomer's name is compared with all that are here
def fold(name: str) -> str:
    """Return what two names share that a reader could take for each other; unique at a table."""
    folded = unicodedata.normalize("NFKC", name).casefold()
    folded = unicodedata.normalize("NFKC", folded).casefold()
    kept = "".join(one for one in folded if not _is_blank(one) and not _is_dropped(one))
    return unicodedata.normalize("NFKC", kept)


def _bytes(text: str) -> int:
    return len(text) if text.isascii() else len(text.encode("utf-8"))


def _clean(text: str) -> str:
    if text.isascii() and text.isprintable():
        return " ".join(text.split())
    # Twice: what stood between two characters may have kept them apart.
    spaced = (" " if _is_blank(one) else one for one in _normal(text))
    kept = "".join(one for one in spaced if not _is_dropped(one))
    return _normal(_settled(_normal(kept)))


def _normal(text: str) -> str:
    return unicodedata.normalize("NFC", text)


def _settled(text: str) -> str:
    """Return `text` with single blanks inside, and no marks or inner jamo that have nothing to stand on."""
    done: list[str] = []
    marks = 0
    takes_jamo = False
    for one in text:
        if one == " ":
            if done and done[-1] != " ":
                done.append(one)
            takes_jamo = False
        elif _width(one) == 0:
            if not done or done[-1] == " " or marks == _MOST_MARKS or (_is_inner_jamo(one) and not takes_jamo):
                continue
            done.append(one)
            marks += 1
            takes_jamo = takes_jamo and _is_inner_jamo(one)
        else:
            done.append(one)
            marks = 0
            takes_jamo = _takes_jamo(one)
    return "".join(done).rstrip(" ")


def _cut(text: str, most: int) -> str:
    """Return what of the cleaned `text` fits into `most` cells and their bytes, whole letters with their marks."""
    end = width = size = 0
    letter_start = 0
    for index, one in enumerate(text):
        step = _width(one)
        if step:
            letter_start = index
        width += step
        size += _bytes(one)
        if width > most or size > most * BYTES_PER_CELL:
            end = letter_start
            break
    return text[:end].rstrip(" ")
