"""The table of hand values: what is in it, and what is guessed beyond it."""

from __future__ import annotations

from math import comb

from server.bots.fit import guess_beyond, table_of
from server.bots.packed import all_hands, pack, unpack
from server.bots.values import LARGEST, hand_values, read, write
from server.engine.cards import DECK, RANKS, dots


def test_every_hand_of_one_deck_is_in_the_table() -> None:
    hands = [hand for size in range(1, LARGEST + 1) for hand in all_hands(size)]
    assert len(hands) == len(set(hands)) == 44_778
    assert all(unpack(hand).count(rank) <= dots(rank) for hand in hands[::97] for rank in RANKS)
    assert len(list(all_hands(2))) == comb(15, 2) + sum(dots(rank) > 1 for rank in RANKS)


def test_packing_loses_nothing() -> None:
    assert unpack(pack(DECK)) == DECK


def test_a_table_reads_back_as_written() -> None:
    values = hand_values()
    table = table_of(values)
    weights, step = guess_beyond(table)
    again = read(write(table, weights, step))
    assert all(abs(again[hand] - value) < 0.006 for hand, value in table.items())


def test_more_cards_are_worth_less_beyond_the_table() -> None:
    values = hand_values()
    seven = pack((1, 2, 4, 7, 8, 9, 12))
    assert values[seven + pack((9,))] < values[seven] < values[seven - pack((12,))]
