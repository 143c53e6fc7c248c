"""What the table shows (UX.md, Behaviour), at the real client in a pseudo-terminal, in both languages."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from server.engine.state import Phase
from server.wire.messages import Ready
from server.wire.settings import Assist
from terra_tui.session.state import ClientState
from tests.terminal.seat import ENTER, Seat, seated
from tests.terminal.test_keys import matching, window
from tests.ui.states import NINE, TWENTY, changed, game_end, playing, round_end, with_window


@pytest.fixture(scope="module", params=["en", "ko"])
def table(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Seat]:
    """A client at a staged table, one in each language."""
    folder: Path = tmp_path_factory.mktemp(request.param)
    with seated(folder, request.param) as seat:
        yield seat


@pytest.fixture
def seat(table: Seat) -> Seat:
    """The client on its turn in a window of 80x24: floor 11, nine cards, no sum begun."""
    if table.terminal.screen.columns != 80:
        table.terminal.resize(80, 24)
    table.deal(playing())
    return table


def assisted(state: ClientState, assist: Assist) -> ClientState:
    """Return the state at a table with that much help."""
    assert state.roster is not None
    settings = replace(state.roster.settings, assist=assist)
    return replace(state, roster=replace(state.roster, settings=settings))


def terra_phase() -> ClientState:
    """Return another's turn in a Terra phase, with a Ron window open."""
    state = changed(playing((8,)), turn=3, terra=True, floor=8, layer=2, cards=(1, 12, 1, 14, 7))
    return with_window(state, 9_000)


def test_every_state_has_a_sign_not_only_a_colour(seat: Seat) -> None:
    seat.types("4+9-2")
    seat.sum_is("4 + 9 - 2 = 11")
    rows = seat.terminal.screen.lines
    assert rows[3].startswith("►  Minji")
    assert rows[5].startswith(" ! 소라")
    assert rows[7].startswith(" x Hana")
    assert rows[17].split() == ["-3", "+1", "+2"]
    assert rows[19].startswith(" ║ 2 ║ ║ 4 ║ │ 6 │")
    assert rows[19].count("║") == 6
    assert "▬▬▬" in rows[20]


def test_fixed_places_status_terra_ron_sum_and_hand_never_move(seat: Seat) -> None:
    labels = [f" {seat.words.say(key)}" for key in ("table.sum", "table.ron", "table.your_hand")]
    states = [playing(NINE), playing(TWENTY), playing((11,)), matching(), window(), terra_phase(),
              changed(playing(NINE), turn=1, phase=Phase.MATCH)]
    for state in states:
        seat.deal(state)
        rows = seat.terminal.screen.lines
        assert seat.words.say("table.round", n=3) in rows[0]
        assert rows[1].startswith((" ▬▬ ", "──"))
        assert [rows[at].startswith(label) for at, label in zip((14, 15, 16), labels, strict=True)] == [True] * 3


def test_the_terra_row_and_the_ron_row_of_an_open_window(seat: Seat) -> None:
    seat.deal(terra_phase())
    rows = seat.terminal.screen.lines
    assert seat.words.say("table.terra_phase", n=3) in rows[1]
    assert seat.words.say("table.ron_now") in rows[15]
    assert "8 ∙∙∙∙∙∙∙∙  [||||||||||]" in rows[15]


def test_the_sum_row_says_at_once_whether_it_is_right(seat: Seat) -> None:
    seat.types("4+9")
    seat.sum_is(f"4 + 9 = 13   {seat.words.say('table.sum_wrong', floor=11)}")
    seat.types("-2")
    lays = seat.words.say("table.sum_lays", n=3, floor=2)
    seat.sum_is(f"4 + 9 - 2 = 11   {seat.words.say('table.sum_ok')}   {lays}")


def test_with_assist_off_the_total_is_not_shown(seat: Seat) -> None:
    seat.deal(assisted(playing(), Assist.OFF))
    seat.types("4+9")
    seat.sum_is("4 + 9")
    assert seat.sum == "4 + 9"
    seat.types("-2")
    seat.sum_is("4 + 9 - 2")
    assert seat.sum == "4 + 9 - 2"


def test_the_floor_panel_has_the_number_large_its_dots_the_single_and_who_laid_it(seat: Seat) -> None:
    rows = seat.terminal.screen.lines
    assert f"{seat.words.say('table.floor_by', name='Jun')}: 7+8-11" in rows[2]
    assert "▄█   ▄█" in rows[4]
    assert " ∙∙∙∙∙ " in rows[7]
    assert seat.words.say("table.single", ranks=seat.words.say("table.or").join(("5", "11"))) in rows[8]
    assert "Jun 7+8-11 -> 11" in rows[12]


def test_the_score_panel_is_live(seat: Seat) -> None:
    seat.go_on(changed(seat.state, scores=(35, 27, 31, 27, 30), cards=(9, 3, 1, 14, 7)))
    rows = seat.terminal.screen.lines
    assert rows[3].split("│")[0].split()[-2:] == ["35", "+5"]
    assert rows[4].split("│")[0].split() == ["Jun", "3", "▐▐▐", "27", "-3"]
    assert f"{seat.words.say('table.bot')} Mars" in rows[6]
    assert "♦" in rows[3]
    assert "0:4" in rows[7]


def test_a_wide_window_adds_distances_log_chat_points_by_round_and_dots_on_cards(seat: Seat) -> None:
    seat.terminal.resize(120, 36)
    seat.deal(playing())
    words = seat.words
    seat.terminal.shows(*(f" {words.say(key)}" for key in ("table.log", "table.chat", "table.points_by_round")))
    seat.terminal.shows("│∙∙∙∙ │")
    assert words.say("table.to_limit", limit=60) in seat.terminal.screen.lines[2]


def test_a_rounds_end_tells_who_how_the_payments_the_race_the_check_and_waits_for_enter(seat: Seat) -> None:
    words = seat.words
    seat.host.stage(round_end())
    seat.shows("round_end.won_ron", names="소라", cards="11")
    seat.shows("round_end.pays_ron", payer="Jun", payee="소라", n=30)
    seat.shows("round_end.why_ron_penalty", factor=2, cards=words.say("count.cards", n=15), penalty=3)
    seat.terminal.shows("312 ms", "348 ms", words.say("round_end.next_lead", name="소라"))
    seat.terminal.shows(words.say("round_end.deal_pending"))
    seat.terminal.types_until(ENTER, lambda: bool(seat.host.said(Ready)), why="not ready")
    assert seat.host.said(Ready)[-1].ready


def test_a_games_end_has_standings_a_chart_rematch_and_where_it_is_kept(seat: Seat) -> None:
    words = seat.words
    seat.host.stage(game_end())
    seat.shows("game_end.heading")
    seat.terminal.shows(words.say("game_end.won", names="소라"), words.say("game_end.rematch"), "5 Jun")
    places = [line for line in seat.terminal.screen.lines if line.strip().startswith(("1.", "2.", "1위", "2위"))]
    assert [place.split()[1:] for place in places] == [["소라", "61"], ["Minji", "34"]]
    assert words.say("game_end.axis") in seat.terminal.screen.text
    seat.shows("game_end.saved_there")      # this host keeps nothing on this computer
    assert words.say("keys.save") not in seat.terminal.screen.text
    seat.terminal.types_until(ENTER, lambda: bool(seat.host.said(Ready)), why="no rematch")
