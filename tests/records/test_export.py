"""What leaves the host's machine with a record, and what does not."""

from __future__ import annotations

import pytest

from server.records.export import is_over, leaves_out, public_lines
from server.wire.record import Line

JOURNAL: list[Line] = [
    {"t": "_table", "name": "Terra"},
    {"t": "_seat", "seat": 0, "tokens": ["aa"]},
    {"t": "game", "players": [], "_rev": 1},
    {"t": "_commit", "seed": "11"},
    {"t": "deal", "round": 1, "commit": "c1", "seed": "11", "_n": 4},
    {"t": "draw", "seat": 0, "cards": [4], "_seq": [[0, 3]]},
    {"t": "race", "window": 4},
    {"t": "settle", "round": 1},
    {"t": "_commit", "seed": "22"},
    {"t": "deal", "round": 2, "commit": "c2", "seed": "22"},
    {"t": "keep", "seat": 1},
    {"t": "_pause", "seat": 1},
]


def test_nothing_private_is_exported() -> None:
    lines = list(public_lines(JOURNAL, finished=True))
    assert [line["t"] for line in lines] == ["game", "deal", "draw", "race", "settle", "deal", "keep"]
    assert not any(key.startswith("_") for line in lines for key in line)
    assert lines[2] == {"t": "draw", "seat": 0, "cards": [4]}


def test_a_round_that_runs_is_left_out_whole() -> None:
    lines = list(public_lines(JOURNAL, finished=False))
    assert [line["t"] for line in lines] == ["game", "deal", "draw", "race", "settle"]
    assert leaves_out(JOURNAL, finished=False)
    assert not leaves_out(JOURNAL, finished=True)


def test_a_round_that_is_over_is_told_with_its_seed() -> None:
    for end in ("settle", "end"):
        lines: list[Line] = [*JOURNAL, {"t": end}]
        assert [line["seed"] for line in public_lines(lines, finished=False) if line["t"] == "deal"] == ["11", "22"]
        assert not leaves_out(lines, finished=False)


def test_a_game_without_a_round_that_has_ended_is_left_out() -> None:
    first: list[Line] = [{"t": "game"}, {"t": "deal"}, {"t": "draw"}]
    over: list[Line] = [*first, {"t": "settle"}, {"t": "end"}]
    assert list(public_lines(first, finished=False)) == []
    assert list(public_lines([*over, *first], finished=False)) == over
    assert list(public_lines([*over, {"t": "game"}], finished=False)) == over


def test_the_journal_itself_stays_whole() -> None:
    before = [dict(line) for line in JOURNAL]
    list(public_lines(JOURNAL, finished=False))
    assert before == JOURNAL


@pytest.mark.parametrize(
    ("kinds", "over"),
    [
        ((), False),
        (("game", "deal", "lay"), False),
        (("game", "deal", "settle"), False),
        (("game", "deal", "settle", "end"), True),
        (("game", "deal", "end", "_commit", "_seat"), True),
        (("game", "deal", "end", "game"), True),               # a rematch begins with its deal
        (("game", "deal", "end", "game", "deal"), False),
    ],
)
def test_an_evening_is_over_when_its_last_game_is(kinds: tuple[str, ...], over: bool) -> None:
    assert is_over([{"t": kind} for kind in kinds]) is over
