"""A seat at a staged table: the host says what is on it, the terminal shows the client that sits there."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from itertools import cycle
from pathlib import Path
from typing import Final

from server.wire.messages import Claim
from terra_tui.locale.words import Words
from terra_tui.session.state import ClientState
from tests.terminal.client import staged_client
from tests.terminal.pty_screen import PtyScreen
from tests.terminal.staged_host import StagedHost
from tests.ui.states import changed, playing

ESC: Final = "\x1b"
LEFT, RIGHT, UP, DOWN = "\x1b[D", "\x1b[C", "\x1b[A", "\x1b[B"
BACKSPACE, TAB, ENTER = "\x7f", "\t", "\r"
F2, F3, F4, F5, F8, F9 = "\x1bOQ", "\x1bOR", "\x1bOS", "\x1b[15~", "\x1b[19~", "\x1b[20~"
CTRL_Q: Final = "\x11"


class Seat:
    """One client for many tests: `deal` makes the table new, whatever the test before has left."""

    def __init__(self, host: StagedHost, terminal: PtyScreen, words: Words) -> None:
        self.host = host
        self.terminal = terminal
        self.words = words
        self._decks = cycle(range(10, 60))
        self.state = playing()

    def deal(self, state: ClientState) -> None:
        """Have this table, with no sum begun; a deck of its own size shows when it is drawn."""
        self.host.refuse_all()
        # A card that leaves the hand leaves the sum.
        snapshot = state.snapshot
        assert snapshot is not None
        assert snapshot.view is not None
        held = snapshot.view.cards
        cards = tuple(0 if seat == state.seat else count for seat, count in enumerate(held))
        self.host.stage(changed(state, hand=(), cards=cards, drawn=None, deck=9))
        deck = next(self._decks)
        self.state = changed(state, deck=deck)
        self.host.stage(self.state)
        self.shows("table.deck", n=deck)

    def go_on(self, state: ClientState) -> None:
        """Have this state come next, as a rival's move would bring it."""
        deck = next(self._decks)
        self.state = changed(state, deck=deck)
        self.host.stage(self.state)
        self.shows("table.deck", n=deck)

    @property
    def sum(self) -> str:
        """The sum row without its label."""
        label = f" {self.words.say('table.sum')} "
        row = next((line for line in self.terminal.screen.lines if line.startswith(label)), label)
        return row.removeprefix(label).strip()

    @property
    def claims(self) -> list[Claim]:
        """The Rons that were declared."""
        return self.host.said(Claim)

    def types(self, *keys: str) -> None:
        """Type keys, each in a piece of its own."""
        for key in keys:
            self.terminal.type(key)

    def shows(self, key: str, **values: str | int) -> None:
        """Wait until the screen shows what the catalogue has under `key`."""
        self.terminal.shows(self.words.say(key, **values))

    def hides(self, key: str) -> None:
        """Wait until the screen shows that no longer."""
        self.terminal.hides(self.words.say(key))

    def sum_is(self, text: str) -> None:
        """Wait until the sum row begins with `text`."""
        self.terminal.until(lambda: self.sum.startswith(text), why=f"the sum is not {text!r}")

    def moves(self) -> object:
        """Wait for the move that the client wishes for, and return it."""
        self.terminal.until(lambda: bool(self.host.moves), why="no move")
        return self.host.moves[-1]

    def claim(self) -> Claim:
        """Wait for a claim."""
        self.terminal.until(lambda: bool(self.claims), why="no claim")
        return self.claims[-1]

    def nothing_was_done(self) -> None:
        """Fail where a move or claim comes though none should."""
        self.terminal.settle()
        assert not self.host.moves
        assert not self.claims


@contextmanager
def seated(folder: Path, lang: str, *arguments: str, size: tuple[int, int] = (80, 24)) -> Iterator[Seat]:
    """Sit down at a staged table, with the language chosen."""
    host = StagedHost()
    host.stage(playing())
    words = Words(lang)
    try:
        far = {"SSH_TTY": "/dev/pts/0"}
        with staged_client(folder, host, "--lang", lang, *arguments, size=size, env=far) as terminal:
            terminal.shows(words.say("table.deck", n=18))
            yield Seat(host, terminal, words)
            assert terminal.process.poll() is None
            assert terminal.screen.strange == []
    finally:
        host.close()
