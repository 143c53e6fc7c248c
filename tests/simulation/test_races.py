"""The race in numbers, with fewer races than the command plays: bounds are wider by what chance may do."""

from __future__ import annotations

import pytest

from tests.simulation.races import (
    BOTH,
    COURSES,
    EVEN,
    FAR,
    PAIRS,
    Course,
    both_paid,
    hammered,
    share_against_draw,
    share_of,
)
from tests.simulation.track import Lane, Manner

RACES = 1_200
CHANCE = 4.5
"""Per cent: three standard errors of a share of so many races."""
PROMISED = [course for course in COURSES if course.promised]


@pytest.mark.parametrize("course", PROMISED, ids=lambda course: course.name)
def test_the_share_of_first_places_is_as_promised(course: Course) -> None:
    share = share_of(course, RACES, seed=5)
    assert course.low - CHANCE <= share.judged <= course.high + CHANCE


def test_by_arrival_the_far_seat_would_hardly_ever_be_first() -> None:
    assert share_of(COURSES[0], RACES, seed=5).arrival < 20


def test_r5_2_a_far_ron_against_a_near_draw_is_even() -> None:
    assert 47 - CHANCE <= share_against_draw(FAR, EVEN, RACES, seed=5).judged <= 53 + CHANCE


@pytest.mark.parametrize("pair", PAIRS, ids=str)
def test_r5_5_two_honest_players_who_both_can_are_both_paid(pair: tuple[Lane, Lane]) -> None:
    assert both_paid(pair, 500, seed=5) >= BOTH


@pytest.mark.parametrize("window", [0, 1500])
def test_r5_8_to_hammer_ron_gains_nothing(window: int) -> None:
    honest = hammered(Manner.HONEST, window, 0, RACES, seed=5)
    hammer = hammered(Manner.HAMMER, window, 0, RACES, seed=5)
    assert hammer.one < honest.one
    assert hammer.false > 70
