"""Where nobody pays for a round, the log and the round's end say why (R5.6, R5.7, R8.3)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from server.engine.events import Cause, Dealt, Drew, Event, Laid, Matched, Ronned, RoundEnded
from server.wire.messages import Numbered
from terra_tui.locale.tell import logged_text
from terra_tui.locale.unpaid import nobody_pays_text
from terra_tui.locale.words import Words
from terra_tui.session.state import ClientState
from terra_tui.ui.draw.lines import CUT, plain
from terra_tui.ui.draw.results import round_end_lines
from tests.ui.states import changed, round_end
from tests.ui.test_golden import board

DEAL = Dealt(3, 0, 9)
OTHERS_TURN = Drew(0, 1, False)
CASES: dict[str, tuple[tuple[Event, ...], tuple[int, ...], str]] = {
    "own": ((DEAL, Laid(1, (11,), "", False), OTHERS_TURN), (1,), "it was Jun's own card"),
    "matched": ((DEAL, Laid(0, (5,), "", False), Matched(1, 11, False)), (1,), "it was Jun's own card"),
    "too": ((DEAL, Laid(1, (11,), "", False)), (0, 1), "Jun laid that card and has gone out too"),
    "first": ((Laid(2, (3,), "", False), DEAL, OTHERS_TURN), (1,), "nobody laid that first floor card"),
    "unknown": ((OTHERS_TURN,), (1,), ""),
}


def ended(case: str) -> ClientState:
    """Return the state after a Ron that nobody pays for."""
    before, seats, _ = CASES[case]
    state = round_end()
    last = RoundEnded(3, Cause.RON, seats, (), (9, 0, 4, 14, 7), (34, 28, 31, 27, 30), seats[0])
    ron = Ronned(seats, (11,) * len(seats), None, 0, True)
    log = tuple(Numbered(n, event) for n, event in enumerate((*before, ron, last), 10))
    return replace(changed(state, last=last), log=log)


@pytest.mark.parametrize("case", CASES)
def test_the_log_and_the_rounds_end_say_why(case: str) -> None:
    state, why = ended(case), CASES[case][2]
    words = Words("en")
    ron = next(numbered for numbered in state.log if isinstance(numbered.event, Ronned))
    assert logged_text(words, state, ron).endswith(f", nobody pays: {why}" if why else ", nobody pays")
    told = f"Nobody pays: {why}." if why else "Nobody pays."
    assert isinstance(state.log[-1].event, RoundEnded)
    assert nobody_pays_text(words, state, state.log[-1].event) == told
    assert told in plain(round_end_lines(board(state, "en", (80, 24))))


@pytest.mark.parametrize("case", CASES)
@pytest.mark.parametrize("size", [(60, 16), (60, 20)], ids=str)
def test_in_korean_and_in_a_narrow_window_nothing_of_it_is_cut(case: str, size: tuple[int, int]) -> None:
    for lang in ("en", "ko"):
        state = ended(case)
        assert isinstance(state.log[-1].event, RoundEnded)
        told = nobody_pays_text(Words(lang), state, state.log[-1].event)
        shown = plain(round_end_lines(board(state, lang, size)))
        assert told in " ".join(shown.split())
        assert CUT not in shown.split(Words(lang).say("round_end.goes_on", n=14))[0]


def test_a_void_round_says_that_it_is_void() -> None:
    void = RoundEnded(3, Cause.VOID, (), (), (9, 1, 4, 14, 7), (34, 28, 31, 27, 30), 1)
    assert nobody_pays_text(Words("en"), round_end(), void) == "Nobody pays: the round is void."
