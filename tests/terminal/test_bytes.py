"""Few bytes go to the terminal (issue 5.5): counted, so the machine's speed does not matter."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.terminal.counted import MOST, Bytes, clock_ticks, keys_of_sums, measured, rivals_moves
from tests.terminal.seat import Seat


@pytest.mark.parametrize(("lang", "kinds"), [("en", (keys_of_sums, clock_ticks)), ("ko", (rivals_moves,))])
def test_an_event_sends_few_bytes(lang: str, kinds: tuple[Callable[[Seat], Bytes], ...]) -> None:
    with measured(lang) as seat:
        for count in kinds:
            found = count(seat)
            assert found.most <= MOST[found.kind], found
