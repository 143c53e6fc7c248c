"""What one viewer may see of a game, built piece by piece from an allow-list (R2.5)."""

from __future__ import annotations

from dataclasses import dataclass, replace

from server.engine.cards import Hand, Rank, Seat
from server.engine.events import Drew, Event, Ronned, RoundEnded
from server.engine.state import Game, Phase


@dataclass(frozen=True, slots=True)
class View:
    """A game as `viewer` sees it. Fields that everybody may see first, the viewer's own last.

    Attributes:
        viewer: a seat, or None for the public (a spectator).
        cards: how many cards each seat holds.
        under: the cards under the floor card, the lowest first.
        deck: how many cards the deck holds.
        ron_open: whether this is a moment at which a Ron may be declared by anybody (R5.1, R5.2).
        hand: the viewer's own cards, ascending; () for the public.
        drawn: the viewer's card to be matched or kept (R3.5), else None.
    """

    viewer: Seat | None
    phase: Phase
    round: int
    lead: Seat
    turn: Seat
    floor: Rank
    layer: Seat | None
    under: tuple[Rank, ...]
    deck: int
    terra: bool
    fresh_terra: bool
    ron_open: bool
    cards: tuple[int, ...]
    scores: tuple[int, ...]
    round_start: tuple[int, ...]
    barred: tuple[Seat, ...]
    last: RoundEnded | None
    winners: tuple[Seat, ...]
    hand: Hand = ()
    drawn: Rank | None = None


def view_for(game: Game, viewer: Seat | None) -> View:
    """Return what `viewer` may see of `game`; None is the public."""
    return View(
        viewer=viewer,
        phase=game.phase,
        round=game.round,
        lead=game.lead,
        turn=game.turn,
        floor=game.floor,
        layer=game.layer,
        under=game.under,
        deck=len(game.deck),
        terra=game.terra,
        fresh_terra=game.fresh_terra,
        ron_open=game.phase is Phase.TURN and game.turns > 0,
        cards=tuple(len(hand) for hand in game.hands),
        scores=game.scores,
        round_start=game.round_start,
        barred=tuple(sorted(game.barred)),
        last=game.last,
        winners=game.winners,
        hand=() if viewer is None else game.hands[viewer],
        drawn=game.drawn if viewer == game.turn else None,
    )


def event_for(event: Event, viewer: Seat | None) -> Event:
    """Return `event` as `viewer` may learn of it: a drawn card is its drawer's alone (R2.5)."""
    if isinstance(event, Drew) and event.seat != viewer:
        return replace(event, cards=())
    if isinstance(event, Ronned) and event.payer != viewer:
        return replace(event, penalty_cards=())
    return event
