"""The sum being built: typed, picked, undone, and kept over every new hand."""

from __future__ import annotations

import random

import pytest

from server.engine.rules import Rules
from server.engine.sums import Lay, SumCode, SumError, is_lay
from terra_tui.session.draft import Draft, Flaw, Pick, Problem

RULES = Rules()
HAND = (1, 2, 5, 7, 8, 8, 12)


def typed(text: str, hand: tuple[int, ...] = HAND) -> Draft:
    draft = Draft(hand)
    for char in text:
        draft = draft.type_char(char)
    return draft


@pytest.mark.parametrize(
    ("keys", "text"),
    [
        ("5+7-8", "5+7-8"),
        ("-5", "5"),                # a leading sign is refused (R3.2)
        ("+5", "5"),
        ("12", "12"),
        ("1+2", "1+2"),
        ("1", "1"),
        ("1-", "1-"),
        ("15", "15"),
        ("16", "1"),                # no such card
        ("123", "12"),
        ("57", "5"),                # a sign is missing
        ("0", ""),
        ("10", "10"),
        ("105", "10"),
        ("5+-7", "5-7"),            # the last sign typed counts
        ("5−7", "5-7"),
        ("1+2+5+7+8", "1+2+5+7"),   # no table lays five
        ("5x", "5"),
        ("٣", ""),
    ],
)
def test_typing(keys: str, text: str) -> None:
    assert typed(keys).text == text


def test_r3_1_the_sum_on_its_floor() -> None:
    draft = typed("5+7-8")
    assert draft.lay == Lay((5, 7, 8), "+-")
    assert draft.total == 4
    assert draft.problem(4, RULES) is None
    assert draft.problem(6, RULES) == Problem(Flaw.WRONG_TOTAL, {"total": 4, "floor": 6})
    assert draft.picks == (Pick(2, 1, "+"), Pick(3, 2, "+"), Pick(4, 3, "-"))


def test_r3_3_a_single_goes_by_dots() -> None:
    assert typed("5").problem(11, RULES) is None
    assert typed("5").problem(5, RULES) is None
    problem = typed("5").problem(6, RULES)
    assert problem == Problem(Flaw.DOTS_DIFFER, {"rank": 5, "floor": 6, "either": 6, "other": 10})


@pytest.mark.parametrize(
    ("keys", "flaw"),
    [
        ("", Flaw.EMPTY),
        ("5+", Flaw.UNFINISHED),
        ("13", Flaw.NONE_IN_HAND),
        ("5+5", Flaw.NOT_IN_HAND),          # each copy once (R3.2)
        ("1+2+5-7", Flaw.TOO_MANY),
    ],
)
def test_problems(keys: str, flaw: Flaw) -> None:
    problem = typed(keys).problem(1, RULES)
    assert problem is not None
    assert problem.code is flaw


def test_cards_are_picked_with_the_next_sign() -> None:
    draft = Draft(HAND).toggle(2).toggle(3).type_char("-").toggle(5)
    assert draft.text == "5+7-8"
    assert [pick.index for pick in draft.picks] == [2, 3, 5]
    assert draft.toggle(2).text == "7-8"
    assert draft.toggle(2).toggle(3).text == "8"
    assert Draft(HAND).toggle(99).text == Draft(HAND).toggle(-1).text == ""


def test_typed_and_picked_cards_share_a_sum() -> None:
    draft = typed("8").type_char("-").toggle(5)
    assert draft.text == "8-8"
    assert [pick.index for pick in draft.picks] == [4, 5]
    assert draft.toggle(4).text == "8"      # the copy that the typed card took, put back
    assert [pick.index for pick in Draft(HAND).toggle(4).type_char("8").picks] == [4, 5]


def test_undo_takes_back_one_step() -> None:
    steps = ["", "5", "5-", "5-7", "5-7+", "5-7+12"]
    draft = typed("5-7+12")
    for text in reversed(steps):
        assert draft.text == text
        draft = draft.undo()
    assert draft.text == ""
    assert typed("5-7").toggle(0).undo().text == "5-7"      # its sign was not typed


def test_r4_1_terra_only_with_the_terra_rank_last() -> None:
    assert not typed("5").toggle_terra().terra
    draft = typed("5+7-8").toggle_terra()
    assert draft.terra
    assert not draft.undo().terra
    assert not draft.type_char("+").terra
    assert not draft.toggle_terra().terra
    assert not typed("8", (8,)).toggle_terra().terra        # a player who goes out does not declare
    assert Draft(HAND, terra_rank=5).type_char("5").toggle_terra().terra


def test_it_survives_a_snapshot_and_loses_what_left_the_hand() -> None:
    draft = typed("5+7-8")
    assert draft.with_hand(HAND) is draft
    assert draft.with_hand((1, 2, 5, 7, 8, 8, 9, 12)).text == "5+7-8"
    assert draft.with_hand((1, 2, 5, 8, 8, 12)).text == "5-8"
    assert draft.with_hand((1, 2, 7, 8, 8, 12)).text == "7-8"
    assert draft.with_hand((1, 2, 12)).text == ""
    # Laid: the other 8 stays in the hand, but it is not the one that was picked.
    assert typed("8").with_hand((1, 2, 5, 7, 8, 12)).text == ""


def test_half_a_number_survives_a_snapshot() -> None:
    draft = typed("1", (2, 12)).with_hand((2, 3, 12)).type_char("2")
    assert draft.text == "12"
    assert draft.problem(4, RULES) is None


def test_a_picked_copy_stays_picked_as_the_hand_grows() -> None:
    draft = Draft(HAND).toggle(5).with_hand((1, 2, 3, 3, 5, 7, 8, 8, 12))
    assert [pick.index for pick in draft.picks] == [7]


def test_from_text() -> None:
    assert Draft.from_text(" 5 + 7 − 8", HAND).lay == Lay((5, 7, 8), "+-")
    with pytest.raises(SumError) as caught:
        Draft.from_text("-5", HAND)
    assert caught.value.code is SumCode.LEADING_SIGN


def test_any_keys_keep_the_draft_whole() -> None:
    random_keys = random.Random(7)
    for _ in range(3000):
        hand = tuple(sorted(random_keys.randint(1, 15) for _ in range(random_keys.randint(0, 9))))
        draft = Draft(hand)
        for _ in range(random_keys.randint(1, 14)):
            draft = _random_step(draft, random_keys)
            _check_whole(draft)
        for _ in range(20):
            draft = draft.undo()
        assert draft.text == ""


def _random_step(draft: Draft, keys: random.Random) -> Draft:
    match keys.randrange(8):
        case 0 | 1:
            return draft.type_char(keys.choice("0123456789"))
        case 2:
            return draft.type_char(keys.choice("+-"))
        case 3 | 4:
            return draft.toggle(keys.randint(-1, 9))
        case 5:
            return draft.undo()
        case 6:
            return draft.toggle_terra()
        case _:
            return draft.with_hand(tuple(sorted(keys.randint(1, 15) for _ in range(keys.randint(0, 9)))))


def _check_whole(draft: Draft) -> None:
    picks = draft.picks
    assert len({pick.index for pick in picks}) == len(picks)
    assert all(draft.hand[pick.index] == draft.terms[pick.order - 1].rank for pick in picks)
    assert [term.sign for term in draft.terms[:1]] in ([], [""])
    assert all(term.sign in ("+", "-") for term in draft.terms[1:])
    assert not draft.terra or draft.terms[-1].rank == draft.terra_rank
    lay = draft.lay
    assert (lay is None) == (not draft.terms or bool(draft.sign))
    for floor in (1, 4, 8, 11):
        allowed = lay is not None and is_lay(draft.hand, floor, lay, RULES.max_cards)
        assert (draft.problem(floor, RULES) is None) == allowed
    if lay is not None:
        assert Draft.from_text(draft.text, draft.hand).lay == lay
