"""The ends of rounds and games: what must be read of them is whole in every window, whatever the names."""

from __future__ import annotations

from dataclasses import replace

import pytest
from rich.cells import cell_len

from server.engine.events import Cause, GameEnded, Laid, Matched, Pay, RoundEnded
from server.wire.messages import Kind, Numbered
from terra_tui.locale.tell import logged_text
from terra_tui.locale.words import Words
from terra_tui.session.state import ClientState, DealCheck
from terra_tui.ui.draw.chart import chart_lines
from terra_tui.ui.draw.lines import CUT, plain
from terra_tui.ui.draw.results import game_end_lines, round_end_lines
from terra_tui.ui.draw.sheet import Block, stacked
from tests.ui.states import changed, game_end, playing, round_end
from tests.ui.test_golden import board
from tests.ui.test_narrow import LONG, both, every_size, named

DEEDS = (Matched(3, 4, False), Matched(3, 8, True), Laid(0, (15, 12, 8), "-+", False))


def joined(text: str) -> str:
    """Return the rows of a screen as one text, for sentences that take more than one row."""
    return " ".join(text.split())


def ended_by(deed: Matched | Laid, state: ClientState) -> ClientState:
    """Return the state after that deed ended the game."""
    end = state.log[-1]
    assert isinstance(end.event, GameEnded)
    return replace(state, log=(*state.log[:7], Numbered(end.n - 1, deed), end))


@both
@every_size
@pytest.mark.parametrize("deed", [*DEEDS, None], ids=str)
@pytest.mark.parametrize("name", ["Jun", LONG])
def test_the_deed_that_ended_the_game_is_told_whole(
    lang: str, size: tuple[int, int], deed: Matched | Laid | None, name: str
) -> None:
    words = Words(lang)
    state = named(game_end() if deed is None else ended_by(deed, game_end()), name)
    shown = plain(game_end_lines(board(state, lang, size)))
    told = logged_text(words, state, state.log[-3 if deed is None else -2])
    assert joined(told) in joined(shown)
    assert words.say("end.limit", limit=60) in joined(shown)
    assert words.say("game_end.rematch") in shown
    assert all(f" {score}\n" in shown for score in (34, -2, 61, 27, 30))
    assert CUT not in shown


def waiting(name: str, late: int, state: ClientState) -> ClientState:
    """Return the state in which Minji is ready and `late` others are not."""
    assert state.roster is not None
    seats = tuple(
        replace(seat, kind=Kind.HUMAN, name=f"{name}{at}"[-16:], ready=at == 0 or at > late)
        for at, seat in enumerate(state.roster.seats)
    )
    return replace(state, roster=replace(state.roster, seats=seats))


@both
@every_size
@pytest.mark.parametrize("left", [400, 18_000, 598_000])
@pytest.mark.parametrize("late", [1, 2, 3, 4])
@pytest.mark.parametrize("name", ["민", "root", "abcdefghijklmno"])
def test_who_is_waited_for_and_when_it_goes_on_are_whole(
    lang: str, size: tuple[int, int], name: str, late: int, left: int
) -> None:
    words = Words(lang)
    state = waiting(name, late, round_end())
    assert state.snapshot is not None
    assert state.snapshot.clock is not None
    clock = replace(state.snapshot.clock, left=left, total=600_000)
    state = replace(state, snapshot=replace(state.snapshot, clock=clock))
    shown = plain(round_end_lines(board(state, lang, size)))
    row = next(line for line in shown.splitlines() if words.say("round_end.you_ready") in line)
    names = words.say("round_end.you_wait", names=", ".join(state.name_of(at) for at in range(1, late + 1)))
    when = words.say("round_end.goes_on", n=-(-left // 1000))
    fits = 1 + cell_len(names) + 3 + cell_len(when) < size[0]
    assert (names if fits else words.say("round_end.you_wait_for", n=late)) in row
    assert when in row
    assert CUT not in shown
    assert row.count("[") == row.count("]")


@both
@every_size
def test_after_a_game_too_the_names_that_are_waited_for_become_a_number(lang: str, size: tuple[int, int]) -> None:
    words = Words(lang)
    shown = plain(game_end_lines(board(waiting("abcdefghijklmno", 4, game_end()), lang, size)))
    assert CUT not in shown
    names = words.say("round_end.you_wait", names=", ".join(f"abcdefghijklmno{at}" for at in range(1, 5)))
    assert (words.say("round_end.you_wait_for", n=4) in shown) == (cell_len(names) > size[0] - 2)


@both
@every_size
@pytest.mark.parametrize("cause", [Cause.RON, Cause.COMBINATION])
def test_payments_scores_and_what_comes_next_have_room_for_five_long_names(
    lang: str, size: tuple[int, int], cause: Cause
) -> None:
    words = Words(lang)
    pay = tuple(Pay(at, 2, 9) for at in (0, 1, 3, 4)) if cause is Cause.COMBINATION else (Pay(1, 2, 30),)
    last = RoundEnded(3, cause, (2,), pay, (9, 15, 0, 14, 7), (34, -2, 61, 27, 30), 2)
    shown = plain(round_end_lines(board(named(changed(round_end(), last=last), LONG), lang, size)))
    assert shown.count(words.say("round_end.pays_out", payer=LONG, payee=LONG, n=pay[0].points)) == len(pay)
    assert all(f" {score} " in shown for score in last.scores)
    assert words.say("round_end.goes_on", n=14) in shown
    assert CUT not in shown


@both
def test_that_cards_were_arranged_is_told_in_the_lowest_window(lang: str) -> None:
    for draw, state in ((round_end_lines, round_end()), (game_end_lines, game_end())):
        bad = named(replace(state, checks={3: DealCheck.BAD}), LONG)
        assert joined(Words(lang).say("round_end.deal_bad")) in joined(plain(draw(board(bad, lang, (60, 16)))))


def test_blocks_lose_their_gaps_first_and_then_what_matters_least() -> None:
    def block(rows: int, rank: int = 0) -> Block:
        return Block([()] * rows, rank, gap=True)

    blocks = [block(2), block(2, 1), block(2, 2), block(2)]
    assert [len(stacked(blocks, rows)) for rows in (20, 10, 8, 7, 6, 5, 3)] == [12, 10, 8, 7, 6, 5, 4]


# ---- points by round ---------------------------------------------------------------------------------------------


def chart(points: tuple[tuple[int, ...], ...], cells: int, rows: int, name: str = "") -> list[str]:
    """Return the rows of a chart of these points."""
    state = replace(playing(), points=points)
    shown = board(named(state, name) if name else state, "en", (80, 24))
    return plain(chart_lines(shown, cells, rows)).splitlines()


def test_the_chart_has_the_numbers_of_the_standings() -> None:
    state = changed(game_end(), scores=(20, -1, 31, 61, 39))
    state = replace(state, points=((30,) * 5, (20, -1, 31, 61, 39)))
    shown = plain(game_end_lines(board(state, "en", (120, 36))))
    for place, name in enumerate(("Mars", "Hana", "소라", "Minji", "Jun"), 1):
        assert f" {place}. {name}" in shown
        assert f" {place} {name}" in shown
    rows = [row for row in shown.splitlines() if "│" in row]
    assert [row.split("│")[1].split()[-1] for row in rows if row.split("│")[1].strip()][-1] == "5"


@pytest.mark.parametrize("rows", range(5, 15))
@pytest.mark.parametrize(
    "points",
    [((30, 30, 30), (61, -1, 30)), ((30, 30, 30), (29, 31, 30)), ((30, 30, 30), (90, -40, 40))],
)
def test_the_axis_has_round_numbers_with_the_limit_and_zero(points: tuple[tuple[int, ...], ...], rows: int) -> None:
    shown = chart(points, 70, rows)
    assert len(shown) == rows
    labels = [int(row[:5]) for row in shown[:-2] if row[:5].strip()]
    assert {0, 60} <= set(labels)
    assert all(label % 5 == 0 for label in labels)
    assert labels == sorted(labels, reverse=True)


def test_the_chart_says_where_it_shows_the_last_rounds_only() -> None:
    many = tuple((30 + at, 30 - at, 30) for at in range(30))
    shown = chart(many, 70, 12)
    numbers = next(row for row in shown if row.startswith("round")).split()[1:]
    assert numbers[-1] == "29"
    assert f"the last {len(numbers)} rounds:" in shown[-1]
    assert "last" not in chart(many[:5], 70, 12)[-1]


@pytest.mark.parametrize("cells", [56, 70, 116])
def test_the_longest_names_under_a_chart_are_whole(cells: int) -> None:
    many = tuple((30 + at, 30 - at, 30, 30, 30) for at in range(30))
    shown = chart(many, cells, 14, LONG)
    assert max(map(cell_len, shown)) <= cells
    assert [f"{place} {LONG}" in "\n".join(shown) for place in range(1, 6)] == [True] * 5
    assert len(shown) == 14
