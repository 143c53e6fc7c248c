"""The drill: sums against the clock. Pure: problems come from a seed, times are arguments."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from random import Random
from typing import Final, NamedTuple

from server.engine.actions import Action, Draw, LayCards
from server.engine.cards import DECK, Hand, Rank, shares_dots
from server.engine.rules import MIN_SEATS, Rules
from server.engine.state import Game, Phase, new_game
from server.engine.sums import is_lay, legal_lays
from server.wire.messages import Kind, Roster, SeatInfo
from server.wire.settings import Assist, Settings
from terra_tui.session.offline import ME, OfflineTable
from terra_tui.session.shown import seated_state
from terra_tui.session.state import ClientState

PROBLEMS: Final = 10
UNSOLVABLE: Final = (1, 3)
"""From how many to how many of them have no answer."""
SIZES: Final = (4, 5, 5, 6, 6, 7)
"""Cards in a hand that has an answer, drawn from these."""
SIZES_WITHOUT: Final = (4, 4, 5, 5, 6)
"""Cards in a hand that has none. Many cards nearly always make the floor; the number alone tells nothing."""
PENALTY: Final = 5.0
"""Seconds added for saying that there is no answer where there is one."""


class Problem(NamedTuple):
    """A floor number and a hand, in which no single fits: only a combination can be an answer (R3.1)."""

    floor: Rank
    hand: Hand

    @property
    def solvable(self) -> bool:
        """Whether any combination of the hand makes the floor."""
        return bool(legal_lays(self.hand, self.floor))


class Verdict(StrEnum):
    """What an answer is; the catalogue has `drill.…` for each but RIGHT."""

    RIGHT = "right"
    WRONG = "wrong"              # that sum does not make the floor of these cards
    THERE_IS_ONE = "there_is_one"
    OVER = "over"                # all problems are done


@dataclass(frozen=True, slots=True)
class Drill:
    """A drill in progress.

    Attributes:
        times: seconds for each problem solved, to the tenth, penalties included.
        since: when the present problem was shown, in seconds of any clock.
        extra: penalties of the present problem, in seconds.
    """

    problems: tuple[Problem, ...]
    since: float
    times: tuple[float, ...] = ()
    extra: float = 0.0

    @property
    def over(self) -> bool:
        """Whether all problems are solved."""
        return len(self.times) == len(self.problems)

    @property
    def problem(self) -> Problem:
        """The present problem; the last one once all are solved."""
        return self.problems[min(len(self.times), len(self.problems) - 1)]

    @property
    def total(self) -> float:
        """Seconds for all problems solved, to the tenth."""
        return round(sum(self.times), 1)

    def running(self, now: float) -> float:
        """Return the seconds so far, the present problem included."""
        return self.total if self.over else self.total + self.extra + max(0.0, now - self.since)

    def answer(self, action: Action, now: float) -> tuple[Drill, Verdict]:
        """Return the drill after an answer: a sum laid, or `Draw` for "there is none"."""
        if self.over:
            return self, Verdict.OVER
        problem = self.problem
        if isinstance(action, LayCards):
            right = is_lay(problem.hand, problem.floor, action.lay)
            return (self._solved(now), Verdict.RIGHT) if right else (self, Verdict.WRONG)
        if not isinstance(action, Draw):
            return self, Verdict.WRONG
        if problem.solvable:
            return replace(self, extra=self.extra + PENALTY), Verdict.THERE_IS_ONE
        return self._solved(now), Verdict.RIGHT

    def _solved(self, now: float) -> Drill:
        # Tenths of a second, as they are shown: so what is shown adds up.
        time = round(max(0.0, now - self.since) + self.extra, 1)
        return replace(self, times=(*self.times, time), since=now, extra=0.0)


def new_drill(seed: int, now: float, count: int = PROBLEMS) -> Drill:
    """Return the drill of a seed; the same seed gives the same problems."""
    return Drill(tuple(problems(seed, count)), now)


def problems(seed: int, count: int = PROBLEMS) -> Iterator[Problem]:
    """Yield `count` problems, a few of them, somewhere, without an answer."""
    random = Random(seed)
    without = set(random.sample(range(count), min(random.randint(*UNSOLVABLE), count)))
    for number in range(count):
        size = random.choice(SIZES_WITHOUT if number in without else SIZES)
        yield _problem(random, size, solvable=number not in without)


def _problem(random: Random, size: int, *, solvable: bool) -> Problem:
    """Return the first problem drawn that has an answer, or has none, and in which no single fits."""
    while True:
        floor, *cards = random.sample(DECK, size + 1)
        problem = Problem(floor, tuple(sorted(cards)))
        if not set(shares_dots(floor)) & set(cards) and problem.solvable is solvable:
            return problem


class DrillTable(OfflineTable):
    """The drill as a table: the problem is a turn of one's own, and nobody else is there.

    Attributes:
        verdict: what the last answer was, None before the first.
        now: the clock's time, set by the screen before every key.
    """

    def __init__(self, drill: Drill) -> None:
        self.drill = drill
        self.verdict: Verdict | None = None
        self.now = drill.since
        seats = (SeatInfo(Kind.HUMAN),) + (SeatInfo(Kind.OPEN),) * (MIN_SEATS - 1)
        self._roster = Roster(Settings(seats=MIN_SEATS, assist=Assist.OFF), seats)
        super().__init__(self._state())

    def wished(self, action: Action | None) -> None:
        """Take an answer."""
        if action is not None:
            self.drill, self.verdict = self.drill.answer(action, self.now)
            self.become(self._state())

    def _state(self) -> ClientState:
        return seated_state(posed(self.drill.problem), ME, self._roster, (), len(self.drill.times))


def posed(problem: Problem) -> Game:
    """Return a game in which the problem is the player's turn."""
    empty = new_game(Rules(), MIN_SEATS)
    hands = (problem.hand, *empty.hands[1:])
    return replace(empty, phase=Phase.TURN, hands=hands, floor=problem.floor, round=1)
