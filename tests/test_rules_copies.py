"""The players' rules: one hand-written page a language, its copy in the package, the same rules in both."""

from __future__ import annotations

import re
from importlib.resources import files
from pathlib import Path
from typing import Final

import pytest
from rich.cells import cell_len

DOCS: Final = Path(__file__).parent.parent / "docs"
PAGES: Final = {"en": "rules.md", "ko": "rules.ko.md"}
SECTIONS: Final = {1: 2, 2: 5, 3: 6, 4: 5, 5: 8, 6: 2, 7: 5, 8: 3}
"""How many numbered rules each of R1 to R8 has; R9 is one rule by itself."""

NUMBERS: Final = [f"R{part}.{n}" for part, count in SECTIONS.items() for n in range(1, count + 1)] + ["R9"]
NARROWEST: Final = 60
"""Cells of the narrowest screen that shows the pages."""


def page(language: str) -> str:
    """Return the hand-written page in `language`."""
    return (DOCS / PAGES[language]).read_text(encoding="utf-8")


@pytest.mark.parametrize("language", PAGES)
def test_the_copy_in_the_package_is_the_page_in_docs(language: str) -> None:
    source, copy = f"docs/{PAGES[language]}", f"terra_tui/locale/rules.{language}.md"
    shipped = files("terra_tui").joinpath("locale", f"rules.{language}.md").read_bytes()
    assert shipped == (DOCS / PAGES[language]).read_bytes(), f"run: cp {source} {copy}"


@pytest.mark.parametrize("language", PAGES)
def test_every_rule_begins_one_list_item_in_order(language: str) -> None:
    assert re.findall(r"^- \*\*(R\d(?:\.\d)?)\*\* \S", page(language), re.MULTILINE) == NUMBERS


@pytest.mark.parametrize("language", PAGES)
def test_each_page_refers_only_to_rules_that_exist(language: str) -> None:
    headings = {f"R{part}" for part in SECTIONS}
    assert set(re.findall(r"R\d+(?:\.\d+)?", page(language))) == set(NUMBERS) | headings


def test_both_pages_refer_to_the_same_rules_and_mark_the_same_rulings() -> None:
    def skeleton(language: str, ruling: str) -> list[tuple[str, set[str], bool]]:
        items = re.findall(r"^- \*\*(R[\d.]+)\*\* (.*(?:\n  .*)*)", page(language), re.MULTILINE)
        return [(number, set(re.findall(r"R\d\.\d", text)), ruling in text) for number, text in items]

    assert skeleton("en", "(ruling)") == skeleton("ko", "(보충)")


@pytest.mark.parametrize("language", PAGES)
def test_a_page_reads_in_a_terminal(language: str) -> None:
    text = page(language)
    assert not re.search(r"<\w|!\[", text), "HTML or an image"
    tables = [line for line in text.splitlines() if line.startswith("|")]
    assert tables
    assert [line for line in tables if cell_len(line) > NARROWEST] == []


def test_the_pages_link_each_other_at_the_top() -> None:
    assert f"]({PAGES['ko']})" in page("en").split("\n\n")[1]
    assert f"]({PAGES['en']})" in page("ko").split("\n\n")[1]


def test_both_pages_list_the_same_terms() -> None:
    def terms(language: str) -> list[tuple[str, ...]]:
        rows = re.findall(r"^\| (.+) \| (.+) \| .+ \|$", page(language).rpartition("\n## ")[2], re.MULTILINE)
        return [tuple(sorted(row)) for row in rows]

    assert len(terms("en")) > 20
    assert terms("en") == terms("ko")


def test_korean_dots_are_nun_and_points_are_jeom() -> None:
    def rules(language: str) -> list[str]:
        return re.findall(r"^- \*\*R[\d.]+\*\* .*(?:\n  .*)*", page(language), re.MULTILINE)

    spoken = zip(rules("en"), rules("ko"), strict=True)
    assert [korean for english, korean in spoken if "dots" in english and "눈" not in korean] == []
    assert re.findall(r"(?<!\d)점(?!수).*", page("ko").rpartition("\n## ")[0]) == []
