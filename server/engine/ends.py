"""Ends: of a turn, of a round and of the game (R3.6, R6, R7, R8.3)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from server.engine.cards import Hand, Rank, Seat
from server.engine.events import Cause, EndReason, Event, GameEnded, Pay, RoundEnded
from server.engine.state import Game, Phase

Outcome = tuple[Game, tuple[Event, ...]]


def end_turn(
    game: Game,
    *,
    scores: tuple[int, ...],
    hands: tuple[Hand, ...],
    deck: tuple[Rank, ...],
    floor: Rank,
    layer: Seat | None,
    under: tuple[Rank, ...],
    terra: bool,
    declared: bool,
    passes: int,
) -> Game:
    """Return `game` with the turn handed on to the left (R3.6).

    Spelled out field by field: this is done at every step, and `dataclasses.replace` takes twice as long.

    Args:
        declared: whether Terra was declared as this turn ended; a Ron now would carry its penalty (R4.5).
        passes: draws in a row that found no card, this turn's included (R8.3).
    """
    turn, barred = game.turn, game.barred
    return Game(
        rules=game.rules,
        scores=scores,
        phase=Phase.TURN,
        hands=hands,
        deck=deck,
        floor=floor,
        layer=layer,
        under=under,
        turn=(turn + 1) % len(scores),
        drawn=None,
        terra=terra,
        fresh_terra=declared,
        turns=game.turns + 1,
        passes=passes,
        barred=barred - {turn} if barred else barred,
        round=game.round,
        lead=game.lead,
        next_lead=game.next_lead,
        round_start=game.round_start,
        last=game.last,
        winners=(),
    )


def paid(scores: tuple[int, ...], pay: Iterable[Pay]) -> tuple[int, ...]:
    """Return the scores after the payments; a payer may fall below zero (R7.3)."""
    after = list(scores)
    for payment in pay:
        after[payment.payer] -= payment.points
        after[payment.payee] += payment.points
    return tuple(after)


def best(scores: tuple[int, ...]) -> tuple[Seat, ...]:
    """Return the seats with the highest score; equal scores share the win (R7.4)."""
    top = max(scores)
    return tuple(seat for seat, score in enumerate(scores) if score == top)


def why_over(scores: tuple[int, ...], limit: int) -> EndReason | None:
    """Return why the game is over at these scores, or None (R7.2): over the limit goes before below zero."""
    if max(scores) > limit:
        return EndReason.LIMIT
    return EndReason.NEGATIVE if min(scores) < 0 else None


def end_game(game: Game, reason: EndReason) -> Outcome:
    """Return the game ended as it stands, and the event that says so; one that was stopped has no winner (R7.4)."""
    winners = () if reason is EndReason.STOPPED else best(game.scores)
    over = replace(game, phase=Phase.OVER, drawn=None, winners=winners)
    return over, (GameEnded(game.scores, winners, reason),)


def end_game_if_over(game: Game) -> Outcome:
    """Return the game, ended where its scores end it (R7.2); all payments of one cause must be made."""
    reason = why_over(game.scores, game.rules.limit)
    return (game, ()) if reason is None else end_game(game, reason)


def end_round(game: Game, cause: Cause, winners: tuple[Seat, ...], pay: tuple[Pay, ...]) -> Outcome:
    """Settle a round (R7.1) and look whether the game is over with it (R7.2).

    Args:
        game: as it stands with the last cards laid and the penalty drawn; its scores before the payments.
        winners: in paying order; none for a void round (R8.3).
    """
    scores = paid(game.scores, pay)
    # Of several winners the one with fewer points leads, then the first from the payer's left (R7.5): `min`
    # takes the first of equals. After a void round the player to the left of its lead does (R8.3).
    lead = min(winners, key=lambda seat: scores[seat]) if winners else (game.lead + 1) % game.seats
    cards = tuple(len(hand) for hand in game.hands)
    ended = RoundEnded(game.round, cause, winners, pay, cards, scores, lead)
    settled = replace(
        game, phase=Phase.BETWEEN, scores=scores, next_lead=lead, last=ended, drawn=None, fresh_terra=False
    )
    over, events = end_game_if_over(settled)
    return over, (ended, *events)
