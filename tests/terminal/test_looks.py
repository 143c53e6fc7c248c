"""The colours and marks of key screens, cell by cell, as the real client draws them in four kinds of terminal.

`make golden` writes the files of `looks/` anew; look at what has changed (`git diff`) before it is kept. Below each
kind of terminal stands what each letter means, then for each row the letters, each with how many columns it is for.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import pytest

from terra_tui.locale.words import Words
from terra_tui.ui.screens.menu import ITEMS, Item
from tests.terminal.captures import LANGUAGES, NORMAL, Studio, captures
from tests.terminal.client import client
from tests.terminal.look import notation
from tests.terminal.pty_screen import PtyScreen
from tests.terminal.seat import DOWN, ENTER

LOOKS: Final = Path(__file__).parent / "looks"
KINDS: Final = {
    "16 colours": {"TERM": "xterm"},
    "256 colours": {"TERM": "xterm-256color"},
    "true colour": {"TERM": "xterm-256color", "COLORTERM": "truecolor"},
    "no colour": {"TERM": "xterm-256color", "NO_COLOR": "1"},
}
SAME: Final = {"true colour": "256 colours"}
"""Where the palette's numbers are sent too: they are shorter."""
SECTIONS: Final = tuple(kind for kind in KINDS if kind not in SAME)


class Golden:
    """The file of one page in one language: a section for each kind of terminal."""

    def __init__(self, page: str, lang: str) -> None:
        self.page = page
        self._path = LOOKS / f"{page}-{lang}.txt"

    def check(self, terminal: PtyScreen, kind: str) -> None:
        """Wait until the terminal looks as its section says; or write that."""
        sections, section = self.sections(), SAME.get(kind, kind)
        if os.environ.get("TERRA_GOLDEN") == "write":
            terminal.settle(0.4)
            sections[section] = notation(terminal.screen.cells)
            text = "\n".join(f"== {name}\n{sections[name]}\n" for name in SECTIONS if name in sections)
            self._path.write_text(text, "utf-8")
        kept = sections[section]
        try:
            terminal.until(lambda: notation(terminal.screen.cells) == kept, seconds=3)
        except AssertionError:
            raise AssertionError(_differences(self.page, kept, notation(terminal.screen.cells))) from None

    def sections(self) -> dict[str, str]:
        """Return what is kept."""
        if not self._path.exists():
            return {}
        parts = self._path.read_text("utf-8").split("== ")[1:]
        return {name: text.strip() for name, _, text in (part.partition("\n") for part in parts)}


def _differences(page: str, kept: str, found: str) -> str:
    """Return the lines of a notation that are not as kept."""
    lines, old = found.splitlines(), kept.splitlines()
    missing = [f"- {line}" for line in old if line not in lines]
    return "\n".join([f"{page} looks otherwise:", *missing, *(f"+ {line}" for line in lines if line not in old)])


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_turn_and_a_rounds_end_look_as_they_did(tmp_path: Path, lang: str, kind: str) -> None:
    studio = Studio(tmp_path, lang, 0, KINDS[kind])
    wanted = ("turn", "round-end")
    try:
        for capture in captures():
            if (capture.lang, capture.size) == (lang, NORMAL) and capture.page in wanted:
                studio.show(capture)
                Golden(capture.page, lang).check(studio.terminal, kind)
    finally:
        studio.close()


@contextmanager
def menu(folder: Path, lang: str, kind: str) -> Iterator[PtyScreen]:
    """Have a client with its menu."""
    with client(folder, "--lang", lang, env=KINDS[kind]) as terminal:
        terminal.shows(*(Words(lang).say(f"menu.{item}") for item in ITEMS))
        yield terminal
        assert terminal.screen.strange == []


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_menu_and_the_lesson_look_as_they_did(tmp_path: Path, lang: str, kind: str) -> None:
    with menu(tmp_path, lang, kind) as terminal:
        Golden("menu", lang).check(terminal, kind)
        terminal.type(DOWN * ITEMS.index(Item.LEARN) + ENTER)
        terminal.shows("1/8 ")
        terminal.types_until(ENTER, lambda: "2/8 " in terminal.screen.text, why="the lesson does not go on")
        Golden("lesson", lang).check(terminal, kind)


@pytest.mark.parametrize("page", ["turn", "round-end", "menu", "lesson"])
@pytest.mark.parametrize("lang", LANGUAGES)
def test_without_colour_there_is_none_and_with_16_none_but_those(page: str, lang: str) -> None:
    sections = Golden(page, lang).sections()
    meanings = {
        kind: [line.partition(" = ")[2] for line in sections[kind].splitlines() if " = " in line]
        for kind in SECTIONS
    }
    assert all("default" in look and " on " not in look for look in meanings["no colour"])
    assert not any(any(map(str.isdigit, look)) for look in meanings["16 colours"])
    assert all(" on " in look for look in meanings["256 colours"])
