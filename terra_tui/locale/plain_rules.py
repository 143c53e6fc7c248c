"""The rules as lines of text: a paragraph a line, without Markdown's signs."""

from __future__ import annotations

from collections.abc import Iterator

from terra_tui.locale.words import Words


def plain_rules(words: Words) -> Iterator[str]:
    """Yield a line for each heading, paragraph, item and row of a table, and the empty ones between them."""
    paragraph: list[str] = []
    for line in [*words.rules_text().splitlines(), ""]:
        begins = line.startswith(("#", "- ", "|")) or not line.strip()
        if begins and paragraph:
            yield " ".join(paragraph)
            paragraph = []
        if not line.strip():
            yield ""
        elif line.strip(" |-"):      # not what only rules off a table's heading
            paragraph.append(_without_signs(line))


def _without_signs(line: str) -> str:
    text = line.strip().strip("|").strip() if line.startswith("|") else line.lstrip("# ").rstrip()
    return text.replace("**", "").replace("`", "")
