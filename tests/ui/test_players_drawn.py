"""The players' panel: its columns stand under their headings, whatever is told of a seat."""

from __future__ import annotations

from dataclasses import replace

import pytest
from rich.cells import cell_len

from server.engine.rules import Rules
from server.wire.messages import Presence, SeatInfo
from terra_tui.locale.words import Words
from terra_tui.session.state import ClientState
from terra_tui.ui.draw.board import panel_cells, table_lines
from terra_tui.ui.draw.lines import CUT, plain, width
from terra_tui.ui.draw.model import Bars
from terra_tui.ui.draw.players import player_lines
from tests.ui.states import playing
from tests.ui.test_golden import board
from tests.ui.test_narrow import LONG, both, every_size, named

every_view = pytest.mark.parametrize("bars", list(Bars))


def with_seat(state: ClientState, at: int, **fields: object) -> ClientState:
    """Return the state with other fields of what is known of a seat."""
    assert state.roster is not None
    seats: list[SeatInfo] = list(state.roster.seats)
    seats[at] = replace(seats[at], **fields)  # type: ignore[arg-type]
    return replace(state, roster=replace(state.roster, seats=tuple(seats)))


def columns_at(text: str, end: int) -> str:
    """Return the word of `text` that ends at the column `end`."""
    kept, used = "", 0
    for char in text:
        used += cell_len(char)
        if used > end:
            break
        kept += char
    return kept.split(" ")[-1]


TAGS: dict[str, dict[str, object]] = {
    "shows": {"presence": Presence.HERE, "shows_hand": True},
    "unsteady": {"presence": Presence.UNSTEADY},
    "away": {"presence": Presence.AWAY, "away": 900_000},
    "stand-in": {"presence": Presence.STAND_IN},
}


@both
@every_size
@every_view
@pytest.mark.parametrize("tag", TAGS)
def test_a_tag_moves_no_column_and_is_whole(lang: str, size: tuple[int, int], bars: Bars, tag: str) -> None:
    words = Words(lang)
    cells = panel_cells(size[0])
    shown = replace(board(with_seat(playing(), 1, **TAGS[tag]), lang, size), bars=bars)
    heading, _, row, *_ = list(player_lines(shown, cells, 7))
    assert width(row) <= cells
    head, text = plain([heading]), plain([row])
    end = cell_len(head[: head.index(words.say("table.change"))]) - 2
    assert columns_at(text, end) == "28"
    assert CUT not in text
    tags = {
        "shows": (words.say("table.shows_hand"), words.say("table.shows_hand_short")),
        "unsteady": (words.say("table.unsteady"), words.say("table.unsteady_short")),
        "away": ("15:00",),
        "stand-in": (words.say("table.stand_in"), words.say("table.stand_in_short")),
    }[tag]
    assert any(f" {told} " in text for told in tags)


@both
@every_size
@every_view
@pytest.mark.parametrize("limit", [60, 999])
def test_headings_do_not_touch_and_the_count_of_cards_has_one(
    lang: str, size: tuple[int, int], bars: Bars, limit: int
) -> None:
    words = Words(lang)
    state = playing()
    assert state.roster is not None
    settings = replace(state.roster.settings, rules=Rules(limit=limit))
    state = replace(state, roster=replace(state.roster, settings=settings))
    shown = replace(board(state, lang, size), bars=bars)
    heading = plain([next(player_lines(shown, panel_cells(size[0]), 7))])
    points = {words.say("table.score_line", limit=limit), words.say("table.score_short", limit=limit)}
    expected = [words.say(f"table.{key}") for key in ("player", "cards", "score", "change")]
    assert all(f" {told} " in f" {heading.strip()} " for told in expected)
    assert bars is Bars.CARDS or any(f" {told} " in f" {heading} " for told in points)


@both
@pytest.mark.parametrize("size", [(120, 36), (111, 24), (160, 40)], ids=str)
def test_the_longest_names_are_whole_in_a_wide_window(lang: str, size: tuple[int, int]) -> None:
    state = with_seat(named(playing(), LONG), 0, presence=Presence.HERE)
    rows = plain(player_lines(board(state, lang, size), panel_cells(size[0]), 7)).splitlines()
    assert all(LONG in row for row in rows[1:6])
    assert f"{LONG} {Words(lang).say('table.you')} ♦" in rows[1]
    assert f"{Words(lang).say('table.bot')} {LONG}" in rows[4]
    assert CUT not in "".join(rows[1:])


@pytest.mark.parametrize("follow", [None, 0, 3])
def test_the_seat_that_a_spectator_has_chosen_is_marked(follow: int | None) -> None:
    state = playing(seat=None)
    rows = plain(table_lines(replace(board(state, "en", (60, 16)), follow=follow))).splitlines()[3:8]
    assert [at for at, row in enumerate(rows) if "[" in row and "]" in row] == ([] if follow is None else [follow])
    assert "[Minji" not in plain(table_lines(replace(board(playing(), "en", (60, 16)), follow=0)))
