"""What the values of options must be: readers for argparse, each with a sentence for what it cannot take."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Final, TypeVar

from server.console.say import clipped, harmless, say

DIGITS: Final = 20
"""More are out of any range, and Python reads no more than some thousands."""
Chosen = TypeVar("Chosen", bound=str)


def wrong(template: str, /, **values: object) -> argparse.ArgumentTypeError:
    """Return the error that says a sentence; argparse puts the option's name before it."""
    return argparse.ArgumentTypeError(say(template, **values))


def quoted(text: str) -> str:
    """Return what somebody typed, between quotes, cut where it is long."""
    return f"'{harmless(clipped(text))}'"


def whole(low: int, high: int) -> Callable[[str], int]:
    """Return a reader of a whole number from `low` to `high`."""

    def read(text: str) -> int:
        digits = text[1:] if text[:1] == "-" else text
        if digits.isascii() and digits.isdigit() and len(digits) <= DIGITS and low <= int(text) <= high:
            return int(text)
        raise wrong("it must be a whole number from {low} to {high}, not {text}.", low=low, high=high,
                    text=quoted(text))

    return read


def millis(low: float, high: float) -> Callable[[str], int]:
    """Return a reader of seconds from `low` to `high`, as milliseconds."""

    def read(text: str) -> int:
        try:
            seconds = float(text) if text.isascii() else -1.0
        except ValueError:
            seconds = -1.0
        if low <= seconds <= high:      # not for nan
            return round(seconds * 1000)
        raise wrong("it must be {low:g} to {high:g} seconds, not {text}.", low=low, high=high, text=quoted(text))

    return read


def one_of(choices: Iterable[Chosen]) -> Callable[[str], Chosen]:
    """Return a reader of one of these texts."""
    known = {str(choice): choice for choice in choices}

    def read(text: str) -> Chosen:
        if text in known:
            return known[text]
        raise wrong("it must be one of {choices}, not {text}.", choices=", ".join(known), text=quoted(text))

    return read


def path(text: str) -> Path:
    """Return the path of a file.

    Raises:
        argparse.ArgumentTypeError: it is empty.
    """
    if not text:
        raise wrong("a file's name is missing.")
    return Path(text)
