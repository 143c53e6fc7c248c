"""Parts of the table's windows: the top row, the log, the results, the chart."""

from __future__ import annotations

from dataclasses import replace

import pytest

from server.engine.events import Laid
from server.wire.messages import Numbered, Said
from server.wire.words import SOLO
from terra_tui.locale.words import Words
from terra_tui.session.state import ClientState
from terra_tui.ui.alerts import idle_title
from terra_tui.ui.draw.board import table_lines
from terra_tui.ui.draw.chart import chart_lines
from terra_tui.ui.draw.floor import floor_lines
from terra_tui.ui.draw.lines import plain, width
from terra_tui.ui.draw.log import log_lines
from terra_tui.ui.draw.model import Bars, Board
from terra_tui.ui.draw.results import game_end_lines, round_end_lines
from terra_tui.ui.draw.status import status_line
from terra_tui.ui.screens.replay import KEYS
from tests.ui.states import changed, game_end, playing, round_end

EN, KO = Words("en"), Words("ko")
LONG = "a chat line of more words than a row of the log has room for, which is to be read to its very last word"


def ready(state: ClientState, *seats: int) -> ClientState:
    """Return the state with these seats ready."""
    assert state.roster is not None
    infos = tuple(replace(info, ready=at in seats) for at, info in enumerate(state.roster.seats))
    return replace(state, roster=replace(state.roster, seats=infos))


@pytest.mark.parametrize(("words", "told"), [(EN, "watch 2"), (KO, "관전 2")], ids=["en", "ko"])
@pytest.mark.parametrize("turn", [0, 1])
def test_who_watches_is_in_the_top_row_and_the_tables_name_is_cut_first(words: Words, told: str, turn: int) -> None:
    state = replace(changed(playing(), turn=turn), table="the Friday lunch table")
    row = plain([status_line(Board(state, words, now=100.0))])
    assert f" {told} " in row
    assert "[" in row


def test_a_long_chat_line_is_whole_in_the_long_log_and_in_the_chat_panel() -> None:
    state = playing()
    state = replace(state, log=(*state.log, Numbered(16, Said("Jun", LONG, 1))))
    panel = plain(log_lines(Board(state, EN), 40, 8, chat=True))
    assert " ".join(panel.split()).endswith(f"Jun: {LONG}")
    long = plain(table_lines(Board(state, EN, width=60, height=20, now=100.0, long_log=True)))
    assert LONG in " ".join(long.split())
    assert len(list(log_lines(Board(state, EN), 40, 2, chat=True))) == 2


@pytest.mark.parametrize(("draw", "state"), [(round_end_lines, round_end()), (game_end_lines, game_end())])
def test_who_is_ready_is_told_so_and_for_whom_the_table_waits(draw: object, state: ClientState) -> None:
    asked = plain(draw(Board(state, EN, now=100.0)))  # type: ignore[operator]
    assert "Enter ready" in asked
    waits = plain(draw(Board(ready(state, 0, 1), EN, now=100.0)))  # type: ignore[operator]
    assert "You are ready. Waiting for 소라, Hana" in waits
    assert "Enter not ready" in waits
    alone = plain(draw(Board(ready(state, 0, 1, 2, 4), EN, now=100.0)))  # type: ignore[operator]
    assert "You are ready" in alone
    assert "Waiting" not in alone


@pytest.mark.parametrize("size", [(80, 24), (60, 20)])
@pytest.mark.parametrize("words", [EN, KO], ids=["en", "ko"])
def test_a_replays_keys_are_all_told_after_the_game(words: Words, size: tuple[int, int]) -> None:
    board = Board(replace(game_end(), seat=None), words, *size, now=100.0, keys=KEYS)
    shown = plain(game_end_lines(board))
    for key in KEYS:
        assert board.key(key) in shown
    assert words.say("game_end.saved") not in shown


def test_equal_points_stand_side_by_side_over_the_number_of_their_round() -> None:
    points = ((30, 30, 30), (40, 20, 30), (61, -1, 30))
    state = replace(playing(), points=points)
    rows = plain(chart_lines(Board(state, EN), 70, 12)).splitlines()
    assert sum("123" in row for row in rows) == 1
    assert rows[-2].split() == ["round", "0", "1", "2"]
    column = rows[-2].index("1")
    assert sorted(row[column] for row in rows[:-2] if len(row) > column and row[column] != " ") == ["1", "2", "3"]
    many = chart_lines(Board(replace(state, points=points * 20), EN), 70, 12)
    assert max(width(line) for line in many) <= 70
    assert plain(many).splitlines()[-2].split()[-1] == "59"


def test_a_narrow_floor_panel_shows_the_sum_whole() -> None:
    state = playing()
    state = replace(state, log=(*state.log, Numbered(16, Laid(1, (12, 10, 14), "-+", False))))
    assert next(iter(plain(floor_lines(Board(state, EN, width=60), 20)).splitlines())).strip() == "Jun: 12-10+14"


def test_the_heading_of_the_points_stands_over_their_bars() -> None:
    rows = plain(table_lines(Board(playing(), EN, now=100.0, bars=Bars.SCORES))).splitlines()
    heading, first = rows[2], rows[3]
    assert first[heading.index("0 TO 60") - 1] == " "
    assert first[heading.index("0 TO 60")] == "▬"


def test_a_game_against_bots_has_a_name_in_the_players_language() -> None:
    state = replace(playing(), table=SOLO)
    assert "테라 혼자 하기" in plain([status_line(Board(state, KO, now=100.0))]).replace("  ", " ")
    assert idle_title(KO, state) == "테라 - 혼자 하기"
    assert "TERRA Solo" in plain([status_line(Board(state, EN, now=100.0))])
