"""What leaves for a viewer depends on nothing that the viewer may not see (DESIGN.md 3): two checks for each step.

One builds by itself what the viewer may see, and compares. The other swaps everything hidden and asks again.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from random import Random
from typing import Any

from server.engine.cards import Hand, Seat
from server.engine.events import Drew, Ronned
from server.engine.state import Game, Phase
from server.table.core import Core
from server.table.telling import snapshot_for
from server.wire.messages import Snapshot
from server.wire.settings import Watching
from tests.simulation.violation import demand


def shows_only_its_own(core: Core, viewer: Seat | None, snapshot: Snapshot) -> None:
    """Raise Violation where `snapshot` shows `viewer` a hidden card, or not its own."""
    game, view = core.game, snapshot.view
    if view is not None:
        hand = () if viewer is None else game.hands[viewer]
        demand(view.hand == hand, f"viewer {viewer} is shown the hand {view.hand}")
        choosing = game.phase is Phase.MATCH and viewer == game.turn
        demand(view.drawn == (game.drawn if choosing else None), f"viewer {viewer} is shown the drawn card")
        demand(view.under == game.under and view.floor == game.floor, "the laid cards are shown as they lie")
        demand(view.cards == tuple(len(held) for held in game.hands), "hands are shown by their number of cards")
        demand(view.deck == len(game.deck), "the deck is shown by its number of cards")
    demand(snapshot.hands == _hands_for(core, viewer), f"viewer {viewer} is shown the hands {snapshot.hands}")
    for numbered in snapshot.events:
        event = numbered.event
        if isinstance(event, Drew):
            demand(event.seat == viewer or not event.cards, f"viewer {viewer} is told what seat {event.seat} drew")
        elif isinstance(event, Ronned):
            mine = event.payer == viewer and viewer is not None
            demand(mine or not event.penalty_cards, f"viewer {viewer} is told the penalty's cards")


def _hands_for(core: Core, viewer: Seat | None) -> tuple[Hand, ...]:
    if viewer is not None:
        return ()
    if core.settings.watching is Watching.DELAYED:
        back = core.settings.delay + 1
        return core.past[-back] if len(core.past) >= back else ()
    if core.game.round and any(seat.shows_hand for seat in core.seats):
        return tuple(
            hand if seat.shows_hand else () for seat, hand in zip(core.seats, core.game.hands, strict=True)
        )
    return ()


def is_blind_to_hidden_cards(core: Core, now: float, viewer: Seat | None, random: Random) -> None:
    """Raise Violation where another deal of the hidden cards would give `viewer` another snapshot."""
    if viewer is None and (core.settings.watching is Watching.DELAYED or any(s.shows_hand for s in core.seats)):
        return                                # hands are shown: what is hidden is not the same for each of them
    before = snapshot_for(core, now, viewer, 0)
    game, recent = core.game, list(core.recent)
    core.game = _swapped(game, viewer, random)
    core.recent.clear()
    core.recent.extend((n, _canary(event, viewer)) for n, event in recent)
    after = snapshot_for(core, now, viewer, 0)
    core.game = game
    core.recent.clear()
    core.recent.extend(recent)
    demand(before == after, f"what viewer {viewer} sees depends on hidden cards")


def _swapped(game: Game, viewer: Seat | None, random: Random) -> Game:
    """Return `game` with all cards that `viewer` does not see dealt anew."""
    hidden = list(game.deck)
    for seat, hand in enumerate(game.hands):
        if seat != viewer:
            hidden += hand
    random.shuffle(hidden)
    rest = iter(hidden)
    hands = tuple(
        hand if seat == viewer else tuple(sorted(_take(rest, len(hand)))) for seat, hand in enumerate(game.hands)
    )
    drawn = game.drawn
    if drawn is not None and viewer != game.turn:
        drawn = hands[game.turn][0]
    return replace(game, hands=hands, deck=_take(rest, len(game.deck)), drawn=drawn)


def _take(cards: Iterator[int], count: int) -> tuple[int, ...]:
    return tuple(islice(cards, count))


def _canary(event: Any, viewer: Seat | None) -> Any:
    """Return `event` with other cards in the place of hidden ones."""
    if isinstance(event, Drew) and event.seat != viewer:
        return replace(event, cards=tuple(16 - card for card in event.cards))
    if isinstance(event, Ronned) and event.payer != viewer:
        return replace(event, penalty_cards=tuple(16 - card for card in event.penalty_cards))
    return event
