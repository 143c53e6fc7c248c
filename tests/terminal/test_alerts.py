"""Alerts in a real terminal (UX.md): bell and title, once, each can be turned off."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import pytest

from tests.terminal.client import staged_client
from tests.terminal.staged_host import StagedHost
from tests.ui.states import changed, playing

OTHERS: Final = changed(playing(), turn=1, cards=(9, 12, 2, 14, 7))
MINE: Final = changed(OTHERS, turn=0, deck=17)
TITLE: Final = "* YOUR TURN - Jun 7+8-11"


@pytest.mark.parametrize("bell", [True, False], ids=["bell", "no bell"])
@pytest.mark.parametrize("title", [True, False], ids=["title", "no title"])
def test_your_turn_calls_once_by_bell_and_title_each_can_be_turned_off(
    tmp_path: Path, *, bell: bool, title: bool
) -> None:
    settings = tmp_path / ".config" / "terra" / "config.toml"
    settings.parent.mkdir(parents=True)
    settings.write_text(f'name = "Minji"\nbell = {str(bell).lower()}\ntitle = {str(title).lower()}\n', "utf-8")
    host = StagedHost()
    host.stage(OTHERS)
    try:
        with staged_client(tmp_path, host, "--lang", "en") as terminal:
            terminal.shows("Deck 18")
            host.stage(MINE)
            terminal.shows("Deck 17")
            host.stage(changed(MINE, deck=16))
            terminal.shows("Deck 16")
            terminal.settle()
            assert terminal.screen.bells == bell
            assert terminal.screen.titles.count(TITLE) == title
            assert bool(terminal.screen.titles) == title
    finally:
        host.close()
