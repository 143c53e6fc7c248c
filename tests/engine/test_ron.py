"""Going out with one card (R5), what it costs (R4.5, R5.4), and a false Ron (R5.8)."""

from __future__ import annotations

import pytest

from server.engine.actions import Action, Deal, Draw, FalseRon, Keep, Match, Ron
from server.engine.apply import why_not
from server.engine.cards import DECK, Rank, Seat
from server.engine.events import Cause, FalselyRonned, Pay, Ronned, RoundEnded
from server.engine.reasons import Reason
from server.engine.ron import paying_order, why_not_ron
from server.engine.rules import Rules
from server.engine.state import Game, Phase
from tests.engine.positions import after, cards_of, choosing, events_of, play, position
from tests.engine.test_turn import lay, refusal

FULL = (9, 9, 10, 12)
"""Four cards of no interest."""


def waiting(*, floor: Rank = 5, one: Rank = 11, layer: Seat = 0, turn: Seat = 1, fresh_terra: bool = False) -> Game:
    """Return a game where seat 2 holds one card, and seat 0 has laid the floor card and holds four."""
    hands = FULL, (2, 3, 13), (one,), (4, 4)
    return position(*hands, floor=floor, layer=layer, turn=turn, fresh_terra=fresh_terra, top=(6, 6, 7))


def ended(game: Game, *actions: Action) -> RoundEnded:
    """Return how the round ended after `actions`."""
    last = after(game, *actions).last
    assert last is not None
    return last


def test_r5_1_one_card_with_the_floors_dots_goes_out_of_turn() -> None:
    game = waiting()
    done, events = play(game, Ron((2,)))
    assert done.phase is Phase.BETWEEN
    assert (done.floor, done.layer, done.under, done.hands[2]) == (11, 2, (5,), ())
    assert events[0] == Ronned((2,), (11,), 0, 0, own_turn=False)
    assert ended(game, Ron((2,))).cause is Cause.RON
    assert cards_of(done) == cards_of(game)


def test_r5_1_only_with_exactly_one_card_and_the_right_dots() -> None:
    game = waiting()
    assert refusal(game, Ron((3,))) is Reason.NOT_ONE_CARD
    assert refusal(waiting(one=6), Ron((2,))) is Reason.DOTS_DIFFER


def test_r5_1_only_at_a_turns_end_so_not_before_any_turn_of_the_round_has_ended() -> None:
    first = position(FULL, (2, 3), (11,), (4, 4), floor=5, turns=0, turn=1)
    assert refusal(first, Ron((2,))) is Reason.NOT_AT_A_TURNS_END
    assert why_not(after(first, Draw(1)), Ron((2,))) is None


def test_r5_1_not_between_rounds_nor_after_the_game() -> None:
    between = after(waiting(), Ron((2,)))
    assert refusal(between, Ron((2,))) is Reason.NO_ROUND
    rich = position(FULL, (2,), (11,), (4,), floor=5, layer=0, turn=1, scores=(20, 20, 55, 25))
    assert refusal(after(rich, Ron((2,))), Ron((2,))) is Reason.GAME_OVER


def test_r5_2_it_stays_open_until_the_next_player_lays() -> None:
    game = waiting()
    assert why_not(game, Ron((2,))) is None
    covered = after(game, lay(1, "2+3"))
    assert refusal(covered, Ron((2,))) is Reason.DOTS_DIFFER
    again = position(FULL, (5, 6, 13), (11,), floor=5, layer=0, turn=1)
    assert ended(again, lay(1, "5"), Ron((2,))).pay == (Pay(1, 2, 4),)       # another card, another payer


def test_r5_2_after_a_draw_the_same_floor_card_may_be_ronned_again() -> None:
    game = waiting()
    drawn = after(game, Draw(1))
    assert (drawn.floor, drawn.layer) == (game.floor, game.layer)
    assert ended(drawn, Ron((2,))).pay == (Pay(0, 2, 8),)


def test_r5_2_not_while_a_player_chooses_about_a_back_match() -> None:
    game = position(FULL, (2, 3), (11,), (4, 4), floor=5, layer=0, turn=1, top=(5,))
    choice = choosing(game, 5)
    assert refusal(choice, Ron((2,))) is Reason.NOT_AT_A_TURNS_END
    assert why_not_ron(choice, 1) is Reason.NOT_AT_A_TURNS_END
    assert why_not(after(choice, Keep(1)), Ron((2,))) is None
    assert ended(choice, Match(1), Ron((2,))).pay == (Pay(1, 2, 4),)


def test_r5_3_a_last_single_in_ones_own_turn_is_a_ron_with_the_same_payment() -> None:
    game = waiting(turn=2, layer=0)
    assert refusal(game, lay(2, "11")) is Reason.LAST_SINGLE_IS_RON
    events = events_of(game, Ron((2,)))
    assert events[0] == Ronned((2,), (11,), 0, 0, own_turn=True)
    assert ended(game, Ron((2,))).pay == (Pay(0, 2, 8),)


def test_r5_3_in_ones_own_turn_it_needs_no_turns_end() -> None:
    first = position(FULL, (2, 3), (11,), floor=5, turns=0, turn=2)
    assert why_not_ron(first, 2) is None
    assert ended(first, Ron((2,))).winners == (2,)


def test_r5_3_r4_5_the_terra_penalty_is_included_in_ones_own_turn() -> None:
    game = waiting(floor=8, one=8, turn=2, layer=1, fresh_terra=True)
    assert ended(game, Ron((2,))).pay == (Pay(1, 2, 2 * (3 + 3)),)


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_r5_4_only_the_layer_pays_twice_the_cards_they_hold(seats: int) -> None:
    hands: list[tuple[Rank, ...]] = [FULL, (2, 3), (11,), (4, 4), (6,)]
    game = position(*hands[:seats], floor=5, layer=0, turn=1)
    last = ended(game, Ron((2,)))
    assert last.pay == (Pay(0, 2, 8),)
    assert last.scores == (22, 30, 38, 30, 30)[:seats]
    assert last.cards == (4, 2, 0, 2, 1)[:seats]


def test_r4_5_a_ron_that_answers_a_terra_makes_the_declarer_draw_three_first() -> None:
    game = waiting(floor=8, one=8, fresh_terra=True)
    done, events = play(game, Ron((2,)))
    assert events[0] == Ronned((2,), (8,), 0, 3, own_turn=False, penalty_cards=(6, 6, 7))
    assert done.hands[0] == (6, 6, 7, 9, 9, 10, 12)
    assert ended(game, Ron((2,))).pay == (Pay(0, 2, 14),)
    assert ended(game, Ron((2,))).cards == (7, 3, 0, 2)


def test_r4_5_a_later_ron_carries_no_penalty_though_the_same_8_lies_there() -> None:
    later = after(waiting(floor=8, one=8, fresh_terra=True), Draw(1))
    assert later.floor == 8
    assert ended(later, Ron((2,))).pay == (Pay(0, 2, 8),)


def test_r4_5_an_undeclared_8_carries_no_penalty_even_in_a_terra_phase() -> None:
    game = position((8, *FULL), (2, 3), (8,), floor=8, layer=1, terra=True)
    assert ended(game, lay(0, "8"), Ron((2,))).pay == (Pay(0, 2, 8),)


def test_r4_5_the_worked_example_of_the_sheet() -> None:
    a, b, c = 0, 1, 2
    game = position((3,), (8,), (3, 4, 8, 2, 9, 13), floor=15, layer=b, turn=c, turns=5, top=(1, 5, 6))
    declared = after(game, lay(c, "3+4+8", terra=True))
    assert declared.turn == a
    done, events = play(declared, Ron((b,)))
    assert len(done.hands[c]) == 6
    assert events[0] == Ronned((b,), (8,), c, 3, own_turn=False, penalty_cards=(1, 5, 6))
    assert ended(declared, Ron((b,))).pay == (Pay(c, b, 12),)
    assert done.scores == (30, 42, 18)


def three_waiting(*, layer: Seat | None = 0, fresh_terra: bool = False) -> Game:
    """Return a game where seats 1, 2 and 4 hold one 8 each, on an 8."""
    return position(FULL, (8,), (8,), (2, 3), (8,), floor=8, layer=layer, turn=1, fresh_terra=fresh_terra)


def test_r5_5_several_at_the_same_time_are_all_paid_in_full() -> None:
    last = ended(three_waiting(), Ron((2, 4)))
    assert last.pay == (Pay(0, 2, 8), Pay(0, 4, 8))
    assert last.scores == (14, 30, 38, 30, 38)
    assert last.winners == (2, 4)


def test_r5_5_the_terra_penalty_is_drawn_once_before_all_payments() -> None:
    last = ended(three_waiting(fresh_terra=True), Ron((1, 2, 4)))
    assert last.pay == (Pay(0, 1, 14), Pay(0, 2, 14), Pay(0, 4, 14))
    assert last.cards == (7, 0, 0, 2, 0)


def test_r5_5_the_seat_in_turn_may_be_one_of_them() -> None:
    game = three_waiting()
    events = events_of(game, Ron((1, 4)))
    assert events[0] == Ronned((1, 4), (8, 8), 0, 0, own_turn=True)


def test_r5_5_all_their_cards_are_laid_in_paying_order() -> None:
    game = position((12, 12), (5,), (11,), (2, 3), floor=11, layer=3, turn=0)
    done = after(game, Ron((1, 2)))
    assert (done.floor, done.layer, done.under) == (11, 2, (11, 5))
    assert cards_of(done) == cards_of(game)


@pytest.mark.parametrize("seats", [(), (4, 2), (2, 2), (2, 4, 2)])
def test_r5_5_claimants_are_named_once_each_in_paying_order(seats: tuple[Seat, ...]) -> None:
    assert refusal(three_waiting(), Ron(seats)) is Reason.NO_CLAIMANT


def test_r5_5_one_bad_claimant_spoils_the_action() -> None:
    assert refusal(three_waiting(), Ron((2, 3))) is Reason.NOT_ONE_CARD


def test_r5_5_paying_order_goes_left_from_the_payer() -> None:
    assert paying_order(three_waiting(layer=3), (1, 2, 4)) == (4, 1, 2)
    assert paying_order(three_waiting(layer=0), [4, 2, 1, 1]) == (1, 2, 4)
    assert paying_order(three_waiting(layer=None), (4, 2, 1)) == (1, 2, 4)       # from the seat in turn


def test_r5_6_nobody_interrupts_on_their_own_card() -> None:
    game = position((8,), FULL, (2, 3), floor=8, layer=0, turn=1)
    assert refusal(game, Ron((0,))) is Reason.OWN_CARD
    assert refusal(after(game, Draw(1)), Ron((0,))) is Reason.OWN_CARD


def test_r5_6_in_ones_own_turn_a_last_single_goes_on_ones_own_card_and_nobody_pays() -> None:
    game = position((8,), FULL, (2, 3), floor=8, layer=0, turn=0)
    events = events_of(game, Ron((0,)))
    assert events[0] == Ronned((0,), (8,), None, 0, own_turn=True)
    last = ended(game, Ron((0,)))
    assert (last.winners, last.pay, last.scores, last.next_lead) == ((0,), (), (30, 30, 30), 0)


def test_r5_6_where_the_layer_goes_out_together_with_others_nobody_pays() -> None:
    game = position((2, 3), (8,), (8,), FULL, floor=8, layer=1, turn=1)
    assert paying_order(game, (2, 1)) == (1, 2)
    events = events_of(game, Ron((1, 2)))
    assert events[0] == Ronned((1, 2), (8, 8), None, 0, own_turn=True)
    last = ended(game, Ron((1, 2)))
    assert (last.winners, last.pay, last.next_lead) == ((1, 2), (), 1)
    assert ended(game, Ron((2,))).pay == (Pay(1, 2, 2),)                       # alone, seat 2 is paid


def test_r5_7_a_ron_on_the_first_floor_card_is_paid_by_nobody() -> None:
    game = position(FULL, (2, 3), (11,), floor=5, layer=None, turn=1)
    assert why_not_ron(game, 2) is None
    events = events_of(game, Ron((2,)))
    assert events[0] == Ronned((2,), (11,), None, 0, own_turn=False)
    assert ended(game, Ron((2,))).pay == ()


def test_r5_8_a_false_ron_is_announced_and_bars_the_seat() -> None:
    game = waiting(one=6)
    for seat in (2, 3):
        barred, events = play(game, FalseRon(seat))
        assert events == (FalselyRonned(seat),)
        assert barred.barred == {seat}
        assert (barred.turn, barred.turns, barred.phase) == (game.turn, game.turns, Phase.TURN)


def test_r5_8_a_barred_seat_may_not_interrupt_until_its_next_turn_has_ended() -> None:
    game = position(FULL, (2, 3), (11,), (4, 4), floor=5, layer=0, turn=1, barred=(2,), top=(2, 3, 7, 13))
    assert refusal(game, Ron((2,))) is Reason.BARRED
    game = after(game, Draw(1))
    assert game.barred == {2}
    game = after(game, Draw(2))
    assert game.barred == frozenset()


def test_r5_8_in_its_own_turn_a_barred_seat_may_lay_a_last_single() -> None:
    game = position(FULL, (2, 3), (11,), floor=5, layer=0, turn=2, barred=(2,))
    assert ended(game, Ron((2,))).winners == (2,)
    assert after(game, Ron((2,))).barred == frozenset()


def test_r5_8_a_bar_outlasts_the_round() -> None:
    game = position(FULL, (2, 3), (11,), (5,), floor=5, layer=0, turn=1, barred=(3,))
    dealt = after(game, Ron((2,)), Deal(2, DECK))
    assert dealt.barred == {3}
    assert after(dealt, Draw(2)).barred == {3}


def test_r5_8_a_ron_that_would_be_good_or_names_another_moment_is_not_false() -> None:
    assert refusal(waiting(), FalseRon(2)) is Reason.NOT_FALSE
    first = position(FULL, (2, 3), (11,), floor=5, turns=0, turn=1)
    assert refusal(first, FalseRon(0)) is Reason.NOT_AT_A_TURNS_END
    choice = choosing(position(FULL, (2, 3), (11,), floor=5, layer=0, turn=1, top=(5,)), 5)
    assert refusal(choice, FalseRon(0)) is Reason.NOT_AT_A_TURNS_END
    assert refusal(after(waiting(), Ron((2,))), FalseRon(0)) is Reason.NO_ROUND


def test_r5_8_a_ron_that_only_r5_6_forbids_is_not_false() -> None:
    own = position((8,), FULL, (2, 3), floor=8, layer=0, turn=1)
    assert refusal(own, FalseRon(0)) is Reason.OWN_CARD
    assert refusal(position((8,), FULL, (2, 3), floor=8, layer=0, turn=0), FalseRon(0)) is Reason.NOT_FALSE


def test_r5_8_a_seat_is_barred_once() -> None:
    barred = after(waiting(one=6), FalseRon(2))
    assert refusal(barred, FalseRon(2)) is Reason.BARRED
    assert refusal(barred, FalseRon(9)) is Reason.NO_SUCH_SEAT


@pytest.mark.parametrize("factor", [0, 1, 5])
def test_r9_another_ron_factor(factor: int) -> None:
    game = position(FULL, (2, 3), (11,), floor=5, layer=0, turn=1, rules=Rules(ron_factor=factor))
    assert ended(game, Ron((2,))).pay == (Pay(0, 2, 4 * factor),)
