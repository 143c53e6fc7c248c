"""Pictures of the screens for the README and the docs: `python -m tests.ui.shots FOLDER` writes SVG files."""

from __future__ import annotations

import sys
from pathlib import Path

from terra_tui.ui.draw.lines import Line
from tests.ui.svg import picture
from tests.ui.test_golden import PAGES, board

SMALL, LARGE = (80, 24), (120, 36)
PICTURES = {
    "turn": (SMALL, LARGE), "twenty": (SMALL, LARGE), "terra-ron": (SMALL,), "round-end": (SMALL,),
    "game-end": (SMALL,), "lobby": (SMALL,),
}


def drawn(page: str, lang: str, size: tuple[int, int]) -> tuple[Line, ...]:
    """Return the rows of a page as the golden files have them."""
    draw, state, text = PAGES[page]
    return draw(board(state(), lang, size, text))


def main(folder: Path) -> None:
    """Write all pictures."""
    folder.mkdir(parents=True, exist_ok=True)
    for page, sizes in PICTURES.items():
        for lang in ("en", "ko"):
            for size in sizes:
                path = folder / f"{page}-{lang}-{size[0]}x{size[1]}.svg"
                path.write_text(picture(drawn(page, lang, size)), "utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
