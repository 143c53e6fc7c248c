"""What one viewer may see (R2.5)."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from server.engine.actions import Draw, FalseRon, Match, Ron
from server.engine.cards import Seat
from server.engine.events import Drew, Ronned
from server.engine.state import Game, Phase
from server.engine.view import event_for, view_for
from tests.engine.playouts import in_any_order, playout
from tests.engine.positions import after, choosing, events_of, position
from tests.engine.test_turn import lay

VIEWERS: tuple[Seat | None, ...] = (None, 0, 1, 2)


def reading() -> Game:
    """Return a game in which much is going on."""
    game = position((5, 7, 8, 13), (2, 13), (9,), floor=4, layer=2, top=(3, 3), scores=(31, 29, 30))
    return after(game, FalseRon(2), lay(0, "5+7-8", terra=True))


@pytest.mark.parametrize("viewer", VIEWERS)
def test_r2_5_what_everybody_may_see(viewer: Seat | None) -> None:
    game = reading()
    view = view_for(game, viewer)
    assert view.viewer == viewer
    assert view.scores == (31, 29, 30)
    assert view.cards == (1, 2, 1)
    assert (view.floor, view.layer, view.under) == (8, 0, (4, 5, 7))
    assert view.deck == len(game.deck)
    assert view.turn == 1
    assert view.terra
    assert view.fresh_terra
    assert view.barred == (2,)
    assert (view.phase, view.round, view.ron_open) == (Phase.TURN, 1, True)


def test_r2_5_a_hand_is_its_players_alone() -> None:
    game = reading()
    assert [view_for(game, viewer).hand for viewer in VIEWERS] == [(), (13,), (2, 13), (9,)]


def test_r2_5_r3_5_a_drawn_card_is_its_drawers_alone() -> None:
    choice = choosing(position((2, 9), (1, 2), (4, 4), floor=6, layer=2, top=(10,)), 10)
    assert [view_for(choice, viewer).drawn for viewer in VIEWERS] == [None, 10, None, None]
    assert {view_for(choice, viewer).phase for viewer in VIEWERS} == {Phase.MATCH}
    drew = events_of(position((2, 9), (1, 2), (4, 4), floor=6, layer=2, top=(10,)), Draw(0))[0]
    assert event_for(drew, 0) == Drew(0, 1, True, (10,))
    assert {event_for(drew, viewer) for viewer in (None, 1, 2)} == {Drew(0, 1, True)}


def test_r3_5_a_laid_back_match_is_shown_to_all() -> None:
    choice = choosing(position((2, 9), (1, 2), (4, 4), floor=6, layer=2, top=(10,)), 10)
    matched = events_of(choice, Match(0))[0]
    assert all(event_for(matched, viewer) == matched for viewer in VIEWERS)


def test_r4_5_the_cards_of_a_penalty_are_the_payers_alone() -> None:
    game = position((9, 9), (2, 13), (8,), floor=8, layer=0, turn=1, fresh_terra=True, top=(3, 5, 6))
    ron = events_of(game, Ron((2,)))[0]
    shown = Ronned((2,), (8,), 0, 3, own_turn=False, penalty_cards=(3, 5, 6))
    assert event_for(ron, 0) == shown
    assert {event_for(ron, viewer) for viewer in (None, 1, 2)} == {replace(shown, penalty_cards=())}


def test_r5_1_whether_a_ron_is_open_depends_on_the_moment_alone() -> None:
    first = position((2, 9), (1, 2), (4,), floor=6, turns=0, top=(3, 3))
    assert not view_for(first, None).ron_open
    assert view_for(after(first, Draw(0)), None).ron_open
    choice = choosing(position((2, 9), (1, 2), (4,), floor=6, layer=2, top=(10,)), 10)
    assert not view_for(choice, 2).ron_open


def swapped(rng: random.Random, game: Game, viewer: Seat | None) -> Game:
    """Return `game` with all cards that `viewer` may not see dealt anew to the places that they lie in."""
    hidden = [card for seat, hand in enumerate(game.hands) if seat != viewer for card in hand]
    cards = list(in_any_order(rng, (*hidden, *game.deck)))
    hands = [
        hand if seat == viewer else tuple(sorted(cards.pop() for _ in hand)) for seat, hand in enumerate(game.hands)
    ]
    drawn = game.drawn if game.turn == viewer else game.drawn and hands[game.turn][0]
    return replace(game, hands=tuple(hands), deck=tuple(cards), drawn=drawn)


def test_r2_5_no_view_depends_on_a_card_that_the_viewer_may_not_see() -> None:
    rng = random.Random(25)
    compared = 0
    for number in range(12):
        seats = 3 + number % 3
        for step in playout(rng, seats=seats):
            viewer = rng.choice((None, *range(seats)))
            other = swapped(rng, step.after, viewer)
            assert view_for(other, viewer) == view_for(step.after, viewer)
            compared += other != step.after
    assert compared > 1000


def test_r2_5_no_event_shows_a_drawn_card_to_others() -> None:
    rng = random.Random(26)
    shown = 0
    for _ in range(6):
        for step in playout(rng, seats=3):
            for event in step.events:
                if isinstance(event, Drew):
                    assert event.cards == step.before.deck[: event.count]
                    others = {event_for(event, viewer) for viewer in VIEWERS if viewer != event.seat}
                    assert others == {replace(event, cards=())}
                    shown += len(event.cards)
    assert shown > 100
