"""The questions and forms at a table that docs/screens shows: how the real client is brought to each."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from server.wire.messages import Bye, Challenge, Code, ToClient
from terra_tui.locale.words import Words
from terra_tui.session.state import ClientState
from tests.terminal.captures import LARGE, NARROW, NORMAL, SCREENS
from tests.terminal.client import staged_client
from tests.terminal.pty_screen import PtyScreen
from tests.terminal.seat import CTRL_Q
from tests.terminal.staged_host import StagedHost
from tests.ui.states import lobby, playing

SIZES: Final = (NORMAL, LARGE, NARROW)
PORT: Final = "47474"
"""What stands for the staged host's port, which is another one each time, and has five digits."""


@dataclass(frozen=True, slots=True)
class FormCapture:
    """One question or form.

    Attributes:
        page: the first part of its files' names.
        state: the table's, where there is one.
        keys: what the player types there.
        turned_away: what the host says instead of letting the player sit down.
        shown: the key of what the catalogue has on it.
    """

    page: str
    state: Callable[[], ClientState]
    keys: str
    turned_away: ToClient | None
    shown: str

    def path(self, lang: str, size: tuple[int, int]) -> Path:
        """Return its file."""
        return SCREENS / f"{self.page}-{lang}-{size[0]}x{size[1]}.txt"


FORMS: Final = (
    FormCapture("leave", playing, CTRL_Q, None, "leave.heading"),
    FormCapture("table-settings", lobby, "e", None, "settings.table_heading"),
    FormCapture("passphrase", playing, "", Challenge(bytes(16), bytes(16), 10), "join.ask_passphrase"),
    FormCapture("name", playing, "", Bye(Code.NAME_TAKEN, "taken"), "join.name"),
)


@contextmanager
def opened(folder: Path, form: FormCapture, lang: str) -> Iterator[tuple[PtyScreen, Callable[[], str]]]:
    """Have a client at the form; yield its terminal, and what reads its text for a file."""
    words = Words(lang)
    host = StagedHost()
    host.stage(form.state())
    host.turned_away = form.turned_away
    port = host.address.rpartition(":")[2]
    assert len(port) == len(PORT)
    try:
        with staged_client(folder, host, "--lang", lang) as terminal:
            if form.keys:
                at_play = form.state is playing
                terminal.shows(words.say("table.your_hand" if at_play else "lobby.heading", name="lunch"))
                terminal.type(form.keys)
            terminal.shows(words.say(form.shown))
            yield terminal, lambda: terminal.screen.text.replace(port, PORT)
    finally:
        host.close()
