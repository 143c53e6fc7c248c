"""A person's hands at a client: sees a snapshot, thinks, presses; at times late, twice, never, or with lies."""

from __future__ import annotations

from typing import TYPE_CHECKING

from server.bots.player import BotAction
from server.engine.actions import Keep, LayCards, Match, Ron
from server.engine.cards import Hand
from server.engine.view import View
from server.wire.convert import view_from_wire
from server.wire.messages import (
    Act,
    Claim,
    DoDraw,
    DoKeep,
    DoLay,
    DoMatch,
    Kind,
    Leave,
    Move,
    Pause,
    Ready,
    Say,
    ShowHand,
    Snapshot,
    Stage,
    TakeSeat,
)
from tests.simulation.chance import between, reaction
from tests.simulation.clock import MILLI, SECOND
from tests.simulation.people import GOOD, Manners, Style, may_ron, play

if TYPE_CHECKING:
    from tests.simulation.clients import Client

THINKS = (200 * MILLI, 1500 * MILLI)
GETS_READY = (100 * MILLI, 1500 * MILLI)
LONGEST_PAUSE = 6 * SECOND


class Hands:
    """Plans one deed for each thing seen: a claim for a window, a move for a turn, a readiness for a stage."""

    def __init__(self, client: Client) -> None:
        self.client = client
        self._window: int | None = None
        self._turn: tuple[int, ...] | None = None
        self._stage: tuple[Stage, int] | None = None
        self._words = 0
        self._unpausing = False

    @property
    def manners(self) -> Manners:
        """How this person behaves by now."""
        return GOOD if self.client.calm else self.client.guest.manners

    @property
    def style(self) -> Style:
        """How this person plays by now: in the end games must end."""
        return Style.SHEDS if self.client.calm else self.client.guest.style

    def _chance(self, of: float) -> bool:
        return of > 0 and self.client.random.random() < of

    def _after(self, low: int, high: int, deed: str, *args: object) -> None:
        client = self.client
        client.world.clock.after(between(client.random, low, high), lambda: getattr(self, deed)(*args))

    # ---- seeing -------------------------------------------------------------------------------------------

    def saw(self, snapshot: Snapshot) -> None:
        """A snapshot is on the screen."""
        client = self.client
        self._mischief(snapshot)
        if snapshot.paused is not None and not self._unpausing:
            self._unpausing = True
            self._after(SECOND, LONGEST_PAUSE, "_unpause")
        if client.state.seat is None:
            return
        if snapshot.stage is not Stage.PLAY:
            seen = (snapshot.stage, 0 if snapshot.view is None else snapshot.view.round)
            if seen != self._stage:
                self._stage = seen
                self._after(*GETS_READY, "_get_ready")
            return
        self._stage = None
        if snapshot.view is None:
            return
        view = view_from_wire(snapshot.view, client.state.seat)
        self._see_window(snapshot, view)
        self._see_turn(snapshot, view)

    def _see_window(self, snapshot: Snapshot, view: View) -> None:
        moment, client = snapshot.moment, self.client
        if moment is None or moment.window == self._window:
            return
        self._window = moment.window
        hammers = self._chance(self.manners.hammers)
        if may_ron(view) or hammers:
            delay = 10 * MILLI if hammers else reaction(client.random)
            client.world.clock.after(delay, lambda: self._claim(moment.window))
        elif self._chance(self.manners.lies * 0.2):
            self._after(0, SECOND, "_claim", moment.window)

    def _see_turn(self, snapshot: Snapshot, view: View) -> None:
        client = self.client
        turn = (view.round, view.turn, len(view.under), view.deck, view.phase is view.phase.MATCH, client.greeted)
        if not client.my_turn or turn == self._turn or snapshot.paused is not None:
            return
        self._turn = turn
        if self._chance(self.manners.never):
            return
        low, high = THINKS
        self._after(low, high * (8 if self._chance(self.manners.late) else 1), "_move", snapshot.rev, turn)

    # ---- doing --------------------------------------------------------------------------------------------

    def _times(self) -> int:
        return 2 if self._chance(self.manners.twice) else 1

    def _reaction(self) -> int:
        if self._chance(self.manners.lies):
            return (0, 1, 100, 2**31)[between(self.client.random, 0, 3)]
        return self.client.reaction

    def _claim(self, window: int) -> None:
        client = self.client
        if client.state.seat is None:
            return
        if self._chance(self.manners.lies * 0.3):
            window = max(0, window - between(client.random, -2, 9))
        client.command(lambda seq: Claim(seq, window, self._reaction()), self._times())

    def _move(self, rev: int, turn: tuple[int, ...]) -> None:
        client = self.client
        snapshot = client.state.snapshot
        if snapshot is None or snapshot.view is None or client.state.seat is None:
            return
        late = self._chance(self.manners.late)
        if not client.my_turn or turn != self._turn or (client.state.waiting and not late):
            return
        if not client.up or snapshot.paused is not None:
            self._turn = None                 # seen again with the next snapshot
            return
        view = view_from_wire(snapshot.view, client.state.seat)
        move = _move_of(play(view, client.state.settings.rules, self.style, client.random), view.hand)
        if self._chance(self.manners.lies):
            move = self._nonsense()
        answered = rev if late else snapshot.rev
        client.command(lambda seq: Act(seq, answered, move, self._reaction()), self._times())
        # A refusal or a lost command: look again after a while.
        self._after(3 * SECOND, 4 * SECOND, "_look_again", turn)

    def _look_again(self, turn: tuple[int, ...]) -> None:
        client = self.client
        if self._turn == turn and client.my_turn:
            waits = client.state.waiting and not client.calm
            if waits and self._chance(self.manners.never):
                return
            self._turn = None
            if client.state.snapshot is not None and not client.state.waiting:
                self.saw(client.state.snapshot)
            else:
                self._turn = turn
                self._after(3 * SECOND, 4 * SECOND, "_look_again", turn)

    def _nonsense(self) -> Move:
        random = self.client.random
        cards = tuple(between(random, 1, 15) for _ in range(between(random, 1, 3)))
        signs = "".join("+-"[between(random, 0, 1)] for _ in cards[1:])
        moves: tuple[Move, ...] = (DoLay(cards, signs, random.random() < 0.3), DoMatch(True), DoKeep(), DoDraw())
        return moves[between(random, 0, 2)]

    def _get_ready(self) -> None:
        client = self.client
        stage = client.state.stage
        if client.state.seat is None or stage in (None, Stage.PLAY, Stage.OVER):
            return
        roster, seat = client.state.roster, client.state.seat
        ready = roster is not None and seat < len(roster.seats) and roster.seats[seat].ready
        if client.up and not ready:
            nonce = client.nonce()
            client.command(lambda seq: Ready(seq, True, nonce), self._times())
        # A host that came back knows no longer who was ready; a person sees that, and says it again.
        self._after(4 * SECOND, 5 * SECOND, "_get_ready_again", stage)

    def _get_ready_again(self, stage: Stage) -> None:
        if self.client.state.stage is stage:
            self._get_ready()

    # ---- mischief -----------------------------------------------------------------------------------------

    def _mischief(self, snapshot: Snapshot) -> None:
        client, manners = self.client, self.manners
        if manners is GOOD:
            return
        if self._chance(manners.chats):
            self._words += 1
            words = f"{client.guest.name} says {self._words}"
            client.command(lambda seq: Say(seq, words), self._times())
        if client.state.seat is None:
            self._maybe_sit_down()
            return
        if self._chance(manners.pauses) and snapshot.stage is Stage.PLAY:
            client.command(lambda seq: Pause(seq, True))
        if self._chance(manners.pauses):
            on = client.random.random() < 0.5
            client.command(lambda seq: ShowHand(seq, on))
        if self._chance(manners.leaves) and snapshot.stage is Stage.PLAY:
            client.command(lambda seq: Leave(seq, False))
        elif self._chance(manners.leaves):
            client.hang_up()

    def _maybe_sit_down(self) -> None:
        client, roster = self.client, self.client.state.roster
        if roster is None or not self._chance(self.manners.leaves):
            return
        bots = [seat for seat, info in enumerate(roster.seats) if info.kind is Kind.BOT]
        if bots:
            client.command(lambda seq: TakeSeat(seq, bots[0]))

    def _unpause(self) -> None:
        self._unpausing = False
        snapshot = self.client.state.snapshot
        if snapshot is not None and snapshot.paused is not None and self.client.state.seat is not None:
            if self.client.up:
                self.client.command(lambda seq: Pause(seq, False))
            self._unpausing = True
            self._after(SECOND, LONGEST_PAUSE, "_unpause")


def _move_of(action: BotAction, hand: Hand) -> Move:
    """Return what a client sends for `action`; a last single is a lay (R5.3)."""
    match action:
        case LayCards(lay=lay, terra=terra):
            return DoLay(lay.cards, lay.signs, terra)
        case Match(terra=terra):
            return DoMatch(terra)
        case Keep():
            return DoKeep()
        case Ron():
            return DoLay(hand)
        case _:
            return DoDraw()
