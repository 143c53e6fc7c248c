"""Chance and the table's own acts: the deal (R2.2), the reshuffle (R8.1), stopping a game."""

from __future__ import annotations

from dataclasses import replace

from server.engine.actions import Action, Deal, Draw, Reshuffle, Ron, Stop
from server.engine.cards import DECK, Hand, Rank
from server.engine.deck import cards_to_take, is_short
from server.engine.ends import Outcome, end_game
from server.engine.events import Dealt, EndReason, Reshuffled
from server.engine.phases import refused
from server.engine.reasons import Reason, require
from server.engine.ron import why_not_rons
from server.engine.state import Game, Phase
from server.engine.turn import why_not_draw


def why_not_deal(game: Game, action: Deal) -> Reason | None:
    """Return why this deal may not begin a round now, or None if it may (R2.2, R7.5)."""
    reason = refused(game.phase, Deal)
    if reason is not None:
        return reason
    if not 0 <= action.lead < game.seats:
        return Reason.NO_SUCH_SEAT
    if game.next_lead is not None and action.lead != game.next_lead:
        return Reason.WRONG_LEAD
    return None if tuple(sorted(action.order)) == DECK else Reason.WRONG_CARDS


def deal(game: Game, action: Deal) -> Outcome:
    """Begin a round: hands, floor card and deck from `action.order`, whose first card is on top (R2.2).

    Raises:
        IllegalAction: with the reason that `why_not_deal` gives.
    """
    require(why_not_deal(game, action))
    order, size = action.order, game.rules.hand
    dealt = size * game.seats
    hands: tuple[Hand, ...] = tuple(tuple(sorted(order[at : at + size])) for at in range(0, dealt, size))
    begun = Game(
        rules=game.rules,
        scores=game.scores,
        phase=Phase.TURN,
        hands=hands,
        deck=order[dealt + 1 :],
        floor=order[dealt],
        turn=action.lead,
        barred=game.barred,                 # until a turn of theirs has ended, be it in this round (R5.8)
        round=game.round + 1,
        lead=action.lead,
        next_lead=game.next_lead,
        round_start=game.scores,
    )
    return begun, (Dealt(begun.round, begun.lead, begun.floor),)


def reshuffle_needed(game: Game, action: Action) -> tuple[Rank, ...] | None:
    """Return the cards to be shuffled under the deck before `action`, the lowest first, or None (R8.1).

    None as well where `action` is refused for another reason: nothing is shuffled for an illegal wish.
    """
    reason = None
    if isinstance(action, Draw):
        reason = why_not_draw(game, action)
    elif isinstance(action, Ron):
        reason = why_not_rons(game, action)
    return game.under if reason is Reason.RESHUFFLE_FIRST else None


def why_not_reshuffle(game: Game, action: Reshuffle) -> Reason | None:
    """Return why the deck may not be replaced by this one now, or None if it may (R8.1)."""
    reason = refused(game.phase, Reshuffle)
    if reason is not None:
        return reason
    # A Ron's penalty (R4.5) is as many cards as a draw in the Terra phase that is on then.
    if not is_short(game, cards_to_take(game)):
        return Reason.NO_RESHUFFLE
    left = len(game.deck)
    kept, new = action.deck[:left], action.deck[left:]
    return None if kept == game.deck and sorted(new) == sorted(game.under) else Reason.WRONG_CARDS


def reshuffle(game: Game, action: Reshuffle) -> Outcome:
    """Put the cards under the floor card, shuffled, under what is left of the deck (R8.1).

    Raises:
        IllegalAction: with the reason that `why_not_reshuffle` gives.
    """
    require(why_not_reshuffle(game, action))
    return replace(game, deck=action.deck, under=()), (Reshuffled(len(action.deck)),)


def why_not_stop(game: Game) -> Reason | None:
    """Return why the table may not end the game now, or None if it may."""
    return refused(game.phase, Stop)


def stop(game: Game) -> Outcome:
    """End the game before the rules do, at the scores as they stand.

    Raises:
        IllegalAction: the game has ended already.
    """
    require(why_not_stop(game))
    return end_game(game, EndReason.STOPPED)
