"""Games in the middle of a round, for tests: say what matters, and the rest of the 64 cards is put in order."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace

from server.engine.actions import Action
from server.engine.apply import apply
from server.engine.cards import DECK, Hand, Rank, Seat
from server.engine.ends import Outcome
from server.engine.events import Event
from server.engine.rules import Rules
from server.engine.state import Game, Phase


def position(
    *hands: Iterable[Rank],
    floor: Rank,
    turn: Seat = 0,
    layer: Seat | None = None,
    turns: int = 1,
    top: Sequence[Rank] = (),
    deck: Sequence[Rank] | None = None,
    terra: bool = False,
    fresh_terra: bool = False,
    passes: int = 0,
    barred: Iterable[Seat] = (),
    scores: tuple[int, ...] | None = None,
    rules: Rules | None = None,
) -> Game:
    """Return a game in TURN in which each seat holds `hands`, made of exactly the 64 cards.

    Args:
        layer: who laid the floor card; None if nobody did.
        turns: turns ended in the round; 0 where nobody may interrupt yet.
        top: the deck's first cards; all cards not named follow, ascending.
        deck: the whole deck; then all cards not named lie under the floor card, ascending.
        terra: also true where `fresh_terra` is.
    """
    rules = rules or Rules()
    held: tuple[Hand, ...] = tuple(tuple(sorted(hand)) for hand in hands)
    named = Counter([floor, *top, *(deck or ()), *(card for hand in held for card in hand)])
    rest = Counter(DECK)
    rest.subtract(named)
    assert min(rest.values()) >= 0, "more copies than the deck has"
    others = tuple(sorted(rest.elements()))
    return Game(
        rules=rules,
        scores=scores or (rules.start,) * len(held),
        phase=Phase.TURN,
        hands=held,
        deck=(*top, *others) if deck is None else tuple(deck),
        floor=floor,
        layer=layer,
        under=() if deck is None else others,
        turn=turn,
        terra=terra or fresh_terra,
        fresh_terra=fresh_terra,
        turns=turns,
        passes=passes,
        barred=frozenset(barred),
        round=1,
        next_lead=0,
        round_start=scores or (rules.start,) * len(held),
    )


def cards_of(game: Game) -> Hand:
    """Return every card of the game, wherever it lies, ascending."""
    held = [card for hand in game.hands for card in hand]
    return tuple(sorted([*held, *game.deck, game.floor, *game.under]))


def play(game: Game, *actions: Action) -> Outcome:
    """Apply `actions` one after another; return the last game and all events."""
    events: list[Event] = []
    for action in actions:
        game, told = apply(game, action)
        events += told
    return game, tuple(events)


def after(game: Game, *actions: Action) -> Game:
    """Apply `actions` one after another; return the last game."""
    return play(game, *actions)[0]


def events_of(game: Game, *actions: Action) -> tuple[Event, ...]:
    """Apply `actions` one after another; return all events."""
    return play(game, *actions)[1]


def choosing(game: Game, card: Rank) -> Game:
    """Return `game` with `card`, the deck's top one, just drawn by the seat in turn, and to be matched or kept."""
    assert game.deck[0] == card
    hands = list(game.hands)
    hands[game.turn] = tuple(sorted((*hands[game.turn], card)))
    return replace(game, phase=Phase.MATCH, hands=tuple(hands), deck=game.deck[1:], drawn=card)
