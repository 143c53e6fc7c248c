"""Moves at a table: who may do what and when, refusals to the sender alone, the clock and its defaults."""

from __future__ import annotations

from dataclasses import replace

import pytest

from server.engine.events import Drew, Kept, Laid, Matched
from server.engine.reasons import Reason
from server.wire.messages import (
    Ack,
    Change,
    Code,
    DoDraw,
    DoKeep,
    DoLay,
    DoMatch,
    Move,
    Role,
    Stage,
)
from server.wire.settings import Settings
from tests.engine.positions import position
from tests.table.shell import Shell, seated
from tests.table.spots import A, B, changes, code

THREE = Settings(seats=3)
Spot = tuple[Shell, list[int]]


@pytest.fixture
def table() -> Spot:
    """A's turn, nobody holds one card; on the floor lies a 4 of C's; an 11 and a 9 are on top of the deck."""
    shell, peers = seated(THREE)
    shell.put(position((5, 7, 8, 12), (2, 3, 9), (6, 6, 9), floor=4, turn=A, layer=2, top=(9, 12)))
    return shell, peers


class TestMoves:
    def test_are_done_acknowledged_and_shown_to_all(self, table: Spot) -> None:
        shell, peers = table
        assert isinstance(shell.act(peers[A], DoLay((5, 7, 8), "+-")), Ack)
        for peer in peers:
            view = shell.last(peer).view
            assert view is not None
            assert (view.floor, view.turn, view.cards) == (8, B, (1, 3, 3))
            assert shell.events(peer)[-1] == Laid(A, (5, 7, 8), "+-", False)

    def test_with_terra(self, table: Spot) -> None:
        shell, peers = table
        shell.act(peers[A], DoLay((5, 7, 8), "+-", True))
        assert shell.game.terra

    @pytest.mark.parametrize(
        ("move", "reason"),
        [
            (DoLay((5, 7, 8), "++"), Reason.WRONG_TOTAL),
            (DoLay((4, 8, 8), "+-"), Reason.NOT_IN_HAND),
            (DoLay((5, 7), ""), Reason.BAD_SUM),
            (DoLay((5,)), Reason.DOTS_DIFFER),
            (DoLay((12,), "", True), Reason.NOT_TERRA_CARD),
            (DoMatch(), Reason.NOT_CHOOSING),
            (DoKeep(), Reason.NOT_CHOOSING),
        ],
    )
    def test_that_the_rules_forbid_are_refused_to_their_sender_alone(
        self, table: Spot, move: Move, reason: Reason
    ) -> None:
        shell, peers = table
        before, heard = shell.game, len(shell.inbox[peers[B]])
        assert code(shell.act(peers[A], move)) == reason
        assert shell.game is before
        assert len(shell.inbox[peers[B]]) == heard

    def test_of_another_or_of_a_spectator_are_refused(self, table: Spot) -> None:
        shell, peers = table
        watcher = shell.join("W", Role.WATCH)
        assert code(shell.act(peers[B], DoDraw())) == Reason.NOT_YOUR_TURN
        assert code(shell.act(watcher, DoDraw())) == Code.NOT_PLAYER
        assert code(shell.ron(watcher, 300)) == Code.NOT_PLAYER

    def test_outside_of_a_round_are_refused(self) -> None:
        shell, peers = seated(THREE)
        assert code(shell.act(peers[A], DoDraw())) == Code.NOT_STARTED

    def test_that_answer_an_older_decision_are_stale(self, table: Spot) -> None:
        shell, peers = table
        rev = shell.last(peers[B]).rev
        shell.act(peers[A], DoDraw())
        assert code(shell.act(peers[B], DoDraw(), rev=rev)) == Code.STALE
        assert isinstance(shell.act(peers[B], DoDraw()), Ack)

    def test_of_a_link_that_is_gone_are_nothing(self, table: Spot) -> None:
        shell, peers = table
        shell.cut(peers[A])
        assert shell.act(peers[A], DoDraw()) is None


class TestBackMatch:
    def test_r3_5_the_card_is_seen_by_its_drawer_alone(self, table: Spot) -> None:
        shell, peers = table
        shell.table.core.game = replace(shell.game, deck=(12, *shell.game.deck[:1], *shell.game.deck[2:]))
        shell.act(peers[A], DoDraw())
        mine, theirs = shell.last(peers[A]), shell.last(peers[B])
        assert mine.view is not None
        assert theirs.view is not None
        assert (mine.view.drawn, theirs.view.drawn) == (12, None)
        assert shell.events(peers[A])[-1] == Drew(A, 1, True, (12,))
        assert shell.events(peers[B])[-1] == Drew(A, 1, True)

    def test_r3_5_it_is_laid_or_kept(self, table: Spot) -> None:
        shell, peers = table
        shell.table.core.game = replace(shell.game, deck=(12, *shell.game.deck[:1], *shell.game.deck[2:]))
        shell.act(peers[A], DoDraw())
        assert code(shell.act(peers[A], DoDraw())) == Reason.CHOOSING
        assert isinstance(shell.act(peers[A], DoMatch()), Ack)
        assert shell.events(peers[B])[-1] == Matched(A, 12, False)
        assert shell.game.scores == (32, 29, 29)


class TestClock:
    def test_runs_from_the_decision_and_is_shown(self, table: Spot) -> None:
        shell, peers = table
        shell.run(15.0)
        watcher = shell.join("W", Role.WATCH)
        for peer in (peers[B], watcher):
            clock = shell.last(peer).clock
            assert clock is not None
            assert clock.total == 60_000
        clock = shell.last(watcher).clock
        assert clock is not None
        assert clock.left == pytest.approx(45_000, abs=1)

    def test_draws_for_one_who_does_nothing(self, table: Spot) -> None:
        shell, peers = table
        shell.run(59.9)
        assert shell.game.turn == A
        shell.run(0.2)
        assert shell.game.turn == B
        assert changes(shell, peers[B])[-1] is Change.TIMED_OUT
        assert isinstance(shell.events(peers[B])[-1], Drew)

    def test_nobodys_runs_out_because_the_host_was_stopped(self, table: Spot) -> None:
        shell, peers = table
        shell.run(50.0)
        shell.now += 300.0
        shell.carry_out(shell.table.slept(shell.now, 300.0))
        clock = shell.last(peers[A]).clock
        assert clock is not None
        assert clock.left == pytest.approx(10_000, abs=1_500)
        shell.run(8.0)
        assert shell.game.turn == A
        assert not {Change.TIMED_OUT, Change.AWAY} & set(changes(shell, peers[B]))
        shell.run(4.0)
        assert shell.game.turn == B

    def test_one_that_was_set_as_it_woke_gets_no_more(self, table: Spot) -> None:
        shell, peers = table
        shell.now += 300.0
        shell.act(peers[A], DoDraw())       # read in the same pass, before the table is told
        shell.carry_out(shell.table.slept(shell.now, 300.0))
        shell.run(61.0)
        assert changes(shell, peers[B])[-1] is Change.TIMED_OUT

    def test_keeps_for_one_who_does_not_choose(self, table: Spot) -> None:
        shell, peers = table
        shell.table.core.game = replace(shell.game, deck=(12, *shell.game.deck[:1], *shell.game.deck[2:]))
        shell.act(peers[A], DoDraw())
        shell.run(60.1)
        assert shell.events(peers[B])[-1] == Kept(A)

    def test_counts_a_timed_window_as_nobodys_time(self) -> None:
        shell, peers = seated(Settings(seats=4, turn_time=2_000))
        shell.put(position((1, 2, 3), (5, 6, 7), (8,), (8,), floor=8, turn=B, layer=A, top=(4,)))
        shell.run(3.4)
        assert shell.game.turn == B
        shell.run(0.2)
        assert shell.game.turn == 2
        assert Change.TIMED_OUT in changes(shell, peers[A])

    def test_there_may_be_none(self) -> None:
        shell, peers = seated(Settings(seats=3, turn_time=0))
        shell.put(position((5, 7, 8, 12), (2, 3, 9), (6, 6, 9), floor=4, turn=A, layer=2))
        assert shell.last(peers[A]).clock is None
        shell.run(2_000.0)
        assert shell.game.turn == A

    def test_a_move_that_waits_for_the_race_is_in_time(self) -> None:
        shell, peers = seated(Settings(seats=4, ron_window=5_000, turn_time=1_000))
        shell.put(position((1, 2, 3), (5, 6, 7), (8,), (8,), floor=8, turn=B, layer=A, top=(4, 4)))
        shell.act(peers[B], DoDraw())
        shell.run(5.5)
        assert Change.TIMED_OUT not in changes(shell, peers[A])
        assert shell.game.turn == 2

    def test_nor_is_one_replaced_that_is_judged_after_the_clock_ran_out(self) -> None:
        shell, peers = seated(Settings(seats=4, ron_window=0, turn_time=1_000))
        shell.table.measured(peers[2], 0.1)
        shell.put(position((1, 2, 3), (5, 6, 7, 8), (8,), (8,), floor=4, turn=B, layer=A, top=(4, 4)))
        shell.run(0.95)
        shell.act(peers[B], DoLay((5, 7, 8), "+-"))
        shell.run(1.0)
        assert Change.TIMED_OUT not in changes(shell, peers[A])
        assert shell.game.layer == B

    def test_a_default_in_a_race_is_an_action_like_any_other(self) -> None:
        shell, peers = seated(Settings(seats=4, ron_window=0, turn_time=1_000))
        shell.table.measured(peers[2], 0.1)
        shell.put(position((1, 2, 3), (5, 6, 7), (8,), (8,), floor=8, turn=B, layer=A, top=(4, 4)))
        shell.run(1.05)
        assert shell.game.turn == B                # C may have pressed before the clock ran out
        shell.ron(peers[2], 980)
        shell.run(1.0)
        assert shell.lines("ron")[0]["seats"] == [2]


class TestDeck:
    def test_r8_1_a_draw_that_needs_it_reshuffles_first(self, table: Spot) -> None:
        shell, peers = table
        shell.put(position((5, 7, 8, 12), (2, 3, 9), (6, 6, 9), floor=4, turn=A, layer=2, deck=()))
        before = len(shell.game.under)
        assert isinstance(shell.act(peers[A], DoDraw()), Ack)
        assert len(shell.game.deck) == before - 1
        assert [line["t"] for line in shell.journal[-2:]] == ["reshuffle", "draw"]
        assert shell.at(Stage.PLAY)

    def test_r8_3_when_all_pass_the_round_is_void(self) -> None:
        shell, peers = seated(THREE)
        hands = ((1, 2, 2, 3, 3, 3), (4, 4, 4, 4, 5, 5, 5, 5, 5, 6, 6, 6, 6, 6, 6), (7,) * 7)
        rest = position(*hands, floor=8, turn=A).deck
        game = position(hands[0], hands[1], (*hands[2], *rest), floor=8, turn=A, deck=())
        shell.put(game)
        for seat in (0, 1, 2):
            shell.act(peers[seat], DoDraw())
        assert shell.at(Stage.BETWEEN)
        assert shell.lines("settle")[0]["winners"] == []
