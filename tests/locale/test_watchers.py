"""Players always know who watches, and what they see (DESIGN.md 3)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from server.wire.messages import Roster, SpectatorInfo
from server.wire.settings import Settings, Watching
from terra_tui.locale.watchers import watchers_text
from terra_tui.locale.words import Words
from terra_tui.plain.answers import table_lines
from terra_tui.ui.draw.board import table_lines as board_rows
from terra_tui.ui.draw.lines import plain
from terra_tui.ui.draw.lobby import lobby_lines
from terra_tui.ui.draw.model import Board
from tests.ui.states import ROSTER, SEATS, lobby, playing

EN = Words("en")
SHOWN = replace(ROSTER, seats=(SEATS[0], replace(SEATS[1], shows_hand=True), *SEATS[2:]))
DELAYED = replace(SHOWN, settings=replace(ROSTER.settings, watching=Watching.DELAYED, delay=3))


@pytest.mark.parametrize(
    ("roster", "told"),
    [
        (ROSTER, "Watching: Bora, Kim (public)"),
        (SHOWN, "Watching: Bora, Kim (public, and the hand of Jun)"),
        (DELAYED, "Watching: Bora, Kim (all hands, 3 turns later)"),
        (replace(ROSTER, watching=40), "Watching: Bora, Kim, +38 (public)"),
        (replace(ROSTER, watching=0, spectators=()), ""),
    ],
)
def test_who_watches_and_what_they_see(roster: Roster, told: str) -> None:
    assert watchers_text(EN, replace(playing(), roster=roster)) == told


@pytest.mark.parametrize("size", [(60, 16), (80, 24), (120, 36)])
def test_the_long_log_says_it_in_any_window_and_the_panel_whose_hand_is_shown(size: tuple[int, int]) -> None:
    board = Board(replace(playing(), roster=SHOWN), EN, *size, now=100.0)
    said = EN.say("table.shows_hand" if size[0] >= 80 else "table.shows_hand_short")
    assert "Jun" in next(row for row in plain(board_rows(board)).splitlines() if said in row)
    assert "Bora, Kim (public, and the hand of Jun)" in plain(board_rows(replace(board, long_log=True)))


def test_a_wide_window_always_says_what_they_see() -> None:
    board = Board(replace(playing(), roster=DELAYED), EN, 120, 36, now=100.0)
    assert "watch 2 (all hands, 3 turns later)" in plain(board_rows(board))


def test_the_lobby_and_the_lines_say_it() -> None:
    state = lobby()
    assert state.roster is not None
    seats = (replace(state.roster.seats[0], shows_hand=True), *state.roster.seats[1:])
    spectators = (SpectatorInfo("Bora"),)
    state = replace(state, roster=Roster(Settings(), seats, watching=1, spectators=spectators))
    told = "Watching: Bora (public, and the hand of Minji)"
    page = plain(lobby_lines(Board(state, EN, 80, 24, now=100.0)))
    assert told in page
    assert any("Minji" in row and "shows hand" in row for row in page.splitlines())
    lines = table_lines(EN, state)
    assert told in lines
    assert "shows hand" in lines[0]
