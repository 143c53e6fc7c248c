"""The command line's sentences in the player's language: English stands in the code, Korean in `ko.toml`.

The client's screens have keys and catalogues (`terra_tui/locale`), for they say one thing in many places. A
command's sentence is said in one place, and a host without a client must be able to say it: it is its own key.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Protocol, TypeAlias, runtime_checkable

from server.console.language import ENGLISH, KOREAN

Value: TypeAlias = object

LONGEST_PATH = 300
UNSEEN = "\N{REPLACEMENT CHARACTER}"


@runtime_checkable
class Templated(Protocol):
    """An error whose message is a template with values: `RecordError`, `RulesError`, and every `Told`."""

    template: str
    values: Mapping[str, object]


class Told(Exception):
    """An error whose message is one plain sentence, in the language of whoever is told.

    Attributes:
        template: the sentence in English, with names in braces.
        values: what the names stand for.
    """

    def __init__(self, template: str, /, **values: Value) -> None:
        super().__init__(template)
        self.template = template
        self.values: Mapping[str, object] = values

    def __str__(self) -> str:
        return say(self.template, **self.values)


class _Tongue:
    """The language that this process speaks; asked for once, when something is first said."""

    def __init__(self, ask: Callable[[], str]) -> None:
        self._ask = ask
        self._known: str | None = None

    def choose(self, language: str) -> None:
        self._known = language

    def language(self) -> str:
        if self._known is None:
            self._known = self._ask()
        return self._known


_tongues = [_Tongue(lambda: ENGLISH)]


@contextmanager
def speaking(language: Callable[[], str]) -> Iterator[None]:
    """Speak the language that `language` returns ("en" or "ko") within the context, in all threads."""
    _tongues.append(_Tongue(language))
    try:
        yield
    finally:
        _tongues.pop()


def speak(language: str) -> None:
    """Speak `language` from now on till the innermost `speaking` ends, for a player has chosen another."""
    if len(_tongues) > 1:
        _tongues[-1].choose(language)


def spoken_language() -> str:
    """Return "en" or "ko"; English where nobody has chosen."""
    return _tongues[-1].language()


def word(template: str) -> str:
    """Return `template` in the language that is spoken, its braces as they are; English where there is no other."""
    return korean().get(template, template) if spoken_language() == KOREAN else template


def say(template: str, /, **values: Value) -> str:
    """Return a sentence with its values, made harmless for a terminal; one without values is taken as it is.

    Raises:
        KeyError: a value is missing.
    """
    text = word(template)
    return text.format_map({name: _shown(value) for name, value in values.items()}) if values else text


def say_count(one: str, other: str, n: int) -> str:
    """Return the sentence for one thing or for `n` of them; its value is `n`."""
    return say(one if n == 1 else other, n=n)


def harmless(text: str) -> str:
    """Return `text` with everything that cannot be seen, a terminal's commands above all, as a sign for it."""
    return text if text.isprintable() else "".join(one if one.isprintable() else UNSEEN for one in text)


def clipped(text: str, most: int = 40) -> str:
    """Return `text` for a sentence about it: a few dozen characters, however many somebody typed."""
    return text if len(text) <= most else text[: most - 3] + "..."


@cache
def korean() -> Mapping[str, str]:
    """Return the Korean of every sentence, by its English."""
    import tomllib
    from importlib.resources import files

    text = (files("server.console") / "ko.toml").read_text(encoding="utf-8")
    return {english: said for section in tomllib.loads(text).values() for english, said in section.items()}


def _shown(value: Value) -> object:
    """Return a value as it is put into a sentence: numbers as they are, for a format may follow."""
    if isinstance(value, Templated):
        return say(value.template, **value.values)
    if isinstance(value, OSError):
        return word(value.strerror or type(value).__name__)
    if isinstance(value, Path):
        return harmless(clipped(str(value), LONGEST_PATH))
    return harmless(value) if isinstance(value, str) else value
