"""The lobby: sitting down, names, bots, settings, the owner's rights, chat, the rematch (DESIGN.md 6)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from server.engine.rules import Rules
from server.wire.messages import (
    Ack,
    AddBot,
    Change,
    Code,
    Configure,
    HandOver,
    Kind,
    Leave,
    Pause,
    Ready,
    Remove,
    Role,
    Said,
    Say,
    ShowHand,
    Stage,
    Start,
    TakeSeat,
)
from server.wire.settings import Level, Settings, Watching
from tests.table.people import crowd
from tests.table.shell import Shell, new_shell, seated
from tests.table.spots import changes, code

THREE = Settings(seats=3)
SHORT = Settings(seats=3, rules=Rules(start=5, limit=12))


def ready(shell: Shell, *peers: int) -> None:
    """Let each of `peers` be ready, with a nonce."""
    for peer in peers:
        shell.give(peer, lambda seq, peer=peer: Ready(seq, True, bytes((peer,)) * 16))  # type: ignore[misc]


def start_with_bots(settings: Settings = THREE) -> tuple[Shell, int]:
    """Return a table of one human and bots in the middle of its first round, and the human's peer."""
    shell = new_shell(settings).open(*[Level.EASY] * (settings.seats - 1))
    peer = shell.join("Minji")
    ready(shell, peer)
    assert shell.at(Stage.PLAY)
    return shell, peer


class TestSitting:
    def test_the_first_open_seat_is_theirs_and_the_first_human_owns_the_table(self) -> None:
        shell = new_shell(THREE).open(Level.EASY)
        peers = [shell.join("Minji"), shell.join("Jun")]
        assert [shell.welcome(peer).seat for peer in peers] == [1, 2]
        roster = shell.roster(peers[1])
        assert roster.owner == 1
        assert [seat.name for seat in roster.seats] == ["Mars", "Minji", "Jun"]
        assert [seat.kind for seat in roster.seats] == [Kind.BOT, Kind.HUMAN, Kind.HUMAN]

    def test_a_full_table_takes_spectators_only(self) -> None:
        shell, _ = seated(THREE)
        late = shell.join("Late")
        assert shell.byes[late].code is Code.TABLE_FULL
        watcher = shell.join("Late", Role.WATCH)
        assert watcher not in shell.byes

    @pytest.mark.parametrize("name", ["Minji", "MINJI", "ｍｉｎｊｉ", " Minji "])
    def test_a_name_is_taken_however_it_is_written(self, name: str) -> None:
        shell = new_shell(THREE).open()
        shell.join("Minji")
        assert shell.byes[shell.join(name)].code is Code.NAME_TAKEN
        assert shell.byes[shell.join(name, Role.WATCH)].code is Code.NAME_TAKEN

    @pytest.mark.parametrize("name", ["\u202e", "\n\t", "x" * 17, "가" * 9])
    def test_a_name_that_cannot_be_shown_is_bad(self, name: str) -> None:
        shell = new_shell(THREE).open()
        assert shell.byes[shell.join(name)].code is Code.BAD_NAME

    def test_spectators_and_bots_hold_their_names_too(self) -> None:
        shell = new_shell(THREE).open(Level.EASY)
        shell.join("Luna", Role.WATCH)
        assert shell.byes[shell.join("Mars")].code is Code.NAME_TAKEN
        owner = shell.join("Minji")
        shell.give(owner, lambda seq: AddBot(seq))
        assert shell.roster(owner).seats[2].name == "Vega"      # Mars plays, Luna watches

    def test_there_are_names_for_bots_though_spectators_took_them_all(self) -> None:
        shell = new_shell(THREE).open()
        for name in ("Mars", "Luna", "Vega", "Orion", "Nova", "Lyra", "Altair", "Mira", "Bot 1"):
            shell.join(name, Role.WATCH)
        owner = shell.join("Minji")
        shell.give(owner, lambda seq: AddBot(seq))
        assert shell.roster(owner).seats[1].name == "Bot 2"

    def test_who_watches_is_told_within_a_second_with_what_they_see(self) -> None:
        shell = new_shell(replace(THREE, watching=Watching.DELAYED, delay=3)).open()
        player = shell.join("Minji")
        for number in range(20):
            shell.join(f"W{number}", Role.WATCH)
        shell.run(1.0)
        roster = shell.roster(player)
        assert roster.watching == 20
        assert len(roster.spectators) == 16
        assert {spectator.sees for spectator in roster.spectators} == {Watching.DELAYED}
        assert roster.settings.delay == 3

    def test_nobody_watches_where_that_is_off(self) -> None:
        shell = new_shell(replace(THREE, watching=Watching.OFF)).open()
        assert shell.byes[shell.join("W", Role.WATCH)].code is Code.NO_WATCHING


class TestBegin:
    def test_when_all_are_ready(self) -> None:
        shell, peers = seated(THREE)
        ready(shell, *peers[:2])
        assert shell.at(Stage.LOBBY)
        assert [seat.ready for seat in shell.roster(peers[2]).seats] == [True, True, False]
        ready(shell, peers[2])
        assert shell.at(Stage.PLAY)

    def test_not_before_every_seat_is_taken(self) -> None:
        shell = new_shell(THREE).open()
        peer = shell.join("Minji")
        ready(shell, peer)
        assert shell.at(Stage.LOBBY)
        assert code(shell.give(peer, lambda seq: Start(seq))) == Code.NOT_READY

    def test_by_the_owner_though_not_all_are_ready(self) -> None:
        shell, peers = seated(THREE)
        assert code(shell.give(peers[1], lambda seq: Start(seq))) == Code.NOT_OWNER
        shell.give(peers[0], lambda seq: Start(seq))
        assert shell.at(Stage.DEALING)
        shell.run(1.0)
        assert shell.at(Stage.PLAY)
        assert code(shell.give(peers[0], lambda seq: Start(seq))) == Code.GAME_RUNNING

    def test_with_the_last_bot(self) -> None:
        shell = new_shell(THREE).open(Level.EASY)
        peer = shell.join("Minji")
        ready(shell, peer)
        shell.give(peer, lambda seq: AddBot(seq, Level.HARD))
        assert shell.at(Stage.PLAY)
        assert shell.roster(peer).seats[2].level is Level.HARD

    def test_ready_can_be_taken_back(self) -> None:
        shell, peers = seated(THREE)
        ready(shell, *peers[:2])
        shell.give(peers[0], lambda seq: Ready(seq, False))
        ready(shell, peers[2])
        assert shell.at(Stage.LOBBY)

    def test_ready_means_nothing_in_a_round(self) -> None:
        shell, peer = start_with_bots()
        assert code(shell.give(peer, lambda seq: Ready(seq))) == Code.GAME_RUNNING


class TestBots:
    def test_are_added_and_removed_by_the_owner(self) -> None:
        shell = new_shell(THREE).open()
        owner, other = shell.join("Minji"), shell.join("Jun")
        assert code(shell.give(other, lambda seq: AddBot(seq))) == Code.NOT_OWNER
        shell.give(owner, lambda seq: AddBot(seq))
        assert code(shell.give(owner, lambda seq: AddBot(seq))) == Code.TABLE_FULL
        assert isinstance(shell.give(owner, lambda seq: Remove(seq, 2)), Ack)
        assert shell.roster(owner).seats[2].kind is Kind.OPEN
        assert code(shell.give(owner, lambda seq: Remove(seq, 2))) == Code.NO_SUCH_SEAT
        assert code(shell.give(owner, lambda seq: Remove(seq, 4))) == Code.NO_SUCH_SEAT

    def test_a_bot_stays_while_a_game_runs(self) -> None:
        shell, peer = start_with_bots()
        assert code(shell.give(peer, lambda seq: Remove(seq, 0))) == Code.GAME_RUNNING

    def test_a_spectator_takes_a_bots_seat_in_mid_round(self) -> None:
        shell, peer = start_with_bots()
        watcher = shell.join("Jun", Role.WATCH)
        assert code(shell.give(watcher, lambda seq: TakeSeat(seq, 4))) == Code.NO_SUCH_SEAT
        assert code(shell.give(watcher, lambda seq: TakeSeat(seq, 2))) == Code.SEAT_TAKEN
        assert code(shell.give(peer, lambda seq: TakeSeat(seq, 0))) == Code.SEAT_TAKEN
        shell.give(watcher, lambda seq: TakeSeat(seq, 0))
        assert shell.welcome(watcher).seat == 0
        assert shell.welcome(watcher).token is not None
        assert shell.last(watcher).view.hand == shell.game.hands[0]  # type: ignore[union-attr]
        assert shell.roster(peer).seats[0].name == "Jun"

    def test_whoever_may_have_seen_hands_sits_down_between_rounds_only(self) -> None:
        shell, peer = start_with_bots()
        watcher = shell.join("Jun", Role.WATCH)
        shell.give(peer, lambda seq: ShowHand(seq, True))
        shell.run(0.1)
        shell.give(peer, lambda seq: ShowHand(seq, False))
        assert code(shell.give(watcher, lambda seq: TakeSeat(seq, 0))) == Code.GAME_RUNNING
        shell, peer = start_with_bots(replace(THREE, watching=Watching.DELAYED, delay=50))
        watcher = shell.join("Jun", Role.WATCH)
        assert code(shell.give(watcher, lambda seq: TakeSeat(seq, 0))) == Code.GAME_RUNNING

    def test_whoever_left_a_seat_to_a_bot_plays_no_other_hand_of_that_round(self) -> None:
        shell = new_shell(Settings(seats=4)).open(Level.EASY, Level.EASY)
        peers = [shell.join(name) for name in "AB"]
        ready(shell, *peers)
        shell.give(peers[0], lambda seq: Leave(seq, bot=True))
        watcher = shell.join("Jun", Role.WATCH)
        assert code(shell.give(watcher, lambda seq: TakeSeat(seq, 0))) == Code.GAME_RUNNING
        shell.give(watcher, lambda seq: TakeSeat(seq, 2))
        assert shell.welcome(watcher).seat == 2

    def test_nor_one_who_was_removed_who_does_not_get_that_seat_back_in_it_either(self) -> None:
        shell = new_shell(Settings(seats=4, pace=100)).open(Level.EASY, Level.EASY)
        peers = [shell.join(name) for name in "AB"]
        ready(shell, *peers)
        shell.give(peers[0], lambda seq: Remove(seq, 3))
        watcher = shell.join("Jun", Role.WATCH)
        assert code(shell.give(watcher, lambda seq: TakeSeat(seq, 1))) == Code.GAME_RUNNING
        assert code(shell.give(watcher, lambda seq: TakeSeat(seq, 3))) == Code.GAME_RUNNING
        shell.run_until(lambda: not shell.at(Stage.PLAY))
        shell.give(watcher, lambda seq: TakeSeat(seq, 3))
        assert shell.welcome(watcher).seat == 3

    @pytest.mark.parametrize("leaves", [True, False])
    def test_nor_one_who_keeps_a_seat_and_comes_again_as_somebody_else(self, leaves: bool) -> None:
        shell = new_shell(Settings(seats=4)).open(Level.EASY, Level.EASY)
        peers = [shell.join(name) for name in "AB"]
        ready(shell, *peers)
        if leaves:
            shell.give(peers[1], Leave)
        else:
            shell.cut(peers[1])
        watcher = shell.join("Jun", Role.WATCH)
        assert code(shell.give(watcher, lambda seq: TakeSeat(seq, 0))) == Code.GAME_RUNNING
        shell.resume(peers[1])
        shell.give(watcher, lambda seq: TakeSeat(seq, 0))
        assert shell.welcome(watcher).seat == 0

    def test_a_game_of_bots_is_watched_and_joined(self) -> None:
        shell = new_shell(replace(THREE, pace=100)).open(*[Level.EASY] * 3)
        watcher = shell.join("Jun", Role.WATCH)
        shell.run(1.0)
        shell.give(watcher, lambda seq: TakeSeat(seq, 1))
        assert shell.roster(watcher).owner == 1
        shell.run_until(lambda: shell.game.turn == 1)
        turns = shell.game.turns
        shell.run(30.0)
        assert shell.game.turns <= turns + 1           # it is waited for


class TestKick:
    def test_in_the_lobby_the_seat_is_open_again(self) -> None:
        shell, peers = seated(THREE)
        shell.give(peers[0], lambda seq: Remove(seq, 1))
        assert shell.byes[peers[1]].code is Code.KICKED
        assert shell.roster(peers[0]).seats[1].kind is Kind.OPEN
        assert Change.KICKED in changes(shell, peers[0])

    def test_in_a_game_a_bot_takes_it(self) -> None:
        shell, peers = seated(THREE)
        ready(shell, *peers)
        shell.give(peers[0], lambda seq: Remove(seq, 1))
        assert shell.byes[peers[1]].code is Code.KICKED
        assert shell.roster(peers[0]).seats[1].kind is Kind.BOT
        assert changes(shell, peers[0])[-2:] == [Change.KICKED, Change.BOT]

    def test_a_kicked_players_link_and_token_are_worth_nothing(self) -> None:
        shell, peers = seated(THREE)
        ready(shell, *peers)
        shell.give(peers[0], lambda seq: Remove(seq, 1))
        assert shell.give(peers[1], lambda seq: Say(seq, "still here")) is None
        assert shell.byes[shell.resume(peers[1])].code is Code.BAD_TOKEN


class TestOwner:
    def test_only_the_owner_may_kick_and_configure_and_hand_over(self) -> None:
        shell, peers = seated(THREE)
        for make in (
            lambda seq: Remove(seq, 0),
            lambda seq: Configure(seq, THREE),
            lambda seq: HandOver(seq, 1),
        ):
            assert code(shell.give(peers[1], make)) == Code.NOT_OWNER

    def test_hands_the_rights_over_to_a_human(self) -> None:
        shell = new_shell(THREE).open(Level.EASY)
        owner, other = shell.join("Minji"), shell.join("Jun")
        assert code(shell.give(owner, lambda seq: HandOver(seq, 0))) == Code.NO_SUCH_SEAT
        assert code(shell.give(owner, lambda seq: HandOver(seq, 4))) == Code.NO_SUCH_SEAT
        shell.give(owner, lambda seq: HandOver(seq, 2))
        assert shell.roster(other).owner == 2
        assert code(shell.give(owner, lambda seq: Remove(seq, 0))) == Code.NOT_OWNER
        assert isinstance(shell.give(other, lambda seq: Remove(seq, 0)), Ack)


class TestConfigure:
    def test_settings_change_between_games_and_everybody_must_be_ready_anew(self) -> None:
        shell, peers = seated(THREE)
        ready(shell, *peers[:2])
        other = replace(THREE, rules=Rules(hand=5), turn_time=30_000)
        shell.give(peers[0], lambda seq: Configure(seq, other))
        roster = shell.roster(peers[2])
        assert roster.settings == other
        assert not any(seat.ready for seat in roster.seats)
        assert Change.SETTINGS in changes(shell, peers[2])
        ready(shell, *peers)
        assert [len(hand) for hand in shell.game.hands] == [5, 5, 5]
        assert code(shell.give(peers[0], lambda seq: Configure(seq, THREE))) == Code.GAME_RUNNING

    def test_seats_are_added_open_and_taken_away_only_open(self) -> None:
        shell, peers = seated(THREE)
        shell.give(peers[0], lambda seq: Configure(seq, Settings(seats=5)))
        assert [seat.kind for seat in shell.roster(peers[0]).seats][3:] == [Kind.OPEN] * 2
        late = shell.join("Late")
        assert code(shell.give(peers[0], lambda seq: Configure(seq, THREE))) == Code.BAD_SETTINGS
        shell.give(peers[0], lambda seq: Configure(seq, Settings(seats=4)))
        ready(shell, *peers, late)
        assert shell.game.seats == 4

    def test_spectators_go_where_watching_is_turned_off(self) -> None:
        shell, peers = seated(THREE)
        watcher = shell.join("W", Role.WATCH)
        shell.give(peers[0], lambda seq: Configure(seq, replace(THREE, watching=Watching.OFF)))
        assert shell.byes[watcher].code is Code.NO_WATCHING
        assert shell.roster(peers[0]).watching == 0

    def test_an_evening_goes_on_with_other_seats(self) -> None:
        shell = new_shell(SHORT).open()
        people = crowd(shell, "ABC")
        for person in people:
            person.rematch = False
        shell.run_until(lambda: shell.at(Stage.OVER))
        shell.give(people[0].peer, lambda seq: Configure(seq, replace(SHORT, seats=4)))
        assert shell.at(Stage.LOBBY)
        assert shell.last(people[1].peer).view is None
        people += crowd(shell, "D")
        shell.run_until(lambda: shell.at(Stage.OVER))
        assert shell.game.seats == 4
        shell.give(people[0].peer, lambda seq: Remove(seq, 3))
        shell.give(people[0].peer, lambda seq: Configure(seq, SHORT))
        shell.run_until(lambda: shell.at(Stage.OVER))
        assert [len(line["players"]) for line in shell.lines("game")] == [3, 4, 3]
        assert len({line["id"] for line in shell.lines("game")}) == 3


class TestRematch:
    def test_all_ready_is_another_game_with_fresh_scores(self) -> None:
        shell = new_shell(SHORT).open()
        people = crowd(shell, "ABC")
        shell.run_until(lambda: len(shell.lines("game")) == 3)
        assert len(shell.lines("end")) == 2
        assert shell.game.round == 1
        assert shell.game.round_start == (5, 5, 5)
        assert all(person.linked for person in people)

    def test_it_waits_for_those_who_do_not_want_it(self) -> None:
        shell = new_shell(SHORT).open()
        people = crowd(shell, "ABC")
        people[2].rematch = False
        shell.run_until(lambda: shell.at(Stage.OVER))
        shell.run(100.0)
        assert shell.at(Stage.OVER)
        shell.give(people[0].peer, lambda seq: Start(seq))
        shell.run(1.0)
        assert len(shell.lines("game")) == 2


class TestChat:
    def test_is_cleaned_and_told_to_all_with_its_author(self) -> None:
        shell, peers = seated(THREE)
        watcher = shell.join("W", Role.WATCH)
        shell.give(peers[1], lambda seq: Say(seq, "hi\x1b[31m \u202eall"))
        shell.give(watcher, lambda seq: Say(seq, "hello"))
        said = [event for event in shell.events(peers[0]) if isinstance(event, Said)]
        assert said == [Said("B", "hi[31m all", 1), Said("W", "hello", None)]
        assert code(shell.give(peers[1], lambda seq: Say(seq, "\u200b"))) == Code.BAD_MESSAGE


class TestSpectators:
    def test_can_act_on_nothing(self) -> None:
        shell, _ = start_with_bots()
        watcher = shell.join("W", Role.WATCH)
        commands = (Ready, Start, AddBot, lambda seq: Remove(seq, 0), lambda seq: Pause(seq, True))
        for make in (*commands, lambda seq: ShowHand(seq, True), lambda seq: HandOver(seq, 0)):
            assert code(shell.give(watcher, make)) == Code.NOT_PLAYER
        assert shell.welcome(watcher).token is None
