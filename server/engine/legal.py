"""What players may do now, listed."""

from __future__ import annotations

from functools import cache
from itertools import combinations

from server.engine.actions import Action, Draw, Keep, LayCards, Match, Ron
from server.engine.cards import Hand, Rank, Seat
from server.engine.masks import Picker
from server.engine.ron import paying_order, why_not_ron
from server.engine.state import Game, Phase
from server.engine.sums import plays


def legal_actions(game: Game) -> tuple[Action, ...]:
    """Return every legal action of players: those of the seat in turn, then each Ron, joint ones too (R5.5).

    What no player wishes for is left out: chance, `FalseRon` and `Stop`. An action that must wait for a
    `Reshuffle` (R8.1) is listed, for players may choose it; see `reshuffle_needed`.
    """
    actions = _in_turn(game)
    claimants = [
        seat for seat, hand in enumerate(game.hands) if len(hand) == 1 and why_not_ron(game, seat) is None
    ]
    for together in range(1, len(claimants) + 1):
        actions += [Ron(paying_order(game, seats)) for seats in combinations(claimants, together)]
    return tuple(actions)


def legal_for(game: Game, seat: Seat) -> tuple[Action, ...]:
    """Return what `seat` may do by itself now: of the `legal_actions`, its own and its own Ron."""
    actions = _in_turn(game) if seat == game.turn else []
    if why_not_ron(game, seat) is None:
        actions.append(Ron((seat,)))
    return tuple(actions)


def canonical(game: Game, action: Action) -> Action:
    """Return `action`, but a last single in one's own turn as the `Ron` that it is (R5.3)."""
    if (
        isinstance(action, LayCards)
        and not action.terra
        and game.phase is Phase.TURN
        and action.seat == game.turn
        and len(action.lay.cards) == 1
        and action.lay.cards == game.hands[action.seat]
    ):
        return Ron((action.seat,))
    return action


def _in_turn(game: Game) -> list[Action]:
    """Return what the seat in turn may do, its Ron left out."""
    seat, rules = game.turn, game.rules
    if game.phase is Phase.TURN:
        hand = game.hands[seat]
        actions: list[Action] = []
        if len(hand) > 1:                   # a last single is a Ron (R5.3)
            floor, max_cards = game.floor, rules.max_cards
            mask = plays(floor, max_cards).mask(hand)
            actions += _lay_actions(floor, max_cards, rules.terra, seat).pick(mask)
            if len(hand) <= rules.max_cards:
                actions = [action for action in actions if not _declares_going_out(action, hand)]
        actions.append(Draw(seat))
        return actions
    if game.phase is Phase.MATCH:
        match: list[Action] = [Match(seat)]
        if game.drawn == rules.terra:
            match.append(Match(seat, terra=True))
        return [*match, Keep(seat)]
    return []


def _declares_going_out(action: Action, hand: Hand) -> bool:
    """Return whether this lay would go out and declare Terra as well, which R4.1 forbids."""
    return isinstance(action, LayCards) and action.terra and len(action.lay.cards) == len(hand)


@cache
def _lay_actions(floor: Rank, max_cards: int, terra: Rank, seat: Seat) -> Picker[LayCards]:
    """Return what turns a mask of `plays(floor, max_cards)` into actions, with and without Terra (R4.1)."""
    return Picker([
        tuple(
            LayCards(seat, lay, declared)
            for lay in lays
            for declared in ((False, True) if lay.cards[-1] == terra else (False,))
        )
        for lays in plays(floor, max_cards).groups
    ])
