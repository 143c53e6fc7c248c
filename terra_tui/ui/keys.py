"""Keys as the player means them: letters behind a Hangul input method, and what is Ron."""

from __future__ import annotations

import unicodedata
from typing import Final

JAMO: Final = dict(
    zip(
        "ㅂㅈㄷㄱㅅㅛㅕㅑㅐㅔㅁㄴㅇㄹㅎㅗㅓㅏㅣㅋㅌㅊㅍㅠㅜㅡㅃㅉㄸㄲㅆㅒㅖ",
        "qwertyuiopasdfghjklzxcvbnmQWERTOP",
        strict=True,
    )
)
"""The two-set keyboard: which Latin letter lies under each jamo."""

PAIRS: Final = {
    "ㅘ": "ㅗㅏ", "ㅙ": "ㅗㅐ", "ㅚ": "ㅗㅣ", "ㅝ": "ㅜㅓ", "ㅞ": "ㅜㅔ", "ㅟ": "ㅜㅣ", "ㅢ": "ㅡㅣ",
    "ㄳ": "ㄱㅅ", "ㄵ": "ㄴㅈ", "ㄶ": "ㄴㅎ", "ㄺ": "ㄹㄱ", "ㄻ": "ㄹㅁ", "ㄼ": "ㄹㅂ", "ㄽ": "ㄹㅅ", "ㄾ": "ㄹㅌ",
    "ㄿ": "ㄹㅍ", "ㅀ": "ㄹㅎ", "ㅄ": "ㅂㅅ",
}
"""Jamo that are typed as two keys."""

LEADS: Final = "ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ"
VOWELS: Final = "ㅏㅐㅑㅒㅓㅔㅕㅖㅗㅘㅙㅚㅛㅜㅝㅞㅟㅠㅡㅢㅣ"
TAILS: Final = "_ㄱㄲㄳㄴㄵㄶㄷㄹㄺㄻㄼㄽㄾㄿㅀㅁㅂㅄㅅㅆㅇㅈㅊㅋㅌㅍㅎ"
SYLLABLES: Final = range(0xAC00, 0xD7A4)

RON_KEYS: Final = frozenset({"exclamation_mark", "r", "R", "alt+r", "f9"})
"""The keys of Ron once letters are mapped; `f9` alone works in a text box."""

RON_LETTERS: Final = frozenset({"r", "R"})
"""Those that somebody may type who takes the chat to be open: they count only where a Ron could concern anybody."""


def letters_for(text: str) -> str:
    """Return the Latin letters that lie under the Hangul of `text`: `ㄱ` is `r`, `론` is `fhs`. All else stays."""
    return "".join(_letters(char) for char in unicodedata.normalize("NFC", text))


def _letters(char: str) -> str:
    if ord(char) in SYLLABLES:
        number = ord(char) - SYLLABLES.start
        lead, vowel, tail = number // 588, number % 588 // 28, number % 28
        jamo = LEADS[lead] + VOWELS[vowel] + (TAILS[tail] if tail else "")
        return "".join(_letters(part) for part in jamo)
    if char in PAIRS:
        return "".join(JAMO[part] for part in PAIRS[char])
    return JAMO.get(char, char)


def is_hangul(text: str) -> bool:
    """Return whether `text` holds a Hangul letter or syllable."""
    return any(char in JAMO or char in PAIRS or ord(char) in SYLLABLES for char in text)


NAMES: Final = {
    "+": "plus", "-": "minus", "/": "slash", ".": "full_stop", "!": "exclamation_mark", "?": "question_mark",
    "[": "left_square_bracket", "]": "right_square_bracket", " ": "space",
    "{": "left_curly_bracket", "}": "right_curly_bracket",
}
"""Textual's names of the keys that are no letters or digits."""


def key_name(char: str) -> str:
    """Return the name by which bindings know the key of `char`."""
    return NAMES.get(char, char)
