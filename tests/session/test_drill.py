"""The drill: problems that are what they claim to be, times that count, answers."""

from __future__ import annotations

from itertools import combinations, permutations, product

import pytest

from server.engine.actions import Draw, Keep
from server.engine.cards import DECK, dots
from server.engine.sums import legal_lays
from terra_tui.session.drill import (
    PENALTY,
    PROBLEMS,
    SIZES,
    UNSOLVABLE,
    DrillTable,
    Problem,
    Verdict,
    new_drill,
    problems,
)
from terra_tui.session.lesson_deal import lays
from terra_tui.session.offline import ME

SEEDS = range(60)


def makes(problem: Problem) -> bool:
    """Return whether two or three cards of the hand make the floor: every order, every sign, nothing clever."""
    for count in (2, 3):
        for cards in combinations(problem.hand, count):
            for order in permutations(cards):
                for signs in product((1, -1), repeat=count - 1):
                    if order[0] + sum(s * c for s, c in zip(signs, order[1:], strict=True)) == problem.floor:
                        return True
    return False


@pytest.mark.parametrize("seed", SEEDS)
def test_problems_are_solvable_or_truly_not(seed: int) -> None:
    found = list(problems(seed))
    assert len(found) == PROBLEMS
    assert [problem.solvable for problem in found] == [makes(problem) for problem in found]
    assert UNSOLVABLE[0] <= sum(not problem.solvable for problem in found) <= UNSOLVABLE[1]
    for problem in found:
        assert len(problem.hand) in SIZES
        assert all(dots(card) != dots(problem.floor) for card in problem.hand)
        cards = [problem.floor, *problem.hand]
        assert all(cards.count(card) <= DECK.count(card) for card in cards)


def test_the_same_seed_gives_the_same_problems_and_another_one_others() -> None:
    assert list(problems(7)) == list(problems(7))
    assert list(problems(7)) != list(problems(8))


def solve(drill_table: DrillTable, after: float) -> None:
    """Give the right answer `after` seconds."""
    problem = drill_table.drill.problem
    drill_table.now = drill_table.drill.since + after
    found = legal_lays(problem.hand, problem.floor)
    if found:
        drill_table.lay(found[0])
    else:
        drill_table.draw()


def test_a_whole_drill_adds_up() -> None:
    table = DrillTable(new_drill(3, 100.0))
    for number in range(PROBLEMS):
        assert not table.drill.over
        solve(table, 1.0 + number)
        assert table.verdict is Verdict.RIGHT
    assert table.drill.over
    assert table.drill.times == tuple(1.0 + number for number in range(PROBLEMS))
    assert table.drill.total == table.drill.running(10_000.0) == 55.0
    table.draw()
    assert table.verdict is Verdict.OVER


def test_a_wrong_none_costs_time_and_a_wrong_sum_only_its_own() -> None:
    drill = new_drill(3, 0.0)
    assert drill.problem.solvable
    after, verdict = drill.answer(Draw(ME), 2.0)
    assert verdict is Verdict.THERE_IS_ONE
    assert after.running(2.0) == 2.0 + PENALTY
    wrong, verdict = after.answer(lays(ME, "15-1"), 3.0)
    assert (wrong, verdict) == (after, Verdict.WRONG)
    assert after.answer(Keep(ME), 3.0)[1] is Verdict.WRONG
    right, verdict = after.answer(lays(ME, str(legal_lays(drill.problem.hand, drill.problem.floor)[0])), 4.0)
    assert verdict is Verdict.RIGHT
    assert right.times == (4.0 + PENALTY,)


def test_a_sum_where_there_is_none_is_wrong() -> None:
    drill = new_drill(3, 0.0)
    while drill.problem.solvable:
        sum_ = legal_lays(drill.problem.hand, drill.problem.floor)[0]
        drill, _ = drill.answer(lays(ME, str(sum_)), 1.0)
    hand = drill.problem.hand
    assert drill.answer(lays(ME, f"{hand[0]}+{hand[1]}"), 1.0)[1] is Verdict.WRONG
    assert drill.answer(Draw(ME), 1.0)[1] is Verdict.RIGHT


def test_the_table_shows_the_problem_as_a_turn() -> None:
    table = DrillTable(new_drill(1, 0.0))
    snapshot = table.state.snapshot
    assert snapshot is not None
    assert snapshot.view is not None
    assert (snapshot.view.floor, snapshot.view.hand) == table.drill.problem
    assert snapshot.view.turn == table.state.seat == ME
    before = table.drill
    table.ready()
    assert table.drill == before


@pytest.mark.parametrize("each", [0.04, 1.26, 1.349, 2.25, 22.317])
def test_the_times_shown_add_up_to_the_total_shown(each: float) -> None:
    table = DrillTable(new_drill(3, 100.0))
    for _ in range(PROBLEMS):
        solve(table, each)
    tenths = [round(10 * float(f"{time:.1f}")) for time in table.drill.times]
    assert sum(tenths) == round(10 * table.drill.total)
    assert float(f"{table.drill.total:.1f}") == table.drill.total
