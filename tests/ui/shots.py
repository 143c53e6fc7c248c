"""Pictures and texts of the screens for docs/screens, from the app itself and from what draws its tables."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Final

from terra_tui.ui.draw.lines import Line, plain
from tests.ui.page_shots import SHOTS, SIZES, Size, shown
from tests.ui.svg import picture
from tests.ui.test_golden import PAGES, board

LANGUAGES: Final = ("en", "ko")
NORMAL: Final = (80, 24)
TABLES: Final[dict[str, tuple[Size, ...]]] = {
    "turn": SIZES, "twenty": SIZES, "terra-ron": SIZES, "watching": (NORMAL,), "round-end": (NORMAL,),
    "game-end": (NORMAL,), "lobby": (NORMAL,),
}
"""Pictures of the table. Its texts are taken from a terminal, see `tests.terminal.capture`."""
MANY_SIZES: Final = ("replay", "help")
"""Pages beside the table of which there are pictures in every size."""
DRAWN_ONLY: Final = "terra-ron"
"""An open window's clock runs too fast for a capture; the text is of the drawing."""


def drawn(page: str, lang: str, size: Size) -> tuple[Line, ...]:
    """Return the rows of a page as the golden files have them."""
    draw, state, text = PAGES[page]
    return draw(board(state(), lang, size, text))


def named(page: str, lang: str, size: Size) -> str:
    """Return the name of a screen's files, without what they end in."""
    return f"{page}-{lang}-{size[0]}x{size[1]}"


async def write(folder: Path) -> None:
    """Write all pictures, and the texts of what a terminal is not needed for."""
    for lang in LANGUAGES:
        for page, sizes in TABLES.items():
            for size in sizes:
                lines = drawn(page, lang, size)
                (folder / f"{named(page, lang, size)}.svg").write_text(picture(lines), "utf-8")
                if page == DRAWN_ONLY:
                    (folder / f"{named(page, lang, size)}.txt").write_text(plain(lines), "utf-8")
        for shot in SHOTS:
            for size, lines in (await shown(shot, lang)).items():
                (folder / f"{named(shot.page, lang, size)}.txt").write_text(plain(lines), "utf-8")
                if size == NORMAL or shot.page in MANY_SIZES:
                    (folder / f"{named(shot.page, lang, size)}.svg").write_text(picture(lines), "utf-8")


def write_all(folder: Path) -> None:
    """Write them; the folder is made where there is none."""
    folder.mkdir(parents=True, exist_ok=True)
    asyncio.run(write(folder))
