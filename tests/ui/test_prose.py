"""The help's text in rows."""

from __future__ import annotations

import pytest

from terra_tui.locale.words import Words
from terra_tui.ui.draw.lines import plain, width
from terra_tui.ui.draw.prose import bare, prose_lines
from terra_tui.ui.draw.skin import ASCII, BOX
from terra_tui.ui.screens.help import GROUPS, group_text, rules_text

TEXT = """# Rules

A word and `5+7-8` and
more of it.

- **R3.1** Combination: make it.
- another [item](x.md)

| A | Bee |
| --- | --- |
| 1 | 소라 |
"""


def test_headings_paragraphs_lists_and_tables() -> None:
    assert plain(prose_lines(TEXT, 28, ASCII)) == (
        "Rules\n\nA word and 5+7-8 and more of\nit.\n\nR3.1  Combination: make it.\n- another item\n\n"
        "A | Bee\n1 | 소라\n"
    )


def test_marks_and_links_are_left_out() -> None:
    assert bare("**R1** `x` [한국어](rules.ko.md)") == "R1 x 한국어"


@pytest.mark.parametrize("cells", [20, 58, 78, 118])
@pytest.mark.parametrize("lang", ["en", "ko"])
def test_the_rules_fit_every_width(lang: str, cells: int) -> None:
    words = Words(lang)
    keys = "".join(group_text(words, group) for group in GROUPS)
    lines = prose_lines(keys + rules_text(words, "limit 100"), cells, BOX)
    assert max(width(line) for line in lines) <= max(cells, 30)
    text = plain(lines)
    assert "R5.8" in text
    assert "**" not in text
    assert "English | " not in text
    assert " | 한국어" not in text
