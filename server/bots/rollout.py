"""A round played out quickly by one policy for all seats, without the engine's checks and events.

It exists for `hard` and for `fit.py`, which play out thousands of rounds where the engine would play hundreds.
Tests hold it to the engine's rules: the same deal and the same choices end in the same payments.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Final

from server.bots.packed import CARD, Packed, PackedLay, floor_lays
from server.bots.values import Values
from server.engine.cards import RANKS, TOP_RANK, Rank, Seat, dots, shares_dots
from server.engine.rules import Rules

SINGLES: Final[tuple[frozenset[Packed], ...]] = (
    frozenset(),
    *(frozenset(CARD[rank] for rank in shares_dots(floor)) for floor in RANKS),
)
"""`SINGLES[floor]`: the one-card hands that may be laid on `floor` (R3.3)."""
DOTS: Final = (0, *(dots(rank) for rank in RANKS))
TURNS: Final = 300
"""A round that has not ended after so many turns counts as void."""
Watcher = Callable[[Seat, Packed, Rank], None]


@dataclass(slots=True)
class Round:
    """A round in play, to be played out in place.

    Attributes:
        hands, sizes: each seat's cards, packed, and how many they are.
        deck: the top is the last.
        under: the cards under the floor card, in any order.
        turn: who plays next; the turn before it has just ended.
        first: no turn of the round has ended yet, so there is no Ron.
        passes: draws in a row that found no card (R8.3).
        pay: what each seat has won or lost since.
    """

    rules: Rules
    hands: list[Packed]
    sizes: list[int]
    deck: list[Rank]
    under: list[Rank]
    floor: Rank
    layer: Seat | None
    turn: Seat
    terra: bool = False
    fresh: bool = False
    first: bool = False
    passes: int = 0
    pay: list[int] = field(default_factory=list)

    def __post_init__(self) -> None:
        if not self.pay:
            self.pay = [0] * len(self.hands)

    def copy(self) -> Round:
        """Return the same round, to be played out apart from this one."""
        return Round(
            self.rules, self.hands.copy(), self.sizes.copy(), self.deck.copy(), self.under.copy(), self.floor,
            self.layer, self.turn, self.terra, self.fresh, self.first, self.passes, self.pay.copy(),
        )


class Policy:
    """The lay that leaves the best hand, by the values; what to lay on a floor is worked out once for each hand."""

    def __init__(self, values: Values, rules: Rules) -> None:
        self.values = values
        self.rules = rules
        self._lays = [None, *(floor_lays(floor, rules.max_cards) for floor in RANKS)]
        self._best: list[dict[Packed, PackedLay | None]] = [{} for _ in range(TOP_RANK + 1)]

    def best(self, hand: Packed, floor: Rank) -> PackedLay | None:
        """Return the lay from `hand` that leaves the best rest, None if there is none. A last single counts."""
        known = self._best[floor]
        try:
            return known[hand]
        except KeyError:
            known[hand] = choice = self._work_out(hand, floor)
            return choice

    def _work_out(self, hand: Packed, floor: Rank) -> PackedLay | None:
        lays = self._lays[floor]
        assert lays is not None, "a floor card is 1 to 15"
        values = self.values
        choice, highest = None, -1e9
        for lay in lays.of(hand):
            rest = hand - lay.cards
            value = values[rest] if rest else 100.0
            value -= AVOIDED[lay.floor]
            if value > highest:
                choice, highest = lay, value
        return choice


AVOIDED: Final = (0.0, *(0.05 if floor in (5, 6, 7, 9, 10, 11) else 0.0 for floor in RANKS))
"""A small price on the floor cards that many last cards fit (R5): it decides between equal rests."""


def play_out(
    game: Round, policies: Sequence[Policy], random: Random, watch: Watcher | None = None
) -> list[int]:
    """Play `game` to the round's end and return what each seat has won or lost.

    Everybody lays by their policy and draws only without a lay, matches, takes every Ron, and declares Terra while
    nobody holds a last card.

    Args:
        policies: one for each seat.
        random: shuffles the deck when it runs out.
        watch: told each seat, hand and floor at the end of each turn.
    """
    hands, sizes = game.hands, game.sizes
    terra_rank = game.rules.terra
    skip_ron = game.first
    for _ in range(TURNS):
        if 1 in sizes and not skip_ron and _rons(game, random):
            break
        skip_ron = False
        floor, turn = game.floor, game.turn
        if sizes[turn] == 1:
            if hands[turn] in SINGLES[floor]:
                _settle_ron(game, [turn], random)
                break
            lay = None
        else:
            lay = policies[turn].best(hands[turn], floor)
        terra = False
        if lay is not None and lay.floor == terra_rank:
            terra = 1 not in sizes and sizes[turn] != lay.size + 1
        if take_turn(game, lay, terra, random):
            break
        if watch is not None:
            watch(turn, hands[turn], floor)
    return game.pay


def take_turn(game: Round, lay: PackedLay | None, terra: bool, random: Random) -> bool:
    """Lay for the seat in turn, or draw without a lay, and hand on the turn; return whether the round is over.

    A last single is no lay: it is settled before (R5.3).
    """
    turn, sizes = game.turn, game.sizes
    if lay is None:
        found = _draw(game, random)
        game.passes = 0 if found else game.passes + 1
        if game.passes == len(sizes):
            return True
    else:
        game.hands[turn] -= lay.cards
        sizes[turn] -= lay.size
        if not sizes[turn]:
            pay = game.pay
            for seat, size in enumerate(sizes):
                pay[seat] -= size
                pay[turn] += size
            return True
        _cover(game, lay.lay.cards)
        game.layer, game.floor, game.fresh, game.passes = turn, lay.floor, terra, 0
        game.terra = game.terra or terra
    game.turn = (turn + 1) % len(sizes)
    return False


def _cover(game: Round, cards: tuple[Rank, ...]) -> None:
    game.under.append(game.floor)
    game.under.extend(cards[:-1])


def _take(game: Round, count: int, random: Random) -> list[Rank]:
    """Return the next cards of the deck, after a reshuffle where it is short (R8.1)."""
    deck = game.deck
    if len(deck) < count and game.under:
        random.shuffle(game.under)
        deck[:0] = game.under
        game.under.clear()
    return [deck.pop() for _ in range(min(count, len(deck)))]


def _draw(game: Round, random: Random) -> bool:
    """Draw for the seat in turn, and match where the card fits (R3.5, R4.2); return whether a card was found."""
    turn = game.turn
    taken = _take(game, game.rules.terra_draw if game.terra else 1, random)
    game.fresh = False
    if game.terra:
        game.terra = False
    elif taken and DOTS[taken[0]] == DOTS[game.floor]:
        card = taken[0]
        seats = len(game.hands)
        for seat in range(seats):
            game.pay[seat] -= 1
        game.pay[turn] += seats
        _cover(game, (card,))
        game.layer, game.floor = turn, card
        if card == game.rules.terra and 1 not in game.sizes:
            game.terra = game.fresh = True
        return True
    for card in taken:
        game.hands[turn] += CARD[card]
    game.sizes[turn] += len(taken)
    return bool(taken)


def _rons(game: Round, random: Random) -> bool:
    """Settle the Ron that one-card seats declare as a turn has ended (R5.1); return whether there was one."""
    singles = SINGLES[game.floor]
    layer, turn = game.layer, game.turn
    claimants = [
        seat
        for seat, hand in enumerate(game.hands)
        if game.sizes[seat] == 1 and hand in singles and (seat != layer or seat == turn)
    ]
    if claimants:
        _settle_ron(game, claimants, random)
    return bool(claimants)


def _settle_ron(game: Round, claimants: list[Seat], random: Random) -> None:
    """Pay each of the claimants, after the penalty of R4.5; nobody pays for a card of one's own (R5.6)."""
    payer = game.layer
    if payer is None or payer in claimants:
        return
    held = game.sizes[payer]
    if game.fresh:
        held += len(_take(game, game.rules.terra_draw, random))
    for seat in claimants:
        game.pay[seat] += game.rules.ron_factor * held
        game.pay[payer] -= game.rules.ron_factor * held
