"""A request carried out: a wish to the session, or lines at once."""

from __future__ import annotations

from server.engine.cards import Seat
from server.engine.state import Phase
from server.engine.sums import SumError, legal_lays
from server.wire.settings import Assist, Level
from server.wire.text import fold
from terra_tui.locale.tell import failure_text, problem_text
from terra_tui.locale.words import Words
from terra_tui.plain import answers
from terra_tui.plain.verbs import LEVELS, Request, Verb
from terra_tui.session.draft import Draft, Flaw, Problem
from terra_tui.session.session import Session
from terra_tui.session.state import Failure


class Orders:
    """Carries out requests; `quit` is the caller's.

    Attributes:
        words: the language of the answers.
        muted: the log leaves chat out.
    """

    def __init__(self, session: Session, words: Words) -> None:
        self._session = session
        self.words = words
        self.muted = False

    def obey(self, request: Request) -> list[str]:
        """Carry out `request` and return the lines that answer it at once; the rest comes as events."""
        session = self._session
        match request.verb:
            case Verb.LAY | Verb.TERRA_LAY:
                return self._lay(request.rest, request.verb is Verb.TERRA_LAY)
            case Verb.DRAW | Verb.KEEP | Verb.PASS | Verb.MATCH | Verb.TERRA_MATCH:
                return self._turn(request.verb)
            case Verb.RON:
                session.ron()
                return [self.words.say("plain.ron_sent")] if session.state.claimed is not None else []
            case Verb.READY | Verb.NOT_READY:
                session.ready(request.verb is Verb.READY)
            case Verb.START:
                session.start()
            case Verb.END:
                session.end_game()
            case Verb.SAY:
                session.say(request.rest)
            case Verb.PAUSE | Verb.RESUME:
                session.pause(request.verb is Verb.PAUSE)
            case Verb.SHOW | Verb.HIDE:
                session.show_hand(request.verb is Verb.SHOW)
            case Verb.BOT:
                return self._bot(request.rest)
            case Verb.KICK | Verb.OWNER | Verb.SIT:
                return self._seat(request)
            case _:
                return self._answer(request)
        return []

    def _answer(self, request: Request) -> list[str]:
        words, state = self.words, self._session.state
        match request.verb:
            case Verb.WHERE:
                return answers.where_lines(words, state)
            case Verb.HAND:
                return answers.hand_lines(words, state)
            case Verb.FLOOR:
                return [answers.floor_line(words, state)]
            case Verb.SCORES:
                return answers.score_lines(words, state)
            case Verb.LOG:
                return answers.log_lines(words, state, chat=not self.muted)
            case Verb.TABLE:
                return answers.table_lines(words, state)
            case Verb.HINT:
                return [self._hint()]
            case Verb.RULES:
                return answers.rule_lines(words, state)
            case Verb.HELP:
                return answers.help_lines(words)
            case _:
                return [words.say("plain.unknown")]

    # ---- a turn --------------------------------------------------------------------------------------------------

    def _lay(self, text: str, terra: bool) -> list[str]:
        state = self._session.state
        view = answers.view_of(state)
        rules = state.settings.rules
        try:
            draft = Draft.from_text(text, state.hand, rules.terra)
        except SumError as error:
            return [self.words.say(f"plain.sum_{error.code.value}")]
        if state.seat is None or view is None or view.turn != state.seat:
            return [failure_text(self.words, Failure("not_player" if state.seat is None else "not_your_turn"))]
        if view.phase is Phase.MATCH:
            if draft.lay is not None and draft.lay.cards == (view.drawn,):
                self._session.match(terra)
                return []
            return [failure_text(self.words, Failure("choosing"))]
        problem = draft.problem(view.floor, rules)
        if problem is not None:
            return [self._problem(problem)]
        if terra and not draft.may_declare:
            out = len(state.hand) == len(draft.terms)
            return [failure_text(self.words, Failure("out_with_terra" if out else "not_terra_card"))]
        assert draft.lay is not None
        self._session.lay(draft.lay, terra)
        return self._held()

    def _problem(self, problem: Problem) -> str:
        # Where calculating is the game (`--assist off`), the total is not told.
        if problem.code is Flaw.WRONG_TOTAL and self._session.state.settings.assist is Assist.OFF:
            return failure_text(self.words, Failure(problem.code.value))
        return problem_text(self.words, problem)

    def _turn(self, verb: Verb) -> list[str]:
        view = answers.view_of(self._session.state)
        choosing = view is not None and view.phase is Phase.MATCH
        if verb is Verb.PASS:
            verb = Verb.KEEP if choosing else Verb.DRAW
        match verb:
            case Verb.DRAW:
                self._session.draw()
            case Verb.KEEP:
                self._session.keep()
            case _:
                self._session.match(verb is Verb.TERRA_MATCH)
        return self._held()

    def _held(self) -> list[str]:
        """Tell that a move waits, where a Ron may still come before it."""
        snapshot = self._session.state.snapshot
        moment = None if snapshot is None else snapshot.moment
        held = self._session.state.waiting and moment is not None and moment.left > 0
        return [self.words.say("table.sum_held")] if held else []

    def _hint(self) -> str:
        state = self._session.state
        view = answers.view_of(state)
        if state.settings.assist is not Assist.HINTS:
            return self.words.say("table.hint_off")
        if view is None or not view.floor:
            return self.words.say("plain.no_cards")
        lays = legal_lays(view.hand, view.floor, state.settings.rules.max_cards)
        if not lays:
            return self.words.say("table.hint_none")
        return self.words.say("table.hint", sum=str(max(lays, key=lambda lay: len(lay.cards))))

    # ---- the table -----------------------------------------------------------------------------------------------

    def _bot(self, text: str) -> list[str]:
        level = LEVELS.get(text.casefold(), None) if text else Level.NORMAL
        if level is None:
            return [self.words.say("plain.bad_level")]
        self._session.add_bot(level)
        return []

    def _seat(self, request: Request) -> list[str]:
        seat = self._seat_of(request.rest)
        if seat is None:
            return [self.words.say("plain.which_seat")]
        match request.verb:
            case Verb.KICK:
                self._session.remove(seat)
            case Verb.OWNER:
                self._session.hand_over(seat)
            case _:
                self._session.take_seat(seat)
        return []

    def _seat_of(self, text: str) -> Seat | None:
        """Return the seat that a number from 1 or a name means."""
        roster = self._session.state.roster
        seats = () if roster is None else roster.seats
        if text.isascii() and text.isdigit():
            return int(text) - 1 if 1 <= int(text[:3]) <= len(seats) else None
        wanted = fold(text)
        return next((at for at, seat in enumerate(seats) if wanted and fold(seat.name) == wanted), None)
