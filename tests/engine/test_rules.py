"""What a table may change (R9), and how many may play (R2.1)."""

from __future__ import annotations

from dataclasses import asdict

import pytest

from server.engine.rules import LIMITS, Rules, RulesError, check_seats


def test_r9_the_defaults_are_the_sheets() -> None:
    assert asdict(Rules()) == {
        "start": 30,
        "limit": 60,
        "hand": 9,
        "terra": 8,
        "terra_draw": 3,
        "ron_factor": 2,
        "max_cards": 3,
    }


@pytest.mark.parametrize("name", LIMITS)
def test_r9_each_setting_has_a_lowest_and_a_highest_value_and_says_them(name: str) -> None:
    low, high = LIMITS[name]
    roomy = {"limit": 9999} if name == "start" else {"start": 1} if name == "limit" else {}
    assert getattr(Rules(**{**roomy, name: low}), name) == low
    assert getattr(Rules(**{**roomy, name: high}), name) == high
    for wrong in (low - 1, high + 1, True, 5.0, "5", None):
        with pytest.raises(RulesError, match=f"{name} must be a whole number from {low} to {high}, not "):
            Rules(**{**roomy, name: wrong})  # type: ignore[arg-type]


def test_r9_the_limit_is_not_below_the_start() -> None:
    assert Rules(start=60, limit=60).limit == 60
    with pytest.raises(RulesError, match=r"limit must be at least the start points \(61\), not 60"):
        Rules(start=61)


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_r2_1_three_to_five_may_play(seats: int) -> None:
    check_seats(seats)


@pytest.mark.parametrize("seats", [0, 2, 6, True, 4.0, None])
def test_r2_1_no_other_number_may_play(seats: int) -> None:
    with pytest.raises(RulesError, match="a table has 3 to 5 seats"):
        check_seats(seats)
