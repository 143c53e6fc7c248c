"""What a hand is worth just after its owner's turn: the table that `fit.py` works out, and a guess beyond it."""

from __future__ import annotations

import sys
import zlib
from array import array
from functools import cache
from importlib.resources import files
from typing import Final

from server.bots.packed import Packed, all_hands, unpack
from server.engine.cards import TOP_RANK

LARGEST: Final = 6
"""The table holds every hand of 1 to so many cards: 44,778 of them."""
SCALE: Final = 100
"""The file's numbers are hundredths of a point."""
FILE: Final = "hands.bin"


class Values(dict[Packed, float]):
    """Expected points in this round, of a hand just after its owner's turn; larger hands are guessed when met.

    The guess is linear: a constant for each size and a weight for each rank, fitted to the six-card hands.
    """

    def __init__(self, table: dict[Packed, float], weights: tuple[float, ...], step: float) -> None:
        """Take a table and the guess for what is beyond it.

        Args:
            table: the value of each hand of 1 to `LARGEST` cards.
            weights: of each rank from 0; that of rank 0 is the guess's constant.
            step: what each card above `LARGEST` costs besides its weight.
        """
        super().__init__(table)
        self._weights = weights
        self._step = step

    def __missing__(self, hand: Packed) -> float:
        cards = unpack(hand)
        value = self._weights[0] + sum(self._weights[card] for card in cards) * LARGEST / len(cards)
        value += self._step * (len(cards) - LARGEST)
        self[hand] = value
        return value


def read(data: bytes) -> Values:
    """Return the values that `write` made `data` of."""
    numbers = array("h", zlib.decompress(data))
    if sys.byteorder == "big":
        numbers.byteswap()
    values = [number / SCALE for number in numbers]
    weights, step = tuple(values[: TOP_RANK + 1]), values[TOP_RANK + 1]
    hands = (hand for size in range(1, LARGEST + 1) for hand in all_hands(size))
    return Values(dict(zip(hands, values[TOP_RANK + 2 :], strict=True)), weights, step)


def write(values: dict[Packed, float], weights: tuple[float, ...], step: float) -> bytes:
    """Return the file's bytes for a table and its guess; see `Values`."""
    hands = (hand for size in range(1, LARGEST + 1) for hand in all_hands(size))
    numbers = array("h", [round(SCALE * value) for value in (*weights, step, *map(values.__getitem__, hands))])
    if sys.byteorder == "big":
        numbers.byteswap()
    return zlib.compress(numbers.tobytes(), 9)


@cache
def hand_values() -> Values:
    """Return the shipped table, read when first asked for (about 0.1 s)."""
    return read(files("server.bots").joinpath(FILE).read_bytes())
