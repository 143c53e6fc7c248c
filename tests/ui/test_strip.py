"""What the strip above the hand says of a sum and of Ron."""

from __future__ import annotations

from dataclasses import replace

from terra_tui.locale.words import Words
from terra_tui.session.state import ClientState
from terra_tui.ui.draw.lines import plain
from terra_tui.ui.draw.model import Board
from terra_tui.ui.draw.strip import ron_line
from tests.ui.states import changed, playing, with_window

ONE = with_window(changed(playing((11,)), turn=1, layer=1))


def ron_row(state: ClientState, lang: str = "en") -> str:
    """Return the Ron row as text."""
    return plain([ron_line(Board(state, Words(lang), now=100.0))]).strip()


def test_a_ron_on_its_way_waits_and_a_refused_one_does_not() -> None:
    on_its_way = replace(ONE, claimed=41, claim=7)
    assert ron_row(on_its_way) == "RON   Ron is in, waiting"
    assert "RON!" in ron_row(replace(on_its_way, claim=None))


def test_r5_8_after_a_false_ron_the_row_says_that_it_is_barred() -> None:
    barred = changed(replace(ONE, claimed=41, claim=7), barred=(0,))
    assert ron_row(barred) == "RON   false Ron: no Ron until your next turn has ended"
    assert ron_row(barred, "ko").startswith("론    잘못 부른 론:")
