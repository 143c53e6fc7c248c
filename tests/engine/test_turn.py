"""A turn: lay, draw, match, keep (R3)."""

from __future__ import annotations

import pytest

from server.engine.actions import Action, Draw, Keep, LayCards, Match, Ron
from server.engine.apply import apply, why_not
from server.engine.cards import Rank, Seat
from server.engine.events import Drew, Kept, Laid, Matched
from server.engine.reasons import IllegalAction, Reason
from server.engine.rules import Rules
from server.engine.state import Game, Phase
from server.engine.sums import Lay, parse_sum
from tests.engine.positions import after, cards_of, choosing, events_of, position


def lay(seat: Seat, text: str, *, terra: bool = False) -> LayCards:
    """Return the action of laying the sum `text`."""
    return LayCards(seat, parse_sum(text), terra)


def on(floor: Rank, *hand: Rank, top: tuple[Rank, ...] = ()) -> Game:
    """Return a game with seat 0 in turn, holding `hand`."""
    return position(hand, (12, 12, 14), (6, 6, 6), floor=floor, layer=2, top=top)


def refusal(game: Game, action: Action) -> Reason:
    """Return the code with which `apply` refuses; `why_not` must say the same."""
    with pytest.raises(IllegalAction) as caught:
        apply(game, action)
    assert why_not(game, action) is caught.value.reason
    return caught.value.reason


def test_r3_1_cards_are_laid_in_the_order_of_the_sum_and_the_last_is_the_new_floor() -> None:
    game = on(4, 5, 7, 8, 13)
    laid = after(game, lay(0, "5+7-8"))
    assert (laid.floor, laid.layer, laid.under) == (8, 0, (4, 5, 7))
    assert laid.hands == ((13,), (12, 12, 14), (6, 6, 6))
    assert events_of(game, lay(0, "5+7-8")) == (Laid(0, (5, 7, 8), "+-", False),)
    assert after(game, lay(0, "5-8+7")).under == (4, 5, 8)


def test_r2_5_each_card_laid_goes_on_top_of_those_before_it() -> None:
    # The order of the pile counts: a committed reshuffle begins with it, the lowest first (R8.1).
    game = position((1, 6, 9, 10), (10, 12, 14), (2, 3), floor=4, layer=2, top=(6,))
    game = after(game, lay(0, "9+1-6"), lay(1, "10"))
    assert (game.under, game.floor) == ((4, 9, 1, 6), 10)
    game = after(game, Draw(2), Match(2))
    assert (game.under, game.floor) == ((4, 9, 1, 6, 10), 6)
    game = after(game, Ron((0,)))
    assert (game.under, game.floor) == ((4, 9, 1, 6, 10, 6), 10)


def test_r3_1_two_cards_or_three_but_not_four() -> None:
    assert after(on(12, 5, 7, 9), lay(0, "5+7")).floor == 7
    assert refusal(on(12, 2, 2, 3, 5, 9), lay(0, "2+2+3+5")) is Reason.BAD_SUM


def test_r3_1_a_sum_must_make_the_floors_number() -> None:
    assert refusal(on(5, 5, 7, 8, 13), lay(0, "5+7-8")) is Reason.WRONG_TOTAL


def test_r3_2_cards_must_be_in_the_hand_each_copy_once() -> None:
    assert refusal(on(4, 2, 5, 7), lay(0, "2+2")) is Reason.NOT_IN_HAND
    assert refusal(on(4, 2, 5, 7), lay(0, "5+7-8")) is Reason.NOT_IN_HAND
    assert after(on(4, 2, 2, 7), lay(0, "2+2")).hands[0] == (7,)


@pytest.mark.parametrize("wrong", [Lay((), ""), Lay((3, 7), "--"), Lay((3, 7), ""), Lay((3, 7), "x")])
def test_r3_2_what_is_not_written_as_a_sum_is_refused(wrong: Lay) -> None:
    assert refusal(on(4, 3, 7, 9), LayCards(0, wrong)) is Reason.BAD_SUM


def test_r3_2_values_in_between_may_be_negative() -> None:
    assert after(on(4, 3, 8, 9, 13), lay(0, "3-8+9")).floor == 9


@pytest.mark.parametrize("card", [5, 11])
def test_r3_3_a_single_has_the_floors_dots(card: Rank) -> None:
    laid = after(on(5, card, 13), lay(0, str(card)))
    assert (laid.floor, laid.hands[0]) == (card, (13,))


@pytest.mark.parametrize("card", [5, 7, 8, 11])
def test_r3_3_on_a_6_only_6_and_10_may_be_laid_alone(card: Rank) -> None:
    assert refusal(on(6, card, 13), lay(0, str(card))) is Reason.DOTS_DIFFER


def test_r3_4_a_player_who_lays_nothing_takes_the_top_card() -> None:
    game = on(6, 2, 9, top=(3, 12))
    drawn = after(game, Draw(0))
    assert drawn.hands[0] == (2, 3, 9)
    assert drawn.deck[0] == 12
    assert (drawn.floor, drawn.layer, drawn.under) == (game.floor, game.layer, game.under)
    assert events_of(game, Draw(0)) == (Drew(0, 1, False, (3,)),)


def test_r3_4_a_player_may_draw_although_they_could_lay() -> None:
    assert why_not(on(5, 5, 11), Draw(0)) is None


def test_r3_5_a_drawn_card_with_the_floors_dots_may_be_laid_and_every_other_player_pays_one() -> None:
    game = on(6, 2, 9, top=(10,))
    choice = after(game, Draw(0))
    assert (choice.phase, choice.turn, choice.drawn) == (Phase.MATCH, 0, 10)
    assert events_of(game, Draw(0)) == (Drew(0, 1, True, (10,)),)
    laid = after(choice, Match(0))
    assert (laid.floor, laid.layer, laid.under) == (10, 0, (6,))
    assert laid.hands[0] == (2, 9)
    assert laid.scores == (32, 29, 29)
    assert (laid.phase, laid.turn, laid.drawn) == (Phase.TURN, 1, None)
    assert events_of(choice, Match(0)) == (Matched(0, 10, False),)


def test_r3_5_the_drawn_card_may_be_kept() -> None:
    choice = after(on(6, 2, 9, top=(10,)), Draw(0))
    kept = after(choice, Keep(0))
    assert (kept.floor, kept.layer, kept.hands[0], kept.scores) == (6, 2, (2, 9, 10), (30, 30, 30))
    assert (kept.phase, kept.turn, kept.drawn) == (Phase.TURN, 1, None)
    assert events_of(choice, Keep(0)) == (Kept(0),)


def test_r3_5_only_the_drawn_card_may_be_laid_then_and_only_as_a_single() -> None:
    choice = after(on(6, 2, 6, 8, top=(10,)), Draw(0))
    assert refusal(choice, lay(0, "6")) is Reason.CHOOSING
    assert refusal(choice, lay(0, "8-2")) is Reason.CHOOSING
    assert refusal(choice, lay(0, "10")) is Reason.CHOOSING
    assert refusal(choice, Draw(0)) is Reason.CHOOSING


def test_r3_5_another_copy_in_the_hand_stays_there() -> None:
    laid = after(choosing(on(6, 2, 10, top=(10,)), 10), Match(0))
    assert laid.hands[0] == (2, 10)


def test_r3_5_nothing_is_to_be_chosen_after_a_card_that_does_not_fit() -> None:
    game = on(6, 2, 9, top=(3,))
    assert refusal(game, Match(0)) is Reason.NOT_CHOOSING
    assert refusal(game, Keep(0)) is Reason.NOT_CHOOSING
    assert refusal(after(game, Draw(0)), Match(0)) is Reason.NOT_CHOOSING


def test_r3_5_only_the_drawer_chooses() -> None:
    choice = after(on(6, 2, 9, top=(10,)), Draw(0))
    assert refusal(choice, Match(1)) is Reason.NOT_YOUR_TURN
    assert refusal(choice, Keep(1)) is Reason.NOT_YOUR_TURN


def test_r3_6_r2_4_the_turn_then_passes_to_the_left() -> None:
    game = on(5, 5, 9, 9)
    for seat in (0, 1, 2, 0, 1):
        assert game.turn == seat
        turns = game.turns
        game = after(game, Draw(seat))
        if game.phase is Phase.MATCH:
            assert (game.turn, game.turns) == (seat, turns)
            game = after(game, Keep(seat))
        assert game.turns == turns + 1


@pytest.mark.parametrize("seat", [1, 2])
def test_r2_4_only_the_seat_in_turn_lays_or_draws(seat: Seat) -> None:
    game = on(5, 5, 9)
    assert refusal(game, Draw(seat)) is Reason.NOT_YOUR_TURN
    assert refusal(game, lay(seat, "5")) is Reason.NOT_YOUR_TURN


@pytest.mark.parametrize("seat", [-1, 3, 99])
def test_a_seat_that_is_not_there_may_do_nothing(seat: Seat) -> None:
    game = on(5, 5, 9)
    assert refusal(game, Draw(seat)) is Reason.NO_SUCH_SEAT
    assert refusal(game, lay(seat, "5")) is Reason.NO_SUCH_SEAT
    assert refusal(game, Ron((seat,))) is Reason.NO_SUCH_SEAT


def test_no_card_is_lost_or_made() -> None:
    game = on(4, 5, 7, 8, 13, top=(3,))
    for action in (lay(0, "5+7-8"), Draw(0)):
        assert cards_of(after(game, action)) == cards_of(game)


def test_r9_another_most_cards_in_a_combination() -> None:
    four = position((2, 2, 3, 5, 9), (1, 6), (4, 4), floor=12, rules=Rules(max_cards=4))
    assert after(four, lay(0, "2+2+3+5")).floor == 5
    two = position((2, 2, 8, 9), (1, 6), (4, 4), floor=12, rules=Rules(max_cards=2))
    assert refusal(two, lay(0, "2+2+8")) is Reason.BAD_SUM
