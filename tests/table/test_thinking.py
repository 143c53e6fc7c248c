"""Bots at a table: what they are asked, when they act, and that one which fails stops nobody (DESIGN.md 11)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from server.bots.player import BotAction, Decision
from server.engine.actions import Draw, LayCards, Ron
from server.engine.rules import Rules
from server.engine.sums import Lay
from server.engine.view import View
from server.table.effects import Think
from server.table.thinking import ANSWER_WITHIN, FASTEST_RON, RON_SPREAD
from server.wire.messages import Change, DoLay, Presence, Ready, Role, Stage
from server.wire.settings import Level, Settings
from tests.engine.positions import position
from tests.table.shell import START, Shell, first_legal, new_shell
from tests.table.spots import changes

FOUR = Settings(seats=4)
A, B, C, D = range(4)


def humans_and_bots(humans: int = 1, settings: Settings = FOUR) -> tuple[Shell, int]:
    """Return a table with bots in its first seats; the last are humans'. And the first human's peer."""
    shell = new_shell(settings).open(*[Level.EASY] * (settings.seats - humans))
    peers = [shell.join(name) for name in "WXYZ"[:humans]]
    return shell, peers[0]


def two_rons(**changes: object) -> dict[str, object]:
    """Return a position in which D, a human, has laid an 8, A is next, and B and C hold an 8 each."""
    return {"floor": 8, "turn": A, "layer": D, "top": (4, 4), **changes}


HANDS = ((2, 3, 10, 12), (8,), (8,), (5, 6, 7))


class TestQuestions:
    def test_the_seat_in_turn_and_all_who_hold_one_card_are_asked(self) -> None:
        shell, _ = humans_and_bots()
        asked: list[tuple[int | None, Decision]] = []

        def bot(view: View, decision: Decision) -> BotAction | None:
            asked.append((view.viewer, decision))
            return first_legal(view, decision)

        shell.bot = bot
        shell.put(position((2, 3, 10, 12), (7,), (8,), (5, 6, 7), **two_rons()))  # type: ignore[arg-type]
        assert asked == [(A, Decision.TURN), (B, Decision.RON), (C, Decision.RON)]

    def test_with_what_the_seat_sees_and_nothing_else(self) -> None:
        shell, _ = humans_and_bots()
        core = shell.table.core
        shell.put(position(*HANDS, **two_rons()))  # type: ignore[arg-type]
        shell.table.play.next_decision(shell.now, timed=True)
        for effect in core.out:
            if isinstance(effect, Think):
                assert effect.view.viewer == effect.seat
                assert effect.view.hand == HANDS[effect.seat]
                assert effect.level is Level.EASY

    def test_a_stand_in_plays_at_its_own_level(self) -> None:
        shell, peer = humans_and_bots()
        core = shell.table.core
        core.seats[D].presence = Presence.STAND_IN
        core.game, core.stage = position(*HANDS, **two_rons(turn=D, layer=C)), Stage.PLAY  # type: ignore[arg-type]
        shell.table.play.next_decision(shell.now, timed=True)
        (asked,) = [effect for effect in core.out if isinstance(effect, Think) and effect.seat == D]
        assert asked.level is Level.NORMAL
        assert peer


class TestPace:
    def test_a_turn_takes_the_tables_pace_give_or_take_a_third(self) -> None:
        taken = []
        shell, _ = humans_and_bots(settings=replace(FOUR, pace=900))
        for _ in range(50):
            shell.put(position((2, 3, 10, 12), (7, 7), (8, 9), (5, 6, 7), floor=8, turn=A, layer=D, top=(4, 4)))
            began = shell.now
            shell.run_until(lambda: shell.game.turn != A)
            taken.append(shell.now - began)
        assert 0.6 <= min(taken) < 0.7
        assert 1.1 < max(taken) <= 1.2

    def test_a_ron_comes_no_sooner_than_a_humans_could(self) -> None:
        taken = set()
        for seed in range(30):
            shell = new_shell(FOUR, seed).open(*[Level.EASY] * 3)
            shell.join("W")
            shell.put(position((2, 3, 10, 12), (8,), (7, 7), (5, 6, 7), **two_rons()))  # type: ignore[arg-type]
            shell.run_until(lambda shell=shell: bool(shell.lines("race")))  # type: ignore[misc]
            taken.add(shell.lines("race")[0]["claims"][0]["time"])
        assert min(taken) >= 1_000 * FASTEST_RON
        assert max(taken) <= 1_000 * (FASTEST_RON + RON_SPREAD)
        assert len(taken) > 20

    def test_nor_after_a_disk_that_stalled(self) -> None:
        """The delay counts from when the players saw the table, not from when the lay was read."""
        shell, peer = humans_and_bots()
        shell.put(position((2, 3, 10, 12), (8,), (7, 7), (5, 6, 7, 8), floor=4, turn=D, layer=C, top=(4, 4)))
        shell.disk = 0.2
        shell.act(peer, DoLay((5, 7, 8), "+-"))
        shell.run_until(lambda: bool(shell.lines("race")))
        assert shell.lines("race")[0]["claims"][0]["time"] >= 1_000 * FASTEST_RON

    def test_no_slower_where_nobody_is_waited_for(self) -> None:
        shell = new_shell(Settings(seats=3, pace=0)).open(*[Level.EASY] * 3)
        shell.run_until(lambda: len(shell.lines("end")) == 2)
        assert shell.now == START


class TestInstant:
    def settle(self, *hands: tuple[int, ...]) -> list[int]:
        """Return who Rons at a table of bots that plays at once, where D has just laid an 8."""
        shell = new_shell(Settings(seats=4, pace=0)).open(*[Level.EASY] * 4)
        core = shell.table.core
        core.game, core.stage = position(*hands, **two_rons()), Stage.PLAY  # type: ignore[arg-type]
        shell.table.play.next_decision(shell.now, timed=True)
        shell.carry_out(shell.table.tick(shell.now))
        shell.run_until(lambda: bool(shell.lines("settle")))
        assert shell.now == START
        seats: list[int] = shell.lines("ron")[0]["seats"]
        return seats

    def test_r5_5_bots_that_can_ron_do_so_at_the_same_time(self) -> None:
        assert self.settle(*HANDS) == [B, C]

    def test_all_answers_are_waited_for(self) -> None:
        shell = new_shell(Settings(seats=4, pace=0)).open(*[Level.EASY] * 4)
        core, table = shell.table.core, shell.table
        core.game, core.stage = position(*HANDS, **two_rons()), Stage.PLAY  # type: ignore[arg-type]
        table.play.next_decision(shell.now, timed=True)
        asked = [effect for effect in core.out if isinstance(effect, Think)]
        core.out.clear()
        for question in asked:
            assert not core.race or core.race.held is None
            assert not core.race or not core.race.claims
            table.thought(shell.now, question.request, first_legal(question.view, question.decision))
            effects = table.tick(shell.now)
        shell.carry_out(effects)
        assert shell.lines("ron")[0]["seats"] == [B, C]

    def test_r5_3_the_next_players_own_last_single_is_among_them(self) -> None:
        assert self.settle((8,), (8,), (7, 7), (5, 6, 7)) == [A, B]


class TestFailure:
    def wrong(self, answer: BotAction | None) -> Shell:
        """Return the table after A, a bot, gave this answer in its turn."""
        shell, _ = humans_and_bots()
        shell.bot = lambda view, decision: answer if decision is Decision.TURN else None
        shell.put(position((2, 3, 10, 12), (7, 7), (8, 9), (5, 6, 7), **two_rons()))  # type: ignore[arg-type]
        shell.run(1.3)
        return shell

    @pytest.mark.parametrize(
        "answer",
        [None, Ron((A,)), Ron((B,)), LayCards(A, Lay((2, 3), "+")), Draw(C), LayCards(A, Lay((1, 7), "+"))],
    )
    def test_an_answer_that_is_not_legal_is_a_draw(self, answer: BotAction | None) -> None:
        shell = self.wrong(answer)
        assert shell.lines("draw")[0]["seat"] == A
        assert shell.game.turn == B

    @pytest.mark.parametrize("answer", [Ron((B,)), Draw(B)])
    def test_a_ron_that_does_not_fit_is_none(self, answer: BotAction) -> None:
        shell, _ = humans_and_bots()
        shell.bot = lambda view, decision: answer if decision is Decision.RON else first_legal(view, decision)
        shell.put(position((2, 3, 10, 12), (7,), (8, 9), (5, 6, 7), **two_rons()))  # type: ignore[arg-type]
        shell.run(3.0)
        assert not shell.lines("false_ron")
        assert not shell.lines("ron")

    @pytest.mark.parametrize("turn_time", [0, 60_000, 10_000])
    def test_a_bot_that_never_answers_draws(self, turn_time: int) -> None:
        shell, peer = humans_and_bots(settings=replace(FOUR, turn_time=turn_time))
        shell.mute = True
        shell.put(position((2, 3, 10, 12), (7, 7), (8, 9), (5, 6, 7), **two_rons()))  # type: ignore[arg-type]
        shell.run_until(lambda: shell.game.turn == B)
        assert shell.now <= START + ANSWER_WITHIN + 0.1
        assert (Change.TIMED_OUT in changes(shell, peer)) == (turn_time == 10_000)

    def test_nor_does_a_table_of_bots_stand_still(self) -> None:
        shell = new_shell(Settings(seats=3, pace=0, turn_time=0)).open(*[Level.EASY] * 3)
        shell.mute = True
        shell.run_until(lambda: len(shell.lines("draw")) > 5)

    def test_an_answer_that_comes_too_late_counts_for_nothing(self) -> None:
        shell, _ = humans_and_bots()
        shell.mute = True
        shell.put(position((2, 3, 10, 12), (7, 7), (8, 9), (5, 6, 7), **two_rons()))  # type: ignore[arg-type]
        shell.run_until(lambda: shell.game.turn == B)
        game = shell.game
        for request in range(20):
            if request not in shell.table.play.thinking._requests:
                shell.carry_out(shell.table.thought(shell.now, request, Draw(B)))
        shell.run(5.0)
        assert shell.game == game


def test_bots_play_whole_games_by_themselves_at_a_pace_one_can_follow() -> None:
    """`terra host --seats 3 --bots 3`: game after game, and somebody watches."""
    shell = new_shell(Settings(seats=3, rules=Rules(start=5, limit=12), pace=900)).open(*[Level.EASY] * 3)
    watcher = shell.join("W", Role.WATCH)
    shell.run_until(lambda: len(shell.lines("game")) == 4)
    turns = sum(line["t"] in ("lay", "draw", "ron") for line in shell.journal)
    assert 0.6 <= (shell.now - START) / turns <= 3.0
    assert shell.last(watcher).view is not None


def test_a_human_beside_bots_is_waited_for() -> None:
    shell, peer = humans_and_bots(settings=replace(FOUR, pace=0))
    shell.give(peer, lambda seq: Ready(seq, True, bytes(16)))
    shell.run(5.0)
    assert shell.game.turn == D
