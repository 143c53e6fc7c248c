"""Few bytes and one frame a snapshot go to the terminal (issue 5.5, 5.8): counted, so speed does not matter."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final

import pytest

from tests.terminal.counted import (
    MOST,
    Bytes,
    clock_ticks,
    counted,
    keys_of_sums,
    measured,
    moves,
    rivals_moves,
    still,
)
from tests.terminal.seat import Seat
from tests.ui.states import changed, playing

FRAME: Final = b"\x1b[?2026h"
"""What begins a frame (a synchronised update)."""


@pytest.mark.parametrize(("lang", "kinds"), [("en", (keys_of_sums, clock_ticks)), ("ko", (rivals_moves,))])
def test_an_event_sends_few_bytes(lang: str, kinds: tuple[Callable[[Seat], Bytes], ...]) -> None:
    with measured(lang) as seat:
        for count in kinds:
            found = count(seat)
            assert found.most <= MOST[found.kind], found


def test_no_frame_is_drawn_twice_for_one_snapshot() -> None:
    with measured("en") as seat:
        seat.deal(still(changed(playing(), turn=1)))
        for state, event in moves():
            before = seat.terminal.drawn.count(FRAME)
            counted(seat, partial(seat.host.tell, state, event))
            assert seat.terminal.drawn.count(FRAME) == before + 1, event
        before = seat.terminal.drawn.count(FRAME)
        seat.host.tell(state)
        seat.terminal.settle()
        assert seat.terminal.drawn.count(FRAME) == before
