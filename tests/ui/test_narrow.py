"""What must be read whole in a narrow or low window: nothing of it may be cut."""

from __future__ import annotations

from dataclasses import replace

import pytest
from rich.cells import cell_len

from server.engine.state import Phase
from server.wire.discovery import TableNotice
from server.wire.limits import PROTOCOL_VERSION
from server.wire.messages import SeatInfo, Stage
from server.wire.settings import Settings
from terra_tui.locale.tell import failure_text
from terra_tui.locale.words import Words
from terra_tui.session.state import ClientState, Failure, Link, LinkState
from terra_tui.ui.draw.board import table_lines
from terra_tui.ui.draw.forms import form_lines, question_lines
from terra_tui.ui.draw.lines import CUT, plain
from terra_tui.ui.draw.lobby import lobby_lines
from terra_tui.ui.draw.replays import replays_lines
from terra_tui.ui.draw.results import game_end_lines, round_end_lines
from terra_tui.ui.draw.skin import BOX
from terra_tui.ui.form import ChoiceField, Form, TextField, choice
from terra_tui.ui.leaving import ENDINGS, SURE, leave_answers
from terra_tui.ui.places import places
from terra_tui.ui.plan import HostInside, solo
from terra_tui.ui.screens.form_screen import PLACES
from terra_tui.ui.services import KeptGame, Nearby
from terra_tui.ui.table_forms import table_form
from terra_tui.ui.text_line import TextLine
from tests.ui.states import NINE, changed, game_end, lobby, playing, round_end, with_window
from tests.ui.test_golden import board

both = pytest.mark.parametrize("lang", ["en", "ko"])
SIZES = ((60, 16), (60, 20), (72, 18), (80, 24), (100, 30), (120, 36))
every_size = pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
LONG = "가나다라마바사아"


def named(state: ClientState, name: str) -> ClientState:
    """Return the state with everybody called so."""
    assert state.roster is not None
    seats: tuple[SeatInfo, ...] = tuple(replace(seat, name=name) for seat in state.roster.seats)
    return replace(state, roster=replace(state.roster, seats=seats))


def row(state: ClientState, lang: str, size: tuple[int, int], start: str, text: str = "") -> str:
    """Return the row of the table that begins with `start`."""
    rows = plain(table_lines(board(state, lang, size, text))).splitlines()
    return next(line for line in rows if line.startswith(start))


@both
@every_size
@pytest.mark.parametrize("seed", [7, 2**64 - 1])
@pytest.mark.parametrize("terra", [False, True])
def test_a_known_seed_is_told_whole_under_the_status_row(
    lang: str, size: tuple[int, int], seed: int, terra: bool
) -> None:
    state = changed(playing(), terra=terra)
    assert state.roster is not None
    state = replace(state, roster=replace(state.roster, seed=seed))
    first, second = plain(table_lines(board(state, lang, size))).splitlines()[:2]
    assert Words(lang).say("table.deck", n=18) in first
    told = Words(lang).say("table.seed", n=seed)
    if terra:
        assert Words(lang).say("table.terra_phase", n=3) in second
        assert told in second or size[0] < 100      # a phase matters more, and the seed comes back after it
    else:
        assert told in second


@both
@every_size
@pytest.mark.parametrize("text", ["4+9-2", "13+6-8", "4", "13"])
def test_the_sum_row_is_whole(lang: str, size: tuple[int, int], text: str) -> None:
    for floor in range(1, 16):
        shown = row(changed(playing(NINE), floor=floor), lang, size, f" {Words(lang).say('table.sum')}", text)
        assert CUT not in shown


@both
@every_size
@pytest.mark.parametrize("hand", [(11,), NINE], ids=["one card", "many"])
def test_an_open_rons_time_is_whole_whoever_holds_one_card(
    lang: str, size: tuple[int, int], hand: tuple[int, ...]
) -> None:
    state = named(changed(playing(hand), turn=3, floor=8, layer=2, cards=(len(hand), 1, 1, 1, 1)), LONG)
    shown = row(with_window(state), lang, size, f" {Words(lang).say('table.ron')}")
    assert shown.endswith(f"] {Words(lang).say('lobby.seconds', n='1.1')}")


@both
@every_size
@pytest.mark.parametrize("paused", [None, 1])
def test_a_long_name_in_the_status_row_leaves_round_and_deck_whole(
    lang: str, size: tuple[int, int], paused: int | None
) -> None:
    state = named(changed(playing(), turn=1), LONG)
    assert state.snapshot is not None
    state = replace(state, snapshot=replace(state.snapshot, paused=paused))
    status = plain(table_lines(board(state, lang, size))).splitlines()[0]
    words = Words(lang)
    whose = words.say("table.turn_of", name=LONG) if paused is None else words.say("table.paused_by", name=LONG)
    assert f"{words.say('table.round', n=3)}   {words.say('table.deck', n=18)} " in status
    assert whose in status
    assert paused is not None or "0:17" in status


@both
@every_size
def test_what_to_do_in_the_lobby_is_seen_in_the_lowest_window(lang: str, size: tuple[int, int]) -> None:
    shown = plain(lobby_lines(board(lobby(), lang, size)))
    assert Words(lang).say("lobby.need_players") in shown
    assert Words(lang).say("lobby.address", address="192.168.0.7") in shown


@both
@every_size
@pytest.mark.parametrize(("draw", "state"), [(round_end_lines, round_end()), (game_end_lines, game_end())])
def test_help_and_leaving_are_named_after_a_round_and_a_game(
    draw: object, state: ClientState, lang: str, size: tuple[int, int]
) -> None:
    shown = plain(draw(board(state, lang, size)))      # type: ignore[operator]
    assert Words(lang).say("keys.help") in shown
    assert Words(lang).say("keys.menu") in shown
    assert CUT not in shown


@both
@every_size
def test_the_list_of_replays_has_columns_and_names_the_way_back(lang: str, size: tuple[int, int]) -> None:
    words = Words(lang)
    games = [
        KeptGame("aa", "2026-11-30T19:02:00Z", "점심", 7, True, "Minji"),
        KeptGame("bb", "2026-11-29T12:31:00Z", "Solo", 12, False, "Jun"),
        KeptGame("cc", "2026-11-28T12:31:00Z", "Solo", 3, True, "Jun", stopped=True),
    ]
    shown = plain(replays_lines(words, BOX, games, 0, "", size)).splitlines()
    assert shown[0].rstrip() == f" {words.say('replay.heading')}"
    first, second = shown[2], shown[3]
    assert [words.say("replay.stopped") in row for row in shown[2:5]] == [False, False, True]
    assert [words.say("replay.unfinished") in row for row in shown[2:5]] == [False, True, False]
    assert words.say("table.solo") in second
    ends = [line.index(words.say("replay.rounds", n=n)) for line, n in ((first, 7), (second, 12))]
    places = [cell_len(line[:end]) for line, end in zip((first, second), ends, strict=True)]
    assert places[0] == places[1] + 1
    assert words.say("keys.back") in shown[-1]


@both
@pytest.mark.parametrize("size", [(60, 16), (60, 20), (80, 24), (120, 36)], ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("chosen", [0, 1])
def test_a_choice_that_is_too_long_for_its_row_is_told_whole_in_more(
    lang: str, size: tuple[int, int], chosen: int
) -> None:
    words = Words(lang)
    for stage, version in ((stage, version) for stage in (None, *Stage) for version in (PROTOCOL_VERSION, 77)):
        notice = TableNotice(b"1" * 8, version, 65535, "x" * 40, 5, 5, 0, 0, stage, True, True)
        found = Nearby("255.255.255.255:65535", notice, 1000)
        (place,) = places(words, (), [found], "", named=False)
        resume = words.say("join.resume_silent", name=LONG, table="x" * 16, address=found.address)
        name = TextField("name", words.say("join.name"), TextLine.of("Minji", 16))
        for told in (f"12/12  {place.text}", f"1/3  {resume}"):
            places_field = ChoiceField(PLACES, words.say("join.found"), (("a", told),))
            form = Form(words.say("join.heading_play"), (places_field, name), words.say("join.go"), chosen)
            shown = plain(form_lines(words, BOX, form, "", size))
            assert CUT not in shown
            assert "".join(told.split()) in "".join(shown.split())


def test_typed_and_chosen_values_of_a_form_begin_in_one_column() -> None:
    words = Words("en")
    fields = (
        choice("bots", "Bots", (("1", "uno"),), "1"),
        TextField("name", "Your name", TextLine.of("Minji", 16)),
        TextField("table", "Table", TextLine.of("lunch", 16)),
    )
    for chosen in range(3):
        form = replace(Form("x", fields), chosen=chosen)
        shown = plain(form_lines(words, BOX, form, "", (80, 24))).splitlines()
        lines = [next(line for line in shown if text in line) for text in ("uno", "Minji", "lunch")]
        starts = {line.index(text) for line, text in zip(lines, ("uno", "Minji", "lunch"), strict=True)}
        assert len(starts) == 1


@both
@every_size
@pytest.mark.parametrize("declared", [False, True])
def test_a_back_match_shows_whether_terra_is_declared(lang: str, size: tuple[int, int], declared: bool) -> None:
    words = Words(lang)
    state = changed(playing((2, 4, 5, 6, 8)), phase=Phase.MATCH, drawn=8, floor=8)
    lines = plain(table_lines(replace(board(state, lang, size), match_terra=declared))).splitlines()
    shown = next(line for line in lines if line.startswith(f" {words.say('table.sum')}"))
    assert words.say("table.terra_on" if declared else "table.terra_offer") in shown
    assert words.say("keys.keep") in shown or ". keeps it" in shown


@both
@pytest.mark.parametrize("inside", [None, solo(), HostInside(())], ids=["no host", "solo", "host"])
def test_no_answer_about_leaving_is_cut(lang: str, inside: HostInside | None) -> None:
    words = Words(lang)
    for state in (playing(), lobby(), game_end(), playing(seat=None)):
        answers = [words.say(answer) for answer in leave_answers(state, inside)]
        shown = plain(question_lines(words, BOX, words.say("leave.heading"), answers, 0, (60, 20)))
        assert CUT not in shown
        assert all(answer in shown for answer in answers)
    for heading in ENDINGS.values():
        answers = [words.say(answer) for answer in SURE]
        shown = plain(question_lines(words, BOX, words.say(heading), answers, 0, (60, 20)))
        assert CUT not in shown
        assert words.say(heading) in shown


@both
def test_no_value_of_the_tables_settings_is_cut(lang: str) -> None:
    words = Words(lang)
    form = table_form(words, Settings(seats=5))
    for chosen, field in enumerate(form.fields):
        if not isinstance(field, ChoiceField):
            continue
        for index in range(len(field.options)):
            shown_field = replace(field, index=index)
            fields = (*form.fields[:chosen], shown_field, *form.fields[chosen + 1 :])
            assert CUT not in plain(form_lines(words, BOX, replace(form, fields=fields), "", (60, 20)))


@pytest.mark.parametrize("lang", ["en", "ko"])
@pytest.mark.parametrize("size", [(60, 16), (60, 20), (80, 24), (120, 36)], ids=str)
@pytest.mark.parametrize("code", ["nonsense", "store", "crowded", "silent", "bad_message", "table_full", "kicked"])
def test_why_a_link_is_closed_is_told_whole(code: str, size: tuple[int, int], lang: str) -> None:
    words = Words(lang)
    failure = Failure(code, {"address": "255.255.255.255:65535"})
    closed = replace(playing(), link=Link(LinkState.CLOSED, "x", error=failure))
    shown = replace(board(closed, lang, size), note="")
    text = " ".join("".join(run.text for run in line).strip() for line in table_lines(shown))
    for sentence in (failure_text(words, failure), words.say("table.enter_leaves")):
        assert sentence.replace(" ", "") in text.replace(" ", "")
