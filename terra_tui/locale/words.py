"""The catalogues: every sentence that a player reads, in English and Korean."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Final, TypeAlias

from server.console.language import ENGLISH, LANGUAGES, language_of
from server.console.say import speak

__all__ = ["FORMS", "LANGUAGES", "Entry", "Words", "catalogue", "language_of", "speak_like"]

Entry: TypeAlias = str | dict[str, str]
"""A sentence, or its forms for one and for any other number `n`."""

PAGE_LINKS: Final = re.compile(r"^(English \| |\[English]\(rules).*\n\n", re.MULTILINE)

FORMS: Final = frozenset({"one", "other"})


class Words:
    """The words of one language. Values are put in as they are: no value is ever read as a placeholder or markup.

    Attributes:
        lang: "en" or "ko".
    """

    __slots__ = ("_entries", "lang")

    def __init__(self, lang: str) -> None:
        """Load the catalogue of `lang`; a language that there is none for becomes English."""
        self.lang = lang if lang in LANGUAGES else ENGLISH
        self._entries = catalogue(self.lang)

    def say(self, key: str, **values: str | int) -> str:
        """Return the sentence `section.name` with its values; forms are chosen by the value `n`.

        Raises:
            KeyError: the catalogue has no such key, or a value is missing.
        """
        entry = self._entries[key]
        if isinstance(entry, dict):
            entry = entry["one" if values.get("n") == 1 else "other"]
        return entry.format_map(values)

    def has(self, key: str) -> bool:
        """Return whether there is a sentence for `key`."""
        return key in self._entries

    def other(self) -> Words:
        """Return the words of the next language."""
        return Words(LANGUAGES[(LANGUAGES.index(self.lang) + 1) % len(LANGUAGES)])

    def rules_text(self) -> str:
        """Return the players' rules as Markdown, without the line that links the two languages' pages."""
        text = Path(__file__).with_name(f"rules.{self.lang}.md").read_text(encoding="utf-8")
        return PAGE_LINKS.sub("", text)


@cache
def catalogue(lang: str) -> Mapping[str, Entry]:
    """Return all entries of a language as `section.name` -> entry."""
    text = Path(__file__).with_name(f"{lang}.toml").read_text(encoding="utf-8")
    return {
        f"{section}.{name}": entry
        for section, entries in tomllib.loads(text).items()
        for name, entry in entries.items()
    }


def speak_like(words: Words) -> None:
    """Have errors, which are told in one language at a time, speak that of `words`."""
    speak(words.lang)
