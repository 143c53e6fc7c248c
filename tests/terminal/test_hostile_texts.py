"""10,000 hostile names and texts in a pseudo-terminal: no sequence but those of harmless ones, no column moves."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Final

from server.wire.messages import Numbered, Said
from terra_tui.session.state import ClientState
from tests.terminal.client import staged_client
from tests.terminal.hostile_text import hostile_text
from tests.terminal.pty_screen import PtyScreen
from tests.terminal.staged_host import StagedHost
from tests.ui.states import changed, playing

TEXTS: Final = 10_000
BATCH: Final = 24
"""Chat lines in one snapshot; each has a hostile name and a hostile text."""
SIZE: Final = (120, 50)
SEQUENCE: Final = re.compile(
    rb"\x1b(?:\[([<>=?]?)[0-9;:]*[ $!]*([@-~])|\]([0-9]+);[^\x07\x1b]*(?:\x07|\x1b\\)|(.))", re.DOTALL
)
RULER: Final = "│"


def kinds(drawn: bytes) -> set[tuple[bytes, ...]]:
    """Return the kinds of escape sequences among the bytes that a client has drawn."""
    return {found.groups(default=b"") for found in SEQUENCE.finditer(drawn)}


def letters(drawn: bytes) -> set[str]:
    """Return the letters between the sequences that take part in no column: controls and formats."""
    text = SEQUENCE.sub(b"", drawn).decode()
    return {letter for letter in text if unicodedata.category(letter) in ("Cc", "Cf", "Cs", "Zl", "Zp")}


def rulers(terminal: PtyScreen) -> set[tuple[int, int]]:
    """Return where the vertical lines are."""
    places = ((row, column) for row in range(SIZE[1]) for column in range(SIZE[0]))
    return {place for place in places if terminal.screen.cell(*place) == RULER}


class Stage:
    """A table whose names and chat are told by a host that cleans nothing."""

    def __init__(self, terminal: PtyScreen, host: StagedHost) -> None:
        self.terminal = terminal
        self.host = host
        self.said = 100
        self.deck = 20

    def tell(self, names: list[str], lines: list[tuple[str, str]]) -> None:
        """Show these names of others, and these lines of chat; wait until they are drawn."""
        self.deck = 41 - self.deck
        state = _named(changed(replace(playing(), log=()), deck=self.deck), names)
        events = [Numbered(self.said + n, Said(name, text, 1)) for n, (name, text) in enumerate(lines)]
        self.said += len(lines)
        self.host.tell(state, *events)
        self.terminal.shows(f"Deck {self.deck} ")


def _named(state: ClientState, names: list[str]) -> ClientState:
    assert state.roster is not None
    seats = [replace(seat, name=name) for seat, name in zip(state.roster.seats[1:], names, strict=True)]
    return replace(state, roster=replace(state.roster, seats=(state.roster.seats[0], *seats)))


def test_hostile_texts_send_no_sequence_and_move_no_column(tmp_path: Path) -> None:
    random = Random(47)
    host = StagedHost()
    host.stage(playing())
    with staged_client(tmp_path, host, "--lang", "en", size=SIZE) as terminal:
        terminal.shows("YOUR HAND")
        stage = Stage(terminal, host)
        for word in ("Bora", "안녕", "a longer name by far", "Jun"):
            stage.tell([f"{word}{n}" for n in range(4)], [(word, f"{word} {n}") for n in range(BATCH)])
        usual, places = kinds(bytes(terminal.drawn)), rulers(terminal)
        harmless = letters(bytes(terminal.drawn))
        assert len(places) > 40
        for _ in range(0, TEXTS, 2 * BATCH):
            terminal.drawn.clear()
            names = [hostile_text(random, 64) for _ in range(4)]
            stage.tell(names, [(hostile_text(random, 40), hostile_text(random, 80)) for _ in range(BATCH)])
            drawn = bytes(terminal.drawn)
            assert kinds(drawn) <= usual, (names, kinds(drawn) - usual)
            assert letters(drawn) <= harmless, (names, letters(drawn) - harmless)
            assert places <= rulers(terminal), (names, terminal)
        assert terminal.screen.strange == []
        assert terminal.process.poll() is None
    host.close()
