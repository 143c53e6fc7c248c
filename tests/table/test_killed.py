"""The host is killed after every single commit of an evening: the table comes back as it was, and plays on."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from random import Random

import pytest

from server.engine.rules import Rules
from server.table.table import Table
from server.wire.messages import (
    Ack,
    AddBot,
    Configure,
    HandOver,
    Pause,
    Presence,
    Refusal,
    ShowHand,
    Stage,
    Welcome,
)
from server.wire.settings import Level, Settings
from tests.table.crash import again, committed, digest, restored
from tests.table.people import Person
from tests.table.shell import Killed, Shell, new_shell, seeded

SHORT = Settings(seats=4, rules=Rules(start=20, limit=50), pace=300)

COMMITS = 150
"""An evening has more of them."""


def evening(settings: Settings = SHORT, seed: int = 1, dies_after: int | None = None) -> tuple[Shell, list[Person]]:
    """Return a table of three people and a bot that has played two games, with all that happens beside them.

    Raises:
        Killed: after that commit; `shell` and people are in its `args`.
    """
    shell = new_shell(settings, seed)
    shell.dies_after = dies_after
    people: list[Person] = []
    try:
        _play(shell, people, seed)
    except Killed:
        raise Killed(shell, people) from None
    return shell, people


def _play(shell: Shell, people: list[Person], seed: int) -> None:
    shell.open(Level.EASY)
    for name in "ABC":
        people.append(Person(shell, name, Random(f"{seed} {name}")).come())
    owner, second, third = people
    owner.give(lambda seq: HandOver(seq, 2))
    shell.run_until(lambda: len(shell.lines("deal")) == 1)
    shell.run(3.0)
    second.give(lambda seq: Pause(seq, True))
    third.give(lambda seq: ShowHand(seq, True))
    third.cut()
    shell.run(3.0)
    second.give(lambda seq: Pause(seq, False))
    third.back()
    shell.run_until(lambda: shell.at(Stage.OVER))
    owner.rematch = False
    second.give(lambda seq: Configure(seq, replace(shell.table.core.settings, seats=5, grace=5_000)))
    second.give(lambda seq: AddBot(seq, Level.HARD))
    owner.rematch = True
    shell.run_until(lambda: len(shell.lines("game")) == 2)
    shell.run(2.0)
    owner.cut()
    shell.run_until(lambda: shell.table.core.seats[1].presence is Presence.STAND_IN)
    shell.run(2.0)
    owner.back()
    shell.run_until(lambda: len(shell.lines("end")) == 2)


class TestEveryCommit:
    def test_the_table_is_as_it_was(self) -> None:
        shell = Shell(Table(SHORT, entropy=seeded(1)))
        states: dict[int, dict[str, object]] = {}

        def note() -> None:
            states.setdefault(len(shell.journal), digest(shell.table.core))

        shell.after.append(note)
        _play(shell, [], 1)
        checked = 0
        for number in range(1, len(shell.batches) + 1):
            lines = [line for batch in shell.batches[:number] for line in batch]
            table = restored(lines)
            if len(lines) in states:
                checked += 1
                state, now = states[len(lines)], digest(table.core)
                assert {key: now[key] for key in state} == state
            table.open(0.0)
        assert checked > 0.8 * len(shell.batches) > 0.8 * COMMITS

    def test_what_was_acknowledged_was_done_once_and_is_answered_alike(self) -> None:
        shell, _ = evening()
        seats = {peer: message.seat for _, peer, message in shell.stream if isinstance(message, Welcome)}
        answers = {
            (seats[peer], message.seq): message
            for _, peer, message in shell.stream
            if isinstance(message, Ack | Refusal) and message.seq is not None
        }
        done = committed(shell.journal)
        assert max(Counter(done).values()) == 1
        core = restored(shell.journal).core
        for seat, seq in done:
            assert core.seats[seat].answers.known.get(seq) in (answers[seat, seq], None)
        assert any(seq in core.seats[seat].answers.known for seat, seq in done)

    def test_every_action_of_a_person_tells_its_command(self) -> None:
        shell, people = evening()
        acked = {
            (shell.welcome(person.peer).seat, seq)
            for person in people
            for seq, answer in person.answers.items()
            if isinstance(answer, Ack)
        }
        of_actions = {
            (line["seat"], seq)
            for line in shell.journal
            if line["t"] in ("lay", "draw", "match", "keep")
            for _, seq in line.get("_seq", ())
        }
        assert len(of_actions) > 30
        assert of_actions <= acked


class TestKilled:
    """Killed right after a commit, before anybody was told of it; then all come back and play on."""

    @pytest.mark.parametrize("first", range(2, 10))
    def test_the_evening_goes_on(self, first: int) -> None:
        for dies_after in range(first, COMMITS, 8):
            with pytest.raises(Killed) as killed:
                evening(dies_after=dies_after)
            dead, people = killed.value.args
            shell = again(dead, dead.journal)
            come_back(shell, people)
            play_on(shell, people)
            assert_done_once(shell, people)
            assert digest(restored(shell.journal).core) == digest(shell.table.core)

    @pytest.mark.parametrize("second", [1, 2, 3, 5, 9])
    def test_and_again_while_it_comes_back(self, second: int) -> None:
        with pytest.raises(Killed) as killed:
            evening(dies_after=90)
        dead, people = killed.value.args
        shell = Shell(restored(dead.journal), now=dead.now, journal=list(dead.journal), peers=dead.peers)
        shell.dies_after = second
        with pytest.raises(Killed):
            open_and_play_on(shell, people)
        third = again(shell, shell.journal, entropy=100)
        come_back(third, people)
        play_on(third, people)
        assert_done_once(third, people)


def assert_done_once(shell: Shell, people: list[Person]) -> None:
    """Demand that no command was done twice, and that all that was acknowledged was done."""
    done = Counter(committed(shell.journal))
    assert max(done.values()) == 1
    for person in people:
        seat = shell.welcome(person.peer).seat
        assert seat is not None
        assert len(person.done) > 2
        assert all((seat, seq) in done for seq in person.done)


def open_and_play_on(shell: Shell, people: list[Person]) -> None:
    """Open a restored table and go on there."""
    shell.open()
    come_back(shell, people)
    play_on(shell, people)


def come_back(shell: Shell, people: list[Person]) -> None:
    """Let all who have a token come back with it, and repeat what they got no answer to."""
    people[:] = [person for person in people if person.token is not None]
    for person in people:
        person.linked = False
    for person in people:
        person.back(shell)
        assert person.peer not in shell.byes


def play_on(shell: Shell, people: list[Person]) -> None:
    """Go on until two more rounds or a game have ended; who was not told that they sit is replaced."""
    core, rounds, games = shell.table.core, len(shell.lines("settle")), len(shell.lines("end"))
    while len(people) < 3:
        shell.run_until(lambda: core.has_open_seat)
        people.append(Person(shell, f"New {len(people)}", Random(len(people))).come())
    for person in people:
        person.rematch = True
        person.heard(person.peer, shell.last(person.peer))
    if core.paused is not None:
        people[0].give(lambda seq: Pause(seq, False))
    if core.has_open_seat:
        owner = next(person for person in people if shell.welcome(person.peer).seat == core.owner)
        owner.give(lambda seq: AddBot(seq))
    shell.run_until(lambda: len(shell.lines("settle")) > rounds + 1 or len(shell.lines("end")) > games)
