"""The cards and their dots (R1)."""

from __future__ import annotations

from server.engine.cards import DECK, RANKS, dots, shares_dots, with_cards, without_cards


def test_r1_1_the_deck_is_64_cards_of_ranks_1_to_15() -> None:
    assert len(DECK) == 64
    assert set(DECK) == set(range(1, 16))
    assert list(DECK) == sorted(DECK)


def test_r1_2_a_card_has_as_many_copies_as_dots() -> None:
    assert [dots(rank) for rank in RANKS] == [1, 2, 3, 4, 5, 6, 7, 8, 7, 6, 5, 4, 3, 2, 1]
    assert all(DECK.count(rank) == dots(rank) for rank in RANKS)


def test_r1_2_a_rank_shares_its_dots_with_its_complement_and_nothing_else() -> None:
    for rank in RANKS:
        assert shares_dots(rank) == tuple(other for other in RANKS if dots(other) == dots(rank))
    assert shares_dots(8) == (8,)
    assert shares_dots(11) == (5, 11)


def test_a_hand_stays_in_order() -> None:
    assert with_cards((2, 8, 9), (8, 1, 15)) == (1, 2, 8, 8, 9, 15)
    assert with_cards((), ()) == ()
    assert without_cards((1, 2, 8, 8, 9), (8, 1)) == (2, 8, 9)
