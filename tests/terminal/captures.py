"""The screens that docs/screens shows, staged: which state, in which language and size, and what is typed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from server.wire.messages import Clock
from terra_tui.locale.words import Words
from terra_tui.session.state import ClientState
from tests.terminal.client import staged_client
from tests.terminal.pty_screen import PtyScreen
from tests.terminal.staged_host import StagedHost
from tests.ui.states import NINE, TWENTY, changed, game_end, lobby, playing, round_end

SCREENS: Final = Path(__file__).resolve().parents[2] / "docs" / "screens"
LANGUAGES: Final = ("en", "ko")
NORMAL, LARGE, NARROW = (80, 24), (120, 36), (60, 20)


@dataclass(frozen=True, slots=True)
class Capture:
    """One screen of the real client at a staged table.

    Attributes:
        page: the first part of its file's name.
        typed: what the player types there.
        seat: where the player sits; None for one who watches.
    """

    page: str
    lang: str
    size: tuple[int, int]
    state: ClientState
    typed: str = ""
    seat: int | None = 0

    @property
    def name(self) -> str:
        """The name of its file."""
        return f"{self.page}-{self.lang}-{self.size[0]}x{self.size[1]}"

    @property
    def path(self) -> Path:
        """Its file."""
        return SCREENS / f"{self.name}.txt"


def _steady(state: ClientState) -> ClientState:
    """Return the state with a clock that shows the same for nearly a second, and nobody's time away running."""
    assert state.snapshot is not None
    assert state.roster is not None
    clock = state.snapshot.clock
    total = 60_000 if clock is None else clock.total
    left = 17_900 if clock is None else clock.left + 900
    seats = tuple(replace(seat, away=42_100) if seat.away else seat for seat in state.roster.seats)
    snapshot = replace(state.snapshot, clock=None if clock is None else Clock(left, total))
    return replace(state, snapshot=snapshot, roster=replace(state.roster, seats=seats))


def captures() -> tuple[Capture, ...]:
    """Return every screen that is kept."""
    return tuple(_all())


def _all() -> Iterator[Capture]:
    # In this order, for the log of one client goes through all of them.
    for lang in LANGUAGES:
        for size in (NORMAL, LARGE, NARROW):
            yield Capture("lobby", lang, size, lobby())
        for size in (NORMAL, LARGE, NARROW):
            yield Capture("turn", lang, size, _steady(playing(NINE)), "4+9-2")
            yield Capture("twenty", lang, size, _steady(playing(TWENTY)), "12-1")
        for size in (NORMAL, LARGE, NARROW):
            yield Capture("round-end", lang, size, _steady(round_end()))
        for size in (NORMAL, LARGE, NARROW):
            yield Capture("game-end", lang, size, game_end())
        for size in (NORMAL, LARGE, NARROW):
            yield Capture("watching", lang, size, _steady(playing(seat=None)), seat=None)


class Studio:
    """One client for all captures of a language and a seat: the host says one state after another."""

    def __init__(self, folder: Path, lang: str, seat: int | None, env: Mapping[str, str] | None = None) -> None:
        self.words = Words(lang)
        self.host = StagedHost()
        self._seat = seat
        self.host.stage(lobby(seat), seat=seat)
        command = "watch" if seat is None else "join"
        self.terminal: PtyScreen = staged_client(folder, self.host, "--lang", lang, command=command, env=env)
        self.terminal.shows(self.words.say("lobby.heading", name="lunch"))

    def show(self, capture: Capture) -> None:
        """Have the client show this screen: the table anew, then what is typed, then the table once more."""
        size = (self.terminal.screen.columns, self.terminal.screen.rows)
        if size != capture.size:
            self.terminal.resize(*capture.size)
        if capture.page != "lobby":
            self.host.stage(changed(playing((), self._seat), deck=9), seat=self._seat)
            self.terminal.shows(self.words.say("table.deck", n=9))
            self.host.stage(capture.state, seat=self._seat)
        self.terminal.type(capture.typed)
        self.terminal.settle(0.2)
        # Sums survive a snapshot; the clocks begin anew with it.
        self.host.stage(capture.state, seat=self._seat)

    def close(self) -> None:
        """End it."""
        self.terminal.__exit__(None, None, None)
        self.host.close()
