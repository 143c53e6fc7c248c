"""The mouse, in a real terminal: it picks cards, and is let be over SSH and where a player does not want it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

from tests.terminal.client import staged_client
from tests.terminal.pty_screen import PtyScreen
from tests.terminal.staged_host import StagedHost
from tests.ui.states import playing

PRESSES: Final = 1000
"""The private mode in which a terminal reports where a button was pressed."""


@pytest.fixture
def host() -> Iterator[StagedHost]:
    """A table on Minji's turn."""
    staged = StagedHost()
    staged.stage(playing())
    yield staged
    staged.close()


def click(terminal: PtyScreen, text: str) -> None:
    """Press and let go of the button where `text` is shown."""
    row = next(row for row, line in enumerate(terminal.screen.lines) if text in line)
    column = terminal.screen.lines[row].index(text)
    for end in ("M", "m"):
        terminal.type(f"\x1b[<0;{column + 1};{row + 1}{end}")


def test_a_click_picks_a_card_and_another_puts_it_back(tmp_path: Path, host: StagedHost) -> None:
    with staged_client(tmp_path, host, "--lang", "en") as terminal:
        terminal.shows("Deck 18", "YOUR HAND")
        terminal.until(lambda: PRESSES in terminal.screen.modes, why="the mouse is not asked for")
        for text, shown in (("│ 4 │", " SUM   4"), ("│ 9 │", " SUM   4 + 9"), ("║ 9 ║", " SUM   4 ")):
            terminal.shows(text)
            click(terminal, text)
            terminal.shows(shown)
        terminal.hides("4 + 9")
        assert terminal.screen.strange == []


@pytest.mark.parametrize("wish", ["over SSH", "no mouse"])
def test_the_mouse_is_let_be(tmp_path: Path, host: StagedHost, wish: str) -> None:
    settings = tmp_path / ".config" / "terra" / "config.toml"
    settings.parent.mkdir(parents=True)
    settings.write_text('name = "Minji"\n' + "mouse = false\n" * (wish == "no mouse"), "utf-8")
    far = {"SSH_CONNECTION": "10.0.0.1 50000 10.0.0.2 22"} if wish == "over SSH" else {}
    with staged_client(tmp_path, host, "--lang", "en", env=far) as terminal:
        terminal.shows("Deck 18", "YOUR HAND")
        terminal.settle()
        assert not {1000, 1003, 1006, 1015} & terminal.screen.modes
        assert b"\x1b[?1000h" not in terminal.drawn
