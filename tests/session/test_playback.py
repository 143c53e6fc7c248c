"""Playback: whole records step by step, forwards and back, to the states that the engine gives."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cache
from typing import Any

import pytest

from server.arena.run import Plan, play_number
from server.engine.events import Drew, Ronned
from server.engine.state import Phase
from server.records.replay import replay
from server.wire.messages import Kind, Raced, Stage, Verdict
from server.wire.record import RecordError
from terra_tui.session.playback import Line, Playback, games_of
from terra_tui.session.state import DealCheck
from tests.verify.samples import good


@cache
def arena() -> tuple[tuple[Line, ...], ...]:
    """Return the lines of three whole games."""
    plan = Plan(("normal", "easy", "normal", "easy"), 3, seed=5, record=True)
    texts = "".join(play_number(plan, number).text for number in range(3))
    return games_of([json.loads(text) for text in texts.splitlines()])


@pytest.mark.parametrize("number", range(3))
def test_a_whole_game_steps_both_ways_to_equal_states(number: int) -> None:
    play = Playback.of(arena()[number])
    forwards, index = [play.state(0)], 0
    while index < play.last:
        index = play.stepped(index, 1)
        forwards.append(play.state(index))
    backwards = [play.state(index)]
    while index > 0:
        index = play.stepped(index, -1)
        backwards.append(play.state(index))
    assert forwards == backwards[::-1]
    assert len(set(map(id, forwards))) == len(forwards) == len(play.frames)


@pytest.mark.parametrize("number", range(3))
def test_the_states_are_those_that_the_records_own_replay_gives(number: int) -> None:
    play = Playback.of(arena()[number])
    record = next(iter(replay(dict(line) for line in arena()[number])))
    games = [step.game for step in record.steps if step.events]
    assert [frame.game for frame in play.frames] == games
    last = play.state(play.last)
    assert last.stage is Stage.OVER
    assert last.points[-1] == games[-1].scores
    assert last.points[0] == (30, 30, 30, 30)


def test_all_hands_one_hand_and_what_each_shows_of_drawn_cards() -> None:
    play = Playback.of(arena()[0])
    first = next(number for number, event in enumerate(play.events) if isinstance(event, Drew))
    index = next(number for number, frame in enumerate(play.frames) if frame.told > first)
    game = play.frames[index].game
    everything = play.state(index)
    assert everything.snapshot is not None
    assert everything.seat is None
    assert everything.snapshot.hands == game.hands
    assert everything.hand == ()
    drawer = next(event.seat for event in play.events if isinstance(event, Drew))
    for seat in range(4):
        state = play.state(index, seat)
        assert state.snapshot is not None
        assert state.hand == game.hands[seat]
        assert [hand for hand in state.snapshot.hands if hand] == [hand for hand in (game.hands[seat],) if hand]
        shown = [numbered.event for numbered in state.log if isinstance(numbered.event, Drew)]
        assert bool(shown[0].cards) is (seat == drawer)


def test_a_cycle_leads_to_the_same_seats_next_turn_and_back() -> None:
    play = Playback.of(arena()[0])
    index = 0
    seen = [0]
    while index < play.last:
        after = play.next_cycle(index)
        assert after > index
        here, there = play.frames[index].game, play.frames[after].game
        same = here.turn == there.turn and here.round == there.round
        assert same or there.phase in (Phase.BETWEEN, Phase.OVER) or there.round != here.round
        index = after
        seen.append(index)
    assert len(seen) < len(play.frames)
    while index > 0:
        before = play.last_cycle(index)
        assert before < index
        index = before
    assert play.last_cycle(0) == 0
    assert play.next_cycle(play.last) == play.last


@pytest.mark.parametrize("number", range(3))
def test_rounds_are_gone_through_by_their_first_states_both_ways(number: int) -> None:
    play = Playback.of(arena()[number])
    rounds = [frame.game.round for frame in play.frames]
    begins = [rounds.index(round) for round in sorted(set(rounds))]
    assert len(begins) > 1
    forwards = [0]
    while forwards[-1] < play.last:
        forwards.append(play.next_round(forwards[-1]))
    assert forwards == [*begins, play.last]
    backwards = [play.last]
    while backwards[-1] > 0:
        backwards.append(play.last_round(backwards[-1]))
    assert backwards == [play.last, *begins[::-1]]
    assert (play.last_round(0), play.next_round(play.last)) == (0, play.last)
    for index in range(begins[1], begins[1] + 3):
        assert play.last_round(index) == (0 if index == begins[1] else begins[1])


def test_steps_stay_within_the_game() -> None:
    play = Playback.of(arena()[0])
    assert play.stepped(0, -5) == 0
    assert play.stepped(0, 1_000_000) == play.last


# ---- what comes from strangers -----------------------------------------------------------------------------------


def test_the_deals_of_a_committed_record_are_checked() -> None:
    lines = good()
    play = Playback.of(games_of(lines)[0])
    assert set(play.checks.values()) == {DealCheck.GOOD}
    assert play.state(play.last).checks == play.checks
    assert Playback.of(arena()[0]).checks[1] is DealCheck.NONE


@pytest.mark.parametrize(
    ("key", "value"),
    [("seed", "00" * 32), ("commit", "11" * 32), ("nonces", []), ("nonces", [1, 2, 3]), ("seed", "no hex")],
)
def test_a_deal_whose_seed_does_not_give_it_is_told(key: str, value: object) -> None:
    lines = good()
    lines[1][key] = value
    assert Playback.of(games_of(lines)[0]).checks[1] is DealCheck.BAD


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (lambda lines: lines[0].update(players=[]), "line 1: a table has 3 to 5 seats"),
        (lambda lines: lines[0].update(format="x"), "line 1: not a record"),
        (lambda lines: lines[1].update(lead=9), "line 2: `lead`"),
        (lambda lines: lines[2].update(seat=4), "line 3 is not legal"),
        (lambda lines: lines.__delitem__(slice(1, None)), "no cards were dealt"),
    ],
)
def test_a_wrong_line_is_named(change: Callable[[list[Any]], None], sentence: str) -> None:
    lines = good()
    change(lines)
    with pytest.raises(RecordError, match=sentence):
        Playback.of(games_of(lines)[0])


def test_games_are_told_apart_and_what_is_before_the_first_is_left_out() -> None:
    game = {"t": "game"}
    assert games_of([{"t": "x"}, game, {"t": "a"}, game]) == ((game, {"t": "a"}), (game,))
    assert games_of([]) == ()


def test_names_are_made_harmless_and_levels_kept() -> None:
    lines = good()
    lines[0]["players"] = [
        {"name": "\x1b[2J\u202e", "kind": "human"}, {"name": "x" * 90, "kind": "bot", "level": "hard"},
        {"name": "Sora", "kind": "human"},
    ]
    seats = Playback.of(games_of(lines)[0]).roster.seats
    assert "\x1b" not in seats[0].name
    assert "\u202e" not in seats[0].name
    assert len(seats[1].name) <= 16
    assert seats[1].kind is Kind.BOT
    assert seats[1].level == "hard"


def test_a_race_is_told_before_its_ron_and_a_strangers_race_breaks_nothing() -> None:
    lines = list(arena()[0])
    at = next(number for number, line in enumerate(lines) if line["t"] == "ron")
    claims = [
        {"seat": 1, "time": 312.4, "verdict": "paid"}, {"seat": 77, "time": 1, "verdict": "paid"},
        {"seat": 2, "time": "?", "verdict": "late"}, {"seat": 2, "time": 5, "verdict": "?"}, 3,
    ]
    lines[at:at] = [{"t": "race", "claims": claims}, {"t": "race", "claims": None}]
    events = Playback.of(lines).events
    raced = [number for number, event in enumerate(events) if isinstance(event, Raced)]
    assert len(raced) == 1
    race = events[raced[0]]
    assert isinstance(race, Raced)
    assert [(line.seat, line.time, line.verdict) for line in race.lines] == [(1, 312, Verdict.PAID)]
    assert isinstance(events[raced[0] + 1], Ronned)
