"""`python -m tests.terminal.capture`: docs/screens made anew, from the real client.

Texts of the table come from a pseudo-terminal at a staged table, those of other pages from the app, and those of
plain mode from its pipes. SVG pictures are of the same rows; PNG ones, where there is `rsvg-convert`, too.
"""

from __future__ import annotations

import asyncio
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Final

from tests.plain.transcript import transcript
from tests.terminal.captures import LANGUAGES, SCREENS, Studio, captures
from tests.terminal.form_captures import FORMS, SIZES, opened
from tests.ui.shots import drawn, write_all
from tests.ui.svg import picture

PICTURES: Final = (
    ("turn", "en", (80, 24), "table-80x24-en"), ("turn", "ko", (80, 24), "table-80x24-ko"),
    ("turn", "ko", (120, 36), "table-120x36-ko"), ("terra-ron", "en", (80, 24), "ron-80x24-en"),
)
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


def write_forms() -> None:
    """Write the text of every question and form at a table."""
    for form in FORMS:
        for lang in LANGUAGES:
            with tempfile.TemporaryDirectory(prefix="terra-") as folder, opened(Path(folder), form, lang) as found:
                terminal, text = found
                for size in SIZES:
                    terminal.resize(*size)
                    terminal.settle(0.4)
                    form.path(lang, size).write_text(text() + "\n", "utf-8")
                    print(form.path(lang, size).name)


def write_transcripts() -> None:
    """Write what plain mode says."""
    for lang in LANGUAGES:
        path = SCREENS / f"plain-{lang}.txt"
        path.write_text(asyncio.run(transcript(lang)), "utf-8")
        print(path.name)


def write_pictures() -> None:
    """Write the pictures of points, where there is a program to make them."""
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
    write_forms()
    write_transcripts()
    write_all(SCREENS)
    write_pictures()
