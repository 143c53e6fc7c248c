"""Glyphs (UX.md): one column wherever they are drawn; where box lines take two, the ASCII skin has none of them."""

from __future__ import annotations

import re
from dataclasses import fields
from unicodedata import east_asian_width

import pytest
from rich.cells import cell_len

from terra_tui.locale.words import Words, catalogue
from terra_tui.ui.draw.skin import ASCII, BOX, Skin

LINES = frozenset(map(chr, range(0x2500, 0x25A0)))
"""Box lines and blocks: what the measuring at the start is about."""
HANGUL = re.compile(r"[\uac00-\ud7a3\u3131-\u318e]")


def glyphs(skin: Skin) -> set[str]:
    """Return every character of a skin."""
    return set("".join(str(getattr(skin, field.name)) for field in fields(skin) if field.name != "name"))


def test_every_glyph_is_one_column_and_ambiguous_ones_are_lines_only() -> None:
    for char in glyphs(BOX):
        assert cell_len(char) == 1
        assert east_asian_width(char) != "A" or char in LINES


def test_the_ascii_skin_is_ascii() -> None:
    assert all(char.isascii() for char in glyphs(ASCII))


@pytest.mark.parametrize("lang", ["en", "ko"])
def test_the_words_are_ascii_and_hangul_so_that_no_terminal_draws_them_otherwise(lang: str) -> None:
    texts = [*map(str, catalogue(lang).values()), Words(lang).rules_text()]
    strange = {char for text in texts for char in text if not char.isascii() and not HANGUL.match(char)}
    assert all(east_asian_width(char) not in ("A", "W") or char in LINES for char in strange), strange
