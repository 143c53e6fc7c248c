"""Nobody stops the table: each seat is cut at each phase of hundreds of games, and all of them end."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
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
LONG: Final = replace(SETTINGS, rules=Rules(start=15, limit=40, hand=3))
"""Many short rounds, for what is seldom in one."""
SELDOM: Final = ("back match", "window", "claimed", "one card")
GAMES = 300
SEATS: Final = (0, 1, 2)
LEAST: Final = 4
"""So many times each seat is to be cut in each phase."""
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
    """Cuts one seat of a game when a phase comes, in one of several ways.

    Attributes:
        ways: what may happen.
        after: the trouble that comes first, where it is about the same seat.
        struck: whether somebody was linked there and something happened to them.
    """

    def __init__(
        self, shell: Shell, people: list[Person], phase: str, seat: int, random: Random, ways: Sequence[str],
        after: Trouble | None = None,
    ) -> None:
        self.shell = shell
        self.people = people
        self.comes = PHASES[phase]
        self.seat = seat
        self.random = random
        self.ways = ways
        self.after = after
        self.done = False
        self.struck = False
        shell.after.append(self.look)

    def look(self) -> None:
        """Act when the phase has come."""
        if self.after is not None and self.after.seat == self.seat and not self.after.struck:
            return
        if not self.done and self.comes(self.shell, self.seat):
            self.done = True
            self.shell.later(self.random.choice((0.0, 0.01, 0.3)), self.strike)

    def strike(self) -> None:
        """Cut the seat, and let it come back or not; the first of the people always does."""
        person = next((one for one in self.people if one.seat == self.seat), None)
        if person is None or not person.linked:
            self.done = False       # away for another reason: the next time
            return
        shell, stays = self.shell, person is self.people[0]
        way = self.random.choice([way for way in self.ways if not stays or way not in FOR_GOOD])
        if stays and shell.at(Stage.LOBBY):
            way = "soon"            # the lobby keeps a seat for so long only, and somebody has to play
        self.struck = True
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
        if way not in FOR_GOOD:
            wait = {"soon": 0.2, "late": 20.0}.get(way) or self.random.uniform(1.0, 20.0)
            shell.later(wait, lambda: _return(person))


FOR_GOOD: Final = ("gone", "leave to a bot", "leave")
CUTS: Final = ("back", "soon", "back", "silent", *FOR_GOOD)
WAYS: Final = (*CUTS, "pause")


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


def play(phase: str, number: int) -> tuple[Shell, Trouble]:
    """Play a game with trouble; return its table, and the trouble that it is about: by turns that of each seat."""
    random = Random(f"{phase} {number}")
    seat = SEATS[number % len(SEATS)]
    bots = number // len(SEATS) % 2 if seat else 0        # a bot sits in the first seat
    shell = new_shell(LONG if phase in SELDOM else SETTINGS, number).open(*[Level.EASY] * bots)
    people = crowd(shell, "ABC"[: 3 - bots], number)
    trouble = Trouble(shell, people, phase, seat, random, CUTS)
    if phase == "stand-in":
        Trouble(shell, people, "own turn", (seat + 1) % 3 or bots, random, ["late"])
    for _ in range(2):
        Trouble(
            shell, people, random.choice(list(PHASES)), random.randrange(bots, 3), random, WAYS, after=trouble
        )
    shell.after.append(lambda: check(shell))
    shell.later(5.0, lambda: _put_right(shell))
    shell.run_until(lambda: bool(shell.lines("end")), 3_000.0)
    return shell, trouble


def check(shell: Shell) -> None:
    """Demand what must hold at any time."""
    core, game = shell.table.core, shell.game
    if game.round:
        assert len(cards_of(game)) == WHOLE_DECK
        assert sum(game.scores) == core.settings.rules.start * 3
    for peer, link in core.links.items():
        assert link.seat is None or core.seats[link.seat].peer == peer
    if shell.at(Stage.PLAY) and core.stopped is None:
        assert core.clock.at is not None or core.race is not None


@pytest.mark.parametrize("phase", list(PHASES))
def test_every_game_ends_though_seats_are_cut(phase: str) -> None:
    struck: Counter[int] = Counter()
    for number in range(GAMES // len(PHASES)):
        shell, trouble = play(phase, number)
        struck[trouble.seat] += trouble.struck
        assert len(shell.lines("end")) == 1
    assert all(struck[seat] >= LEAST for seat in SEATS), struck
