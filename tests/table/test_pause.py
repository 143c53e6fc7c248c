"""Any player pauses and un-pauses; all clocks stand meanwhile, and nobody gains turn time by it (DESIGN.md 6)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from server.engine.rules import Rules
from server.wire.messages import (
    Ack,
    Change,
    Code,
    DoDraw,
    Pause,
    Presence,
    Ready,
    Stage,
    Start,
)
from server.wire.settings import Level, Settings
from tests.table.people import crowd
from tests.table.shell import Shell, new_shell, seated
from tests.table.spots import FOUR, A, B, C, D, changes, code, laid_eight, laid_five

THREE = Settings(seats=3, pace=900)
SHORT = replace(THREE, rules=Rules(start=5, limit=12))


def pause(shell: Shell, peer: int, on: bool = True) -> None:
    """Let `peer` pause, or un-pause."""
    assert isinstance(shell.give(peer, lambda seq: Pause(seq, on)), Ack)


def playing(settings: Settings = THREE, bots: int = 0) -> tuple[Shell, list[int]]:
    """Return a table in its first round; it is the first human's turn."""
    shell = new_shell(settings).open(*[Level.EASY] * bots)
    peers = [shell.join(name) for name in "ABCDE"[: settings.seats - bots]]
    for peer in peers:
        shell.give(peer, lambda seq: Ready(seq, True, bytes(16)))
    shell.put(replace(shell.game, turn=bots))
    return shell, peers


class TestPause:
    def test_is_told_to_all_with_who_paused(self) -> None:
        shell, peers = playing()
        pause(shell, peers[1])
        assert shell.last(peers[0]).paused == 1
        assert changes(shell, peers[0])[-1] is Change.PAUSED
        pause(shell, peers[2], on=False)
        assert shell.last(peers[0]).paused is None
        assert changes(shell, peers[0])[-1] is Change.UNPAUSED

    def test_stops_the_turn_clock_which_goes_on_with_what_was_left(self) -> None:
        shell, peers = playing()
        shell.run(20.0)
        pause(shell, peers[1])
        shell.run(1_000.0)
        clock = shell.last(peers[0]).clock
        assert clock is not None
        assert clock.left == pytest.approx(40_000, abs=1)
        pause(shell, peers[0], on=False)
        shell.run(39.9)
        assert not shell.lines("draw")
        shell.run(0.2)
        assert len(shell.lines("draw")) == 1

    def test_no_turn_time_is_gained_by_pausing_again_and_again(self) -> None:
        shell, peers = playing()
        spent = 0.0
        while not shell.lines("draw") and spent < 100.0:
            pause(shell, peers[0])
            shell.run(7.0)
            pause(shell, peers[0], on=False)
            shell.run(1.0)
            spent += 1.0
        assert spent == pytest.approx(60.0, abs=1.1)

    def test_moves_and_rons_are_refused(self) -> None:
        shell, peers = seated(FOUR)
        shell.put(laid_eight(), timed=False)
        pause(shell, peers[A])
        assert code(shell.act(peers[B], DoDraw())) == Code.PAUSED
        assert code(shell.ron(peers[C], 300)) == Code.PAUSED
        assert not shell.lines("false_ron")

    def test_bots_wait_too_and_no_longer(self) -> None:
        shell, peers = playing(bots=2)
        shell.put(replace(shell.game, turn=0))
        pause(shell, peers[0])
        shell.run(500.0)
        assert shell.game.turn == 0
        pause(shell, peers[0], on=False)
        shell.run(1.5)
        assert shell.game.turn == 1

    def test_a_stand_in_called_during_a_pause_plays_soon_after_it(self) -> None:
        shell, peers = playing()
        pause(shell, peers[1])
        shell.cut(peers[0])
        shell.run(3_600.0)
        assert shell.roster(peers[1]).seats[0].presence is Presence.AWAY
        pause(shell, peers[1], on=False)
        shell.run(3.0)
        assert shell.game.turn == 1

    def test_only_while_a_game_runs(self) -> None:
        shell, peers = seated(THREE)
        assert code(shell.give(peers[0], lambda seq: Pause(seq, True))) == Code.NOT_STARTED

    def test_twice_is_once(self) -> None:
        shell, peers = playing()
        pause(shell, peers[0])
        pause(shell, peers[1])
        assert shell.last(peers[0]).paused == 0
        assert changes(shell, peers[0]).count(Change.PAUSED) == 1


class TestRace:
    def test_a_pause_waits_for_an_open_window(self) -> None:
        shell, peers = seated(FOUR)
        shell.put(laid_five())
        shell.run(0.2)
        pause(shell, peers[A])
        shell.ron(peers[C], 300)
        shell.run(0.5)
        shell.ron(peers[D], 700)
        assert shell.lines("ron")[0]["seats"] == [C, D]

    def test_and_begins_as_soon_as_that_has_passed(self) -> None:
        shell, peers = seated(FOUR)
        shell.put(laid_five())
        shell.run(0.2)
        pause(shell, peers[A])
        shell.run(100.0)
        assert shell.table.core.stopped == pytest.approx(shell.race.opened + 1.5)
        assert code(shell.ron(peers[C], 300)) == Code.PAUSED

    def test_and_for_a_race_that_is_being_decided(self) -> None:
        shell, peers = seated(FOUR)
        shell.table.measured(peers[C], 0.1)
        shell.put(laid_eight(top=(4,)), timed=False)
        shell.act(peers[B], DoDraw())
        pause(shell, peers[A])
        assert shell.table.core.stopped is None
        shell.run(1.0)
        assert shell.game.turn == C
        assert shell.table.core.stopped is not None

    def test_after_it_the_moment_is_open_still_with_a_number_of_its_own(self) -> None:
        shell, peers = seated(FOUR)
        shell.put(laid_eight(), timed=False)
        window = shell.race.window
        pause(shell, peers[A])
        shell.run(50.0)
        pause(shell, peers[A], on=False)
        assert code(shell.ron(peers[C], 300, window)) == Code.LATE
        shell.run(0.3)
        shell.ron(peers[C], 300)
        shell.run(1.0)
        assert shell.lines("ron")[0]["seats"] == [C]

    def test_a_pause_asked_for_as_the_game_ends_does_not_reach_into_the_next(self) -> None:
        shell, peers = seated(FOUR)
        shell.put(laid_five())
        shell.table.core.game = replace(shell.game, scores=(5, 40, 40, 35))
        shell.run(0.3)
        with shell.one_pass():
            shell.ron(peers[C], 300)
            shell.ron(peers[D], 300)
            pause(shell, peers[A])
        assert shell.at(Stage.OVER)
        assert shell.last(peers[A]).paused is None
        for peer in peers:
            shell.give(peer, lambda seq: Ready(seq, True, bytes(16)))
        assert shell.at(Stage.PLAY)


class TestBetween:
    def paused_between(self) -> tuple[Shell, list[int]]:
        """Return a table paused between two rounds."""
        shell = new_shell(SHORT).open()
        people = crowd(shell, "ABC")
        shell.run_until(lambda: shell.at(Stage.BETWEEN))
        peers = [person.peer for person in people]
        shell.watchers.clear()
        pause(shell, peers[0])
        return shell, peers

    def test_the_next_round_waits(self) -> None:
        shell, peers = self.paused_between()
        for peer in peers:
            shell.give(peer, lambda seq: Ready(seq, True, bytes(16)))
        shell.run(100.0)
        assert shell.at(Stage.BETWEEN)
        assert code(shell.give(peers[0], lambda seq: Start(seq))) == Code.PAUSED
        pause(shell, peers[1], on=False)
        assert shell.at(Stage.PLAY)

    def test_its_clock_stands(self) -> None:
        shell, peers = self.paused_between()
        shell.run(100.0)
        pause(shell, peers[1], on=False)
        assert shell.at(Stage.BETWEEN)
        shell.run(22.0)
        assert shell.at(Stage.PLAY)

    def test_a_deal_that_waits_for_nonces_waits_on(self) -> None:
        shell, peers = seated(THREE)
        shell.give(peers[0], lambda seq: Start(seq))
        assert shell.at(Stage.DEALING)
        pause(shell, peers[0])
        for peer in peers:
            shell.give(peer, lambda seq: Ready(seq, True, bytes(16)))
        shell.run(10.0)
        assert shell.at(Stage.DEALING)
        pause(shell, peers[0], on=False)
        assert shell.at(Stage.PLAY)
        clock = shell.last(peers[0]).clock
        assert clock is not None
        assert clock.left == clock.total == 60_000
