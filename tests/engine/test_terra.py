"""Terra: the declaration, its phase and its end (R4). What a Ron adds (R4.5) is in test_ron.py."""

from __future__ import annotations

import pytest

from server.engine.actions import Draw, Match
from server.engine.apply import why_not
from server.engine.cards import Rank
from server.engine.events import Drew, Laid, Matched, TerraEnded
from server.engine.reasons import Reason
from server.engine.rules import Rules
from server.engine.state import Game, Phase
from tests.engine.positions import after, choosing, events_of, play, position
from tests.engine.test_turn import lay, refusal


def on(floor: Rank, *hand: Rank, top: tuple[Rank, ...] = (), terra: bool = False) -> Game:
    """Return a game with seat 0 in turn, holding `hand`."""
    return position(hand, (1, 2, 3), (4, 4, 4), floor=floor, layer=2, top=top, terra=terra)


def test_r4_1_who_lays_a_combination_that_ends_with_an_8_may_declare() -> None:
    game = on(4, 5, 7, 8, 13)
    declared = after(game, lay(0, "5+7-8", terra=True))
    assert declared.terra
    assert declared.fresh_terra
    assert events_of(game, lay(0, "5+7-8", terra=True)) == (Laid(0, (5, 7, 8), "+-", True),)


def test_r4_1_who_lays_a_single_8_may_declare() -> None:
    assert after(on(8, 8, 13), lay(0, "8", terra=True)).terra


def test_r4_1_who_back_matches_an_8_may_declare() -> None:
    choice = choosing(on(8, 2, 13, top=(8,)), 8)
    declared, events = play(choice, Match(0, terra=True))
    assert declared.terra
    assert declared.fresh_terra
    assert events == (Matched(0, 8, True),)


def test_r4_1_it_is_a_choice() -> None:
    silent = after(on(4, 5, 7, 8, 13), lay(0, "5+7-8"))
    assert silent.floor == 8
    assert not silent.terra
    assert not silent.fresh_terra


def test_r4_1_no_other_floor_card_lets_one_declare() -> None:
    assert refusal(on(4, 5, 7, 8, 13), lay(0, "5-8+7", terra=True)) is Reason.NOT_TERRA_CARD
    assert refusal(choosing(on(6, 2, top=(10,)), 10), Match(0, terra=True)) is Reason.NOT_TERRA_CARD


def test_r4_1_who_goes_out_does_not_declare() -> None:
    assert refusal(on(4, 5, 7, 8), lay(0, "5+7-8", terra=True)) is Reason.OUT_WITH_TERRA
    assert refusal(on(8, 8), lay(0, "8", terra=True)) is Reason.OUT_WITH_TERRA


def test_r4_2_in_the_phase_a_draw_is_three_cards() -> None:
    game = after(on(4, 5, 7, 8, 13, top=(9, 9, 10, 10)), lay(0, "5+7-8", terra=True))
    drawn, events = play(game, Draw(1))
    assert drawn.hands[1] == (1, 2, 3, 9, 9, 10)
    assert drawn.deck[0] == 10
    assert events == (Drew(1, 3, False, (9, 9, 10)), TerraEnded(1))


def test_r4_2_in_the_phase_there_is_no_back_match() -> None:
    drawn = after(on(8, 2, top=(8, 8, 8), terra=True), Draw(0))
    assert (drawn.phase, drawn.turn, drawn.drawn) == (Phase.TURN, 1, None)


def test_r4_3_the_phase_ends_when_a_player_has_taken_three() -> None:
    game = on(8, 2, top=(3, 3, 5, 7), terra=True)
    assert not after(game, Draw(0)).terra
    assert len(after(game, Draw(0), Draw(1)).hands[1]) == 4


def test_r4_3_laying_does_not_end_it_and_it_binds_the_declarer_too() -> None:
    game = position((8, 8, 13, 13), (8, 1, 5), (8, 4, 4), floor=8, layer=2, top=(3, 3, 5, 7))
    game = after(game, lay(0, "8", terra=True), lay(1, "8"), lay(2, "8"))
    assert game.terra
    assert not game.fresh_terra
    drawn = after(game, Draw(0))
    assert drawn.hands[0] == (3, 3, 5, 8, 13, 13)
    assert not drawn.terra


def test_r4_4_terra_again_does_not_stack() -> None:
    game = position((8, 13, 13), (8, 1, 5), (2, 4, 4), floor=8, layer=2, top=(3, 3, 5, 7, 7, 7))
    twice = after(game, lay(0, "8", terra=True), lay(1, "8", terra=True))
    assert twice.terra
    assert twice.fresh_terra
    drawn = after(twice, Draw(2))
    assert len(drawn.hands[2]) == 6
    assert not drawn.terra


def test_r4_5_the_moment_of_a_declaration_ends_with_the_next_players_turn() -> None:
    game = position((8, 13, 13), (8, 1, 5), (2, 4, 4), floor=8, layer=2, top=(3, 3, 5))
    declared = after(game, lay(0, "8", terra=True))
    assert declared.fresh_terra
    assert not after(declared, Draw(1)).fresh_terra
    assert not after(declared, lay(1, "8")).fresh_terra


@pytest.mark.parametrize("rank", [1, 7])
def test_r9_another_terra_rank_and_another_number_of_cards(rank: Rank) -> None:
    rules = Rules(terra=rank, terra_draw=5)
    game = position((rank, 13, 13), (2, 5), (4, 4), floor=16 - rank, layer=2, rules=rules)
    declared = after(game, lay(0, str(rank), terra=True))
    assert declared.terra
    assert len(after(declared, Draw(1)).hands[1]) == 7
    plain = position((8, 13, 13), (2, 5), (4, 4), floor=8, layer=2, rules=rules)
    assert why_not(plain, lay(0, "8", terra=True)) is Reason.NOT_TERRA_CARD
