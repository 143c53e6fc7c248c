"""A turn: lay, draw, match or keep (R3), and the Terra that a lay may declare (R4)."""

from __future__ import annotations

from dataclasses import replace

from server.engine.actions import Draw, Keep, LayCards, Match
from server.engine.cards import Hand, Rank, Seat, dots, with_cards, without_cards
from server.engine.deck import cards_to_take, is_short
from server.engine.ends import Outcome, end_game_if_over, end_round, end_turn, paid
from server.engine.events import Cause, Drew, Event, Kept, Laid, Matched, Pay, TerraEnded
from server.engine.phases import refused
from server.engine.reasons import Reason, require
from server.engine.state import Game, Phase
from server.engine.sums import holds, is_sum, total


def with_hand(game: Game, seat: Seat, hand: Hand) -> tuple[Hand, ...]:
    """Return all hands, with `hand` in place of that of `seat`."""
    hands = game.hands
    return (*hands[:seat], hand, *hands[seat + 1 :])


def _why_not_in_turn(game: Game, action: LayCards | Draw | Match | Keep) -> Reason | None:
    """Return why the phase or the seat forbids `action`, or None."""
    reason = refused(game.phase, type(action))
    if reason is not None:
        return reason
    if action.seat == game.turn:
        return None
    return Reason.NOT_YOUR_TURN if 0 <= action.seat < game.seats else Reason.NO_SUCH_SEAT


def why_not_lay(game: Game, action: LayCards) -> Reason | None:
    """Return why these cards may not be laid now, or None if they may (R3.1 to R3.3, R4.1)."""
    reason = _why_not_in_turn(game, action)
    if reason is not None:
        return reason
    lay, hand = action.lay, game.hands[action.seat]
    cards = lay.cards
    if not is_sum(lay, game.rules.max_cards):
        return Reason.BAD_SUM
    if not holds(hand, cards):
        return Reason.NOT_IN_HAND
    if len(cards) == 1:
        if dots(cards[0]) != dots(game.floor):
            return Reason.DOTS_DIFFER
    elif total(lay) != game.floor:
        return Reason.WRONG_TOTAL
    if action.terra and cards[-1] != game.rules.terra:
        return Reason.NOT_TERRA_CARD
    if len(cards) == len(hand):
        if action.terra:
            return Reason.OUT_WITH_TERRA
        if len(cards) == 1:
            return Reason.LAST_SINGLE_IS_RON
    return None


def lay_cards(game: Game, action: LayCards) -> Outcome:
    """Lay a combination or a single; the last card laid is the new floor card (R3.1).

    Raises:
        IllegalAction: with the reason that `why_not_lay` gives.
    """
    require(why_not_lay(game, action))
    seat, cards, declared = action.seat, action.lay.cards, action.terra
    hand = without_cards(game.hands[seat], cards)
    ended = end_turn(
        game,
        scores=game.scores,
        hands=with_hand(game, seat, hand),
        deck=game.deck,
        floor=cards[-1],
        layer=seat,
        under=(*game.under, game.floor, *cards[:-1]),
        terra=game.terra or declared,
        declared=declared,
        passes=0,
    )
    laid = Laid(seat, cards, action.lay.signs, declared)
    if hand:
        return ended, (laid,)
    out, events = _out_with_combination(replace(ended, turn=game.turn, turns=game.turns), seat)
    return out, (laid, *events)


def _out_with_combination(game: Game, seat: Seat) -> Outcome:
    """End the round that `seat` went out of: every other player pays a point for each card held (R6.2)."""
    pay = tuple(Pay(other, seat, len(hand)) for other, hand in enumerate(game.hands) if other != seat)
    return end_round(game, Cause.COMBINATION, (seat,), pay)


def why_not_draw(game: Game, action: Draw) -> Reason | None:
    """Return why `action.seat` may not draw now, or None. They may though they could lay cards (R3.4)."""
    reason = _why_not_in_turn(game, action)
    if reason is None and is_short(game, cards_to_take(game)):
        return Reason.RESHUFFLE_FIRST
    return reason


def draw(game: Game, action: Draw) -> Outcome:
    """Take the deck's top card, or three in a Terra phase (R3.4, R4.2), or what there is (R8.2).

    Raises:
        IllegalAction: with the reason that `why_not_draw` gives.
    """
    require(why_not_draw(game, action))
    seat = action.seat
    wanted = cards_to_take(game)
    taken, deck = game.deck[:wanted], game.deck[wanted:]
    hands = with_hand(game, seat, with_cards(game.hands[seat], taken))
    if taken and not game.terra and dots(taken[0]) == dots(game.floor):
        choosing = replace(game, phase=Phase.MATCH, hands=hands, deck=deck, drawn=taken[0])
        return choosing, (Drew(seat, 1, True, taken),)
    passes = 0 if taken else game.passes + 1
    ended = end_turn(
        game,
        scores=game.scores,
        hands=hands,
        deck=deck,
        floor=game.floor,
        layer=game.layer,
        under=game.under,
        terra=False,                        # taking cards ends the phase (R4.3), though none were left (R8.2)
        declared=False,
        passes=passes,
    )
    events: tuple[Event, ...] = (Drew(seat, len(taken), False, taken),)
    if game.terra:
        events = (*events, TerraEnded(seat))
    if passes < game.seats:
        return ended, events
    void, ends = end_round(replace(ended, turn=seat), Cause.VOID, (), ())      # R8.3
    return void, events + ends


def why_not_match(game: Game, action: Match) -> Reason | None:
    """Return why `action.seat` may not lay the card just drawn, or None (R3.5); in MATCH its dots fit."""
    reason = _why_not_in_turn(game, action)
    if reason is None and action.terra and game.drawn != game.rules.terra:
        return Reason.NOT_TERRA_CARD
    return reason


def match(game: Game, action: Match) -> Outcome:
    """Lay the card just drawn; every other player pays a point, which may end the game (R3.5, R7.2).

    Raises:
        IllegalAction: with the reason that `why_not_match` gives.
    """
    require(why_not_match(game, action))
    seat, card = action.seat, _drawn(game)
    pay = [Pay(other, seat, 1) for other in range(game.seats) if other != seat]
    ended = end_turn(
        game,
        scores=paid(game.scores, pay),
        hands=with_hand(game, seat, without_cards(game.hands[seat], (card,))),
        deck=game.deck,
        floor=card,
        layer=seat,
        under=(*game.under, game.floor),
        terra=action.terra,                 # no back match comes up in a Terra phase (R4.2)
        declared=action.terra,
        passes=0,
    )
    over, events = end_game_if_over(ended)
    return over, (Matched(seat, card, action.terra), *events)


def why_not_keep(game: Game, action: Keep) -> Reason | None:
    """Return why there is nothing for `action.seat` to keep, or None (R3.5)."""
    return _why_not_in_turn(game, action)


def keep(game: Game, action: Keep) -> Outcome:
    """Keep the card just drawn; nobody is shown it (R3.5).

    Raises:
        IllegalAction: with the reason that `why_not_keep` gives.
    """
    require(why_not_keep(game, action))
    ended = end_turn(
        game,
        scores=game.scores,
        hands=game.hands,
        deck=game.deck,
        floor=game.floor,
        layer=game.layer,
        under=game.under,
        terra=False,
        declared=False,
        passes=0,
    )
    return ended, (Kept(action.seat),)


def _drawn(game: Game) -> Rank:
    """Return the card to be matched or kept; a game in MATCH always has one."""
    assert game.drawn is not None
    return game.drawn
