"""Sums and the lays of a hand (R3.1 to R3.3), against known counts and against brute force."""

from __future__ import annotations

import random

import pytest

from server.engine.cards import DECK, RANKS
from server.engine.sums import Lay, SumCode, SumError, is_lay, legal_lays, parse_sum, total
from tests.engine import oracle

ALL_LAYS = (340, 348, 361, 368, 375, 379, 383, 383, 383, 380, 375, 368, 359, 347, 338)
"""How many lays all 64 cards can make on each floor, 1 to 15."""


@pytest.mark.parametrize(("floor", "count"), list(enumerate(ALL_LAYS, start=1)))
def test_r3_1_r3_3_known_counts_of_all_64_cards(floor: int, count: int) -> None:
    lays = legal_lays(DECK, floor)
    sizes = [len(lay.cards) for lay in lays]
    assert len(lays) == len(set(lays)) == count
    assert sizes.count(1) == (1 if floor == 8 else 2)
    assert sizes.count(2) == (13 if floor == 2 else 14)


@pytest.mark.parametrize(
    ("hand", "floor", "count"),
    [
        ((1, 2, 3, 4, 5, 6, 7, 8, 9), 4, 96),
        ((1, 8, 8, 8, 8, 8, 8, 8, 8), 8, 3),
        ((5, 7, 8), 4, 4),
        ((15, 14, 13, 12, 11), 10, 16),
        ((2, 2, 4, 4, 6, 6, 8, 8, 10), 12, 33),
    ],
)
def test_r3_1_known_counts_of_hands(hand: tuple[int, ...], floor: int, count: int) -> None:
    assert len(legal_lays(hand, floor)) == count


def test_r3_1_the_sheets_example_5_7_8_on_4() -> None:
    assert {str(lay) for lay in legal_lays((5, 7, 8), 4)} == {"5+7-8", "5-8+7", "7+5-8", "7-8+5"}


def test_r3_1_r3_2_brute_force_agrees_on_thousands_of_hands() -> None:
    rng = random.Random(20090401)
    for _ in range(4000):
        hand = rng.sample(DECK, rng.randint(1, 9))
        floor = rng.choice(RANKS)
        lays = legal_lays(hand, floor)
        assert len(lays) == len(set(lays))
        assert set(lays) == oracle.lays(hand, floor)


@pytest.mark.parametrize("max_cards", [2, 4])
def test_r9_brute_force_agrees_for_other_most_cards(max_cards: int) -> None:
    rng = random.Random(max_cards)
    for _ in range(60):
        hand = rng.sample(DECK, rng.randint(1, 8))
        floor = rng.choice((1, 4, 8, 15))
        assert set(legal_lays(hand, floor, max_cards)) == oracle.lays(hand, floor, max_cards)


def test_r3_1_lays_come_in_one_order_shorter_ones_first() -> None:
    lays = legal_lays(DECK, 6)
    assert [len(lay.cards) for lay in lays] == sorted(len(lay.cards) for lay in lays)
    assert legal_lays(tuple(reversed(DECK)), 6) == lays


def test_is_lay_agrees_with_legal_lays_on_every_sum() -> None:
    rng = random.Random(3)
    every = {lay for floor in RANKS for lay in legal_lays(DECK, floor)}
    for _ in range(8):
        hand, floor = rng.sample(DECK, 7), rng.choice(RANKS)
        legal = set(legal_lays(hand, floor))
        assert {lay for lay in every if is_lay(hand, floor, lay)} == legal


def test_r3_2_values_in_between_may_be_negative_or_over_15() -> None:
    assert is_lay((3, 8, 9), 4, Lay((3, 8, 9), "-+"))
    assert is_lay((11, 12, 8), 15, Lay((11, 12, 8), "+-"))


def test_r3_2_each_copy_is_used_once() -> None:
    assert not is_lay((2, 5), 4, Lay((2, 2), "+"))
    assert is_lay((2, 2), 4, Lay((2, 2), "+"))


def test_r3_2_no_concatenation() -> None:
    assert not is_lay((1, 2, 9), 12, Lay((12,)))
    assert legal_lays((1, 2), 12) == ()


@pytest.mark.parametrize(
    "lay", [Lay(()), Lay((5, 7)), Lay((5,), "+"), Lay((5, 7), "*"), Lay((5, 7), "++"), Lay((1, 1, 1, 1), "+++")]
)
def test_r3_1_what_is_no_sum_is_no_lay(lay: Lay) -> None:
    assert not is_lay(DECK, 12, lay)
    assert not is_lay(DECK, 4, lay)


def test_r3_3_a_single_needs_the_floors_dots_and_its_number_never_matters() -> None:
    assert [lay.cards[0] for lay in legal_lays(DECK, 6) if len(lay.cards) == 1] == [6, 10]
    assert is_lay((11,), 5, Lay((11,)))
    assert is_lay((5,), 5, Lay((5,)))
    assert not is_lay((7,), 6, Lay((7,)))


@pytest.mark.parametrize(
    ("text", "value"),
    [("5+7-8", 4), ("3-8+9", 4), ("11", 11), ("1-15", -14), ("15+14", 29), ("2+2+2+2", 8)],
)
def test_total_and_reading_and_writing_of_a_sum(text: str, value: int) -> None:
    lay = parse_sum(text)
    assert str(lay) == text
    assert total(lay) == value


def test_every_lay_reads_back_as_it_is_written() -> None:
    for floor in RANKS:
        for lay in legal_lays(DECK, floor):
            assert parse_sum(str(lay)) == lay
            assert len(lay.cards) == 1 or total(lay) == floor


def test_spaces_around_cards_and_signs_are_skipped() -> None:
    assert parse_sum("  5 + 7-  8 ") == Lay((5, 7, 8), "+-")


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", SumCode.EMPTY),
        ("   ", SumCode.EMPTY),
        ("-3+7", SumCode.LEADING_SIGN),          # R3.2
        ("+3", SumCode.LEADING_SIGN),
        ("-", SumCode.LEADING_SIGN),
        ("3+", SumCode.MISSING_CARD),
        ("3+-7", SumCode.MISSING_CARD),
        ("3--7", SumCode.MISSING_CARD),
        ("3 7", SumCode.MISSING_SIGN),
        ("0", SumCode.NO_SUCH_CARD),
        ("16", SumCode.NO_SUCH_CARD),
        ("5+07", SumCode.NO_SUCH_CARD),
        ("9" * 5000, SumCode.NO_SUCH_CARD),
        ("5*7", SumCode.BAD_CHARACTER),          # R3.2
        ("(5+7)", SumCode.BAD_CHARACTER),
        ("5\n+7", SumCode.BAD_CHARACTER),
        ("٥", SumCode.BAD_CHARACTER),            # a digit, but not of ours
    ],
)
def test_r3_2_what_is_no_sum_is_refused_with_a_code(text: str, code: SumCode) -> None:
    with pytest.raises(SumError) as caught:
        parse_sum(text)
    assert caught.value.code is code
