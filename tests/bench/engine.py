"""How fast the rules are: all lays of a hand, and whole games at random with every check and event."""

from __future__ import annotations

import random
from collections.abc import Callable
from time import perf_counter

from server.engine.actions import Deal, Reshuffle
from server.engine.apply import apply
from server.engine.cards import DECK, RANKS
from server.engine.legal import legal_actions
from server.engine.rounds import reshuffle_needed
from server.engine.rules import Rules
from server.engine.shuffle import deal_label, shuffled
from server.engine.state import Phase, new_game
from server.engine.sums import legal_lays
from server.engine.view import view_for

HANDS = 50_000
GAMES = 150
SHUFFLES = 10_000
VIEWS = 50_000
ROUNDS = 3
"""Each figure is the best of so many runs: the others were disturbed."""


def run() -> None:
    """Print each figure: its name, how many a second, its unit."""
    for name, unit, measure in (
        ("all lays of nine random cards", "hands/s", lays_of_nine_cards),
        ("random play, four players, checks and events included", "steps/s", random_play),
        ("the committed shuffle of 64 cards", "shuffles/s", committed_shuffles),
        ("what a seat may see of a game", "views/s", views),
    ):
        print(f"{name:<56}{best(measure):>12,.0f} {unit}", flush=True)


def best(measure: Callable[[], float]) -> float:
    """Return the highest of a few measurements, after one that fills the lazily built tables."""
    measure()
    return max(measure() for _ in range(ROUNDS))


def lays_of_nine_cards() -> float:
    """Return how many hands a second `legal_lays` answers; no hand is asked for twice."""
    rng = random.Random(1)
    asked = [(tuple(sorted(rng.sample(DECK, 9))), rng.choice(RANKS)) for _ in range(HANDS)]
    start = perf_counter()
    for hand, floor in asked:
        legal_lays(hand, floor)
    return HANDS / (perf_counter() - start)


def random_play() -> float:
    """Return how many steps a second: list the legal actions, choose one, apply it. Deals and reshuffles count."""
    rng = random.Random(2)
    rules = Rules()
    steps = 0
    start = perf_counter()
    for _ in range(GAMES):
        game = new_game(rules, 4)
        while game.phase is not Phase.OVER:
            steps += 1
            if game.phase is Phase.BETWEEN:
                game, _ = apply(game, Deal(game.next_lead or 0, tuple(rng.sample(DECK, 64))))
                continue
            actions = legal_actions(game)
            action = actions[int(rng.random() * len(actions))]
            under = reshuffle_needed(game, action)
            if under is not None:
                steps += 1
                game, _ = apply(game, Reshuffle((*game.deck, *rng.sample(under, len(under)))))
            game, _ = apply(game, action)
    return steps / (perf_counter() - start)


def committed_shuffles() -> float:
    """Return how many deals a second the committed shuffle makes."""
    nonces = (bytes(16),) * 4
    start = perf_counter()
    for number in range(SHUFFLES):
        shuffled(DECK, number.to_bytes(32, "big"), nonces, deal_label(b"bench", number))
    return SHUFFLES / (perf_counter() - start)


def views() -> float:
    """Return how many views a second of one seat are built."""
    game, _ = apply(new_game(Rules(), 4), Deal(0, DECK))
    start = perf_counter()
    for _ in range(VIEWS):
        view_for(game, 1)
    return VIEWS / (perf_counter() - start)
