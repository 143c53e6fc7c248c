"""What docs/screens shows of the pages beside the table is what the app draws; `make screens` makes it anew."""

from __future__ import annotations

from pathlib import Path

import pytest

from terra_tui.ui.draw.lines import plain
from tests.ui.page_shots import SHOTS, SIZES, PageShot, shown
from tests.ui.shots import DRAWN_ONLY, LANGUAGES, TABLES, drawn, named
from tests.ui.svg import picture

SCREENS = Path(__file__).resolve().parents[2] / "docs" / "screens"
MOST_BYTES = 3_000_000


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("shot", SHOTS, ids=lambda shot: shot.page)
async def test_a_kept_page_is_what_the_app_draws(shot: PageShot, lang: str) -> None:
    for size, lines in (await shown(shot, lang)).items():
        kept = (SCREENS / f"{named(shot.page, lang, size)}.txt").read_text("utf-8")
        assert plain(lines) == kept
    assert (SCREENS / f"{named(shot.page, lang, SIZES[0])}.svg").exists()


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("page", TABLES)
def test_a_kept_picture_of_the_table_is_what_is_drawn(page: str, lang: str) -> None:
    for size in TABLES[page]:
        lines = drawn(page, lang, size)
        assert (SCREENS / f"{named(page, lang, size)}.svg").read_text("utf-8") == picture(lines)
        if page == DRAWN_ONLY:
            assert (SCREENS / f"{named(page, lang, size)}.txt").read_text("utf-8") == plain(lines)


def test_all_that_is_kept_is_small() -> None:
    assert sum(path.stat().st_size for path in SCREENS.iterdir()) < MOST_BYTES
