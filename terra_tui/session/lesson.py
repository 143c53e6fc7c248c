"""The lesson: what the player is told, which wish is accepted, and what is answered to every other one.

Pure: the states come from the engine, over one fixed deal (`lesson_deal.py`); the words are the catalogue's.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Final

from server.engine.actions import Action, Draw, Keep, LayCards, Match, Ron
from server.engine.apply import apply, why_not
from server.engine.events import Dealt, Event
from server.engine.reasons import Reason
from server.engine.state import Game
from server.wire.messages import Kind, Roster, SeatInfo
from server.wire.settings import Assist, Settings
from terra_tui.session.lesson_deal import (
    AFTER_MATCH,
    AFTER_OWN,
    AFTER_SINGLE,
    AFTER_SUM,
    AFTER_TERRA,
    dealt,
    lays,
)
from terra_tui.session.offline import ME, OfflineTable
from terra_tui.session.shown import seated_state
from terra_tui.session.state import ClientState


class Reply(StrEnum):
    """What is answered to a wish that the step does not want; the catalogue has `lesson.answer_…` for each."""

    WATCH = "watch"              # the others are playing
    READ = "read"                # nothing to do here but to go on
    DO_IT = "do_it"              # there is something to do here
    REFUSED = "refused"          # the rules do not allow it: `Answer.reason`
    OTHER_SUM = "other_sum"      # allowed, but the lesson goes on with another one
    DRAW_LATER = "draw_later"    # one may draw at any time, but something fits
    KEEP_LATER = "keep_later"
    TERRA_LATER = "terra_later"
    TERRA_NOW = "terra_now"


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer, with the rules' reason where there is one."""

    reply: Reply
    reason: Reason | None = None


@dataclass(frozen=True, slots=True)
class Step:
    """One thing to do.

    Attributes:
        name: `lesson.<name>` in the catalogue says what it is.
        wanted: what is accepted, any of them; none means: to go on.
        then: what the others do afterwards.
    """

    name: str
    wanted: tuple[Action, ...] = ()
    then: tuple[Action, ...] = ()

    @property
    def sum(self) -> str:
        """The sum that is to be laid, "" where it is none."""
        first = self.wanted[0] if self.wanted else None
        return str(first.lay) if isinstance(first, LayCards) else ""


STEPS: Final = (
    Step("floor"),
    Step("sum", (lays(ME, "7+9-5"), lays(ME, "9+7-5")), AFTER_SUM),
    Step("single", (lays(ME, "12"),), AFTER_SINGLE),
    Step("draw", (Draw(ME),)),
    Step("match", (Match(ME),), AFTER_MATCH),
    Step("terra", (lays(ME, "14-8", terra=True),), AFTER_TERRA),
    Step("own", (lays(ME, "4+4"),), AFTER_OWN),
    Step("ron", (Ron((ME,)),)),
)
END: Final = Step("end")


@dataclass(frozen=True, slots=True)
class Lesson:
    """Where the player is in the lesson.

    Attributes:
        place: the number of the step, `len(STEPS)` at the end.
        due: what the others do before it begins.
        events: everything that happened so far.
    """

    game: Game = field(default_factory=dealt)
    place: int = 0
    due: tuple[Action, ...] = ()
    events: tuple[Event, ...] = (Dealt(1, ME, 11),)

    @property
    def over(self) -> bool:
        """Whether everything has been done."""
        return self.place == len(STEPS)

    @property
    def step(self) -> Step:
        """What is to be done."""
        return END if self.over else STEPS[self.place]

    def wish(self, action: Action | None) -> tuple[Lesson, Answer | None]:
        """Return the lesson after the player's wish, and what is answered to one that the step does not want.

        Args:
            action: of seat 0; None is to go on.
        """
        if self.due:
            return self, Answer(Reply.WATCH)
        if not self.step.wanted:
            if action is not None or self.over:
                return self, Answer(Reply.READ)
            return replace(self, place=self.place + 1), None
        if action is None:
            return self, Answer(Reply.DO_IT)
        if action in self.step.wanted:
            done = self._after(action)
            return replace(done, place=self.place + 1, due=self.step.then), None
        return self, self._why_not(action)

    def go_on(self) -> Lesson:
        """Return the lesson after the next thing that the others do."""
        return replace(self._after(self.due[0]), due=self.due[1:]) if self.due else self

    def _after(self, action: Action) -> Lesson:
        game, events = apply(self.game, action)
        return replace(self, game=game, events=self.events + events)

    def _why_not(self, action: Action) -> Answer:
        """Return why an action is not what the step wants, the rules' own reason first."""
        reason = why_not(self.game, action)
        if reason is not None:
            return Answer(Reply.REFUSED, reason)
        if isinstance(action, Draw):
            return Answer(Reply.DRAW_LATER)
        if isinstance(action, Keep):
            return Answer(Reply.KEEP_LATER)
        if isinstance(action, LayCards) and replace(action, terra=not action.terra) in self.step.wanted:
            return Answer(Reply.TERRA_LATER if action.terra else Reply.TERRA_NOW)
        return Answer(Reply.OTHER_SUM)


class LessonTable(OfflineTable):
    """The lesson as a table: its state, wishes, and the answer to the last one.

    Attributes:
        answer: what was answered to the last wish, None where it was accepted.
    """

    def __init__(self, names: tuple[str, str, str]) -> None:
        self.lesson = Lesson()
        self.answer: Answer | None = None
        others = tuple(SeatInfo(Kind.BOT, name) for name in names[1:])
        self._roster = Roster(
            Settings(seats=len(names), assist=Assist.HINTS), (SeatInfo(Kind.HUMAN, names[0]), *others)
        )
        super().__init__(self._state())

    def wished(self, action: Action | None) -> None:
        """Go on with the lesson, or answer why not."""
        self.lesson, self.answer = self.lesson.wish(action)
        self.become(self._state())

    def go_on(self) -> None:
        """Let the others do the next thing, where they are to do one."""
        if self.lesson.due:
            self.lesson = self.lesson.go_on()
            self.answer = None
            self.become(self._state())

    def _state(self) -> ClientState:
        return seated_state(self.lesson.game, ME, self._roster, self.lesson.events, len(self.lesson.events))
