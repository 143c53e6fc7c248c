"""`python -m tests.terminal.capture`: docs/screens made anew, from the real client at a staged table.

Text files come from a pseudo-terminal; pictures, where there is `rsvg-convert`, from the same drawing functions.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Final

from tests.terminal.captures import LANGUAGES, SCREENS, Studio, captures
from tests.ui.shots import drawn
from tests.ui.svg import picture

PICTURES: Final = (("turn", "en", (80, 24), "table-80x24-en"), ("turn", "ko", (120, 36), "table-120x36-ko"))
PICTURE_CELLS: Final = 10
"""Pixels of a column."""


def write_texts() -> None:
    """Write every capture's text."""
    SCREENS.mkdir(parents=True, exist_ok=True)
    for lang in LANGUAGES:
        for seat in (0, None):
            wanted = [capture for capture in captures() if (capture.lang, capture.seat) == (lang, seat)]
            with tempfile.TemporaryDirectory(prefix="terra-") as folder:
                studio = Studio(Path(folder), lang, seat)
                for capture in wanted:
                    studio.show(capture)
                    studio.terminal.settle(0.4)
                    capture.path.write_text(studio.terminal.screen.text + "\n", "utf-8")
                    print(capture.path.name)
                studio.close()


def write_pictures() -> None:
    """Write the pictures, where there is a program to make them."""
    if shutil.which("rsvg-convert") is None:
        print("no rsvg-convert: the pictures stay as they are", file=sys.stderr)
        return
    for page, lang, size, name in PICTURES:
        png = SCREENS / f"{name}.png"
        subprocess.run(
            ["rsvg-convert", "--width", str(size[0] * PICTURE_CELLS), "-o", str(png)],
            input=picture(drawn(page, lang, size)).encode(), check=True,
        )
        print(f"{png.name} {png.stat().st_size} bytes")


if __name__ == "__main__":
    write_texts()
    write_pictures()
