"""False Rons and late ones: the one is announced and bars, the other is nothing (R5.8, DESIGN.md 2.4)."""

from __future__ import annotations

import pytest

from server.engine.events import FalselyRonned
from server.engine.reasons import Reason
from server.wire.messages import Code, DoDraw, DoLay, Stage
from server.wire.settings import Settings
from tests.engine.positions import position
from tests.table.shell import Shell, seated
from tests.table.spots import FOUR, A, B, C, D, Seated, code, laid_eight, laid_five


@pytest.fixture
def table() -> Seated:
    """Four humans, and the default settings."""
    return seated(FOUR)


class TestFalse:
    def one_false(self, shell: Shell, peers: list[int]) -> None:
        shell.put(position((1, 2, 3), (5, 6, 7), (7,), (8,), floor=8, turn=B, layer=A, top=(4, 4, 5)))
        shell.run(0.3)

    def test_r5_8_is_refused_and_announced(self, table: Seated) -> None:
        shell, peers = table
        self.one_false(shell, peers)
        assert code(shell.ron(peers[C], 300)) == Reason.DOTS_DIFFER
        for peer in peers:
            assert FalselyRonned(C) in shell.events(peer)
        assert shell.at(Stage.PLAY)

    def test_r5_8_more_than_one_card_is_false_too(self, table: Seated) -> None:
        shell, peers = table
        self.one_false(shell, peers)
        assert code(shell.ron(peers[B], 300)) == Reason.NOT_ONE_CARD
        assert shell.game.barred == {B}

    def test_r5_8_the_player_is_barred_until_their_next_turn_has_ended(self, table: Seated) -> None:
        shell, peers = table
        shell.put(position((1, 2, 3), (5, 6, 7), (7,), (9, 9), floor=8, turn=B, layer=A, top=(4, 4)))
        shell.run(0.3)
        shell.ron(peers[C], 300)
        shell.run(2.0)
        assert shell.last(peers[A]).view.barred == (C,)  # type: ignore[union-attr]
        shell.act(peers[B], DoDraw())
        shell.run(1.0)
        assert code(shell.ron(peers[C], 300)) == Reason.DOTS_DIFFER        # their own turn: refused, nothing more
        shell.act(peers[C], DoDraw())
        shell.run(1.0)
        assert shell.game.turn == D
        assert not shell.game.barred
        assert len(shell.lines("false_ron")) == 1

    def test_r5_8_a_barred_interrupt_is_refused_privately(self, table: Seated) -> None:
        shell, peers = table
        shell.put(position((1, 2, 3), (5, 6, 7), (8,), (8,), floor=8, turn=B, layer=A, barred=(D,)))
        shell.run(0.3)
        before = [shell.last(peer) for peer in peers]
        assert code(shell.ron(peers[D], 300)) == Reason.BARRED
        assert [shell.last(peer) for peer in peers] == before

    def test_r5_8_ones_own_last_single_is_allowed_meanwhile(self, table: Seated) -> None:
        shell, peers = table
        shell.put(position((1, 2, 3), (8,), (9, 7), (9, 6), floor=8, turn=B, layer=A, barred=(B,)))
        shell.run(0.3)
        shell.act(peers[B], DoLay((8,)), 300)
        assert shell.lines("ron")[0]["seats"] == [B]

    def test_r5_8_can_be_turned_off(self) -> None:
        shell, peers = seated(Settings(seats=4, false_ron=False))
        self.one_false(shell, peers)
        before = shell.last(peers[A])
        assert code(shell.ron(peers[C], 300)) == Reason.DOTS_DIFFER
        assert not shell.game.barred
        assert shell.last(peers[A]) == before

    def test_r5_6_ones_own_card_is_refused_without_penalty(self, table: Seated) -> None:
        shell, peers = table
        shell.put(position((8,), (5, 6, 7), (7, 9), (8, 9), floor=8, turn=B, layer=A))
        shell.run(0.3)
        assert code(shell.ron(peers[A], 300)) == Reason.OWN_CARD
        assert not shell.game.barred

    def test_a_false_ron_takes_nothing_from_a_true_one(self, table: Seated) -> None:
        shell, peers = table
        self.one_false(shell, peers)
        with shell.one_pass():
            shell.ron(peers[C], 300)
            shell.ron(peers[D], 300)
        assert [line["seat"] for line in shell.lines("false_ron")] == [C]
        assert shell.lines("ron")[0]["seats"] == [D]
        assert shell.lines("race")[0]["false"] == [C]

    def test_one_within_the_joint_interval_of_a_ron_is_false_and_comes_first(self) -> None:
        for wait, false in ((0.05, [C]), (0.15, [])):
            shell, peers = seated(Settings(seats=4, ron_window=0, ron_joint=100))
            self.one_false(shell, peers)
            shell.run(0.6)
            window = shell.race.window
            shell.ron(peers[D], 900)
            shell.run(wait)
            shell.ron(peers[C], 900 + round(wait * 1_000), window)
            shell.run(1.0)
            assert [line["seat"] for line in shell.lines("false_ron")] == false
            assert shell.lines("ron")[0]["seats"] == [D]
            assert code(shell.answer(peers[C])) == (Reason.DOTS_DIFFER if false else Code.LATE)

    def test_one_that_is_not_yet_judged_when_a_ron_ends_the_round_is_answered(self) -> None:
        shell, peers = seated(Settings(seats=4, ron_window=0, ron_joint=0))
        shell.table.measured(peers[B], 0.1)
        self.one_false(shell, peers)
        with shell.one_pass():
            shell.ron(peers[C], 300)
            shell.ron(peers[D], 300)
        shell.run(1.0)
        assert [line["seat"] for line in shell.lines("false_ron")] == [C]
        assert shell.lines("ron")[0]["seats"] == [D]
        assert code(shell.answer(peers[C])) == Reason.DOTS_DIFFER

    def test_hammering_loses(self, table: Seated) -> None:
        shell, peers = table
        self.one_false(shell, peers)
        answers = [code(shell.ron(peers[C], 30 * press)) for press in range(23)]
        assert answers[0] == Reason.DOTS_DIFFER
        assert set(answers[1:]) == {Reason.BARRED}
        assert len(shell.lines("false_ron")) == 1


class TestLate:
    def test_r5_8_a_claim_for_a_window_that_has_closed_is_late_not_false(self, table: Seated) -> None:
        shell, peers = table
        shell.put(laid_eight(top=(4,)))
        window = shell.race.window
        shell.act(peers[B], DoDraw())
        shell.run(2.0)
        events = shell.events(peers[A])
        for peer in (peers[A], peers[B], peers[D]):
            assert code(shell.ron(peer, 300, window)) == Code.LATE
        assert shell.events(peers[A]) == events
        assert not shell.game.barred

    def test_outside_of_play_too(self, table: Seated) -> None:
        shell, peers = table
        assert code(shell.ron(peers[B], 300, window=1)) == Code.LATE       # in the lobby
        shell.put(laid_five())
        window = shell.race.window
        shell.run(0.3)
        shell.ron(peers[C], 300)
        shell.ron(peers[D], 300)
        assert shell.at(Stage.BETWEEN)
        assert code(shell.ron(peers[B], 900, window)) == Code.LATE
        assert not shell.lines("false_ron")

    def test_a_window_that_has_not_opened_cannot_be_claimed(self, table: Seated) -> None:
        shell, peers = table
        shell.put(laid_eight(top=(4,)))
        assert code(shell.ron(peers[C], 0, shell.race.window + 1)) == Code.LATE
