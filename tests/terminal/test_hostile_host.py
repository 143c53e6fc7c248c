"""Names, chat and a table's title from a host that cleans nothing: the client cleans them before it draws."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from server.wire.messages import Numbered, Said
from terra_tui.session.state import ClientState
from tests.terminal.client import staged_client
from tests.terminal.pty_screen import PtyScreen
from tests.terminal.staged_host import StagedHost
from tests.ui.states import LOG, changed, playing

EVIL = (
    "a\x1b[2Jb", "c\x1b]52;c;ZXZpbA==\x07d", "e\x1b]2;owned\x07f", "g\u202eh\u2066i", "j\u200bk\u200dl",
    "m\x9b31mn", "o\r\np\tq\x00r", "[/red]", "[@click=app.quit]x[/]", "\x1bP1$tx\x1b\\s",
    "Player [/] joined", "[bold",
)
"""What reaches other terminals, or is taken as markup, where it is drawn as it came."""


@pytest.fixture
def host() -> Iterator[StagedHost]:
    """A staged table whose own name is hostile."""
    staged = StagedHost("lun\x1b]2;owned\x07ch[/b]")
    staged.stage(playing())
    yield staged
    staged.close()


def named(state: ClientState, name: str) -> ClientState:
    """Return the state with Jun, who has just laid, called `name`."""
    assert state.roster is not None
    seats = list(state.roster.seats)
    seats[1] = replace(seats[1], name=name)
    return replace(state, roster=replace(state.roster, seats=tuple(seats)))


def is_clean(terminal: PtyScreen) -> None:
    """Fail where anything but the client's own sequences has come."""
    assert terminal.screen.strange == []
    for bad in ("\u202e", "\u2066", "\u200b", "\u200d", "\x9b"):
        assert bad.encode() not in terminal.drawn
    assert b"\x1b]52" not in terminal.drawn
    assert all(title.startswith(("Terra", "*")) for title in terminal.screen.titles), terminal.screen.titles
    assert "owned" not in terminal.screen.titles


def test_hostile_names_are_drawn_as_text_and_send_nothing(tmp_path: Path, host: StagedHost) -> None:
    with staged_client(tmp_path, host, "--lang", "en", size=(120, 36)) as terminal:
        terminal.shows("YOUR HAND")
        for at, name in enumerate(EVIL):
            # To another's turn and back: the title tells of Jun's lay each time.
            host.tell(named(changed(playing(), turn=1, deck=20 + at), name))
            terminal.shows(f"Deck {20 + at} ")
            host.tell(named(changed(playing(), deck=40 + at), name))
            terminal.shows(f"Deck {40 + at} ")
        assert "[bold" in terminal.screen.text
        assert any("[bold" in title for title in terminal.screen.titles)
        is_clean(terminal)
        assert terminal.process.poll() is None


def test_hostile_chat_is_drawn_as_text_and_sends_nothing(tmp_path: Path, host: StagedHost) -> None:
    with staged_client(tmp_path, host, "--lang", "en", size=(120, 36)) as terminal:
        terminal.shows("YOUR HAND")
        for at, text in enumerate(EVIL):
            host.tell(changed(playing(), deck=20 + at), Numbered(LOG[-1].n + 1 + at, Said(text[:16], text, 1)))
            terminal.shows(f"Deck {20 + at} ")
        terminal.shows("[bold", "Player [/] joined")
        is_clean(terminal)
        assert terminal.process.poll() is None
