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
STAND_IN_LEVEL: Final = Level.NORMAL


@dataclass(frozen=True, slots=True)
class Plan:
    """What a bot is going to do, at `at` seconds, unless the table has gone on from `decision`."""

    decision: int
    seat: Seat
    action: BotAction
    at: float


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

    def answered(self, now: float, request: int, action: BotAction | None) -> None:
        """Plan what a bot answered; an answer to a question that has passed counts for nothing."""
        asked = self._requests.pop(request, None)
        if asked is None or asked.decision != self.core.decision or action is None:
            return
        if isinstance(action, Ron) and asked.kind is Decision.RON:
            at = asked.asked + self._ron_delay()
        else:
            at = asked.asked + self._pace()
        self._plans.append(Plan(asked.decision, asked.seat, action, max(now, at)))

    def _ron_delay(self) -> float:
        return 0.0 if self.core.instant else FASTEST_RON + RON_SPREAD * self._chance()

    def _pace(self) -> float:
        """Return how long a turn takes: the table's pace, give or take a third, whatever the hand."""
        return self.core.settings.pace / 1000 * (2 / 3 + 2 / 3 * self._chance())

    def _chance(self) -> float:
        return int.from_bytes(self.core.entropy(4), "big") / 2**32

    def due(self, now: float) -> list[Plan]:
        """Take out the plans whose time has come, a Ron before a turn, then by seat.

        Where nobody is waited for, all answers must be in first: bots that can Ron do so at the same time.
        """
        if self.core.instant and self._requests:
            return []
        due = [plan for plan in self._plans if plan.at <= now and self._still_a_bots(plan)]
        self._plans = [plan for plan in self._plans if plan.at > now]
        return sorted(due, key=lambda plan: (plan.at, not isinstance(plan.action, Ron), plan.seat))

    def _still_a_bots(self, plan: Plan) -> bool:
        return self.core.seats[plan.seat].played_by_bot

    def next_due(self) -> float | None:
        """Return when the next plan is due; None where there is none, or answers are waited for."""
        if self.core.instant and self._requests:
            return None
        return min((plan.at for plan in self._plans), default=None)

    def shift(self, seconds: float) -> None:
        """Put every plan off: the clocks stood for so long."""
        self._plans = [Plan(plan.decision, plan.seat, plan.action, plan.at + seconds) for plan in self._plans]
        self._requests = {
            number: _Request(asked.decision, asked.seat, asked.kind, asked.asked + seconds)
            for number, asked in self._requests.items()
        }
