"""The owner ends a game before the rules do: scores stay, and the round's seed is revealed (DESIGN.md 4)."""

from __future__ import annotations

from server.engine.cards import Seat
from server.table.core import Core
from server.table.play import Play
from server.wire.messages import Code, Stage


class Ending:
    """Takes in the wish, and carries it out once no race is being decided: nobody ends a game to dodge a Ron."""

    def __init__(self, core: Core, play: Play) -> None:
        self.core = core
        self.play = play
        self._wishes: list[tuple[Seat, int]] = []

    def wish(self, seat: Seat, seq: int) -> None:
        """Take in the command `seq` of `seat`; it is answered when the game has ended, or refused at once."""
        core = self.core
        if core.owner != seat:
            core.refuse(seat, seq, Code.NOT_OWNER)
        elif not core.running or not core.game.round:
            core.refuse(seat, seq, Code.NOT_STARTED)
        else:
            self._wishes.append((seat, seq))

    def tick(self, now: float) -> None:
        """End the game where that is wished for and due; the rules may have ended it meanwhile."""
        at = self.due_at()
        if at is None or now < at:
            return
        wishes, self._wishes = self._wishes, []
        if self.core.stage is not Stage.OVER:
            self.play.stop(now, wishes)
        for seat, seq in wishes:
            self.core.ack(seat, seq)

    def due_at(self) -> float | None:
        """Return when `tick` has something to do next."""
        return self.play.may_stop_at() if self._wishes else None
