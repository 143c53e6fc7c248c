"""The rules a second time, slowly and by brute force, to hold the engine against."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations, permutations, product

from server.engine.actions import Action, Draw, Keep, LayCards, Match, Ron
from server.engine.cards import Rank, Seat
from server.engine.state import Game, Phase
from server.engine.sums import Lay


def dots(rank: Rank) -> int:
    """R1.2, as a list."""
    return (0, 1, 2, 3, 4, 5, 6, 7, 8, 7, 6, 5, 4, 3, 2, 1)[rank]


def lays(hand: Sequence[Rank], floor: Rank, max_cards: int = 3) -> set[Lay]:
    """Return every distinct lay: try every choice of cards, every order and every sign (R3.1 to R3.3)."""
    found = {Lay((card,)) for card in hand if dots(card) == dots(floor)}
    for size in range(2, max_cards + 1):
        for order in set(permutations(hand, size)):
            for signs in product((1, -1), repeat=size - 1):
                if order[0] + sum(s * c for s, c in zip(signs, order[1:], strict=True)) == floor:
                    found.add(Lay(order, "".join("+" if s > 0 else "-" for s in signs)))
    return found


def claimants(game: Game) -> list[Seat]:
    """Return who may go out with one card now (R5.1, R5.3, R5.6, R5.8)."""
    able = [
        seat for seat, hand in enumerate(game.hands) if len(hand) == 1 and dots(hand[0]) == dots(game.floor)
    ]
    return [
        seat
        for seat in able
        if seat == game.turn or (game.turns > 0 and seat != game.layer and seat not in game.barred)
    ]


def order_of(game: Game, seats: Sequence[Seat]) -> tuple[Seat, ...]:
    """Return `seats` as they come when walking to the left from the payer, or from the seat in turn (R5.5)."""
    start = game.turn if game.layer is None or game.layer in seats else game.layer + 1
    return tuple(seat % game.seats for seat in range(start, start + game.seats) if seat % game.seats in seats)


def legal(game: Game) -> set[Action]:
    """Return every legal action of players."""
    found: set[Action] = set()
    if game.phase is Phase.MATCH:
        found = {Match(game.turn), Keep(game.turn)}
        if game.drawn == game.rules.terra:
            found.add(Match(game.turn, terra=True))
    if game.phase is Phase.TURN:
        found = {Draw(game.turn), *_legal_lays(game)}
        able = claimants(game)
        for together in range(1, len(able) + 1):
            found |= {Ron(order_of(game, seats)) for seats in combinations(able, together)}
    return found


def _legal_lays(game: Game) -> Iterator[LayCards]:
    hand = game.hands[game.turn]
    for lay in lays(hand, game.floor, game.rules.max_cards):
        rest = Counter(hand)
        rest.subtract(lay.cards)
        out = not any(rest.values())
        if not (out and len(lay.cards) == 1):                    # a last single is a Ron (R5.3)
            yield LayCards(game.turn, lay)
        if lay.cards[-1] == game.rules.terra and not out:        # R4.1
            yield LayCards(game.turn, lay, terra=True)
