"""Texts that would move a screen, colour it, name its window or confuse a reader, made from a seed."""

from __future__ import annotations

from random import Random
from typing import Final

PIECES: Final = (
    "\x1b[2J", "\x1b[31;5m", "\x1b[10A", "\x1b[999;1H", "\x1b]0;owned\x07", "\x1b]52;c;ZXZpbA==\x07",
    "\x1b]8;;http://x\x1b\\", "\x1bP1$tx\x1b\\", "\x1b[?1049l", "\x1b[6n", "\x1bc", "\x1b", "\x9b31m",
    "\x9d0;x\x9c", "\x07", "\b\b\b", "\r", "\n", "\t", "\x00", "\x0e", "\x0f", "\x7f", "\u202e", "\u2066",
    "\u2069", "\u200b", "\u200d", "\u200e", "\ufeff", "\u00ad", "\u034f", "\u2028", "\ufe0f",
    "\U0001f468\u200d\U0001f469\u200d\U0001f467", "\U0001f1f0\U0001f1f7", "\U0001f3fb",
    "e\u0301" + "\u0300" * 40, "\u0e33", "\u0bbe", "\u1100\u1161\u11a8", "\u1160", "\u3164", "\u115f",
    "\ud7b0", "\u2800", "\ua960", "\ufdfd", "\U0001d173", "\ue000", "\U000e0041", "\uffff", "[/]", "[red]",
    "[@click=app.quit]x[/]", "[bold", "\\", "{0}", "%s", "$x", ":smile:", "가나다", "漢字", "ｗｉｄｅ", "Hi", " ",
    "8", "Player joined",
)


def hostile_text(random: Random, most_bytes: int) -> str:
    """Return a text of at most `most_bytes` bytes of UTF-8: of pieces with a meaning, and of any letters at all."""
    text = ""
    for _ in range(random.randint(1, 8)):
        if random.random() < 0.7:
            text += random.choice(PIECES)
        else:
            text += _letter(random)
    while len(text.encode()) > most_bytes:
        text = text[:-1]
    return text


def _letter(random: Random) -> str:
    top = random.choice((0x100, 0x800, 0x10000, 0x110000))
    letter = chr(random.randrange(top))
    return letter if not "\ud800" <= letter <= "\udfff" else "?"
