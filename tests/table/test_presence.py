"""Who is there: pings, unsteady and away, stand-ins, absent owners, deserted tables (DESIGN.md 6)."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import pytest

from server.engine.rules import Rules
from server.table.effects import Send
from server.table.presence import LOBBY_KEPT
from server.wire.messages import (
    Ack,
    AddBot,
    Change,
    Code,
    DoDraw,
    Kind,
    Leave,
    Ping,
    Pong,
    Presence,
    Ready,
    Role,
    Say,
    Stage,
    Start,
    TakeSeat,
)
from server.wire.settings import Level, Settings
from tests.table.people import crowd
from tests.table.shell import Shell, new_shell, seated
from tests.table.spots import FOUR, A, B, C, changes, code, laid_eight

THREE = Settings(seats=3, pace=100)
SHORT = replace(THREE, rules=Rules(start=5, limit=12))


def playing(settings: Settings = THREE) -> tuple[Shell, list[int]]:
    """Return a table of humans in its first round."""
    shell, peers = seated(settings)
    for peer in peers:
        shell.give(peer, lambda seq: Ready(seq, True, bytes(16)))
    return shell, peers


def presence(shell: Shell, peer: int, seat: int) -> Presence:
    """Return how `peer` sees the link of `seat`."""
    return shell.roster(peer).seats[seat].presence


class TestPings:
    def test_go_out_every_two_seconds_from_the_start(self) -> None:
        shell, peers = seated(THREE)
        shell.run(10.0)
        pings = [at for at, peer, message in shell.stream if peer == peers[0] and isinstance(message, Ping)]
        assert [round(later - earlier, 3) for earlier, later in pairwise(pings)] == [2.0] * 4

    def test_to_spectators_too(self) -> None:
        shell, _ = seated(THREE)
        watcher = shell.join("W", Role.WATCH)
        shell.run(3.0)
        assert any(isinstance(message, Ping) for message in shell.inbox[watcher])

    def test_from_a_client_are_answered(self) -> None:
        shell, peers = seated(THREE)
        effects = shell.table.pinged(shell.now, peers[0], 77)
        assert effects[0] == Send(peers[0], Pong(77))

    def test_silence_is_unsteady_after_four_seconds_and_away_after_eight(self) -> None:
        shell, peers = seated(THREE)
        shell.run(2.5)
        shell.silent.add(peers[1])
        heard = shell.now - 0.5
        shell.run(3.4)
        assert presence(shell, peers[0], 1) is Presence.HERE
        shell.run_until(lambda: presence(shell, peers[0], 1) is Presence.UNSTEADY)
        assert 4.0 <= shell.now - heard <= 5.5
        shell.run_until(lambda: presence(shell, peers[0], 1) is Presence.AWAY)
        assert 8.0 <= shell.now - heard <= 9.5
        assert Change.AWAY in changes(shell, peers[0])

    def test_a_word_brings_them_back(self) -> None:
        shell, peers = seated(THREE)
        shell.silent.add(peers[1])
        shell.run(12.0)
        shell.give(peers[1], lambda seq: Say(seq, "hello"))
        assert presence(shell, peers[0], 1) is Presence.HERE
        assert changes(shell, peers[0])[-1] is Change.BACK


class TestStandIn:
    def away(self, seat: int = 1) -> tuple[Shell, list[int]]:
        """Return a round in which `seat` lost its link, and it is their turn."""
        shell, peers = playing()
        shell.put(replace(shell.game, turn=seat))
        shell.cut(peers[seat])
        return shell, peers

    def test_a_bot_plays_after_the_grace_period(self) -> None:
        shell, peers = self.away()
        shell.run(19.0)
        assert shell.game.turn == 1
        shell.run(3.0)
        assert presence(shell, peers[0], 1) is Presence.STAND_IN
        assert Change.STAND_IN in changes(shell, peers[0])
        assert shell.game.turn == 2

    def test_the_seat_is_given_back_at_once(self) -> None:
        shell, peers = self.away()
        shell.run(22.0)
        shell.put(replace(shell.game, turn=1))
        back = shell.resume(peers[1])
        assert presence(shell, peers[0], 1) is Presence.HERE
        shell.run(10.0)
        assert shell.game.turn == 1                  # the bot's plan for this turn is no more
        assert isinstance(shell.act(back, DoDraw()), Ack)

    def test_what_the_bot_wished_and_what_waits_yet_is_dropped(self) -> None:
        shell, peers = seated(FOUR)
        shell.cut(peers[B])
        shell.table.core.seats[B].presence = Presence.STAND_IN
        shell.put(laid_eight(top=(4,)))
        shell.run(1.3)
        assert shell.race.held is not None
        back = shell.resume(peers[B])
        assert shell.race.held is None
        shell.run(3.0)
        assert shell.game.turn == B
        shell.act(back, DoDraw())
        shell.run(1.0)
        assert shell.game.turn == C

    def test_nor_is_it_done_for_one_who_takes_the_bots_seat(self) -> None:
        shell, peers = seated(FOUR)
        shell.give(peers[B], lambda seq: Leave(seq))
        shell.give(peers[A], lambda seq: AddBot(seq))
        watcher = shell.join("Jun", Role.WATCH)
        shell.table.measured(watcher, 0.08)
        shell.put(laid_eight(top=(4,)))
        shell.run_until(lambda: shell.race.held is not None)
        shell.give(watcher, lambda seq: TakeSeat(seq, B))
        assert shell.race.held is None
        assert shell.race.paths[B].most_credit(300_000) > 0        # with the path that was measured on its link
        shell.run(3.0)
        assert shell.game.turn == B
        shell.act(watcher, DoDraw())
        shell.run(1.0)
        assert shell.game.turn == C

    def test_an_away_player_on_a_stuck_link_comes_back_by_speaking(self) -> None:
        shell, peers = playing()
        shell.put(replace(shell.game, turn=1))
        shell.silent.add(peers[1])
        shell.run(29.0)
        assert presence(shell, peers[0], 1) is Presence.STAND_IN
        shell.put(replace(shell.game, turn=1))
        assert isinstance(shell.act(peers[1], DoDraw()), Ack)

    def test_there_is_none_while_the_table_waits(self) -> None:
        shell, peers = playing()
        for peer in peers:
            shell.cut(peer)
        shell.run(1_000.0)
        assert not any(state.presence is Presence.STAND_IN for state in shell.table.core.seats)


class TestOwner:
    def test_an_absent_owners_rights_pass_on_to_one_who_is_here(self) -> None:
        shell, peers = playing()
        shell.cut(peers[0])
        shell.cut(peers[1])
        shell.run(19.0)
        assert shell.roster(peers[2]).owner == 0
        shell.run(3.0)
        assert shell.roster(peers[2]).owner == 2
        back = shell.resume(peers[0])
        assert shell.roster(back).owner == 2


class TestLobby:
    def test_a_seat_whose_human_stays_away_is_open_again(self) -> None:
        shell, peers = seated(THREE)
        shell.cut(peers[1])
        shell.run(25.0)
        assert shell.roster(peers[0]).seats[1].kind is Kind.OPEN

    def test_a_silent_link_goes_with_its_seat(self) -> None:
        """Else it would speak for whoever sits there next."""
        shell, peers = seated(THREE)
        shell.silent.add(peers[1])
        shell.run(40.0)
        assert shell.byes[peers[1]].code is Code.SILENT
        late = shell.join("Late")
        assert shell.welcome(late).seat == 1
        assert shell.give(peers[1], lambda seq: Leave(seq)) is None
        assert shell.roster(peers[0]).seats[1].name == "Late"

    def test_a_lobby_that_all_have_left_is_open_to_others_after_a_while(self) -> None:
        shell, peers = seated(THREE)
        for peer in peers:
            shell.cut(peer)
        shell.run(LOBBY_KEPT - 5.0)
        assert shell.byes[shell.join("New")].code is Code.TABLE_FULL
        shell.run(10.0)
        assert shell.welcome(shell.join("New")).seat == 0


    def test_so_is_a_table_that_all_have_left_after_its_game(self) -> None:
        shell = new_shell(SHORT).open()
        people = crowd(shell, "ABC")
        for person in people:
            person.rematch = False
        shell.run_until(lambda: shell.at(Stage.OVER))
        for person in people:
            person.cut()
        shell.run(LOBBY_KEPT - 5.0)
        assert shell.byes[shell.join("New")].code is Code.TABLE_FULL
        shell.run(10.0)
        new = shell.join("New")
        assert shell.welcome(new).seat == 0
        assert shell.roster(new).owner == 0
        for name in ("B", "C"):
            people.append(crowd(shell, name)[0])
        shell.give(new, lambda seq: Ready(seq, True, bytes(16)))
        shell.run_until(lambda: shell.at(Stage.PLAY))

    def test_one_who_is_away_after_a_game_has_time_to_come_back_for_the_next(self) -> None:
        shell = new_shell(SHORT).open()
        people = crowd(shell, "ABC")
        for person in people:
            person.rematch = False
        shell.run_until(lambda: shell.at(Stage.OVER))
        people[1].cut()
        shell.run(LOBBY_KEPT - 5.0)
        assert shell.roster(people[0].peer).seats[1].name == "B"
        shell.run(10.0)
        assert shell.roster(people[0].peer).seats[1].kind is Kind.OPEN


class TestDeserted:
    def test_bots_do_not_play_it_out(self) -> None:
        shell = new_shell(SHORT).open(Level.EASY, Level.EASY)
        (person,) = crowd(shell, "M")
        shell.run(1.0)
        person.cut()
        before = shell.game
        shell.run(10_000.0)
        assert shell.game == before
        person.back()
        shell.run_until(lambda: bool(shell.lines("end")))

    @pytest.mark.parametrize("stage", [Stage.PLAY, Stage.BETWEEN])
    def test_nor_do_rounds_begin(self, stage: Stage) -> None:
        shell = new_shell(SHORT).open()
        people = crowd(shell, "ABC")
        shell.run_until(lambda: bool(shell.lines("settle")) and shell.at(stage))
        for person in people:
            person.cut()
        rounds = len(shell.lines("deal"))
        shell.run(1_000.0)
        assert shell.at(stage)
        assert len(shell.lines("deal")) == rounds
        for person in people:
            person.back()
        shell.run_until(lambda: bool(shell.lines("end")))

    def test_nor_is_a_round_dealt_that_waits_for_nonces(self) -> None:
        shell, peers = seated(THREE)
        shell.give(peers[0], lambda seq: Start(seq))
        for peer in peers:
            shell.cut(peer)
        shell.run(1_000.0)
        assert shell.at(Stage.DEALING)
        shell.resume(peers[1])
        shell.run(1.0)
        assert shell.at(Stage.PLAY)

    def test_an_action_that_ends_the_waiting_counts(self) -> None:
        shell, peers = playing()
        shell.put(replace(shell.game, turn=A))
        shell.silent |= set(peers)
        shell.run(30.0)
        assert shell.table.core.stopped is not None
        assert isinstance(shell.act(peers[A], DoDraw()), Ack)

    def test_the_clock_stands_meanwhile(self) -> None:
        shell, peers = playing()
        shell.put(replace(shell.game, turn=A))
        shell.run(20.0)
        for peer in peers:
            shell.cut(peer)
        shell.run(500.0)
        back = shell.resume(peers[A])
        clock = shell.last(back).clock
        assert clock is not None
        assert clock.left == pytest.approx(40_000, abs=20)
        assert code(shell.act(back, DoDraw(), rev=0)) == Code.STALE
