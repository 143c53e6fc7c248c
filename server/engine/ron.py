"""Going out with one card (R5): in one's own turn, or in anybody's as a turn has just ended."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from server.engine.actions import FalseRon, Ron
from server.engine.cards import Hand, Seat, dots, with_cards
from server.engine.deck import is_short
from server.engine.ends import Outcome, end_round
from server.engine.events import Cause, FalselyRonned, Pay, Ronned
from server.engine.phases import refused
from server.engine.reasons import Reason, require
from server.engine.state import Game


def why_not_ron(game: Game, seat: Seat) -> Reason | None:
    """Return why `seat` may not declare Ron on this floor card now, or None if it may.

    Checks go from general to specific: the reason that a player reads is the first thing that would have to
    change. The seat in turn lays its last single as a Ron too (R5.3): on any floor card, its own included
    (R5.6), at any moment of its turn, and whether barred or not (R5.8 bars interrupts).
    """
    reason = refused(game.phase, Ron)
    if reason is not None:
        return reason
    if not 0 <= seat < game.seats:
        return Reason.NO_SUCH_SEAT
    if seat != game.turn:
        reason = _why_not_interrupt(game, seat)
        if reason is not None:
            return reason
    hand = game.hands[seat]
    if len(hand) != 1:
        return Reason.NOT_ONE_CARD
    if dots(hand[0]) != dots(game.floor):
        return Reason.DOTS_DIFFER
    return None


def _why_not_interrupt(game: Game, seat: Seat) -> Reason | None:
    """Return why `seat`, out of turn, may not interrupt on this floor card whatever it holds, or None."""
    if not game.turns:
        return Reason.NOT_AT_A_TURNS_END      # no turn of this round has ended yet (R5.1)
    if game.layer == seat:
        return Reason.OWN_CARD                # R5.6; a first floor card is nobody's own (R5.7)
    return Reason.BARRED if seat in game.barred else None


def payer_of(game: Game, seats: Collection[Seat]) -> Seat | None:
    """Return who pays for a Ron by `seats`: who laid the floor card (R5.4), or None.

    Nobody pays on the first floor card (R5.7), nor where the layer is one of `seats` (R5.6): a layer who goes
    out at the same moment as others holds no card to pay for.
    """
    return None if game.layer in seats else game.layer


def paying_order(game: Game, seats: Collection[Seat]) -> tuple[Seat, ...]:
    """Return `seats`, each once, from the payer's left (R5.5), or from the seat in turn where nobody pays."""
    claimants = frozenset(seats)
    payer = payer_of(game, claimants)
    first = game.turn if payer is None else payer + 1
    return tuple(sorted(claimants, key=lambda seat: (seat - first) % game.seats))


def _penalty(game: Game, payer: Seat | None) -> int:
    """Return how many cards the payer of a Ron draws first: none, unless it answers a Terra (R4.5)."""
    return game.rules.terra_draw if game.fresh_terra and payer is not None else 0


def why_not_rons(game: Game, action: Ron) -> Reason | None:
    """Return the first reason why not all of `action.seats` may declare Ron now, or None if they may."""
    reason = refused(game.phase, Ron)
    if reason is not None:
        return reason
    for seat in action.seats:
        reason = why_not_ron(game, seat)
        if reason is not None:
            return reason
    if not action.seats or action.seats != paying_order(game, action.seats):
        return Reason.NO_CLAIMANT
    if is_short(game, _penalty(game, payer_of(game, action.seats))):
        return Reason.RESHUFFLE_FIRST
    return None


def ron(game: Game, action: Ron) -> Outcome:
    """Settle a Ron declared by `action.seats` at the same time; `game` is untouched.

    The Terra penalty is drawn once, then all are paid in full (R4.5, R5.5).

    Returns:
        The game after the payments, and the events, in order.

    Raises:
        IllegalAction: with the first reason that `why_not_rons` gives.
    """
    require(why_not_rons(game, action))
    seats = action.seats
    payer = payer_of(game, seats)
    wanted = _penalty(game, payer)
    penalty, deck = game.deck[:wanted], game.deck[wanted:]
    cards = tuple(game.hands[seat][0] for seat in seats)
    hands: list[Hand] = [() if seat in seats else hand for seat, hand in enumerate(game.hands)]
    pay: tuple[Pay, ...] = ()
    if payer is not None:
        hands[payer] = with_cards(hands[payer], penalty)
        points = game.rules.ron_factor * len(hands[payer])
        pay = tuple(Pay(payer, seat, points) for seat in seats)
    laid = replace(
        game,
        hands=tuple(hands),
        deck=deck,
        floor=cards[-1],
        layer=seats[-1],
        under=(*game.under, game.floor, *cards[:-1]),
        passes=0,
        barred=game.barred - {game.turn} if game.turn in seats else game.barred,     # that turn ended (R5.8)
    )
    ended, events = end_round(laid, Cause.RON, seats, pay)
    return ended, (Ronned(seats, cards, payer, len(penalty), game.turn in seats, penalty), *events)


def why_not_false_ron(game: Game, action: FalseRon) -> Reason | None:
    """Return why a claim by `action.seat` now is not a false Ron (R5.8), or None if it is one.

    False is a Ron without exactly one card, or with other dots, at a turn's end. One that names another
    moment is not false; nor is one that only R5.6 forbids.
    """
    reason = refused(game.phase, FalseRon)
    if reason is not None:
        return reason
    seat = action.seat
    if not 0 <= seat < game.seats:
        return Reason.NO_SUCH_SEAT
    if not game.turns:
        return Reason.NOT_AT_A_TURNS_END
    if seat in game.barred:
        return Reason.BARRED
    hand = game.hands[seat]
    if len(hand) == 1 and dots(hand[0]) == dots(game.floor):
        return Reason.OWN_CARD if game.layer == seat and game.turn != seat else Reason.NOT_FALSE
    return None


def false_ron(game: Game, action: FalseRon) -> Outcome:
    """Bar `action.seat` from interrupting until its next turn has ended (R5.8).

    Raises:
        IllegalAction: with the reason that `why_not_false_ron` gives.
    """
    require(why_not_false_ron(game, action))
    return replace(game, barred=game.barred | {action.seat}), (FalselyRonned(action.seat),)
