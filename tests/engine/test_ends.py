"""Going out with two or three cards (R6), and the ends of rounds and games (R7)."""

from __future__ import annotations

import pytest

from server.engine.actions import Action, Deal, Draw, FalseRon, Keep, LayCards, Match, Reshuffle, Ron, Stop
from server.engine.apply import why_not
from server.engine.cards import DECK
from server.engine.ends import best, paid, why_over
from server.engine.events import Cause, EndReason, GameEnded, Laid, Matched, Pay, RoundEnded
from server.engine.reasons import Reason
from server.engine.rules import Rules
from server.engine.state import Game, Phase
from server.engine.sums import Lay
from tests.engine.positions import after, choosing, events_of, play, position
from tests.engine.test_turn import lay, refusal


def last_three(scores: tuple[int, ...] = (30, 30, 30)) -> Game:
    """Return a game where seat 0 can go out with 5+7-8; the others hold four cards and two."""
    return position((5, 7, 8), (9, 9, 10, 12), (2, 13), floor=4, layer=2, scores=scores)


def ron_with_scores(*scores: int) -> Game:
    """Return a game where seats 1 and 2 can go out with an 8 each; seat 0 laid the 8 and holds four cards."""
    return position((9, 9, 10, 12), (8,), (8,), (2, 3), floor=8, layer=0, turn=3, scores=scores)


def result(game: Game, *actions: Action) -> RoundEnded:
    """Return how the round ended after `actions`."""
    last = after(game, *actions).last
    assert last is not None
    return last


@pytest.mark.parametrize("text", ["5+7-8", "5+7"])
def test_r6_1_the_last_two_or_three_cards_go_out_at_once(text: str) -> None:
    game = last_three() if text == "5+7-8" else position((5, 7), (9, 9), (2, 13), floor=12, layer=2)
    done, events = play(game, lay(0, text))
    assert done.phase is Phase.BETWEEN
    assert done.hands[0] == ()
    assert isinstance(events[0], Laid)
    assert isinstance(events[1], RoundEnded)
    assert events[1].cause is Cause.COMBINATION
    assert events[1].winners == (0,)


def test_r6_1_no_ron_can_answer_it() -> None:
    game = position((5, 7, 8), (9, 9), (8,), floor=4, layer=1)
    done = after(game, lay(0, "5+7-8"))
    assert done.floor == 8
    assert refusal(done, Ron((2,))) is Reason.NO_ROUND


def test_r6_2_every_other_player_pays_a_point_for_each_card() -> None:
    last = result(last_three(), lay(0, "5+7-8"))
    assert last.pay == (Pay(1, 0, 4), Pay(2, 0, 2))
    assert last.cards == (0, 4, 2)
    assert last.scores == (36, 26, 28)


def test_r7_1_a_round_ends_when_a_player_has_gone_out_and_not_before() -> None:
    game = position((5, 7, 8, 3), (9, 9, 10, 12), (8,), floor=4, layer=2)
    assert after(game, lay(0, "5+7-8")).phase is Phase.TURN
    assert after(last_three(), lay(0, "5+7-8")).phase is Phase.BETWEEN
    assert after(game, lay(0, "5+7-8"), Ron((2,))).phase is Phase.BETWEEN


@pytest.mark.parametrize(
    ("scores", "over"),
    [
        ((54, 20, 16), None),                               # 60 is not more than 60
        ((55, 20, 15), EndReason.LIMIT),
        ((30, 4, 56), None),                                # 0 is not less than 0
        ((30, 3, 57), EndReason.NEGATIVE),
        ((55, 3, 32), EndReason.LIMIT),                     # both hold: LIMIT goes first
    ],
)
def test_r7_2_the_game_ends_over_the_limit_or_below_zero(scores: tuple[int, ...], over: EndReason | None) -> None:
    done, events = play(last_three(scores), lay(0, "5+7-8"))
    if over is None:
        assert done.phase is Phase.BETWEEN
        assert len(events) == 2
    else:
        assert done.phase is Phase.OVER
        assert done.winners == (0,) if over is EndReason.LIMIT else (2,)
        assert events[-1] == GameEnded(done.scores, done.winners, over)


def test_r7_2_a_back_match_may_end_the_game_in_mid_round() -> None:
    game = position((2, 9), (1, 2), (4, 4), floor=6, layer=2, top=(10,), scores=(59, 15, 16))
    choice = choosing(game, 10)
    done, events = play(choice, Match(0))
    assert done.phase is Phase.OVER
    assert done.scores == (61, 14, 15)
    assert events == (Matched(0, 10, False), GameEnded((61, 14, 15), (0,), EndReason.LIMIT))
    assert done.last is None


def test_r7_2_a_back_match_that_takes_a_payer_below_zero_ends_the_game() -> None:
    game = position((2, 9), (1, 2), (4, 4), floor=6, layer=2, top=(10,), scores=(40, 50, 0))
    assert events_of(choosing(game, 10), Match(0))[-1] == GameEnded((42, 49, -1), (1,), EndReason.NEGATIVE)


def test_r7_2_all_payments_of_one_cause_are_made_before_it_is_looked_at() -> None:
    game = ron_with_scores(10, 60, 20, 30)
    done, events = play(game, Ron((1, 2)))
    assert done.scores == (-6, 68, 28, 30)
    assert events[-1] == GameEnded((-6, 68, 28, 30), (1,), EndReason.LIMIT)


def test_r7_3_what_a_payer_could_not_pay_counts_as_received() -> None:
    last = result(ron_with_scores(1, 39, 40, 40), Ron((1, 2)))
    assert last.scores == (-15, 47, 48, 40)
    assert sum(last.scores) == 4 * 30
    assert paid((0, 5, 0), (Pay(0, 1, 7), Pay(2, 1, 1))) == (-7, 13, -1)


def test_r7_4_the_highest_score_wins_and_equal_scores_share() -> None:
    assert best((61, 20, 9)) == (0,)
    assert best((-1, 40, 11, 40)) == (1, 3)
    shared = position((5, 7), (9, 9, 10), (2,), (3,), floor=12, layer=2, scores=(37, 1, 43, 39))
    assert after(shared, lay(0, "5+7")).winners == (0, 2)


def test_r7_5_the_rounds_winner_leads_the_next() -> None:
    game = position((9, 9, 10, 12), (2, 13), (11,), floor=5, layer=0, turn=1)
    done = after(game, Ron((2,)))
    assert done.next_lead == 2
    assert why_not(done, Deal(0, DECK)) is Reason.WRONG_LEAD
    assert after(done, Deal(2, DECK)).turn == 2


@pytest.mark.parametrize(
    ("scores", "lead"),
    [((40, 25, 20, 35), 2), ((40, 20, 25, 35), 1), ((40, 22, 22, 36), 1)],
)
def test_r7_5_of_several_winners_the_one_with_fewer_points_leads(scores: tuple[int, ...], lead: int) -> None:
    assert result(ron_with_scores(*scores), Ron((1, 2))).next_lead == lead


def test_r7_5_equal_winners_go_by_the_payers_left() -> None:
    game = position((8,), (9, 9), (8,), (2, 3), floor=8, layer=1, turn=3)
    assert result(game, Ron((2, 0))).next_lead == 2


def test_r7_2_after_the_end_everything_is_refused() -> None:
    done = after(last_three((55, 20, 15)), lay(0, "5+7-8"))
    actions: list[Action] = [Deal(0, DECK), LayCards(1, Lay((9,))), Draw(1), Match(1), Keep(1)]
    actions += [Ron((1,)), FalseRon(1), Reshuffle(()), Stop()]
    assert {refusal(done, action) for action in actions} == {Reason.GAME_OVER}


def test_a_table_may_stop_a_running_game() -> None:
    game = last_three((31, 31, 28))
    choice = choosing(position((2, 9), (1, 2), (4, 4), floor=6, layer=2, top=(10,)), 10)
    for running in (game, after(game, lay(0, "5+7-8")), choice):
        done, events = play(running, Stop())
        assert done.phase is Phase.OVER
        assert done.drawn is None
        assert done.scores == running.scores
        assert done.winners == ()           # nobody has won what was not played to its end
        assert events == (GameEnded(done.scores, (), EndReason.STOPPED),)


def test_r9_another_limit() -> None:
    rules = Rules(start=5, limit=10)
    game = position((5, 7), (9, 9, 10), (2, 13), floor=12, layer=2, rules=rules)
    assert after(game, lay(0, "5+7")).phase is Phase.BETWEEN
    game = position((5, 7), (9, 9, 10), (2, 13, 13), floor=12, layer=2, rules=rules)
    assert after(game, lay(0, "5+7")).phase is Phase.OVER
    assert why_over((11, 3, 1), 10) is EndReason.LIMIT
