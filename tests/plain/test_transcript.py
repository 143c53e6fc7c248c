"""What docs/screens shows of plain mode is what it says; `make screens` makes it anew."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.plain.transcript import transcript

SCREENS = Path(__file__).resolve().parents[2] / "docs" / "screens"


@pytest.mark.parametrize("lang", ["en", "ko"])
async def test_the_kept_lines_are_those_of_plain_mode(lang: str) -> None:
    assert await transcript(lang) == (SCREENS / f"plain-{lang}.txt").read_text("utf-8")
