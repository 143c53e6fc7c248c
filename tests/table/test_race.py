"""The Ron race at a table, exactly as DESIGN.md 2 promises it (R5)."""

from __future__ import annotations

from itertools import permutations

import pytest

from server.engine.events import Drew, Laid, Ronned, RoundEnded
from server.wire.messages import Ack, Act, Claim, Code, DoDraw, DoLay, DoMatch, Pause, Raced, RaceLine, Verdict
from server.wire.settings import Settings
from tests.engine.positions import position
from tests.table.shell import Shell, seated
from tests.table.spots import BARE, FOUR, A, B, C, D, Seated, code, laid_eight, laid_five, raced


@pytest.fixture
def table() -> Seated:
    """Four humans, and the default settings."""
    return seated(FOUR)


@pytest.fixture
def bare() -> Seated:
    """Four humans, no window and no joint interval."""
    return seated(BARE)


class TestWindow:
    def test_opens_when_somebody_but_the_layer_holds_one_card(self, table: Seated) -> None:
        shell, peers = table
        shell.put(laid_eight())
        moment = shell.last(peers[A]).moment
        assert moment is not None
        assert (moment.length, moment.left) == (1500, 1500)
        assert moment.window == shell.last(peers[A]).rev

    def test_is_bare_when_only_the_layer_does(self, table: Seated) -> None:
        shell, peers = table
        shell.put(position((1,), (5, 6, 7), (8, 9), (8, 9), floor=8, turn=B, layer=A))
        moment = shell.last(peers[A]).moment
        assert moment is not None
        assert moment.length == 0

    def test_a_turn_that_ends_with_a_draw_opens_no_new_one(self, table: Seated) -> None:
        shell, peers = table
        shell.put(laid_eight(top=(4,)))
        shell.act(peers[B], DoDraw())
        shell.run(2.0)
        assert shell.game.turn == C
        moment = shell.last(peers[A]).moment
        assert moment is not None
        assert moment.length == 0

    @pytest.mark.parametrize("card", [8, 7, 1, 15, 4])
    def test_its_length_depends_on_no_card(self, card: int) -> None:
        shell, _ = seated(FOUR)
        shell.put(position((2, 3, 3), (5, 6, 9), (card,), (2, 10), floor=8, turn=B, layer=A))
        assert shell.race.length == 1500

    def test_r3_5_a_back_match_opens_one_too(self, table: Seated) -> None:
        shell, peers = table
        shell.put(position((1, 2, 3), (4, 6, 9), (7,), (13,), floor=5, turn=B, layer=A, top=(11,)))
        shell.act(peers[B], DoDraw())
        shell.run(2.0)
        shell.act(peers[B], DoMatch())
        assert (shell.race.layer, shell.race.length) == (B, 1_500)

    def test_is_a_setting(self) -> None:
        shell, _ = seated(Settings(seats=4, ron_window=3_000))
        shell.put(laid_eight())
        assert shell.race.length == 3_000

    def test_there_is_none_while_a_back_match_is_decided(self, table: Seated) -> None:
        shell, peers = table
        shell.put(laid_eight(floor=5, top=(11,)))
        window = shell.race.window
        shell.act(peers[B], DoDraw())
        shell.run(2.0)
        assert shell.last(peers[A]).moment is None
        assert code(shell.ron(peers[C], 300, window)) == Code.LATE         # R5.2
        assert not shell.lines("false_ron")


class TestHeld:
    def test_the_next_players_action_waits_for_the_window(self, table: Seated) -> None:
        shell, peers = table
        shell.put(laid_eight(top=(4,)))
        shell.run(0.4)
        assert shell.act(peers[B], DoDraw(), 400) is None
        shell.run(1.0)
        assert shell.game.turn == B
        shell.run(0.2)
        assert shell.game.turn == C
        assert isinstance(shell.answer(peers[B]), Ack)

    def test_nothing_is_shown_meanwhile(self, table: Seated) -> None:
        shell, peers = table
        shell.put(laid_eight(top=(4,)))
        shell.run(0.3)
        before = [shell.last(peer) for peer in peers]
        shell.act(peers[B], DoDraw(), 300)
        shell.ron(peers[C], 300)
        shell.run(0.9)
        assert [shell.last(peer) for peer in peers] == before

    def test_a_second_action_is_refused(self, table: Seated) -> None:
        shell, peers = table
        shell.put(laid_eight())
        shell.act(peers[B], DoDraw())
        assert code(shell.act(peers[B], DoDraw())) == Code.HELD
        assert code(shell.ron(peers[B], 300)) == Code.HELD

    def test_it_is_dropped_when_a_ron_stands(self, table: Seated) -> None:
        shell, peers = table
        shell.put(laid_eight())
        shell.run(0.2)
        shell.act(peers[B], DoDraw(), 200)
        shell.run(0.3)
        shell.ron(peers[C], 500)
        shell.run(2.0)
        assert code(shell.answer(peers[B])) == Code.STALE
        assert not any(isinstance(event, Drew) for event in shell.events(peers[B]))
        assert shell.lines("ron")[0]["seats"] == [C]
        assert shell.lines("race")[0]["held"]["verdict"] == "dropped"

    def test_an_action_answers_the_decision_that_is_open(self, table: Seated) -> None:
        shell, peers = table
        shell.put(laid_eight(top=(4,)))
        old = shell.last(peers[C]).rev
        shell.act(peers[B], DoDraw())
        shell.run(2.0)
        assert code(shell.act(peers[C], DoDraw(), rev=old)) == Code.STALE
        assert shell.act(peers[C], DoDraw()) is None         # until D was heard


class TestJoint:
    def test_r5_5_all_claims_inside_the_window_are_paid(self, table: Seated) -> None:
        shell, peers = table
        shell.put(laid_five())
        shell.run(0.3)
        shell.ron(peers[D], 300)
        shell.run(1.1)
        assert not shell.lines("race")
        shell.ron(peers[C], 1_400)                                         # now all who could have spoken
        assert shell.lines("ron")[0]["seats"] == [C, D]                    # in paying order, from A's left
        assert shell.lines("settle")[0]["pay"] == [[A, C, 6], [A, D, 6]]

    def test_the_times_are_shown_fastest_first(self, table: Seated) -> None:
        shell, peers = table
        shell.put(laid_five())
        shell.run(0.4)
        shell.ron(peers[D], 400)
        shell.run(0.2)
        shell.ron(peers[C], 600)
        lines = raced(shell, peers[A])
        assert [(line.seat, line.verdict) for line in lines] == [(D, Verdict.PAID), (C, Verdict.PAID)]
        assert [line.time for line in lines] == [400, 600]

    def test_r5_5_the_joint_interval_runs_from_the_first_claim(self) -> None:
        for gap, paid in ((0.3, [C, D]), (0.5, [C])):
            shell, peers = seated(Settings(seats=4, ron_window=0))
            shell.put(laid_five())
            window = shell.race.window
            shell.run(1.0)
            shell.ron(peers[C], 1_000)
            shell.run(gap)
            shell.ron(peers[D], 1_000 + round(gap * 1_000), window)
            shell.run(1.0)
            assert shell.lines("ron")[0]["seats"] == paid
            assert isinstance(shell.answer(peers[D]), Ack) == (D in paid)

    def test_r5_3_the_next_players_own_last_single_is_in_the_same_settlement(self, table: Seated) -> None:
        shell, peers = table
        shell.put(position((1, 2, 3), (8,), (8,), (4, 5), floor=8, turn=B, layer=A))
        shell.run(0.3)
        assert shell.act(peers[B], DoLay((8,)), 300) is None
        shell.run(0.3)
        shell.ron(peers[C], 600)
        assert shell.lines("ron")[0]["seats"] == [B, C]
        assert shell.lines("settle")[0]["pay"] == [[A, B, 6], [A, C, 6]]

    def test_r4_5_the_terra_penalty_is_drawn_once(self, table: Seated) -> None:
        shell, peers = table
        shell.put(laid_eight(fresh_terra=True, top=(4, 5, 6)))
        shell.run(0.3)
        shell.ron(peers[C], 300)
        shell.ron(peers[D], 300)
        (line,) = shell.lines("ron")
        assert len(line["penalty"]) == 3
        assert shell.lines("settle")[0]["pay"] == [[A, C, 12], [A, D, 12]]

    def test_one_claim_a_window(self, table: Seated) -> None:
        shell, peers = table
        shell.put(laid_five())
        shell.run(0.3)
        assert shell.ron(peers[C], 300) is None
        for _ in range(20):
            assert code(shell.ron(peers[C], 300)) == Code.CLAIMED


class TestBare:
    """R5.2: after a draw, or with no window at all, it is a race between the Ron and the next player."""

    def far(self, bare: Seated) -> Seated:
        """Put C at the end of 80 ms, everybody else at none."""
        shell, peers = bare
        shell.table.measured(peers[C], 0.080)
        shell.put(laid_eight(top=(4,)))
        return shell, peers

    def test_r5_2_a_claim_pressed_before_the_action_wins_though_it_arrives_after(self, bare: Seated) -> None:
        shell, peers = self.far(bare)
        shell.run(0.310)
        shell.act(peers[B], DoDraw(), 305)
        shell.run(0.060)
        assert shell.game.turn == B
        shell.ron(peers[C], 290)                       # read at 370 ms, pressed at 290
        shell.run(0.5)
        assert shell.lines("ron")[0]["seats"] == [C]
        assert code(shell.answer(peers[B])) == Code.STALE

    def test_r5_2_an_action_pressed_before_the_claim_wins_though_it_arrives_after(self, bare: Seated) -> None:
        shell, peers = bare
        shell.table.measured(peers[B], 0.080)
        shell.put(laid_eight(top=(4,)))
        shell.run(0.310)
        assert shell.ron(peers[C], 305) is None
        shell.run(0.060)
        shell.act(peers[B], DoDraw(), 290)
        shell.run(0.5)
        assert not shell.lines("ron")
        assert code(shell.answer(peers[C])) == Code.LATE
        assert raced(shell, peers[A]) == (RaceLine(C, 306, Verdict.LATE),)
        assert shell.game.turn == C
        assert shell.lines("race")[0]["held"]["verdict"] == "done"

    def test_a_claim_that_came_too_late_is_not_false(self, bare: Seated) -> None:
        """The wrong claim was read first, but the action that closed the moment had been pressed before it."""
        shell, peers = bare
        shell.table.measured(peers[B], 0.080)
        shell.put(position((1, 2, 3), (5, 6, 7), (7,), (9, 9), floor=8, turn=B, layer=A, top=(4,)))
        shell.run(0.310)
        assert shell.ron(peers[C], 305) is None
        shell.run(0.060)
        shell.act(peers[B], DoDraw(), 290)
        assert code(shell.answer(peers[C])) == Code.LATE
        assert not shell.lines("false_ron")

    def test_the_action_is_held_no_longer_than_a_credit_could_be(self, bare: Seated) -> None:
        shell, peers = self.far(bare)
        shell.run(0.5)
        shell.act(peers[B], DoDraw(), 500)
        shell.run(0.083)
        assert shell.game.turn == B
        shell.run(0.002)                   # 80 ms, and the margin of 4
        assert shell.game.turn == C

    def test_it_is_not_held_at_all_where_nobody_could_ron(self, bare: Seated) -> None:
        shell, peers = bare
        shell.put(position((1, 2), (5, 6, 7), (7, 9), (9, 9), floor=8, turn=B, layer=A, top=(4,)))
        shell.act(peers[B], DoDraw())
        assert shell.game.turn == C

    def test_r5_2_after_a_draw_the_same_floor_card_may_be_ronned_again(self, table: Seated) -> None:
        shell, peers = table
        shell.put(laid_eight(top=(4,)))
        shell.act(peers[B], DoDraw())
        shell.run(2.0)
        assert shell.game.turn == C
        shell.run(3.0)
        shell.ron(peers[D], 3_400)
        shell.run(1.0)
        assert shell.lines("ron")[0]["seats"] == [D]
        assert shell.lines("ron")[0]["payer"] == A

    def test_r5_6_a_layer_in_turn_again_goes_out_with_others_and_nobody_pays(self) -> None:
        shell, peers = seated(Settings(seats=4, ron_window=0))
        shell.put(position((8,), (5, 6, 7), (8,), (9, 9), floor=8, turn=A, layer=A, turns=4), timed=False)
        shell.run(0.5)
        shell.ron(peers[C], 500)
        shell.run(0.2)
        shell.act(peers[A], DoLay((8,)), 700)
        shell.run(1.0)
        assert sorted(shell.lines("ron")[0]["seats"]) == [A, C]
        assert shell.lines("settle")[0]["pay"] == []


class TestOnePass:
    """What comes in one pass of the loop is a tie, settled by rule, not by the order of reading (DESIGN.md 2.5)."""

    def outcome(self, settings: Settings, order: tuple[int, ...], wait: float) -> tuple[object, ...]:
        shell, peers = seated(settings)
        shell.put(position((1, 2, 3), (5, 6, 7), (8,), (7,), floor=8, turn=B, layer=A, top=(4,)))
        shell.run(wait)
        window, rev, reaction = shell.race.window, shell.last(peers[B]).rev, round(wait * 1000)
        commands = (
            (peers[B], Act(1, rev, DoDraw(), reaction)),
            (peers[C], Claim(1, window, reaction)),
            (peers[D], Claim(1, window, reaction)),
            (peers[A], Claim(1, window, reaction)),
            (peers[A], Pause(2, True)),
        )
        with shell.one_pass():
            for which in order:
                shell.send(*commands[which])
        shell.run(3.0)
        answers = [shell.answer(peer, seq) for peer in peers for seq in (1, 2)]
        return (shell.game, shell.lines("race"), shell.lines("ron"), [set(shell.game.barred)], answers)

    @pytest.mark.parametrize("settings", [FOUR, BARE, Settings(seats=4, ron_window=0, credit_cap=0)])
    @pytest.mark.parametrize("wait", [0.3, 2.0])
    def test_the_result_does_not_depend_on_the_order(self, settings: Settings, wait: float) -> None:
        orders = list(permutations(range(5)))
        first = self.outcome(settings, orders[0], wait)
        for order in orders[1::7]:
            assert self.outcome(settings, order, wait) == first


class TestStall:
    def play(self, disk: float) -> Shell:
        """Claims and an action around the end of a bare race, pressed so long after each was told."""
        shell, peers = seated(Settings(seats=4, ron_window=200, ron_joint=100))
        shell.disk = disk
        for peer, rtt in zip(peers, (0.0, 0.08, 0.0, 0.02), strict=True):
            shell.table.measured(peer, rtt)
        shell.put(position((1, 2, 3, 8), (5, 6, 7), (8,), (8,), floor=8, turn=A, layer=None, turns=4))
        shell.act(peers[A], DoLay((8,)))
        shell.run_until(lambda: any(isinstance(event, Laid) for event in shell.events(peers[A])))
        shell.run(0.290)
        shell.ron(peers[C], 290)
        shell.run(0.060)
        shell.ron(peers[D], 320)
        shell.act(peers[B], DoDraw(), 280)
        shell.run(2.0)
        return shell

    def test_a_slow_disk_changes_no_outcome(self) -> None:
        quick, slow = self.play(0.0), self.play(0.050)
        assert quick.lines("race")
        for kind in ("race", "ron", "draw", "settle"):
            assert slow.lines(kind) == quick.lines(kind)
        assert slow.game == quick.game

    def test_r5_2_an_action_before_the_claims_stands(self) -> None:
        shell = self.play(0.0)
        assert [claim["verdict"] for claim in shell.lines("race")[0]["claims"]] == ["late", "late"]


class TestStuck:
    def test_one_who_cannot_be_told_holds_up_nobody(self, table: Seated) -> None:
        shell, peers = table
        shell.deaf.add(peers[D])
        shell.put(laid_eight(top=(4,)))
        shell.act(peers[B], DoDraw())
        shell.run(1.7)
        assert shell.game.turn == C

    def test_one_told_late_has_no_more_time_than_the_others(self, table: Seated) -> None:
        shell, peers = table
        shell.deaf.add(peers[D])
        shell.put(laid_eight(top=(4,)))
        window = shell.race.window
        shell.run(5.0)
        shell.carry_out(shell.table.told(shell.now, peers[D], window))
        shell.act(peers[B], DoDraw(), 5_000)
        shell.run(0.2)
        assert shell.game.turn == C

    def test_a_moment_that_reaches_nobody_passes(self) -> None:
        shell, peers = seated(Settings(seats=4, turn_time=3_000))
        shell.deaf |= set(peers)
        shell.put(laid_eight(top=(4,)))
        shell.run(4.6)
        assert shell.game.turn == C


class TestShown:
    def test_the_game_that_a_race_ends_is_told_whole(self, table: Seated) -> None:
        shell, peers = table
        shell.put(laid_five())
        shell.run(0.3)
        shell.ron(peers[C], 300)
        shell.ron(peers[D], 300)
        told = shell.events(peers[A])[-3:]
        assert [type(event) for event in told] == [Raced, Ronned, RoundEnded]

    def test_an_explanation_is_committed_with_its_ron(self, table: Seated) -> None:
        shell, peers = table
        shell.put(laid_five())
        shell.run(0.3)
        shell.ron(peers[C], 300)
        shell.ron(peers[D], 300)
        (batch,) = [batch for batch in shell.batches if any(line["t"] == "ron" for line in batch)]
        assert [line["t"] for line in batch][:2] == ["race", "ron"]
