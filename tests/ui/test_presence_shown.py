"""A player whose link is unsteady, who is away, or whom a bot plays for: the table says so of that seat alone."""

from __future__ import annotations

from dataclasses import replace

import pytest

from server.wire.messages import Kind, Presence, SeatInfo
from terra_tui.locale.words import Words
from terra_tui.session.state import ClientState
from terra_tui.ui.draw.board import table_lines
from terra_tui.ui.draw.lines import Line, Role, plain
from terra_tui.ui.draw.lobby import lobby_lines
from tests.ui.states import changed, lobby, playing
from tests.ui.test_golden import SIZES, board

JUN = 1
OTHERS = (0, 2, 4)
"""Who else is a human there."""
ABSENT = (Presence.AWAY, Presence.STAND_IN)
KEYS = {Presence.UNSTEADY: "table.unsteady", Presence.AWAY: "table.away", Presence.STAND_IN: "table.stand_in"}
NARROW = 80


def with_jun(presence: Presence, *, shows: bool = False, **fields: object) -> ClientState:
    """Return a table at which Jun is so, and everybody else is here."""
    state = changed(playing(), **fields)
    assert state.roster is not None
    seats = [replace(seat, presence=Presence.HERE, away=0) for seat in state.roster.seats]
    away = 42_000 if presence in ABSENT else 0
    seats[JUN] = replace(seats[JUN], presence=presence, away=away, shows_hand=shows)
    return replace(state, roster=replace(state.roster, seats=tuple(seats)))


def row_of(lines: tuple[Line, ...], seat: int) -> Line:
    """Return the row of a seat in the score panel, which begins below the status, a rule and its heading."""
    return lines[3 + seat]


def told(lang: str, presence: Presence, columns: int) -> set[str]:
    """Return what may be said of somebody who is so, 42 seconds after they went away."""
    words, key = Words(lang), KEYS[presence]
    short = {"0:42"} if presence is Presence.AWAY else {words.say(f"{key}_short")}
    return {words.say(key, time="0:42")} | (short if columns < NARROW or presence is Presence.AWAY else set())


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("lang", ["en", "ko"])
@pytest.mark.parametrize("presence", KEYS)
def test_the_table_says_so_in_words_and_by_a_sign(presence: Presence, lang: str, size: tuple[int, int]) -> None:
    lines = table_lines(board(with_jun(presence), lang, size))
    row = row_of(lines, JUN)
    text = plain((row,))
    warned = "".join(run.text for run in row if run.role is Role.WARN)
    assert any(said in warned for said in told(lang, presence, size[0]))
    assert (text[:3] == " x ") == (presence in ABSENT)
    assert " 28   -2 " in text      # nothing of the points is cut
    assert "~" not in text
    for seat in OTHERS:
        other = plain((row_of(lines, seat),))
        assert other[:3] != " x "
        assert not any(said in other for one in KEYS for said in told(lang, one, size[0]))


@pytest.mark.parametrize("presence", KEYS)
def test_one_card_left_is_told_beside_it(presence: Presence) -> None:
    text = plain((row_of(table_lines(board(with_jun(presence, cards=(9, 1, 2, 14, 7)), "en", (80, 24))), JUN),))
    assert " 1 " in text
    assert any(said in text for said in told("en", presence, 80))
    assert text[:3] == (" x " if presence in ABSENT else " ! ")


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("lang", ["en", "ko"])
def test_a_hand_that_is_shown_is_told_of_and_cuts_nothing(lang: str, size: tuple[int, int]) -> None:
    text = plain((row_of(table_lines(board(with_jun(Presence.HERE, shows=True), lang, size)), JUN),))
    words = Words(lang)
    assert words.say("table.shows_hand" if size[0] >= NARROW else "table.shows_hand_short") in text
    assert " 28   -2 " in text


def test_a_bots_link_is_nobodys_business() -> None:
    state = with_jun(Presence.HERE)
    assert state.roster is not None
    seats = list(state.roster.seats)
    seats[JUN] = SeatInfo(Kind.BOT, "Jun", seats[3].level, presence=Presence.UNSTEADY)
    state = replace(state, roster=replace(state.roster, seats=tuple(seats)))
    shown = plain(table_lines(board(state, "en", (80, 24))))
    assert not told("en", Presence.UNSTEADY, 60) & set(shown.split())


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("lang", ["en", "ko"])
@pytest.mark.parametrize("presence", Presence)
def test_the_lobby_says_so_instead_of_whether_they_are_ready(
    presence: Presence, lang: str, size: tuple[int, int]
) -> None:
    state, words = lobby(), Words(lang)
    assert state.roster is not None
    seats = list(state.roster.seats)
    seats[JUN] = replace(seats[JUN], name="Jun", presence=presence, shows_hand=True)
    state = replace(state, roster=replace(state.roster, seats=tuple(seats)))
    shown = plain(lobby_lines(board(state, lang, size))).splitlines()
    row = next(line for line in shown if "Jun" in line)
    if presence is Presence.HERE:
        key = "lobby.shows_hand" if size[0] >= NARROW else "table.shows_hand_short"
        assert row.endswith(f"{words.say('lobby.ready')}   {words.say(key)}")
    else:
        assert row.endswith(words.say("plain.away" if presence is Presence.AWAY else KEYS[presence]))
        assert words.say("lobby.ready") not in row
