"""Seats are held by secret tokens: resumed, rotated, fenced; and the three ways to leave (DESIGN.md 6)."""

from __future__ import annotations

import hmac
from dataclasses import replace

import pytest

from server.engine.rules import Rules
from server.table.seats import BOT_NAMES, SeatState, free_bot_name, hashed
from server.wire.messages import (
    Ack,
    AddBot,
    Change,
    Code,
    DoDraw,
    Kind,
    Leave,
    Pause,
    Presence,
    Ready,
    Remove,
    Role,
    Say,
    ShowHand,
    Snapshot,
    Stage,
    Start,
)
from server.wire.settings import Level, Settings
from server.wire.text import fold
from tests.digests import Digests
from tests.table.crash import again, restored
from tests.table.people import crowd
from tests.table.shell import Shell, new_shell, seated
from tests.table.spots import FOUR, B, changes, code, laid_eight

THREE = Settings(seats=3)
SHORT = replace(THREE, rules=Rules(start=5, limit=12))


def playing(settings: Settings = THREE) -> tuple[Shell, list[int]]:
    """Return a table of humans in its first round."""
    shell, peers = seated(settings)
    for peer in peers:
        shell.give(peer, lambda seq: Ready(seq, True, bytes(16)))
    assert shell.at(Stage.PLAY)
    return shell, peers


class TestToken:
    def test_resumes_the_seat_whoever_asks(self) -> None:
        shell, peers = playing()
        shell.cut(peers[1])
        back = shell.join("Somebody else", token=shell.welcome(peers[1]).token)
        assert shell.welcome(back).seat == 1
        assert shell.last(back).view.hand == shell.game.hands[1]  # type: ignore[union-attr]
        assert shell.roster(back).seats[1].name == "B"

    def test_a_name_resumes_nothing(self) -> None:
        shell, peers = playing()
        shell.cut(peers[1])
        assert shell.byes[shell.join("B")].code is Code.NAME_TAKEN

    def test_one_that_holds_no_seat_is_refused(self) -> None:
        shell, _ = playing()
        assert shell.byes[shell.join("B", token=bytes(32))].code is Code.BAD_TOKEN

    def test_is_compared_in_constant_time_with_each_that_may_open_a_seat(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        newest, before, wrong = (bytes([n]) * 32 for n in range(3))
        state = SeatState(tokens=(hashed(newest), hashed(before)))
        for token in (newest, before, wrong):
            digests = Digests()
            monkeypatch.setattr(hmac, "compare_digest", digests.compare)
            assert state.opens_to(token) is (token != wrong)
            assert digests.compared == [{hashed(newest), hashed(token)}, {hashed(before), hashed(token)}]

    def test_is_another_at_each_welcome(self) -> None:
        shell, peers = playing()
        tokens = {shell.welcome(peers[0]).token}
        peer = peers[0]
        for _ in range(5):
            peer = shell.resume(peer)
            tokens.add(shell.welcome(peer).token)
        assert len(tokens) == 6

    def test_the_old_one_is_good_until_the_new_one_was_used(self) -> None:
        shell, peers = playing()
        first = shell.welcome(peers[1]).token
        shell.silent |= {peers[1] + 10, shell.peers + 1, shell.peers + 2}
        lost = shell.join("", token=first)                  # the welcome with the new token gets lost
        shell.cut(lost)
        again = shell.join("", token=first)
        assert shell.welcome(again).seat == 1
        shell.give(again, lambda seq: Say(seq, "here"))     # so the newest token has arrived
        assert shell.byes[shell.join("", token=first)].code is Code.BAD_TOKEN
        assert shell.byes[shell.join("", token=shell.welcome(lost).token)].code is Code.BAD_TOKEN
        assert shell.welcome(shell.resume(again)).seat == 1

    def test_is_good_however_often_its_successor_got_lost(self) -> None:
        shell, peers = playing()
        first = shell.welcome(peers[1]).token
        for _ in range(4):
            shell.silent.add(shell.peers + 1)
            lost = shell.join("", token=first)
            assert shell.welcome(lost).seat == 1
            shell.cut(lost)

    def test_is_good_when_the_new_one_is_used_on_a_third_link(self) -> None:
        shell, peers = playing()
        shell.silent |= {shell.peers + 1, shell.peers + 2}
        second = shell.resume(peers[1])
        third = shell.resume(second)
        assert shell.welcome(third).seat == 1
        assert shell.byes[shell.resume(peers[1])].code is Code.BAD_TOKEN

    def test_what_is_kept_is_a_hash(self) -> None:
        seat = SeatState(kind=Kind.HUMAN)
        seat.rotate(b"a" * 32)
        seat.rotate(b"b" * 32)
        assert seat.tokens == (hashed(b"b" * 32), hashed(b"a" * 32))
        assert seat.opens_to(b"a" * 32)
        assert not seat.opens_to(seat.tokens[0])
        seat.used(b"a" * 32)
        assert not seat.opens_to(b"b" * 32)


class TestFence:
    def test_a_second_login_takes_over(self) -> None:
        shell, peers = playing()
        second = shell.resume(peers[1])
        assert shell.byes[peers[1]].code is Code.FENCED
        assert Change.AWAY not in changes(shell, peers[0])
        assert Change.BACK not in changes(shell, peers[0])
        before = len(shell.inbox[peers[1]])
        assert shell.give(peers[1], lambda seq: Say(seq, "ghost")) is None
        shell.cut(peers[1])                                 # its end comes late
        assert shell.roster(peers[0]).seats[1].presence is Presence.HERE
        assert len(shell.inbox[peers[1]]) == before
        assert isinstance(shell.give(second, lambda seq: Say(seq, "me")), Ack)


class TestSeq:
    def test_a_repeated_command_gets_its_first_answer_and_is_not_done_twice(self) -> None:
        shell, peers = playing()
        peer = peers[shell.game.turn]
        shell.act(peer, DoDraw())
        first = shell.answer(peer)
        assert isinstance(first, Ack)
        hands, drawn = shell.game.hands, len(shell.lines("draw"))
        again = shell.resume(peer)
        assert shell.welcome(again).seq == shell.seqs[peer]
        shell.give_again(again, peer)
        assert shell.answer(again, first.seq) == first
        assert shell.game.hands == hands
        assert len(shell.lines("draw")) == drawn

    def test_an_answer_that_comes_later_comes_by_the_new_link(self) -> None:
        shell, peers = seated(FOUR)
        shell.put(laid_eight(top=(4,)))
        assert shell.act(peers[B], DoDraw()) is None
        again = shell.resume(peers[B])
        shell.give_again(again, peers[B])
        assert shell.answer(again) is None
        shell.run(2.0)
        assert isinstance(shell.answer(again), Ack)
        assert len(shell.lines("draw")) == 1

    def test_a_number_long_forgotten_is_stale(self) -> None:
        shell, peers = playing()
        for _ in range(200):
            shell.give(peers[0], lambda seq: Say(seq, "blah"))
        shell.send(peers[0], Say(5, "blah"))
        assert code(shell.inbox[peers[0]][-1]) == Code.STALE


class TestMissed:
    def test_one_who_returns_is_told_what_was_missed(self) -> None:
        shell = new_shell(SHORT).open()
        people = crowd(shell, "ABC")
        shell.run(2.0)
        people[0].cut()
        shell.run(4.0)
        people[0].back()
        theirs = shell.events(people[1].peer)
        mine = shell.last(people[0].peer).events
        assert [numbered.n for numbered in mine] == list(range(mine[0].n, mine[-1].n + 1))
        assert len(mine) > 5
        assert [type(numbered.event) for numbered in mine] == [type(event) for event in theirs[-len(mine) :]]

    def test_a_reveal_that_was_missed_comes_with_the_return(self) -> None:
        shell = new_shell(SHORT).open()
        people = crowd(shell, "ABC")
        shell.run(2.0)
        people[0].cut()
        shell.run_until(lambda: len(shell.lines("settle")) == 1)
        people[0].back()
        assert [type(message).__name__ for message in shell.inbox[people[0].peer][:3]] == [
            "Welcome",
            "Reveal",
            "Commitment",
        ]


class TestLeave:
    def test_in_the_lobby_frees_the_seat(self) -> None:
        shell, peers = seated(THREE)
        token = shell.welcome(peers[1]).token
        assert isinstance(shell.give(peers[1], lambda seq: Leave(seq)), Ack)
        assert shell.byes[peers[1]].code is Code.LEFT
        assert shell.roster(peers[0]).seats[1].kind is Kind.OPEN
        assert shell.byes[shell.join("", token=token)].code is Code.BAD_TOKEN
        assert shell.welcome(shell.join("B")).seat == 1

    def test_in_a_game_keeps_the_seat_for_the_token(self) -> None:
        shell, peers = playing()
        assert isinstance(shell.give(peers[1], lambda seq: Leave(seq)), Ack)
        assert shell.byes[peers[1]].code is Code.LEFT
        assert shell.roster(peers[0]).seats[1].presence is Presence.AWAY
        assert shell.welcome(shell.resume(peers[1])).seat == 1

    def test_or_gives_it_to_a_bot_for_good(self) -> None:
        shell, peers = playing()
        hand = shell.game.hands[1]
        assert isinstance(shell.give(peers[1], lambda seq: Leave(seq, bot=True)), Ack)
        assert shell.roster(peers[0]).seats[1].kind is Kind.BOT
        assert shell.game.hands[1] == hand
        assert shell.byes[shell.resume(peers[1])].code is Code.BAD_TOKEN
        shell.run(130.0)
        assert any(line["seat"] == 1 for line in shell.journal if line["t"] in ("lay", "draw"))

    def test_a_spectator_just_goes(self) -> None:
        shell, peers = playing()
        watcher = shell.join("W", Role.WATCH)
        assert isinstance(shell.give(watcher, lambda seq: Leave(seq)), Ack)
        shell.run(1.0)
        assert shell.roster(peers[0]).watching == 0

    def test_is_told_after_it_was_kept(self) -> None:
        """DESIGN.md 5: committed before anybody is told, the one who leaves included."""
        shell, peers = playing()
        shell.seqs[peers[1]] += 1
        effects = shell.table.receive(shell.now, peers[1], Leave(shell.seqs[peers[1]], bot=True))
        kinds = [type(effect).__name__ for effect in effects]
        assert kinds.index("Persist") < kinds.index("Send") < kinds.index("Close")

    def test_the_owners_rights_pass_on_to_one_who_is_here(self) -> None:
        shell, peers = seated(THREE)
        shell.cut(peers[1])
        shell.give(peers[0], lambda seq: Leave(seq))
        assert shell.roster(peers[2]).owner == 2
        assert changes(shell, peers[2]).count(Change.OWNER) == 2

    def test_nobody_owns_an_empty_table_and_the_next_who_sits_does(self) -> None:
        shell = new_shell(THREE).open(Level.EASY)
        shell.give(shell.join("Minji"), lambda seq: Leave(seq))
        assert shell.table.core.owner is None
        jun = shell.join("Jun")
        assert shell.roster(jun).owner == 1
        assert isinstance(shell.give(jun, lambda seq: AddBot(seq)), Ack)

    def test_a_pause_ends_with_the_last_human(self) -> None:
        shell = new_shell(replace(THREE, pace=100)).open(Level.EASY, Level.EASY)
        peer = shell.join("Minji")
        shell.give(peer, lambda seq: Ready(seq, True, bytes(16)))
        shell.give(peer, lambda seq: Pause(seq, True))
        shell.give(peer, lambda seq: Leave(seq, bot=True))
        shell.run_until(lambda: bool(shell.lines("end")))

    def test_between_games_a_rematch_waits_for_the_seat_to_be_taken(self) -> None:
        shell = new_shell(SHORT).open()
        people = crowd(shell, "ABC")
        for person in people:
            person.rematch = False
        shell.run_until(lambda: shell.at(Stage.OVER))
        shell.give(people[0].peer, lambda seq: Leave(seq))
        owner = people[1].peer
        assert shell.roster(owner).owner == 1
        assert code(shell.give(owner, lambda seq: Start(seq))) == Code.NOT_READY
        shell.give(owner, lambda seq: AddBot(seq))
        shell.give(owner, lambda seq: Start(seq))
        shell.run(1.0)
        assert len(shell.lines("game")) == 2


def test_the_names_of_bots_never_run_out() -> None:
    names: list[str] = []
    for _ in range(30):
        names.append(free_bot_name(names))
    assert len(set(names)) == 30


def test_a_new_bot_is_nobody_who_sat_here_before() -> None:
    shell = new_shell(THREE).open(Level.EASY)
    owner = shell.join("A")
    for _ in range(3):
        shell.give(owner, lambda seq: Remove(seq, 0))
        shell.give(owner, lambda seq: AddBot(seq))
    assert [seat.name for seat in shell.roster(owner).seats] == ["Orion", "A", ""]
    assert restored(shell.journal).core.called == shell.table.core.called == set(map(fold, BOT_NAMES[:4]))
    assert free_bot_name(("Mars",), BOT_NAMES) == "Luna"


def test_a_newcomer_is_told_the_newest_events_only() -> None:
    shell, peers = seated(THREE)
    for _ in range(40):
        shell.give(peers[0], lambda seq: Say(seq, "blah"))
    watcher = shell.join("W", Role.WATCH)
    first = next(message for message in shell.inbox[watcher] if isinstance(message, Snapshot))
    assert len(first.events) == 16


class TestLostOnArrival:
    """A link that goes before its welcome is known to have come: its human may hold no token."""

    def test_the_same_name_takes_the_seat_again(self) -> None:
        shell = new_shell(THREE).open()
        shell.cut(shell.join("A"))
        back = shell.join("A")
        assert shell.welcome(back).seat == 0
        assert shell.roster(back).owner == 0
        assert [seat.name for seat in shell.roster(back).seats] == ["A", "", ""]

    def test_a_silent_link_is_fenced(self) -> None:
        shell = new_shell(THREE).open()
        first = shell.join("A")
        shell.silent.add(first)
        shell.run(9.0)
        back = shell.join("A")
        assert shell.welcome(back).seat == 0
        assert shell.byes[first].code is Code.FENCED

    def test_the_host_knows_it_after_a_crash_too(self) -> None:
        shell = new_shell(THREE).open()
        shell.join("A")                     # nothing comes back from it
        shell.give(shell.join("B"), lambda seq: Say(seq, "here"))
        after = again(shell, shell.journal)
        back = after.join("A")
        assert after.welcome(back).seat == 0
        assert after.byes[after.join("B")].code is Code.NAME_TAKEN

    def test_not_where_the_welcome_came_or_the_link_stands(self) -> None:
        shell = new_shell(THREE).open()
        heard = shell.join("A")
        shell.give(heard, lambda seq: Say(seq, "here"))
        shell.cut(heard)
        pinged = shell.join("B")
        shell.run(3.0)
        shell.cut(pinged)
        shell.join("C")
        for name in "ABC":
            assert shell.byes[shell.join(name)].code is Code.NAME_TAKEN
        assert shell.welcome(shell.resume(heard)).seat == 0

    def test_not_for_a_spectator_or_in_a_game(self) -> None:
        shell = new_shell(THREE).open(Level.EASY, Level.EASY)
        lost = shell.join("A")
        shell.cut(lost)
        assert shell.byes[shell.join("A", Role.WATCH)].code is Code.NAME_TAKEN
        back = shell.join("A")
        shell.give(back, Ready)
        shell.run(1.0)
        assert shell.table.core.running
        shell.table.core.seats[2].proven = False
        shell.cut(back)
        assert shell.byes[shell.join("A")].code is Code.NAME_TAKEN

    def test_nor_did_a_host_that_was_killed(self) -> None:
        shell = new_shell(THREE).open()
        heard = shell.join("A")
        shell.give(heard, lambda seq: Say(seq, "here"))
        shell.give(heard, lambda seq: ShowHand(seq, True))
        shell.silent.add(shell.peers + 1)
        shell.join("B")
        after = again(shell, shell.journal)
        assert after.byes[after.join("A")].code is Code.NAME_TAKEN
        assert after.welcome(after.join("B")).seat == 1
        assert after.welcome(after.join("", token=shell.welcome(heard).token)).seat == 0

    def test_whoever_comes_with_a_token_has_one(self) -> None:
        shell = new_shell(THREE).open()
        first = shell.join("A")
        shell.silent |= {first, shell.peers + 1}
        shell.cut(shell.resume(first))
        assert shell.byes[shell.join("A")].code is Code.NAME_TAKEN
        after = again(shell, shell.journal)
        assert after.byes[after.join("A")].code is Code.NAME_TAKEN
