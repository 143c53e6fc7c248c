"""A round at the table: whose decision it is, the Ron race over it, and what is done in the end."""

from __future__ import annotations

from dataclasses import dataclass

from server.engine import canonical, paying_order, why_not, why_not_ron
from server.engine.actions import Action, Draw, FalseRon, Keep, LayCards, Match, Ron
from server.engine.cards import Seat
from server.engine.reasons import Reason
from server.engine.state import Phase
from server.engine.sums import Lay
from server.table.core import Core
from server.table.race import Press, Race
from server.table.rounds import Rounds
from server.table.thinking import Thinking
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
    Raced,
    RaceLine,
    Stage,
    Verdict,
)

FALSE_REASONS = (Reason.NOT_ONE_CARD, Reason.DOTS_DIFFER)     # R5.8


@dataclass(frozen=True, slots=True)
class Held:
    """The next player's action, which waits for the race; `seq` is None for a bot's or the clock's."""

    action: Action
    seq: int | None


class Play:
    """Turns wishes into actions. Everything here happens while `core.stage` is PLAY."""

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
            core.race = self._open_race(timed)
            if not any(seat.present for seat in core.seats):
                core.race.begin(now)
        window = 0.0 if core.race is None else core.race.length / 1000
        turn_time = core.settings.turn_time / 1000
        if turn_time:
            core.clock.set(now, turn_time)
            core.clock.at = now + window + turn_time
        else:
            core.clock.clear()
        core.changed = True
        self.thinking.ask(now)

    def _open_race(self, timed: bool) -> Race:
        core, game, settings = self.core, self.core.game, self.core.settings
        one_card = (seat for seat, hand in enumerate(game.hands) if len(hand) == 1 and seat != game.layer)
        candidates = frozenset(one_card)
        race = Race(
            window=core.rev + 1,
            layer=game.layer,
            turn=game.turn,
            seats=game.seats,
            length=settings.ron_window if timed and candidates and not core.instant else 0,
            joint=0 if core.instant else settings.ron_joint,
            cap=settings.credit_cap * 1000,
            candidates=candidates,
        )
        for seat in range(game.seats):
            self._note_path(race, seat)
        return race

    def _note_path(self, race: Race, seat: Seat) -> None:
        link = self.core.link_of(seat)
        if link is not None:
            race.paths[seat] = link.path

    def resume(self, now: float, timed: bool) -> None:
        """Go on in mid-round after a crash: once somebody is here, the moment opens anew in full."""
        self._resume_timed = timed
        if any(seat.kind is Kind.HUMAN for seat in self.core.seats):
            self.core.stopped = now
        else:
            self.run_again(now, 0.0)

    def run_again(self, now: float, stood: float) -> None:
        """Go on after the clocks stood for so many seconds."""
        core = self.core
        if self._resume_timed is not None:
            timed, self._resume_timed = self._resume_timed, None
            self._reopen_until = now + core.settings.grace / 1000
            self.next_decision(now, timed)
            return
        self.thinking.shift(stood)
        if core.race is not None:
            core.race = self._open_race(timed=False)      # its window had passed, else the clocks had run on
            core.race.begin(now)
            core.changed = True

    def welcome_back(self, now: float, seat: Seat) -> None:
        """The human of `seat` is linked again, in the middle of whatever is decided."""
        core, race = self.core, self.core.race
        if race is None:
            return
        self._note_path(race, seat)
        unspoken = not race.claims and race.held is None
        if now < self._reopen_until and seat in race.candidates and unspoken:
            # After a crash all get the window in full, not only who came back first.
            core.race = self._open_race(timed=race.length > 0)
            core.changed = True

    def busy(self, now: float) -> bool:
        """Return whether a race is being decided, so that the clocks may not stop now."""
        race = self.core.race
        if race is None:
            return False
        if race.claims or race.held is not None:
            return True
        return race.length > 0 and (race.start is None or now < race.start + race.length / 1000)

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
        if self.held is not None or (core.race is not None and seat in core.race.claims):
            return Code.HELD
        return None

    def _why_not(self, action: Action) -> Reason | None:
        reason = why_not(self.core.game, action)
        return None if reason is Reason.RESHUFFLE_FIRST else reason

    def _submit(self, now: float, action: Action, seq: int | None, reaction: int | None) -> None:
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
            self.held = Held(action, seq)
        self.settle_if_due(now)

    def claim(self, now: float, seat: Seat, claim: Claim) -> None:
        """Take in a Ron of `seat` (DESIGN.md 2.2 to 2.4)."""
        core, race = self.core, self.core.race
        if core.stopped is not None and core.paused is not None:
            core.refuse(seat, claim.seq, Code.PAUSED)
        elif race is None or claim.window != race.window or core.stopped is not None:
            core.refuse(seat, claim.seq, Code.LATE)
        elif seat in race.claims:
            core.refuse(seat, claim.seq, Code.CLAIMED)
        elif race.held is not None and seat == race.turn:
            core.refuse(seat, claim.seq, Code.HELD)
        else:
            race.begin(now)
            self._judge(now, race.press(seat, now, claim.reaction), claim.seq)

    def _judge(self, now: float, press: Press, seq: int | None) -> None:
        core, race, seat = self.core, self.core.race, press.seat
        assert race is not None
        reason = why_not_ron(core.game, seat)
        if reason is None:
            self._claim(press, seq)
            self.settle_if_due(now)
        elif not race.in_time(press):
            core.refuse(seat, seq, Code.LATE)
        elif reason in FALSE_REASONS and core.settings.false_ron and seat not in core.game.barred:
            race.refused.add(seat)
            core.do(FalseRon(seat), () if seq is None else ((seat, seq),))
            core.refuse(seat, seq, reason)
            self.settle_if_due(now)
        else:
            core.refuse(seat, seq, reason)

    def _claim(self, press: Press, seq: int | None) -> None:
        race = self.core.race
        assert race is not None
        race.claims[press.seat] = press
        self.claim_seqs[press.seat] = seq

    # ---- settling ---------------------------------------------------------------------------------------

    def settle_if_due(self, now: float) -> None:
        """Settle the race if nothing more can change it."""
        race = self.core.race
        at = None if race is None else race.settles_at()
        if at is not None and now >= at:
            self._settle(now)

    def _settle(self, now: float) -> None:
        core, race = self.core, self.core.race
        assert race is not None
        verdicts = race.verdicts()
        paid = [seat for seat, verdict in verdicts.items() if verdict is Verdict.PAID]
        held, seqs = self.held, dict(self.claim_seqs)
        if verdicts:
            core.persist(race.explain())
            core.note(Raced(self._lines(race, verdicts)))
        for seat, verdict in verdicts.items():
            if verdict is Verdict.LATE:
                core.refuse(seat, seqs[seat], Code.LATE)
        if paid:
            if held is not None:
                core.refuse(race.turn, held.seq, Code.STALE)      # a Ron came first
            done = tuple((seat, seq) for seat in paid if (seq := seqs[seat]) is not None)
            core.do(Ron(paying_order(core.game, paid)), done)
            for seat in paid:
                core.ack(seat, seqs[seat])
            self._after(now, timed=False)
        else:
            assert held is not None
            self._do(now, held.action, held.seq)

    def _lines(self, race: Race, verdicts: dict[Seat, Verdict]) -> tuple[RaceLine, ...]:
        lines = (RaceLine(seat, race.claims[seat].time, verdict) for seat, verdict in verdicts.items())
        return tuple(sorted(lines, key=lambda line: (line.time, race.order(line.seat))))

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

    # ---- time and bots ----------------------------------------------------------------------------------

    def tick(self, now: float) -> None:
        """Do what is due: settle the race, let bots act, do the default where the time has run out."""
        decision = -1
        while self.core.stage is Stage.PLAY and decision != self.core.decision:
            decision = self.core.decision
            self.settle_if_due(now)
            if self.core.decision == decision and self.core.stage is Stage.PLAY:
                self._bots_act(now)
            if self.core.decision == decision and self.core.stage is Stage.PLAY:
                self._time_out(now)

    def _bots_act(self, now: float) -> None:
        for plan in self.thinking.due(now):
            if isinstance(plan.action, Ron):
                self._bot_rons(now, plan.seat)
            elif self.held is None and self._why_not(plan.action) is None:
                self._submit(now, plan.action, None, None)
            if plan.decision != self.core.decision:
                return

    def _bot_rons(self, now: float, seat: Seat) -> None:
        """Let a bot go out with its last card, in its own turn or out of it: by the same path as anybody."""
        core, race = self.core, self.core.race
        if race is None:
            if seat == core.game.turn and why_not_ron(core.game, seat) is None:
                self._do(now, Ron((seat,)), None)
        elif seat not in race.claims and seat not in race.refused and (self.held is None or seat != race.turn):
            race.begin(now)
            self._judge(now, race.press(seat, now, None), None)

    def _time_out(self, now: float) -> None:
        core, race = self.core, self.core.race
        if not core.clock.due(now) or self.held is not None or (race is not None and race.claims):
            return
        seat = core.game.turn
        core.clock.clear()
        core.note(Changed(Change.TIMED_OUT, seat, core.seats[seat].name))
        default: Action = Keep(seat) if core.game.phase is Phase.MATCH else Draw(seat)
        self._submit(now, default, None, None)

    def next_wake(self) -> float | None:
        """Return when `tick` has something to do next."""
        core = self.core
        if core.stage is not Stage.PLAY or core.stopped is not None:
            return None
        settles = None if core.race is None else core.race.settles_at()
        pending = self.held is not None or bool(self.claim_seqs)
        times = [settles, self.thinking.next_due(), None if pending else core.clock.at]
        return min((at for at in times if at is not None), default=None)


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
