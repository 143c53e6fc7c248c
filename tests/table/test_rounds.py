"""From one round to the next: who is waited for, how long, the rematch, tables of bots (R7)."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import pytest

from server.engine.rules import Rules
from server.wire.messages import (
    Ack,
    Code,
    DoDraw,
    Leave,
    Ready,
    Role,
    Stage,
    Start,
    TakeSeat,
)
from server.wire.settings import Level, Settings
from tests.table.people import Person, crowd
from tests.table.shell import START, Shell, new_shell
from tests.table.spots import code

SHORT = Settings(seats=3, rules=Rules(start=5, limit=12), pace=900)
LONG = Settings(seats=3)


def between(settings: Settings = LONG, names: str = "ABC") -> tuple[Shell, list[Person]]:
    """Return a table whose first round has just ended, and whose people do nothing more."""
    shell = new_shell(settings).open(*[Level.EASY] * (settings.seats - len(names)))
    people = crowd(shell, names)
    shell.run_until(lambda: shell.at(Stage.BETWEEN))
    for person in people:
        person.linked = False           # they react to nothing more
    return shell, people


def ready(shell: Shell, *people: Person) -> None:
    """Let each be ready, with a nonce."""
    for person in people:
        shell.give(person.peer, lambda seq: Ready(seq, True, bytes(16)))


class TestBetween:
    def test_the_next_round_begins_when_all_are_ready(self) -> None:
        shell, people = between()
        ready(shell, *people[:2])
        assert shell.at(Stage.BETWEEN)
        ready(shell, people[2])
        assert shell.at(Stage.PLAY)
        assert shell.game.round == 2

    def test_or_by_itself_after_a_while_that_is_shown(self) -> None:
        shell, people = between()
        clock = shell.last(people[0].peer).clock
        assert clock is not None
        assert clock.left == clock.total == 20_000
        shell.run(19.9)
        assert shell.at(Stage.BETWEEN)
        shell.run(1.2)
        assert shell.at(Stage.PLAY)

    def test_those_who_are_away_are_not_waited_for(self) -> None:
        shell, people = between()
        shell.cut(people[2].peer)
        ready(shell, *people[:2])
        assert shell.at(Stage.PLAY)

    def test_the_owner_may_begin_it_though_somebody_is_away(self) -> None:
        shell, people = between()
        shell.cut(people[1].peer)
        assert isinstance(shell.give(people[0].peer, lambda seq: Start(seq)), Ack)
        shell.run(1.0)
        assert shell.at(Stage.PLAY)
        assert shell.lines("deal")[1]["nonces"] == [None] * 3

    def test_r7_5_the_winner_leads(self) -> None:
        shell, people = between()
        ready(shell, *people)
        assert shell.last(people[0].peer).view.lead == shell.lines("settle")[0]["winners"][0]  # type: ignore[union-attr]

    def test_readiness_is_for_one_round(self) -> None:
        shell, people = between()
        ready(shell, *people)
        assert not any(seat.ready for seat in shell.roster(people[0].peer).seats)

    def test_a_seat_left_to_a_bot_is_ready(self) -> None:
        shell, people = between()
        ready(shell, *people[:2])
        shell.give(people[2].peer, lambda seq: Leave(seq, bot=True))
        assert shell.at(Stage.PLAY)

    def test_a_spectator_may_sit_down_and_is_waited_for(self) -> None:
        shell, people = between(names="AB")
        watcher = shell.join("W", Role.WATCH)
        shell.give(watcher, lambda seq: TakeSeat(seq, 0))
        ready(shell, *people)
        assert shell.at(Stage.BETWEEN)
        shell.give(watcher, lambda seq: Ready(seq, True, bytes(16)))
        assert shell.at(Stage.PLAY)


class TestOver:
    def over(self) -> tuple[Shell, list[Person]]:
        """Return a table whose game has just ended."""
        shell = new_shell(SHORT).open()
        people = crowd(shell, "ABC")
        shell.run_until(lambda: shell.at(Stage.OVER))
        for person in people:
            person.linked = False
        return shell, people

    def test_people_are_asked_for_a_rematch(self) -> None:
        shell, people = self.over()
        shell.run(1_000.0)
        assert shell.at(Stage.OVER)
        assert shell.last(people[0].peer).clock is None
        ready(shell, *people)
        assert shell.at(Stage.PLAY)
        assert shell.game.scores == (5, 5, 5)

    def test_one_who_is_away_is_waited_for_or_replaced(self) -> None:
        shell, people = self.over()
        shell.cut(people[1].peer)
        ready(shell, people[0], people[2])
        assert shell.at(Stage.OVER)
        shell.give(people[0].peer, lambda seq: Start(seq))
        assert shell.at(Stage.PLAY)

    def test_a_new_deal_shows_nothing_of_the_old_game(self) -> None:
        shell, people = self.over()
        shell.give(people[0].peer, lambda seq: Start(seq))
        assert shell.at(Stage.DEALING)
        assert shell.last(people[0].peer).view is None


class TestBots:
    def test_play_game_after_game_by_themselves(self) -> None:
        shell = new_shell(SHORT).open(*[Level.EASY] * 3)
        shell.run_until(lambda: len(shell.lines("end")) == 3)
        assert shell.now > START + 30.0

    @pytest.mark.parametrize("between_time", [0, 20_000])
    def test_with_breaks_that_follow_their_pace(self, between_time: int) -> None:
        shell = new_shell(replace(SHORT, between_time=between_time, pace=1_000)).open(*[Level.EASY] * 3)
        shell.run_until(lambda: bool(shell.lines("settle")))
        ended = shell.now
        shell.run_until(lambda: len(shell.lines("deal")) == 2)
        assert shell.now - ended == pytest.approx(6.0 if between_time else 0.0)

    def test_whoever_sits_down_after_a_game_is_waited_for(self) -> None:
        shell = new_shell(SHORT).open(*[Level.EASY] * 3)
        shell.run_until(lambda: shell.at(Stage.OVER))
        watcher = shell.join("W", Role.WATCH)
        shell.give(watcher, lambda seq: TakeSeat(seq, 1))
        shell.run(1_000.0)
        assert shell.at(Stage.OVER)
        assert shell.last(watcher).clock is None

    def test_an_open_seat_is_waited_for(self) -> None:
        shell = new_shell(SHORT).open(*[Level.EASY] * 3)
        shell.run_until(lambda: shell.at(Stage.OVER))
        watcher = shell.join("W", Role.WATCH)
        shell.give(watcher, lambda seq: TakeSeat(seq, 1))
        shell.give(watcher, lambda seq: Leave(seq))
        shell.run(1_000.0)
        assert shell.at(Stage.OVER)

    def test_a_table_with_a_seat_open_waits_from_the_start(self) -> None:
        shell = new_shell(SHORT).open(*[Level.EASY] * 2)
        shell.run(1_000.0)
        assert shell.at(Stage.LOBBY)


def test_moves_between_rounds_are_refused() -> None:
    shell, people = between()
    assert code(shell.act(people[0].peer, DoDraw())) == Code.NOT_STARTED


def test_r7_2_a_back_match_may_end_the_game_in_mid_round() -> None:
    shell = new_shell(replace(SHORT, rules=Rules(start=1, limit=5))).open(*[Level.EASY] * 3)
    shell.run_until(
        lambda: any(
            before["t"] == "match" and after["t"] == "end"
            for before, after in pairwise(shell.journal)
        )
    )
