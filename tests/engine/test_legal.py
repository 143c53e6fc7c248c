"""What players may do, listed; and a last single written as a Ron (R5.3)."""

from __future__ import annotations

import pytest

from server.engine.actions import Action, Draw, Keep, LayCards, Match, Ron
from server.engine.legal import canonical, legal_actions, legal_for
from server.engine.state import Game
from server.engine.sums import Lay
from tests.engine.positions import after, choosing, position
from tests.engine.test_turn import lay


def three_waiting() -> Game:
    """Return a game where seats 1, 2 and 4 can go out; seat 1 is in turn, seat 0 laid the floor card."""
    return position((9, 9), (8,), (8,), (2, 3), (8,), floor=8, layer=0, turn=1)


def test_lays_with_and_without_terra_and_the_draw() -> None:
    game = position((5, 7, 8, 13), (1, 2), (4, 4), floor=4, layer=2)
    assert set(legal_actions(game)) == {
        lay(0, "5+7-8"),
        lay(0, "5+7-8", terra=True),
        lay(0, "7+5-8"),
        lay(0, "7+5-8", terra=True),
        lay(0, "5-8+7"),
        lay(0, "7-8+5"),
        Draw(0),
    }


def test_r4_1_going_out_is_listed_without_terra_only() -> None:
    game = position((5, 7, 8), (1, 2), (4, 4), floor=4, layer=2)
    assert lay(0, "5+7-8") in legal_actions(game)
    assert lay(0, "5+7-8", terra=True) not in legal_actions(game)


def test_r3_5_a_back_match_has_two_choices_and_on_an_8_three() -> None:
    game = position((2, 9), (1, 2), (4, 4), floor=6, layer=2, top=(10,))
    assert legal_actions(choosing(game, 10)) == (Match(0), Keep(0))
    game = position((2, 9), (1, 2), (4, 4), floor=8, layer=2, top=(8,))
    assert legal_actions(choosing(game, 8)) == (Match(0), Match(0, terra=True), Keep(0))


def test_r5_5_each_ron_is_listed_joint_ones_too() -> None:
    together = [(1,), (2,), (4,), (1, 2), (1, 4), (2, 4), (1, 2, 4)]
    assert legal_actions(three_waiting()) == (Draw(1), *(Ron(seats) for seats in together))


def test_r8_1_a_draw_that_waits_for_a_reshuffle_is_listed() -> None:
    game = position((9, 9), (2, 13), (4,), floor=8, layer=0, turn=1, deck=())
    assert Draw(1) in legal_actions(game)


def test_a_seat_by_itself_has_its_own_actions_and_its_own_ron() -> None:
    game = three_waiting()
    assert legal_for(game, 1) == (Draw(1), Ron((1,)))
    assert legal_for(game, 2) == (Ron((2,)),)
    assert legal_for(game, 0) == legal_for(game, 3) == ()
    choice = choosing(position((2, 9), (1, 2), (4, 4), floor=6, layer=2, top=(10,)), 10)
    assert legal_for(choice, 0) == (Match(0), Keep(0))
    assert legal_for(choice, 1) == ()


def test_nobody_may_do_anything_between_rounds() -> None:
    between = after(three_waiting(), Ron((2,)))
    assert legal_actions(between) == ()
    assert legal_for(between, 2) == ()


def test_r5_3_a_last_single_in_ones_own_turn_is_a_ron() -> None:
    assert canonical(three_waiting(), LayCards(1, Lay((8,)))) == Ron((1,))


@pytest.mark.parametrize(
    "action",
    [
        LayCards(1, Lay((8,)), terra=True),        # refused as it stands (R4.1)
        LayCards(1, Lay((5,))),                    # not the card in the hand
        LayCards(2, Lay((8,))),                    # not in turn
        LayCards(7, Lay((8,))),
        Draw(1),
        Ron((2,)),
    ],
)
def test_r5_3_all_else_stays_as_it_is(action: Action) -> None:
    assert canonical(three_waiting(), action) is action


def test_r5_3_a_single_that_is_not_the_last_stays_a_lay() -> None:
    game = position((8, 9), (1, 2), (4, 4), floor=8, layer=2)
    single = LayCards(0, Lay((8,)))
    assert canonical(game, single) is single
    choice = choosing(position((), (1, 2), (4, 4), floor=8, layer=2, top=(8,)), 8)
    assert canonical(choice, single) is single
