"""The searcher: what it guesses, and that its answers follow from what it is given."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from random import Random

import pytest

from server.bots.guesses import Guesses, drew_on_this_floor
from server.bots.hard import Hard, drawn_worth
from server.bots.packed import floor_lays, pack, unpack
from server.bots.player import Decision
from server.bots.values import hand_values
from server.engine.actions import Draw, LayCards
from server.engine.cards import DECK, dots
from server.engine.rules import Rules
from server.engine.state import Phase
from server.engine.view import View, view_for
from tests.bots.positions import random_games

RULES = Rules()
VIEW = View(
    viewer=0,
    phase=Phase.TURN,
    round=1,
    lead=0,
    turn=0,
    floor=11,
    layer=2,
    under=(9, 11, 4, 4),
    deck=0,
    terra=False,
    fresh_terra=False,
    ron_open=True,
    cards=(3, 6, 1, 1),
    scores=(30, 30, 30, 30),
    round_start=(30, 30, 30, 30),
    barred=(),
    last=None,
    winners=(),
    hand=(1, 2, 8),
)


def test_a_guess_is_a_whole_game_that_fits_the_view() -> None:
    random = Random(2)
    for game in random_games(2, seed=19):
        view = view_for(game, game.turn)
        if view.phase is not Phase.TURN:
            continue
        guess = Guesses(view, game.rules).deal(random)
        cards = [card for hand in guess.hands for card in unpack(hand)] + guess.deck + guess.under + [guess.floor]
        assert sorted(cards) == list(DECK)
        assert [len(unpack(hand)) for hand in guess.hands] == list(view.cards) == guess.sizes
        assert unpack(guess.hands[game.turn]) == view.hand
        assert len(guess.deck) == view.deck
        assert (guess.turn, guess.floor, guess.layer) == (game.turn, game.floor, game.layer)


def test_a_last_card_that_was_not_declared_does_not_fit() -> None:
    guesses, random = Guesses(VIEW, RULES), Random(4)
    dealt = Counter(unpack(guesses.deal(random).hands[3])[0] for _ in range(300))
    assert not {rank for rank in dealt if dots(rank) == dots(VIEW.floor)}
    # Seat 2 laid the floor card itself, so its last card may well fit (R5.6).
    layers = {dots(unpack(guesses.deal(random).hands[2])[0]) for _ in range(300)}
    assert dots(VIEW.floor) in layers


def test_who_has_drawn_could_not_lay() -> None:
    view = replace(VIEW, cards=(3, 6, 5, 2), layer=0, turn=0)
    assert drew_on_this_floor(view) == {1, 2, 3}
    assert drew_on_this_floor(replace(view, layer=3)) == frozenset()
    view = replace(VIEW, cards=(3, 6, 5, 2), layer=2)
    assert drew_on_this_floor(view) == {3}
    assert drew_on_this_floor(replace(view, layer=None, lead=1)) == {1, 2, 3}
    guesses, random, lays = Guesses(view, RULES), Random(4), floor_lays(view.floor, 3)
    could = [bool(lays.of(guesses.deal(random).hands[3])) for _ in range(400)]
    free = Guesses(replace(view, layer=3), RULES)
    could_have = [bool(lays.of(free.deal(random).hands[3])) for _ in range(400)]
    assert sum(could) < sum(could_have)


def test_the_same_budget_and_chance_give_the_same_answer() -> None:
    view = replace(VIEW, hand=(2, 3, 5, 7, 8, 10, 12, 12, 13), cards=(9, 6, 5, 6))
    answers = {Hard(rollouts=60).decide(view, Decision.TURN, RULES, Random(7)) for _ in range(4)}
    assert len(answers) == 1


def test_goes_out_without_thinking() -> None:
    view = replace(VIEW, floor=11, hand=(1, 2, 8), cards=(3, 6, 1, 2))
    answer = Hard(seconds=1e9).decide(view, Decision.TURN, RULES, Random(1))
    assert isinstance(answer, LayCards)
    assert sorted(answer.lay.cards) == [1, 2, 8]


def test_a_time_budget_is_enough_for_an_answer() -> None:
    view = replace(VIEW, hand=(2, 3, 5, 7, 8, 10, 12, 12, 13), cards=(9, 6, 5, 6))
    answer = Hard(seconds=0.01).decide(view, Decision.TURN, RULES, Random(1))
    assert isinstance(answer, LayCards | Draw)


def test_a_card_drawn_to_a_good_hand_makes_it_worse() -> None:
    assert drawn_worth(VIEW) < hand_values()[pack(VIEW.hand)]


@pytest.mark.parametrize("rollouts", [1, 7, 100])
def test_any_budget_of_rollouts_will_do(rollouts: int) -> None:
    view = replace(VIEW, hand=(2, 3, 5, 7, 8, 10, 12, 12, 13), cards=(9, 6, 5, 6))
    assert Hard(rollouts=rollouts).decide(view, Decision.TURN, RULES, Random(1)) is not None
