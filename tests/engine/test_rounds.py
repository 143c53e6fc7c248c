"""The deal (R2) and a deck that runs out (R8)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from server.engine.actions import Deal, Draw, FalseRon, LayCards, Reshuffle, Ron
from server.engine.apply import apply, why_not
from server.engine.cards import DECK, Rank, Seat
from server.engine.events import Cause, Dealt, Drew, Pay, Reshuffled, Ronned, RoundEnded, TerraEnded
from server.engine.reasons import Reason
from server.engine.rounds import reshuffle_needed
from server.engine.rules import Rules
from server.engine.shuffle import shuffled
from server.engine.state import Game, Phase, new_game
from server.engine.sums import Lay
from tests.engine.positions import after, cards_of, choosing, events_of, play, position
from tests.engine.test_turn import refusal

ORDER = shuffled(DECK, bytes(32), (), b"a deal for tests")


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_r2_1_each_player_begins_with_30_points(seats: int) -> None:
    assert new_game(Rules(), seats).scores == (30,) * seats


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_r2_2_nine_cards_each_a_floor_card_and_the_deck(seats: int) -> None:
    dealt = after(new_game(Rules(), seats), Deal(1, ORDER))
    for seat in range(seats):
        assert dealt.hands[seat] == tuple(sorted(ORDER[9 * seat : 9 * seat + 9]))
    assert dealt.floor == ORDER[9 * seats]
    assert dealt.deck == ORDER[9 * seats + 1 :]
    assert (dealt.layer, dealt.under, dealt.terra, dealt.turns, dealt.round) == (None, (), False, 0, 1)
    assert cards_of(dealt) == DECK


def test_r2_2_the_lead_takes_the_first_turn() -> None:
    dealt, events = play(new_game(Rules(), 3), Deal(2, ORDER))
    assert (dealt.phase, dealt.turn, dealt.lead) == (Phase.TURN, 2, 2)
    assert events == (Dealt(1, 2, ORDER[27]),)


@pytest.mark.parametrize("lead", [0, 1, 2])
def test_r2_3_anybody_may_lead_the_first_round(lead: Seat) -> None:
    assert why_not(new_game(Rules(), 3), Deal(lead, ORDER)) is None


@pytest.mark.parametrize("lead", [-1, 3])
def test_r2_3_a_lead_has_a_seat(lead: Seat) -> None:
    assert refusal(new_game(Rules(), 3), Deal(lead, ORDER)) is Reason.NO_SUCH_SEAT


@pytest.mark.parametrize("order", [(), ORDER[:-1], (*ORDER, 8), (*ORDER[:-1], 16), (8,) * 64])
def test_r2_2_a_deal_is_exactly_the_64_cards(order: tuple[Rank, ...]) -> None:
    assert refusal(new_game(Rules(), 3), Deal(0, order)) is Reason.WRONG_CARDS


def test_r2_2_no_deal_in_mid_round() -> None:
    dealt = after(new_game(Rules(), 3), Deal(0, ORDER))
    assert refusal(dealt, Deal(0, ORDER)) is Reason.ROUND_RUNNING


def test_r2_2_the_next_round_begins_afresh_with_the_scores_as_they_are() -> None:
    game = position((9, 9, 8), (2, 13), (8,), floor=8, layer=0, turn=1, fresh_terra=True, passes=1)
    dealt = after(game, Ron((2,)), Deal(2, ORDER))
    assert dealt.round == game.round + 1
    assert dealt.scores == dealt.round_start == (18, 30, 42)
    assert (dealt.terra, dealt.fresh_terra, dealt.passes, dealt.turns, dealt.layer) == (False, False, 0, 0, None)
    assert dealt.last is None
    assert dealt.under == ()


def test_r9_another_number_of_cards_and_another_start() -> None:
    for hand in (1, 12):
        dealt = after(new_game(Rules(start=7, hand=hand), 5), Deal(0, ORDER))
        assert dealt.scores == (7,) * 5
        assert [len(cards) for cards in dealt.hands] == [hand] * 5
        assert cards_of(dealt) == DECK


def short(*deck: Rank, terra: bool = False, fresh_terra: bool = False) -> Game:
    """Return a game whose deck holds only `deck`; seat 0 laid the 8 there, and seat 2 holds one more."""
    return position(
        (9, 9, 10, 12), (2, 13), (8,), floor=8, layer=0, turn=1, deck=deck, terra=terra, fresh_terra=fresh_terra
    )


def refilled(game: Game) -> Reshuffle:
    """Return the reshuffle that puts the cards under the floor card back in reverse order."""
    return Reshuffle((*game.deck, *reversed(game.under)))


def empty(*, terra: bool = False, passes: int = 0, turn: Seat = 0) -> Game:
    """Return a game in which every card is in a hand but the floor card."""
    held = list(DECK)
    held.remove(5)
    hands = held[:20], held[20:40], held[40:]
    return position(*hands, floor=5, layer=0, turn=turn, turns=4, deck=(), terra=terra, passes=passes)


def test_r8_1_a_draw_from_an_empty_deck_waits_for_a_reshuffle() -> None:
    game = short()
    assert refusal(game, Draw(1)) is Reason.RESHUFFLE_FIRST
    assert reshuffle_needed(game, Draw(1)) == game.under
    full, events = play(game, refilled(game))
    assert full.under == ()
    assert full.deck == tuple(reversed(game.under))
    assert events == (Reshuffled(len(game.under)),)
    assert cards_of(full) == DECK
    assert why_not(full, Draw(1)) is None


def test_r8_1_the_cards_go_under_what_is_left_of_the_deck() -> None:
    game = short(3, 7, terra=True)
    assert refusal(game, Draw(1)) is Reason.RESHUFFLE_FIRST
    drawn = after(game, refilled(game), Draw(1))
    assert {3, 7} <= set(drawn.hands[1])
    upside_down = Reshuffle((*game.under, *game.deck))
    assert refusal(game, upside_down) is Reason.WRONG_CARDS
    assert refusal(game, Reshuffle((7, 3, *game.under))) is Reason.WRONG_CARDS


def test_r8_1_the_floor_card_stays() -> None:
    game = short()
    assert after(game, refilled(game)).floor == 8
    assert refusal(game, Reshuffle((*game.under, 8))) is Reason.WRONG_CARDS
    assert refusal(game, Reshuffle(game.under[1:])) is Reason.WRONG_CARDS


def test_r8_1_nothing_is_reshuffled_while_the_deck_holds_enough() -> None:
    for game in (short(3), short(3, 7, 6, terra=True)):
        assert reshuffle_needed(game, Draw(1)) is None
        assert refusal(game, refilled(game)) is Reason.NO_RESHUFFLE
    choice = choosing(position((2, 9), (1, 2), (4, 4), floor=6, layer=2, deck=(10,)), 10)
    assert refusal(choice, refilled(choice)) is Reason.NO_RESHUFFLE


def test_r8_1_nothing_is_reshuffled_for_what_is_refused_or_needs_no_card() -> None:
    game = short()
    assert reshuffle_needed(game, Draw(0)) is None
    assert reshuffle_needed(game, LayCards(1, Lay((2,)))) is None
    assert reshuffle_needed(game, Ron((2,))) is None
    assert reshuffle_needed(game, FalseRon(2)) is None


def test_r8_1_r4_5_the_penalty_of_a_ron_waits_for_a_reshuffle_too() -> None:
    game = short(3, fresh_terra=True)
    assert refusal(game, Ron((2,))) is Reason.RESHUFFLE_FIRST
    assert reshuffle_needed(game, Ron((2,))) == game.under
    assert reshuffle_needed(game, Ron((1,))) is None
    done, events = play(game, refilled(game), Ron((2,)))
    ron = events[1]
    assert isinstance(ron, Ronned)
    assert ron.penalty_cards == (3, game.under[-1], game.under[-2])
    assert done.scores == (30 - 14, 30, 30 + 14)
    assert cards_of(done) == DECK


def test_r8_2_a_player_takes_what_there_is() -> None:
    game = empty(terra=True)
    two = Game(
        rules=game.rules, scores=game.scores, phase=game.phase, hands=(game.hands[0][2:], *game.hands[1:]),
        deck=game.hands[0][:2], floor=5, layer=0, turn=0, terra=True, turns=4, passes=2,
    )
    drawn, events = play(two, Draw(0))
    assert events == (Drew(0, 2, False, (1, 2)), TerraEnded(0))
    assert (drawn.deck, drawn.terra, drawn.passes) == ((), False, 0)


def test_r8_2_a_penalty_takes_what_there_is() -> None:
    held = list(DECK)
    for card in (8, 8, 3):
        held.remove(card)
    game = position(held[:30], held[30:], (8,), floor=8, layer=0, turn=1, deck=(3,), fresh_terra=True)
    done, events = play(game, Ron((2,)))
    assert events[0] == Ronned((2,), (8,), 0, 1, own_turn=False, penalty_cards=(3,))
    assert isinstance(events[1], RoundEnded)
    assert events[1].pay == (Pay(0, 2, 2 * 31),)
    assert done.phase is Phase.OVER


def test_r8_2_a_draw_that_finds_no_card_is_a_pass() -> None:
    game = empty()
    passed, events = play(game, Draw(0))
    assert events == (Drew(0, 0, False),)
    assert (passed.turn, passed.passes, passed.hands) == (1, 1, game.hands)
    assert passed.phase is Phase.TURN


def test_r8_2_in_a_terra_phase_a_pass_ends_it_all_the_same() -> None:
    passed, events = play(empty(terra=True), Draw(0))
    assert events == (Drew(0, 0, False), TerraEnded(0))
    assert not passed.terra
    assert passed.passes == 1


def test_r8_3_when_everybody_in_turn_has_passed_the_round_is_void() -> None:
    game = empty(turn=1)
    done, events = play(game, Draw(1), Draw(2), Draw(0))
    assert done.phase is Phase.BETWEEN
    assert events[-1] == RoundEnded(1, Cause.VOID, (), (), (20, 20, 23), (30, 30, 30), 1)
    assert done.scores == (30, 30, 30)
    assert apply(done, Deal(1, ORDER))[0].lead == 1
    assert refusal(done, Deal(0, ORDER)) is Reason.WRONG_LEAD


@pytest.mark.parametrize("turn", [0, 1, 2])
def test_r8_3_the_player_to_the_left_of_the_lead_leads_next_whoever_passed_last(turn: Seat) -> None:
    for lead in range(3):
        void = after(replace(empty(turn=turn, passes=2), lead=lead), Draw(turn))
        assert void.next_lead == (lead + 1) % 3


def test_r8_3_a_lay_between_them_begins_the_count_anew() -> None:
    game = empty(passes=2)
    laid = after(game, LayCards(0, Lay((5,))))
    assert laid.passes == 0
    assert laid.under == (5,)
    passed = after(laid, refilled(laid), Draw(1))           # the 5 is a back match for seat 1
    assert passed.phase is Phase.MATCH


def test_r8_3_the_drawn_cards_of_others_break_the_row() -> None:
    assert events_of(empty(passes=1), Draw(0)) == (Drew(0, 0, False),)
    game = position((9, 9), (2, 13), (4,), floor=8, layer=0, turn=1, top=(3,), passes=2)
    assert after(game, Draw(1)).passes == 0
