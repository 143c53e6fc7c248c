"""How the table of hand values is made: `python -m server.bots.fit FILE` (some minutes). No game imports this.

Each pass plays rounds among four seats with the values so far and counts what a player meets between two turns.
Then it works out by value iteration what each hand of one to six cards is worth against that field. Last, the table
is moved a little towards the points that the hands have really brought.
"""

from __future__ import annotations

import sys
from collections import defaultdict
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Final

from server.bots.packed import CARD, Packed, all_hands, floor_lays, pack, unpack
from server.bots.rollout import DOTS, Policy, Round, play_out
from server.bots.values import LARGEST, Values, write
from server.engine.cards import DECK, RANKS, TOP_RANK, Rank, Seat, dots
from server.engine.rules import Rules

SEATS: Final = 4
ROUNDS: Final = 30_000
LAST_ROUNDS: Final = 200_000
PASSES: Final = 3
SWEEPS: Final = 3
PRIOR: Final = 1000
"""How many rounds the value iteration's word counts for beside a hand's own results."""


@dataclass
class Mean:
    """A running mean."""

    count: int = 0
    sum: float = 0.0

    def add(self, value: float) -> None:
        """Count `value` in."""
        self.count += 1
        self.sum += value

    def or_else(self, other: float, weight: float = 1.0) -> float:
        """Return the mean, where `other` counts as `weight` values more."""
        return (self.sum + other * weight) / (self.count + weight)


@dataclass
class Field:
    """What a player meets between two turns, by the size of the hand after the first.

    Attributes:
        floors: how often each floor card was met.
        ended: whether the round ended before the next turn; for last cards by the card.
        lost: what it brought when it so ended.
        out: what going out with so many cards brings.
        results: what each hand brought from there to the round's end.
    """

    floors: list[int] = field(default_factory=lambda: [1] * (TOP_RANK + 1))
    ended: dict[tuple[int, Packed], Mean] = field(default_factory=lambda: defaultdict(Mean))
    lost: dict[tuple[int, Packed], Mean] = field(default_factory=lambda: defaultdict(Mean))
    out: dict[int, Mean] = field(default_factory=lambda: defaultdict(Mean))
    results: dict[Packed, Mean] = field(default_factory=lambda: defaultdict(Mean))


def main(path: str) -> None:
    """Work the table out and write it to `path`."""
    random = Random(1)
    values = first_guess()
    for number in range(PASSES):
        met = measure(values, random, ROUNDS)
        values = iterate(values, met)
        print(f"pass {number + 1}: {LARGEST} cards are worth {average(values, LARGEST):.2f}", file=sys.stderr)
    met = measure(values, random, LAST_ROUNDS)
    table = {hand: met.results[hand].or_else(value, PRIOR) for hand, value in table_of(values).items()}
    weights, step = guess_beyond(table)
    Path(path).write_bytes(write(table, weights, step))


def table_of(values: Values) -> dict[Packed, float]:
    """Return the hands of the table without the larger ones met on the way."""
    return {hand: values[hand] for size in range(1, LARGEST + 1) for hand in all_hands(size)}


def average(values: Values, size: int) -> float:
    """Return the mean value of all hands of `size` cards."""
    found = [values[hand] for hand in all_hands(size)]
    return sum(found) / len(found)


def first_guess() -> Values:
    """Return values that count cards, high ones a little more."""
    table = {
        hand: -size - sum(unpack(hand)) / 50 for size in range(1, LARGEST + 1) for hand in all_hands(size)
    }
    return Values(table, *guess_beyond(table))


def measure(values: Values, random: Random, rounds: int) -> Field:
    """Play `rounds` rounds and count."""
    met = Field()
    policy = Policy(values, Rules())
    for _ in range(rounds):
        _measure_round(met, policy, random)
    return met


def _measure_round(met: Field, policy: Policy, random: Random) -> None:
    size = policy.rules.hand
    order = random.sample(DECK, len(DECK))
    dealt = size * SEATS
    hands = [pack(order[at : at + size]) for at in range(0, dealt, size)]
    game = Round(
        policy.rules, hands, [size] * SEATS, order[dealt + 1 :], [], order[dealt], None, 0, first=True
    )
    turns: list[list[tuple[Packed, int]]] = [[] for _ in range(SEATS)]

    def watch(seat: Seat, hand: Packed, floor: Rank) -> None:
        met.floors[floor] += 1
        turns[seat].append((hand, game.pay[seat]))

    pay = play_out(game, [policy] * SEATS, random, watch)
    for seat, left in enumerate(turns):
        for number, (hand, before) in enumerate(left):
            held = len(unpack(hand))
            if held > LARGEST:
                continue
            brought = pay[seat] - before
            met.results[hand].add(brought)
            key = (held, hand if held == 1 else 0)
            went_out = seat == game.turn and number == len(left) - 1 and game.sizes[seat] == 0
            ended = number == len(left) - 1 and not went_out
            met.ended[key].add(ended)
            if ended:
                met.lost[key].add(brought)
            elif went_out:
                met.out[held].add(brought)


def iterate(values: Values, met: Field) -> Values:
    """Return the values of all hands against the field `met`: each sweep goes from small hands to large ones."""
    total = sum(met.floors[1:])
    floors = [(floor, met.floors[floor] / total) for floor in RANKS]
    table = table_of(values)
    for _ in range(SWEEPS):
        beyond = guess_beyond(table)
        known = Values(table, *beyond)
        for size in range(1, LARGEST + 1):
            for hand in all_hands(size):
                table[hand] = known[hand] = _worth(hand, size, known, floors, met)
    return Values(table, *guess_beyond(table))


def _worth(hand: Packed, size: int, values: Values, floors: list[tuple[Rank, float]], met: Field) -> float:
    """Return what `hand` is worth: the round ends before its owner's next turn, or that turn is played at its best.

    A last card that fits was a Ron at the latest as the turn before ended, so it is not met in one's own turn.
    """
    key = (size, hand if size == 1 else 0)
    ends = met.ended[key].or_else(0.2)
    lost = met.lost[key].or_else(-float(size))
    out = met.out[size].or_else(8.0)
    drawn = _drawn(hand, size, values)
    played = 0.0
    for floor, chance in floors:
        rests = [hand - lay.cards for lay in floor_lays(floor, 3).of(hand)] if size > 1 else []
        best = max((values[rest] if rest else out for rest in rests), default=None)
        if best is None:
            match = dots(floor) * (1 if floor == 8 else 2) / len(DECK)
            best = (1 - match) * drawn + match * (values[hand] + SEATS - 1)
        played += chance * best
    return ends * lost + (1 - ends) * played


def _drawn(hand: Packed, size: int, values: Values) -> float:
    """Return the mean value of `hand` and one card more."""
    worth, weight = 0.0, 0
    for rank in RANKS:
        left = DOTS[rank] - (hand >> 4 * rank & 15)
        if left:
            worth += left * values[hand + CARD[rank]]
            weight += left
    return worth / weight


def guess_beyond(table: dict[Packed, float]) -> tuple[tuple[float, ...], float]:
    """Return the weights of ranks (first a constant) and the price of a card, for hands beyond the table.

    A rank's weight is how much better than the average the six-card hands are that hold it, a copy.
    """
    hands = list(all_hands(LARGEST))
    mean = sum(table[hand] for hand in hands) / len(hands)
    smaller = [table[hand] for hand in all_hands(LARGEST - 1)]
    weights = [mean]
    for rank in RANKS:
        holding = Mean()
        for hand in hands:
            for _ in range(hand >> 4 * rank & 15):
                holding.add(table[hand] - mean)
        weights.append(holding.or_else(0.0))
    return tuple(weights), min(-0.5, mean - sum(smaller) / len(smaller))


if __name__ == "__main__":
    main(sys.argv[1])
