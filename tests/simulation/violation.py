"""What a check raises."""

from __future__ import annotations


class Violation(AssertionError):
    """Something that must never happen did; the message says what."""


def demand(fact: bool, sentence: str) -> None:
    """Raise Violation unless `fact`."""
    if not fact:
        raise Violation(sentence)
