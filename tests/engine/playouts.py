"""Whole games at random, step by step, for tests."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from server.engine.actions import Action, Deal, LayCards, Reshuffle
from server.engine.apply import apply
from server.engine.cards import DECK, Rank
from server.engine.events import Event
from server.engine.legal import legal_actions
from server.engine.rounds import reshuffle_needed
from server.engine.rules import Rules
from server.engine.state import Game, Phase, new_game

STEP_LIMIT = 50_000
"""Far more steps than any game takes: one that takes more would never end."""


class Step(NamedTuple):
    """One action of a game."""

    before: Game
    action: Action
    after: Game
    events: tuple[Event, ...]


Choose = Callable[[random.Random, Sequence[Action]], Action]


def at_random(rng: random.Random, actions: Sequence[Action]) -> Action:
    """Choose among all actions alike."""
    return actions[int(rng.random() * len(actions))]


def eagerly(rng: random.Random, actions: Sequence[Action]) -> Action:
    """Choose among the lays of most cards, where there are any."""
    lays = [action for action in actions if isinstance(action, LayCards)]
    most = max((len(lay.lay.cards) for lay in lays), default=0)
    return at_random(rng, [lay for lay in lays if len(lay.lay.cards) == most] or actions)


def in_any_order(rng: random.Random, cards: Sequence[Rank]) -> tuple[Rank, ...]:
    """Return `cards` shuffled."""
    return tuple(rng.sample(cards, len(cards)))


def playout(
    rng: random.Random, *, seats: int = 4, rules: Rules | None = None, choose: Choose = at_random
) -> Iterator[Step]:
    """Play one game to its end, and yield each step of it, chance included."""
    game = new_game(rules or Rules(), seats)
    for _ in range(STEP_LIMIT):
        if game.phase is Phase.OVER:
            return
        action = _next(rng, game, choose)
        after, events = apply(game, action)
        yield Step(game, action, after, events)
        game = after
    raise AssertionError("this game does not end")


def _next(rng: random.Random, game: Game, choose: Choose) -> Action:
    """Return a deal where one is due, else a player's action, or the reshuffle that it needs (R8.1)."""
    if game.phase is Phase.BETWEEN:
        lead = rng.randrange(game.seats) if game.next_lead is None else game.next_lead
        return Deal(lead, in_any_order(rng, DECK))
    action = choose(rng, legal_actions(game))
    under = reshuffle_needed(game, action)
    return action if under is None else Reshuffle((*game.deck, *in_any_order(rng, under)))
