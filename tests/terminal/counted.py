"""How many bytes an event sends to the terminal, counted at the pseudo-terminal's own end (issue 5.5)."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Final

from server.engine.events import Drew, Event, Laid, Matched
from server.engine.sums import legal_lays
from server.wire.messages import Clock, Numbered
from terra_tui.session.state import ClientState
from tests.terminal.seat import BACKSPACE, Seat, seated
from tests.ui.states import LOG, changed, playing, with_window

MOST: Final = {"rival's move": 2000, "clock tick": 200, "key of a sum": 600}
"""What issue 5 allows at 80x24."""
TICKS: Final = 3
RIVALS: Final = (1, 2, 3, 4)


@dataclass(frozen=True, slots=True)
class Bytes:
    """How many bytes each event of a kind took."""

    kind: str
    counts: tuple[int, ...]

    @property
    def middle(self) -> int:
        """The median."""
        return sorted(self.counts)[len(self.counts) // 2]

    @property
    def most(self) -> int:
        """The largest."""
        return max(self.counts)


def still(state: ClientState) -> ClientState:
    """Return the state without a clock and with nobody away: nothing moves by itself."""
    assert state.snapshot is not None
    assert state.roster is not None
    seats = tuple(replace(seat, away=0, presence=state.roster.seats[0].presence) for seat in state.roster.seats)
    return replace(state, snapshot=replace(state.snapshot, clock=None), roster=replace(state.roster, seats=seats))


def moves() -> Iterator[tuple[ClientState, Numbered]]:
    """Yield what follows as rivals lay, draw and lay again: the state after each move and its event."""
    cards, floor, deck = [9, 12, 6, 14, 7], 11, 18
    number = LOG[-1].n
    pool = (2, 3, 4, 5, 6, 7, 8, 9, 12, 13)
    for turn in range(12):
        seat = RIVALS[turn % 4]
        event: Event
        if turn % 3 == 2:
            deck -= 1
            cards[seat] += 1
            event = Drew(seat, 1, False)
        elif turn % 5 == 4:
            deck -= 1
            event, floor = Matched(seat, 16 - floor, False), 16 - floor
        else:
            lay = next(lay for lay in legal_lays(pool, floor) if len(lay.cards) == 2 + turn % 2)
            cards[seat] -= len(lay.cards)
            event, floor = Laid(seat, lay.cards, lay.signs, False), lay.cards[-1]
        number += 1
        following = RIVALS[(turn + 1) % 4]
        state = changed(
            still(playing()), turn=following, floor=floor, layer=seat, deck=deck,
            cards=tuple(max(2, count) for count in cards),
        )
        yield state, Numbered(number, event)


def counted(seat: Seat, act: Callable[[], object]) -> int:
    """Return how many bytes come after `act`, until no more do."""
    seat.terminal.settle(0.05)
    before = len(seat.terminal.drawn)
    act()
    seat.terminal.until(lambda: len(seat.terminal.drawn) > before, why="nothing was drawn")
    seat.terminal.settle(0.07)
    return len(seat.terminal.drawn) - before


def rivals_moves(seat: Seat) -> Bytes:
    """Count what a rival's move sends: the board, the log, the turn."""
    seat.deal(still(changed(playing(), turn=1)))
    counts = []
    for state, event in moves():
        counts.append(counted(seat, partial(seat.host.tell, state, event)))
    return Bytes("rival's move", tuple(counts))


def keys_of_sums(seat: Seat) -> Bytes:
    """Count what each key of a few sums sends, those that complete it and those that undo it too."""
    seat.deal(still(playing()))
    keys = [*"4+9-2", *[BACKSPACE] * 5, *"13-2", *[BACKSPACE] * 3, *"8+8+8", "\x1b"]
    return Bytes("key of a sum", tuple(_each_key(seat, keys)))


def _each_key(seat: Seat, keys: list[str]) -> Iterator[int]:
    for key in keys:
        yield counted(seat, partial(seat.types, key))


def clock_ticks(seat: Seat) -> Bytes:
    """Count what a second of the clock sends, also with its bar one shorter."""
    state = still(playing())
    assert state.snapshot is not None
    seat.deal(replace(state, snapshot=replace(state.snapshot, clock=Clock(31_950, 60_000))))
    return Bytes("clock tick", tuple(_bursts(seat, TICKS)))


def window_ticks(seat: Seat) -> Bytes:
    """Count what a tenth of a second of an open Ron window sends."""
    seat.deal(with_window(still(changed(playing((11,)), turn=2, cards=(1, 12, 1, 14, 7))), 10_000))
    return Bytes("window tick", tuple(_bursts(seat, 3 * TICKS)))


def fronts(seat: Seat) -> tuple[Bytes, Bytes]:
    """Count what a screen that comes to the front sends: the help over the table, and the table again."""
    seat.deal(still(playing()))
    counts = tuple(_each_key(seat, ["?", "\x1b"] * 2))
    return Bytes("help to front", counts[::2]), Bytes("table to front", counts[1::2])


def _bursts(seat: Seat, number: int) -> Iterator[int]:
    """Yield how many bytes each of the next frames has."""
    screen = seat.terminal.screen
    for _ in range(number):
        before, text = len(seat.terminal.drawn), screen.text
        seat.terminal.until(lambda text=text: screen.text != text, why="nothing ticks")      # type: ignore[misc]
        yield len(seat.terminal.drawn) - before


@contextmanager
def measured(lang: str) -> Iterator[Seat]:
    """Sit down at a staged table of five, at 80x24, in 256 colours, with synchronised updates."""
    with tempfile.TemporaryDirectory(prefix="terra-") as folder, seated(Path(folder), lang) as seat:
        yield seat


def everything(seat: Seat) -> tuple[Bytes, ...]:
    """Count all kinds of events."""
    return (rivals_moves(seat), keys_of_sums(seat), clock_ticks(seat), window_ticks(seat), *fronts(seat))
