"""Players' figures over many games."""

from __future__ import annotations

import pytest

from server.records.stats import PlayerStats, collect
from server.wire.record import Line

RULES = {"start": 30}


def game(*names: str) -> Line:
    return {"t": "game", "rules": RULES, "players": [{"name": name, "kind": "human"} for name in names]}


def test_figures_are_counted_by_name() -> None:
    lines: list[Line] = [
        game("Minji", "Jun", "Sora"),
        {"t": "deal"},
        {"t": "lay", "seat": 0, "cards": [8], "terra": True},
        {"t": "ron", "seats": [1, 2], "payer": 0},
        {"t": "settle", "winners": [1, 2], "scores": [10, 40, 40]},
        {"t": "match", "seat": 2, "terra": False},
        {"t": "settle", "winners": [2], "scores": [-2, 46, 46]},
        {"t": "end", "scores": [-2, 46, 46], "winners": [1, 2], "reason": "negative"},
        game("Jun", "Minji", "Ara"),
        {"t": "settle", "winners": [0], "scores": [40, 25, 25]},
        {"t": "end", "scores": [40, 25, 25], "winners": [0], "reason": "stopped"},
    ]
    found = collect(lines)
    assert found["Minji"] == PlayerStats(games=1, wins=0, rounds=3, points=-37, rons=0, terras=1)
    assert found["Jun"] == PlayerStats(games=1, wins=0.5, rounds=3, points=26, rons=1, terras=0)
    assert found["Sora"].rons == 1
    assert found["Ara"] == PlayerStats(rounds=1, points=-5)
    assert found["Jun"].points_a_round == pytest.approx(26 / 3)


def test_a_round_that_a_back_match_ended_counts() -> None:
    lines: list[Line] = [
        game("Minji", "Jun", "Sora"),
        {"t": "match", "seat": 0, "terra": True},
        {"t": "end", "scores": [32, 29, 29], "winners": [0], "reason": "limit"},
    ]
    assert collect(lines)["Minji"] == PlayerStats(games=1, wins=1, rounds=1, points=2, terras=1)


def test_without_a_game_there_is_nobody() -> None:
    assert collect([{"t": "_table"}]) == {}
    assert PlayerStats().points_a_round == 0
