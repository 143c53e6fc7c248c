"""Nobody stops the table: each seat is cut at each phase of hundreds of games, and all of them end."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Final

import pytest

from server.engine.rules import Rules
from server.engine.state import Phase
from server.wire.messages import AddBot, Leave, Pause, Presence, Stage
from server.wire.settings import Level, Settings
from tests.engine.positions import cards_of
from tests.table.people import Person, crowd
from tests.table.shell import Shell, new_shell

SETTINGS: Final = Settings(seats=3, rules=Rules(start=6, limit=13), pace=300, turn_time=15_000, grace=5_000)
GAMES = 300
WHOLE_DECK: Final = 64


def _race(shell: Shell) -> bool:
    race = shell.table.core.race
    return race is not None and race.length > 0


def _held(shell: Shell) -> bool:
    return shell.table.play.held is not None


def _claimed(shell: Shell) -> bool:
    race = shell.table.core.race
    return race is not None and bool(race.claims)


PHASES: Final[dict[str, Callable[[Shell, int], bool]]] = {
    "lobby": lambda shell, seat: shell.at(Stage.LOBBY),
    "dealing or dealt": lambda shell, seat: bool(shell.lines("deal")),
    "own turn": lambda shell, seat: shell.at(Stage.PLAY) and shell.game.turn == seat,
    "another's turn": lambda shell, seat: shell.at(Stage.PLAY) and shell.game.turn != seat,
    "back match": lambda shell, seat: shell.game.phase is Phase.MATCH,
    "window": lambda shell, seat: _race(shell),
    "held": lambda shell, seat: _held(shell),
    "claimed": lambda shell, seat: _claimed(shell),
    "one card": lambda shell, seat: shell.at(Stage.PLAY) and len(shell.game.hands[seat]) == 1,
    "between": lambda shell, seat: shell.at(Stage.BETWEEN),
    "terra": lambda shell, seat: shell.game.terra,
    "stand-in": lambda shell, seat: any(
        state.presence is Presence.STAND_IN for state in shell.table.core.seats
    ),
}


class Trouble:
    """Cuts one seat of a game when a phase comes, in one of several ways."""

    def __init__(self, shell: Shell, people: list[Person], phase: str, seat: int, random: Random) -> None:
        self.shell = shell
        self.people = people
        self.comes = PHASES[phase]
        self.seat = seat
        self.random = random
        self.done = False
        shell.after.append(self.look)

    def look(self) -> None:
        """Act when the phase has come."""
        if not self.done and self.comes(self.shell, self.seat):
            self.done = True
            self.shell.later(self.random.choice((0.0, 0.01, 0.3)), self.strike)

    def strike(self) -> None:
        """Cut the seat, and let it come back or not; the first of the people always does."""
        person = next((one for one in self.people if one.seat == self.seat), None)
        if person is None or not person.linked:
            return
        shell, stays = self.shell, person is self.people[0]
        way = self.random.choice(WAYS[:5] if stays else WAYS)
        if way in ("leave", "leave to a bot"):
            person.give(lambda seq: Leave(seq, bot=way == "leave to a bot"))
            person.linked = False
        elif way == "pause":
            person.give(lambda seq: Pause(seq, True))
        elif way == "silent":
            shell.silent.add(person.peer)
            person.linked = False                   # the link stays, and nothing comes of it
        else:
            person.cut()
        if stays or way not in ("gone", "leave", "leave to a bot"):
            shell.later(0.2 if way == "soon" else self.random.uniform(1.0, 20.0), lambda: _return(person))


WAYS: Final = ("back", "soon", "back", "silent", "pause", "gone", "leave to a bot", "leave")


def _return(person: Person) -> None:
    if not person.linked:
        person.back()
        if person.peer in person.shell.byes:        # the lobby did not keep the seat
            person.linked = False


def _put_right(shell: Shell) -> None:
    """From time to time, let the owner fill a seat that was left before the game, and end a pause."""
    core = shell.table.core
    peer = None if core.owner is None else core.seats[core.owner].peer
    if peer is not None and core.has_open_seat and shell.at(Stage.LOBBY):
        shell.give(peer, lambda seq: AddBot(seq, Level.EASY))
    if peer is not None and core.paused is not None:
        shell.give(peer, lambda seq: Pause(seq, False))
    shell.later(5.0, lambda: _put_right(shell))


def play(number: int) -> tuple[Shell, bool]:
    """Play a game with trouble; return its table, and whether the trouble came that it is about."""
    random = Random(number)
    phase = list(PHASES)[number % len(PHASES)]
    bots = number % 2
    shell = new_shell(SETTINGS, number).open(*[Level.EASY] * bots)
    people = crowd(shell, "ABC"[: 3 - bots], number)
    trouble = Trouble(shell, people, phase, bots + (number // len(PHASES)) % (3 - bots), random)
    for _ in range(2):
        Trouble(shell, people, random.choice(list(PHASES)), random.randrange(bots, 3), random)
    shell.after.append(lambda: check(shell))
    shell.later(5.0, lambda: _put_right(shell))
    shell.run_until(lambda: bool(shell.lines("end")), 3_000.0)
    return shell, trouble.done


def check(shell: Shell) -> None:
    """Demand what must hold at any time."""
    core, game = shell.table.core, shell.game
    if game.round:
        assert len(cards_of(game)) == WHOLE_DECK
        assert sum(game.scores) == SETTINGS.rules.start * 3
    for peer, link in core.links.items():
        assert link.seat is None or core.seats[link.seat].peer == peer
    if shell.at(Stage.PLAY) and core.stopped is None:
        assert core.clock.at is not None or core.race is not None


@pytest.mark.parametrize("phase", list(PHASES))
def test_every_game_ends_though_seats_are_cut(phase: str) -> None:
    came = 0
    for number in range(list(PHASES).index(phase), GAMES, len(PHASES)):
        shell, troubled = play(number)
        came += troubled
        assert len(shell.lines("end")) == 1
    assert came >= 3
