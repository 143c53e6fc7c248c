"""Few bytes go to the terminal (issue 5.5): counted, so the machine's speed does not matter."""

from __future__ import annotations

import pytest

from tests.terminal.counted import MOST, clock_ticks, keys_of_sums, measured, rivals_moves


@pytest.mark.parametrize("lang", ["en", "ko"])
def test_an_event_sends_few_bytes(lang: str) -> None:
    with measured(lang) as seat:
        for found in (rivals_moves(seat), keys_of_sums(seat), clock_ticks(seat)):
            assert found.most <= MOST[found.kind], found
