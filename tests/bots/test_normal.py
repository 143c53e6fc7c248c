"""What a sound player does in positions that show it."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from server.bots.normal import Normal, danger
from server.bots.packed import pack
from server.bots.player import Decision
from server.bots.values import hand_values
from server.engine.actions import Draw, LayCards, Match
from server.engine.rules import Rules
from server.engine.state import Phase
from server.engine.sums import Lay, total
from server.engine.view import View

RULES = Rules()
VIEW = View(
    viewer=0,
    phase=Phase.TURN,
    round=1,
    lead=0,
    turn=0,
    floor=4,
    layer=2,
    under=(9, 11),
    deck=30,
    terra=False,
    fresh_terra=False,
    ron_open=True,
    cards=(6, 6, 6),
    scores=(30, 30, 30),
    round_start=(30, 30, 30),
    barred=(),
    last=None,
    winners=(),
)


def turn(view: View) -> object:
    return Normal().decide(view, Decision.TURN, RULES, Random(1))


def test_goes_out_where_it_can() -> None:
    answer = turn(replace(VIEW, hand=(5, 7, 8), cards=(3, 6, 6)))
    assert isinstance(answer, LayCards)
    assert sorted(answer.lay.cards) == [5, 7, 8]
    assert (total(answer.lay), answer.terra) == (4, False)


def test_draws_without_a_lay() -> None:
    assert turn(replace(VIEW, hand=(13, 14, 14), cards=(3, 6, 6))) == Draw(0)


def test_sheds_three_cards_of_nine() -> None:
    answer = turn(replace(VIEW, hand=(2, 3, 5, 7, 8, 10, 12, 12, 13), cards=(9, 9, 9)))
    assert isinstance(answer, LayCards)
    assert len(answer.lay.cards) == 3


def test_keeps_cards_that_combine() -> None:
    values = hand_values()
    assert values[pack((1, 2, 8))] > values[pack((4, 9, 13))] > values[pack((1, 12, 12))]


def test_always_matches() -> None:
    view = replace(VIEW, phase=Phase.MATCH, hand=(1, 2, 12), drawn=12, cards=(3, 1, 6))
    assert turn(view) == Match(0)


@pytest.mark.parametrize(("rival", "terra"), [(6, True), (1, False)])
def test_r4_1_declares_terra_unless_a_last_card_waits(rival: int, terra: bool) -> None:
    view = replace(VIEW, hand=(8, 12, 13, 15), cards=(4, rival, 6), floor=8)
    answer = turn(view)
    assert answer == LayCards(0, Lay((8,)), terra=terra)


def test_fears_a_floor_that_a_last_card_may_fit() -> None:
    view = replace(VIEW, hand=(3, 4), cards=(2, 1, 6))
    assert danger(view, RULES, 15, 2) < danger(view, RULES, 6, 2)
    assert danger(replace(view, cards=(2, 2, 6)), RULES, 6, 2) == 0
    assert danger(replace(view, barred=(1,)), RULES, 6, 2) == 0
