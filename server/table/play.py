"""A round at the table: whose decision it is, what players and bots wish, and what is done when."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from server.engine import canonical, why_not, why_not_ron
from server.engine.actions import Action, Draw, Keep, LayCards, Match, Ron, Stop
from server.engine.cards import Seat
from server.engine.reasons import Reason
from server.engine.state import Phase
from server.engine.sums import Lay
from server.table.core import Core
from server.table.moment import FALSE_REASONS, open_race, settle, settle_wrong
from server.table.race import Press
from server.table.rounds import Rounds
from server.table.thinking import Plan, Thinking
from server.wire.messages import (
    Act,
    Change,
    Changed,
    Claim,
    Code,
    DoDraw,
    DoKeep,
    DoLay,
    DoMatch,
    Kind,
    Move,
    Stage,
)


@dataclass(frozen=True, slots=True)
class Held:
    """The next player's action, which waits for the race.

    Attributes:
        seq: the command's; None for a bot's or the clock's.
        bots: a bot wished for it.
    """

    action: Action
    seq: int | None
    bots: bool = False


class Play:
    """Turns wishes into actions. Wishes are taken in as they come; only `tick` decides a race.

    So what came in one pass of the loop is judged together, whatever the order in which it was read
    (DESIGN.md 2.5).
    """

    def __init__(self, core: Core, rounds: Rounds) -> None:
        self.core = core
        self.rounds = rounds
        self.thinking = Thinking(core)
        self.held: Held | None = None
        self.claim_seqs: dict[Seat, int | None] = {}
        self._resume_timed: bool | None = None
        self._reopen_until = 0.0

    # ---- decisions --------------------------------------------------------------------------------------

    def next_decision(self, now: float, timed: bool) -> None:
        """Ask the seat in turn; where a turn has just ended, open the moment for a Ron (R5.1).

        Args:
            timed: the turn ended with a lay, so that the floor card gets its window (DESIGN.md 2.1).
        """
        core, game = self.core, self.core.game
        core.decision += 1
        core.decided_rev = core.rev + 1
        core.race = None
        self.held, self.claim_seqs = None, {}
        if game.phase is Phase.TURN and game.turns > 0:
            core.race = open_race(core, now, timed)
        window = 0.0 if core.race is None else core.race.length / 1000
        turn_time = core.settings.turn_time / 1000
        if turn_time:
            core.clock.set(now, turn_time, window)
        else:
            core.clock.clear()
        core.changed = True
        self.thinking.ask(now)

    def resume(self, now: float, timed: bool) -> None:
        """Go on in mid-round after a crash: once somebody is here, the moment opens anew in full."""
        self._resume_timed = timed
        if any(seat.kind is Kind.HUMAN for seat in self.core.seats):
            self.core.stopped = now
        else:
            self.run_again(now)

    def run_again(self, now: float) -> None:
        """Go on after the clocks stood."""
        core = self.core
        if self._resume_timed is not None:
            timed, self._resume_timed = self._resume_timed, None
            self._reopen_until = now + core.settings.grace / 1000
            self.next_decision(now, timed)
            return
        self.thinking.run_again(now)
        if core.race is not None:
            core.race = open_race(core, now, timed=False)      # its window had passed, else the clocks had run on
            core.changed = True

    def welcome_back(self, now: float, seat: Seat) -> None:
        """The human of `seat` is linked again, in the middle of whatever is decided."""
        core, race = self.core, self.core.race
        if race is None:
            return
        link = core.link_of(seat)
        if link is not None:
            race.paths[seat] = link.path
        if self.held is not None and self.held.bots and seat == race.turn:
            self.held = race.held = None      # the seat is theirs at once: what a bot wished for it is not done yet
        unspoken = not race.claims and not race.wrong and race.held is None
        if now < self._reopen_until and seat in race.candidates and unspoken:
            # After a crash all get the window in full, not only who came back first.
            core.race = open_race(core, now, timed=race.length > 0)
            core.changed = True

    def take_over(self, now: float, seat: Seat) -> None:
        """A bot plays `seat` from now on."""
        if self.core.stage is Stage.PLAY:
            self.thinking.ask_again(now, seat)

    def stop(self, now: float, done: Sequence[tuple[Seat, int]]) -> None:
        """End the game at the scores as they stand; `done` are the commands (seat, seq) that asked for it."""
        self._resume_timed = None
        self.core.do(Stop(), done)
        self._after(now, timed=False)

    def may_stop_at(self) -> float | None:
        """Return from when on clocks or game may stop, seconds; None while a race is being decided."""
        race = self.core.race
        if race is None:
            return 0.0
        if race.claims or race.wrong or race.held is not None:
            return None
        if race.length == 0:
            return 0.0
        return None if race.start is None else race.start + race.length / 1000

    # ---- what players wish ------------------------------------------------------------------------------

    def act(self, now: float, seat: Seat, act: Act) -> None:
        """Take in a move of `seat`; it is answered when it is done or dropped."""
        core = self.core
        code = self._why_not_act(seat, act)
        if code is None:
            action = canonical(core.game, _action_of(seat, act.move))
            code = self._why_not(action)
        if code is not None:
            core.refuse(seat, act.seq, code)
            return
        self._submit(now, action, act.seq, act.reaction)

    def _why_not_act(self, seat: Seat, act: Act) -> Code | Reason | None:
        core = self.core
        if core.stage is not Stage.PLAY:
            return Code.NOT_STARTED
        if core.stopped is not None:
            return Code.PAUSED
        if seat != core.game.turn:
            return Reason.NOT_YOUR_TURN
        if act.rev < core.decided_rev:
            return Code.STALE
        return Code.HELD if self._has_acted(seat) else None

    def _has_acted(self, seat: Seat) -> bool:
        race = self.core.race
        return self.held is not None or (race is not None and seat in race.claims)

    def _why_not(self, action: Action) -> Reason | None:
        reason = why_not(self.core.game, action)
        return None if reason is Reason.RESHUFFLE_FIRST else reason

    def _submit(
        self, now: float, action: Action, seq: int | None, reaction: int | None, *, bots: bool = False
    ) -> None:
        """Do a legal action of the seat in turn, or let it wait for the race."""
        race, seat = self.core.race, self.core.game.turn
        if race is None:
            self._do(now, action, seq)
            return
        race.begin(now)
        press = race.press(seat, now, reaction)
        if isinstance(action, Ron):
            self._claim(press, seq)         # a last single in one's own turn is a Ron like any other (R5.3)
        else:
            race.held = press
            self.held = Held(action, seq, bots)

    def claim(self, now: float, seat: Seat, claim: Claim) -> None:
        """Take in a Ron of `seat` (DESIGN.md 2.2 to 2.4)."""
        core, race = self.core, self.core.race
        if core.stopped is not None and core.paused is not None:
            core.refuse(seat, claim.seq, Code.PAUSED)
        elif race is None or claim.window != race.window or core.stopped is not None:
            core.refuse(seat, claim.seq, Code.LATE)
        elif seat in race.claims or seat in race.wrong:
            core.refuse(seat, claim.seq, Code.CLAIMED)
        elif race.held is not None and seat == race.turn:
            core.refuse(seat, claim.seq, Code.HELD)
        else:
            race.begin(now)
            self._take_claim(race.press(seat, now, claim.reaction), claim.seq)

    def _take_claim(self, press: Press, seq: int | None) -> None:
        core, race, seat = self.core, self.core.race, press.seat
        assert race is not None
        reason = why_not_ron(core.game, seat)
        if reason is None:
            self._claim(press, seq)
        elif reason in FALSE_REASONS and core.settings.false_ron and seat not in core.game.barred:
            race.wrong[seat] = press            # false, unless it turns out to have come too late (R5.8)
            self.claim_seqs[seat] = seq
        else:
            core.refuse(seat, seq, reason)

    def _claim(self, press: Press, seq: int | None) -> None:
        race = self.core.race
        assert race is not None
        race.claims[press.seat] = press
        self.claim_seqs[press.seat] = seq

    # ---- time -------------------------------------------------------------------------------------------

    def tick(self, now: float) -> None:
        """Do all that is due: bots act, wrong claims are judged, the race is settled, the time runs out."""
        while self.core.stage is Stage.PLAY and self._step(now):
            pass

    def _step(self, now: float) -> bool:
        """Do the first thing that is due; return whether there was one."""
        return (
            self._begin_untold(now)
            or self._bots_act(now)
            or self._judge_wrong(now)
            or self._settle(now)
            or self._time_out(now)
        )

    def _begin_untold(self, now: float) -> bool:
        """Let a moment begin of which no player could be told."""
        race = self.core.race
        by = None if race is None else race.begins_by
        if race is None or by is None or now < by:
            return False
        race.begin(by)
        return True

    def _judge_wrong(self, now: float) -> bool:
        race = self.core.race
        if race is None:
            return False
        due = [seat for seat, press in race.wrong.items() if race.judges_at(press) <= now]
        for seat in sorted(due, key=race.order):
            settle_wrong(self.core, race, seat, self.claim_seqs.pop(seat))
        return bool(due)

    def _settle(self, now: float) -> bool:
        """Settle the race if nothing more can change it; do what waited for it, where no Ron stands."""
        race = self.core.race
        at = None if race is None else race.settles_at()
        if race is None or at is None or now < at:
            return False
        held = self.held
        if settle(self.core, race, self.claim_seqs, None if held is None else held.seq):
            self._after(now, timed=False)
        else:
            assert held is not None
            self._do(now, held.action, held.seq)
        return True

    def _do(self, now: float, action: Action, seq: int | None) -> None:
        """Do an action of the seat in turn, and go on."""
        seat = self.core.game.turn
        self.core.do(action, () if seq is None else ((seat, seq),))
        self.core.ack(seat, seq)
        self._after(now, timed=isinstance(action, LayCards | Match))

    def _after(self, now: float, timed: bool) -> None:
        core = self.core
        if core.stage is Stage.PLAY:
            self.next_decision(now, timed)
            return
        core.race = None
        self.held, self.claim_seqs = None, {}
        if core.stage is Stage.OVER:
            self.rounds.game_ended(now)
        else:
            self.rounds.round_ended(now)

    def _time_out(self, now: float) -> bool:
        core = self.core
        seat = core.game.turn
        if not core.clock.due(now) or self._has_acted(seat):
            return False
        core.clock.clear()
        core.note(Changed(Change.TIMED_OUT, seat, core.seats[seat].name))
        self._submit(now, core.default, None, None)
        return True

    def next_wake(self) -> float | None:
        """Return when `tick` has something to do next."""
        core, race = self.core, self.core.race
        if core.stage is not Stage.PLAY or core.stopped is not None:
            return None
        times = [self.thinking.next_due(), None if self._has_acted(core.game.turn) else core.clock.at]
        if race is not None:
            times += [race.settles_at(), race.begins_by, *map(race.judges_at, race.wrong.values())]
        return min((at for at in times if at is not None), default=None)

    # ---- bots -------------------------------------------------------------------------------------------

    def _bots_act(self, now: float) -> bool:
        """Let all bots whose time has come act, each at its own time though the tick be late."""
        due = self.thinking.due(now)
        for at, plan in due:
            if plan.decision != self.core.decision:
                break
            self._bot_acts(at, plan)
        return bool(due)

    def _bot_acts(self, at: float, plan: Plan) -> None:
        """Let a bot act by the same path as anybody; what is not legal becomes the default."""
        core, race, seat = self.core, self.core.race, plan.seat
        if isinstance(plan.action, Ron) and why_not_ron(core.game, seat) is None:
            if race is None:
                self._do(at, Ron((seat,)), None)
            elif seat not in race.claims and (self.held is None or seat != race.turn):
                self._claim(race.press(seat, at, None), None)
        elif seat == core.game.turn and not self._has_acted(seat):
            action = plan.action if self._why_not(plan.action) is None else core.default
            self._submit(at, action, None, None, bots=True)


def _action_of(seat: Seat, move: Move) -> Action:
    match move:
        case DoLay(cards, signs, terra):
            return LayCards(seat, Lay(cards, signs), terra)
        case DoDraw():
            return Draw(seat)
        case DoMatch(terra):
            return Match(seat, terra)
        case DoKeep():
            return Keep(seat)
