"""The lesson: every step's right answers, and what is answered to the wrong ones."""

from __future__ import annotations

from dataclasses import replace

import pytest

from server.engine.actions import Action, Draw, Keep, LayCards, Match, Ron
from server.engine.apply import why_not
from server.engine.cards import DECK
from server.engine.events import Cause, Matched, RoundEnded, TerraEnded
from server.engine.legal import legal_for
from server.engine.reasons import Reason
from server.engine.state import Phase
from server.engine.sums import legal_lays
from server.wire.messages import Claim, Ready
from terra_tui.locale.words import Words
from terra_tui.session.lesson import STEPS, Answer, Lesson, LessonTable, Reply
from terra_tui.session.lesson_deal import dealt, lays, order
from terra_tui.session.offline import ME
from terra_tui.session.state import ClientState

NAMES = [step.name for step in STEPS]


def done(lesson: Lesson, action: Action | None) -> Lesson:
    """Return the lesson after a wish that is accepted, and after what the others do then."""
    after, answer = lesson.wish(action)
    assert answer is None
    while after.due:
        after = after.go_on()
    return after


def at(name: str) -> Lesson:
    """Return the lesson at the beginning of a step."""
    lesson = Lesson()
    while lesson.step.name != name:
        lesson = done(lesson, lesson.step.wanted[0] if lesson.step.wanted else None)
    return lesson


def test_the_deal_is_one_of_the_rules() -> None:
    assert sorted(order()) == list(DECK)
    assert [len(hand) for hand in dealt().hands] == [9, 9, 9]


@pytest.mark.parametrize("name", NAMES)
def test_each_wish_that_a_step_wants_is_legal_and_leads_on(name: str) -> None:
    lesson = at(name)
    for wanted in lesson.step.wanted or (None,):
        if wanted is not None:
            assert why_not(lesson.game, wanted) is None
        after = done(lesson, wanted)
        assert after.place == lesson.place + 1
        assert after.over or after.step.wanted == () or after.game.phase in (Phase.TURN, Phase.MATCH)


def test_both_orders_of_the_first_sum_lead_to_the_same_cards() -> None:
    lesson = at("sum")
    first, second = (done(lesson, wanted) for wanted in lesson.step.wanted)
    assert first.game.hands == second.game.hands
    assert first.game.floor == second.game.floor == 4


def every_action(lesson: Lesson) -> list[Action]:
    """Return what a player may try at a step: all that is legal, with Terra and without, and more that is not."""
    actions: list[Action] = [Draw(ME), Match(ME), Match(ME, True), Keep(ME), Ron((ME,))]
    actions += [lays(ME, "15"), lays(ME, "1+1")]
    for lay in legal_lays(lesson.game.hands[ME], lesson.game.floor):
        actions += [LayCards(ME, lay), LayCards(ME, lay, True)]
    return actions


@pytest.mark.parametrize("name", NAMES)
def test_every_other_wish_changes_nothing_and_is_answered(name: str) -> None:
    lesson = at(name)
    for action in every_action(lesson):
        if action in lesson.step.wanted:
            continue
        after, answer = lesson.wish(action)
        assert after == lesson
        assert answer is not None
        if not lesson.step.wanted:
            assert answer == Answer(Reply.READ)
        elif why_not(lesson.game, action) is not None:
            assert answer == Answer(Reply.REFUSED, why_not(lesson.game, action))
        else:
            assert answer.reply not in (Reply.REFUSED, Reply.WATCH, Reply.READ)


@pytest.mark.parametrize(
    ("name", "action", "answer"),
    [
        ("floor", Draw(ME), Answer(Reply.READ)),
        ("sum", None, Answer(Reply.DO_IT)),
        ("sum", lays(ME, "4+7"), Answer(Reply.OTHER_SUM)),
        ("sum", lays(ME, "7+8-4"), Answer(Reply.OTHER_SUM)),
        ("sum", lays(ME, "5+7"), Answer(Reply.REFUSED, Reason.WRONG_TOTAL)),
        ("sum", Draw(ME), Answer(Reply.DRAW_LATER)),
        ("sum", Ron((ME,)), Answer(Reply.REFUSED, Reason.NOT_ONE_CARD)),
        ("single", lays(ME, "4"), Answer(Reply.OTHER_SUM)),
        ("single", lays(ME, "14"), Answer(Reply.REFUSED, Reason.DOTS_DIFFER)),
        ("draw", Keep(ME), Answer(Reply.REFUSED, Reason.NOT_CHOOSING)),
        ("match", Keep(ME), Answer(Reply.KEEP_LATER)),
        ("match", Draw(ME), Answer(Reply.REFUSED, Reason.CHOOSING)),
        ("terra", lays(ME, "14-8"), Answer(Reply.TERRA_NOW)),
        ("terra", lays(ME, "14-4-4"), Answer(Reply.OTHER_SUM)),
        ("own", Draw(ME), Answer(Reply.DRAW_LATER)),
        ("ron", Draw(ME), Answer(Reply.REFUSED, Reason.NOT_YOUR_TURN)),
        ("ron", None, Answer(Reply.DO_IT)),
    ],
)
def test_what_is_answered(name: str, action: Action | None, answer: Answer) -> None:
    assert at(name).wish(action) == (at(name), answer)


def test_terra_where_it_is_not_asked_for_yet() -> None:
    """No step before Terra's lays an 8, so this is the answer of a step made for it."""
    lesson = at("terra")
    step = replace(lesson.step, wanted=(lays(ME, "14-8"),))
    steps = (*STEPS[: lesson.place], step, *STEPS[lesson.place + 1 :])
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("terra_tui.session.lesson.STEPS", steps)
        assert lesson.wish(lays(ME, "14-8", terra=True))[1] == Answer(Reply.TERRA_LATER)


def test_nothing_is_accepted_while_the_others_play() -> None:
    lesson, answer = at("sum").wish(STEPS[1].wanted[0])
    assert answer is None
    assert lesson.due
    for action in (None, Draw(ME), *lesson.step.wanted):
        assert lesson.wish(action) == (lesson, Answer(Reply.WATCH))


def test_at_the_step_of_drawing_nothing_else_is_possible() -> None:
    lesson = at("draw")
    assert list(legal_for(lesson.game, ME)) == [Draw(ME)]


def test_the_steps_show_each_rule_once() -> None:
    end = done(at("ron"), Ron((ME,)))
    assert end.over
    assert end.step.name == "end"
    assert end.wish(None) == (end, Answer(Reply.READ))
    assert end.go_on() == end
    assert any(isinstance(event, Matched) and event.seat == ME for event in end.events)
    assert any(isinstance(event, TerraEnded) for event in end.events)
    last = end.events[-1]
    assert isinstance(last, RoundEnded)
    assert (last.cause, last.winners, last.pay[0].points) == (Cause.RON, (ME,), 2 * 8)


# ---- the table ---------------------------------------------------------------------------------------------------


def test_the_table_shows_what_the_player_may_see_and_tells_of_every_change() -> None:
    table = LessonTable(("Minji", "Jun", "Sora"))
    seen: list[ClientState] = []
    table.watch(seen.append)
    assert table.state.hand == dealt().hands[ME]
    assert table.state.name_of(2) == "Sora"
    table._send(Ready(1))
    table.lay(lays(ME, "7+9-5").lay)
    assert table.answer is None
    assert table.state.hand == (4, 4, 8, 11, 12, 14)
    table.go_on()
    table.go_on()
    table.go_on()
    assert [state.snapshot.rev for state in seen if state.snapshot is not None] == [1, 2, 3, 4]
    table.draw()
    assert table.answer == Answer(Reply.DRAW_LATER)


def test_a_ron_before_any_turn_has_ended_is_refused_as_at_a_table() -> None:
    table = LessonTable(("Minji", "Jun", "Sora"))
    table.ron()
    assert table.state.refusal is not None
    assert table.state.refusal.code == Reason.NOT_AT_A_TURNS_END
    table._send(Claim(1, 1, 0))
    assert table.answer == Answer(Reply.READ)


@pytest.mark.parametrize("lang", ["en", "ko"])
def test_where_dots_are_told_of_so_is_which_numbers_share_them(lang: str) -> None:
    assert "16" in Words(lang).say("lesson.single", sum="12")
