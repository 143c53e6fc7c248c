"""What the table shows in its lowest and its widest windows, in the long log, and to those who watch."""

from __future__ import annotations

from dataclasses import replace

import pytest

from server.engine.events import Drew
from server.engine.state import Phase
from server.wire.messages import Kind, Numbered, Raced, RaceLine, Said, Verdict
from server.wire.settings import Watching
from terra_tui.locale.words import Words
from terra_tui.session.state import ClientState, Link, LinkState
from terra_tui.ui.draw.board import table_lines
from terra_tui.ui.draw.forms import form_lines
from terra_tui.ui.draw.lines import CUT, plain
from terra_tui.ui.draw.skin import ASCII, BOX, Skin
from terra_tui.ui.draw.table_keys import table_keys
from terra_tui.ui.form import Form, choice
from terra_tui.ui.screens.help import HelpScreen
from terra_tui.ui.screens.page import Look
from terra_tui.ui.screens.replay import KEYS
from terra_tui.ui.screens.table import page_lines
from terra_tui.ui.theme import DARK
from tests.ui.states import changed, game_end, playing, round_end, with_window
from tests.ui.test_golden import board
from tests.ui.test_narrow import LONG, both, every_size, named

EN = Words("en")


def logged(state: ClientState, *events: object) -> ClientState:
    """Return the state with these events alone in its log."""
    log = tuple(Numbered(n, event) for n, event in enumerate(events, 50))  # type: ignore[arg-type]
    return replace(state, log=log)


# ---- the lowest window -------------------------------------------------------------------------------------------


@both
@pytest.mark.parametrize("size", [(60, 16), (80, 16), (80, 17), (80, 18)], ids=str)
@pytest.mark.parametrize("seat", [0, None])
def test_events_and_chat_are_seen_in_the_lowest_window(lang: str, size: tuple[int, int], seat: int | None) -> None:
    state = logged(playing(seat=seat), Drew(3, 1, False), Said("소라", "안녕하세요", 2), Drew(1, 1, False))
    rows = plain(table_lines(board(state, lang, size))).splitlines()
    told = [next(at for at, row in enumerate(rows) if text in row) for text in ("소라: 안녕하세요", "Jun")]
    assert any("소라: 안녕하세요" in row for row in rows)
    newest = Words(lang).say("event.drew", name="Jun", n=1)
    assert any(newest in row for row in rows)
    assert len(told) == 2


def test_in_the_lowest_window_a_note_goes_before_the_newest_event_which_is_told_above() -> None:
    state = logged(playing(), Drew(3, 1, False), Drew(1, 1, False))
    shown = board(state, "en", (60, 16))
    rows = plain(table_lines(shown)).splitlines()
    assert "Mars drew a card" in rows[8]
    assert rows[14].strip() == "Jun drew a card"
    rows = plain(table_lines(replace(shown, note="Hint: 4+7"))).splitlines()
    assert "Jun drew a card" in rows[8]
    assert rows[14].strip() == "Hint: 4+7"


def test_the_lines_of_a_low_window_stay_where_they_are_with_or_without_events() -> None:
    with_log = plain(table_lines(board(playing(), "en", (60, 16)))).splitlines()
    without = plain(table_lines(board(replace(playing(), log=()), "en", (60, 16)))).splitlines()
    assert [row[:4] for row in with_log[9:14]] == [row[:4] for row in without[9:14]]


@both
@pytest.mark.parametrize("size", [(50, 10), (40, 5), (59, 15), (30, 3)], ids=str)
def test_too_small_a_window_says_first_that_it_is_ones_turn(lang: str, size: tuple[int, int]) -> None:
    words = Words(lang)
    rows = plain(table_lines(board(playing(), lang, size))).splitlines()
    assert words.say("table.your_turn") in rows[0]
    choosing = changed(playing((2, 4, 5, 6, 8)), phase=Phase.MATCH, drawn=8, floor=8)
    assert words.say("table.your_choice") in plain(table_lines(board(choosing, lang, size))).splitlines()[0]
    other = plain(table_lines(board(with_window(changed(playing(), turn=3)), lang, size))).splitlines()
    assert words.say("table.turn_of", name="Mars") in other[0]
    assert words.say("table.small") in "\n".join(rows)
    assert "0:17" in "\n".join(rows)


@both
def test_too_small_a_window_tells_of_a_lost_link(lang: str) -> None:
    lost = replace(playing(), link=Link(LinkState.RETRYING, "x", retry_in=2.0, tries=1))
    assert Words(lang).say("table.lost", n=2) in plain(table_lines(board(lost, lang, (50, 10))))


# ---- a wide window -----------------------------------------------------------------------------------------------


@both
@pytest.mark.parametrize("size", [(80, 24), (120, 36)], ids=str)
def test_the_newest_event_is_whole_where_there_are_rows_for_it(lang: str, size: tuple[int, int]) -> None:
    race = Raced(tuple(RaceLine(seat, 300 + seat, Verdict.FALSE) for seat in range(5)))
    state = logged(named(playing(), LONG), Drew(3, 1, False), race)
    rows = plain(table_lines(board(state, lang, size))).splitlines()
    text = " ".join(" ".join(row.split("│")[0] for row in rows).split())
    assert all(f"{LONG} {300 + seat} ms" in text for seat in range(5))


@both
def test_names_beside_the_points_by_round_are_whole(lang: str) -> None:
    rows = plain(table_lines(board(named(playing(), LONG), lang, (120, 36)))).splitlines()
    assert [f"│ {LONG} " in row for row in rows[11:16]] == [True] * 5
    assert rows[11].split()[-1] == "30"


def test_a_long_event_is_cut_where_its_rows_are_too_few_so_that_its_beginning_is_seen() -> None:
    state = logged(playing(), Drew(3, 1, False), Said("Bora", " ".join(["word"] * 39), None))
    rows = plain(table_lines(board(state, "en", (60, 20)))).splitlines()
    said = next(at for at, row in enumerate(rows) if "Bora: word" in row)
    assert rows[said + 1].endswith(CUT)
    assert not any("Mars drew" in row for row in rows)


# ---- the long log ------------------------------------------------------------------------------------------------


@both
@every_size
@pytest.mark.parametrize("state", [playing(), playing(seat=None), round_end(), game_end()])
def test_the_long_log_has_a_title_and_says_how_one_leaves_it(
    lang: str, size: tuple[int, int], state: ClientState
) -> None:
    rows = plain(page_lines(replace(board(state, lang, size), long_log=True))).splitlines()
    words = Words(lang)
    assert rows[2].strip() == f"{words.say('table.log')}   {words.say('table.log_keys')}"


@both
@every_size
@pytest.mark.parametrize("state", [round_end(), game_end()])
def test_between_rounds_and_after_a_game_the_long_log_has_nothing_of_a_turn(
    lang: str, size: tuple[int, int], state: ClientState
) -> None:
    words = Words(lang)
    shown = plain(page_lines(replace(board(state, lang, size), long_log=True)))
    starts = tuple(f" {words.say(f'table.{key}')}  " for key in ("sum", "ron", "your_hand"))
    assert not any(row.startswith(starts) for row in shown.splitlines())
    keys = ("lay", "draw", "terra", "pick")
    assert not any(words.say(f"keys.{key}") in shown for key in keys)
    assert words.say("keys.menu") in shown
    assert words.say("keys.ready") in shown
    assert words.say("event.ronned_paid", names="소라", cards="11", payer="Jun") in shown


def test_a_replays_long_log_offers_no_keys_that_a_replay_needs_otherwise() -> None:
    rows = plain(page_lines(replace(board(game_end(), "en", (80, 24)), long_log=True, keys=KEYS))).splitlines()
    assert rows[2].strip() == "LOG   Esc: close"


# ---- those who watch ---------------------------------------------------------------------------------------------


def with_bots(state: ClientState, *bots: int) -> ClientState:
    """Return the state with bots in these seats and humans in the others."""
    assert state.roster is not None
    seats = tuple(
        replace(seat, kind=Kind.BOT if at in bots else Kind.HUMAN) for at, seat in enumerate(state.roster.seats)
    )
    return replace(state, roster=replace(state.roster, seats=seats))


def watched(state: ClientState, watching: Watching, delay: int = 0) -> ClientState:
    """Return the state at a table where spectators see so much."""
    assert state.roster is not None
    settings = replace(state.roster.settings, watching=watching, delay=delay)
    return replace(state, roster=replace(state.roster, settings=settings))


@both
@pytest.mark.parametrize(("bots", "delayed"), [((), False), ((), True), ((3,), False), ((3,), True)])
def test_who_watches_is_offered_what_does_something(lang: str, bots: tuple[int, ...], delayed: bool) -> None:
    words = Words(lang)
    state = with_bots(playing(seat=None), *bots)
    if delayed:
        state = watched(state, Watching.DELAYED, 3)
    keys = table_keys(board(state, lang, (80, 24)))
    assert (words.say("keys.join") in keys) == bool(bots)
    assert (words.say("keys.follow") in keys) == (bool(bots) or delayed)


@pytest.mark.parametrize(
    ("watching", "delay", "told"),
    [
        (Watching.PUBLIC, 0, "VIEW  You are watching"),
        (Watching.DELAYED, 0, "VIEW  You are watching: the hands are as they are"),
        (Watching.DELAYED, 1, "VIEW  You are watching: the hands are 1 turn old"),
        (Watching.DELAYED, 30, "VIEW  You are watching: the hands are 30 turns old"),
    ],
)
def test_who_watches_is_told_how_old_the_hands_are(watching: Watching, delay: int, told: str) -> None:
    rows = plain(table_lines(board(watched(playing(seat=None), watching, delay), "en", (60, 16)))).splitlines()
    assert told in [row.strip() for row in rows]
    assert not any(row.startswith(" SUM") for row in rows)


# ---- keys --------------------------------------------------------------------------------------------------------


@both
@pytest.mark.parametrize("skin", [BOX, ASCII], ids=lambda skin: skin.name)
def test_arrow_keys_have_the_skins_glyphs_on_every_page(lang: str, skin: Skin) -> None:
    words = Words(lang)
    form = Form("x", (choice("a", "A", (("1", "uno"),), "1"),))
    pages = [
        plain(table_lines(replace(board(playing(), lang, (80, 24)), skin=skin, cursor=0))),
        plain(table_lines(replace(board(playing(seat=None), lang, (80, 24)), skin=skin, keys=KEYS))),
        plain(page_lines(replace(board(game_end(), lang, (80, 24)), skin=skin, keys=KEYS))),
        plain(page_lines(replace(board(round_end(), lang, (80, 24)), skin=skin, keys=KEYS, long_log=True))),
        plain(form_lines(words, skin, form, "", (80, 24))),
        plain(HelpScreen(Look(words, DARK, skin)).rows((80, 24))),
    ]
    for shown in pages:
        assert ("<- ->" in shown) == (skin is ASCII)
        assert ("◄ ►" in shown) == (skin is BOX)
