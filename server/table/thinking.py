"""Bots at the table: what they are asked, and when they act, at a human's pace and no faster."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from server.bots.player import BotAction, Decision
from server.engine import view_for
from server.engine.actions import Ron
from server.engine.cards import Seat
from server.table.core import Core
from server.table.effects import Think
from server.wire.settings import Level

FASTEST_RON: Final = 0.250
"""Seconds. No bot claims sooner than a human could (DESIGN.md 2.5)."""
RON_SPREAD: Final = 0.300
"""Seconds. How much later than that a bot's claim may come."""
ANSWER_WITHIN: Final = 30.0
"""Seconds. A bot that has not answered by then will not: the default is done for it, whatever the turn time is."""
STAND_IN_LEVEL: Final = Level.NORMAL


@dataclass(frozen=True, slots=True)
class Plan:
    """What a bot is going to do, unless the table has gone on from `decision`.

    Attributes:
        asked: when it was asked, seconds.
        ready: when it had its answer; it acts no sooner.
        delay: how long after everybody saw the table it acts, seconds.
    """

    decision: int
    seat: Seat
    action: BotAction
    asked: float
    ready: float
    delay: float


@dataclass(frozen=True, slots=True)
class _Request:
    decision: int
    seat: Seat
    kind: Decision
    asked: float


class Thinking:
    """The open questions to bots and the plans that came of the answers."""

    def __init__(self, core: Core) -> None:
        self.core = core
        self._requests: dict[int, _Request] = {}
        self._plans: list[Plan] = []
        self._next = 0
        self._since = float("-inf")

    # ---- questions --------------------------------------------------------------------------------------

    def ask(self, now: float) -> None:
        """Ask every bot that may do something in this decision; forget all older questions and plans."""
        core = self.core
        self._requests = {}
        self._plans = []
        self.ask_seat(now, core.game.turn, Decision.TURN)
        if core.race is not None:
            # Everyone who holds one card is asked, whether it fits or not: that is public, the card is not.
            for seat in sorted(core.race.candidates - {core.game.turn}):
                self.ask_seat(now, seat, Decision.RON)

    def ask_seat(self, now: float, seat: Seat, kind: Decision) -> None:
        """Ask `seat`'s bot, if a bot plays it."""
        core, state = self.core, self.core.seats[seat]
        if not state.played_by_bot:
            return
        self._next += 1
        self._requests[self._next] = _Request(core.decision, seat, kind, now)
        level = state.level or STAND_IN_LEVEL
        core.out.append(Think(self._next, seat, level, kind, view_for(core.game, seat)))

    def ask_again(self, now: float, seat: Seat) -> None:
        """A bot has taken over `seat` in mid-decision."""
        core = self.core
        if seat == core.game.turn:
            self.ask_seat(now, seat, Decision.TURN)
        elif core.race is not None and seat in core.race.candidates:
            self.ask_seat(now, seat, Decision.RON)

    # ---- answers ----------------------------------------------------------------------------------------

    def answered(self, now: float, request: int, action: BotAction | None) -> None:
        """Plan what a bot answered; an answer to a question that has passed counts for nothing."""
        asked = self._requests.pop(request, None)
        if asked is None or asked.decision != self.core.decision:
            return
        if asked.kind is Decision.RON and not isinstance(action, Ron):
            return
        if action is None:
            action = self.core.default          # a bot that failed: its seat plays on
        delay = self._ron_delay() if asked.kind is Decision.RON else self._pace()
        self._plans.append(Plan(asked.decision, asked.seat, action, asked.asked, now, delay))

    def _ron_delay(self) -> float:
        return 0.0 if self.core.instant else FASTEST_RON + RON_SPREAD * self._chance()

    def _pace(self) -> float:
        """Return how long a turn takes: the table's pace, give or take a third, whatever the hand."""
        return self.core.settings.pace / 1000 * (2 / 3 + 2 / 3 * self._chance())

    def _chance(self) -> float:
        return int.from_bytes(self.core.entropy(4), "big") / 2**32

    # ---- time -------------------------------------------------------------------------------------------

    def run_again(self, now: float) -> None:
        """Let all delays count from `now`: the clocks stood until then."""
        self._since = now

    def due(self, now: float) -> list[tuple[float, Plan]]:
        """Take out the plans whose time has come, each with that time; in its order, a Ron before a turn.

        Where nobody is waited for, all answers must be in first: bots that can Ron do so at the same time.
        """
        self._give_up_waiting(now)
        if self.core.instant and self._requests:
            return []
        due = [(at, plan) for plan in self._plans if (at := self._acts_at(plan)) is not None and at <= now]
        taken = [plan for _, plan in due]
        self._plans = [plan for plan in self._plans if plan not in taken]
        due = [(at, plan) for at, plan in due if self.core.seats[plan.seat].played_by_bot]
        return sorted(due, key=lambda item: (item[0], not isinstance(item[1].action, Ron), item[1].seat))

    def _acts_at(self, plan: Plan) -> float | None:
        """Return when a plan is carried out; None while it is not known when the players saw the table.

        So a disk that stalls puts bots off as long as it does people (DESIGN.md 2.5).
        """
        race = self.core.race
        if race is None:
            shown: float | None = plan.asked
        else:
            shown = race.start
        if shown is None:
            return None
        return max(plan.ready, max(shown, plan.asked, self._since) + plan.delay)

    def _give_up_waiting(self, now: float) -> None:
        """Plan the default for a bot that was asked for its turn too long ago; a Ron is let go."""
        late = [number for number, asked in self._requests.items() if self._gives_up_at(asked) <= now]
        for number in late:
            self.answered(now, number, None)

    def _gives_up_at(self, asked: _Request) -> float:
        return max(asked.asked, self._since) + ANSWER_WITHIN

    def next_due(self) -> float | None:
        """Return when something is due next; None where nothing is."""
        times: list[float | None] = [self._gives_up_at(asked) for asked in self._requests.values()]
        if not (self.core.instant and self._requests):
            times += [self._acts_at(plan) for plan in self._plans]
        return min((at for at in times if at is not None), default=None)
