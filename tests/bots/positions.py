"""Positions as they come up in random play, under several rules, for the bots' tests."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random

from server.engine.actions import Deal, Reshuffle
from server.engine.apply import apply
from server.engine.cards import DECK
from server.engine.legal import legal_actions
from server.engine.rounds import reshuffle_needed
from server.engine.rules import Rules
from server.engine.state import Game, Phase, new_game

VARIANTS = (
    Rules(),
    Rules(terra=5, terra_draw=2, limit=90),
    Rules(hand=5, max_cards=2, ron_factor=3),
    Rules(hand=12, max_cards=4, terra_draw=5),
)


def random_games(count: int, seed: int) -> Iterator[Game]:
    """Yield every state in which a player decides, of `count` games played at random; drawing is made rarer."""
    random = Random(seed)
    for number in range(count):
        game = new_game(VARIANTS[number % len(VARIANTS)], 3 + number % 3)
        while game.phase is not Phase.OVER:
            if game.phase is Phase.BETWEEN:
                lead = random.randrange(game.seats) if game.next_lead is None else game.next_lead
                game, _ = apply(game, Deal(lead, tuple(random.sample(DECK, len(DECK)))))
                continue
            yield game
            actions = legal_actions(game)
            action = actions[min(random.randrange(len(actions)), random.randrange(len(actions)))]
            under = reshuffle_needed(game, action)
            if under is not None:
                game, _ = apply(game, Reshuffle(game.deck + tuple(random.sample(under, len(under)))))
            game, _ = apply(game, action)


def other_world(game: Game, viewer: int, random: Random) -> Game:
    """Return `game` with everything dealt anew that `viewer` cannot see: the others' hands and the deck."""
    hidden = list(game.deck)
    for seat, hand in enumerate(game.hands):
        if seat != viewer:
            hidden += hand
    random.shuffle(hidden)
    hands = []
    for seat, hand in enumerate(game.hands):
        if seat == viewer:
            hands.append(hand)
        else:
            hands.append(tuple(sorted(hidden[: len(hand)])))
            del hidden[: len(hand)]
    drawn = game.drawn if game.turn == viewer else None
    return replace(game, hands=tuple(hands), deck=tuple(hidden), drawn=drawn)
