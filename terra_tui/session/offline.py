"""A table without a host: wishes are answered on the spot, by a script."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable
from dataclasses import replace

from server.engine.actions import Action, Draw, Keep, LayCards, Match, Ron
from server.engine.cards import Seat
from server.engine.sums import Lay
from server.wire.messages import Act, Claim, Command, DoDraw, DoKeep, DoLay, DoMatch, Move, Ready
from terra_tui.session.state import ClientState, Failure
from terra_tui.session.wishes import Wishes

ME: Seat = 0
"""The player's seat at such a table."""


class OfflineTable(Wishes):
    """Turns wishes into actions of seat 0 and hands them to `wished`; `become` tells of a new state."""

    def __init__(self, state: ClientState) -> None:
        self.state = state
        self._sent = 0
        self._watchers: list[Callable[[ClientState], None]] = []

    def watch(self, callback: Callable[[ClientState], None]) -> None:
        """Call `callback(state)` after each change."""
        self._watchers.append(callback)

    def become(self, state: ClientState) -> None:
        """Have a new state."""
        self.state = state
        for callback in self._watchers:
            callback(state)

    @abstractmethod
    def wished(self, action: Action | None) -> None:
        """Answer what the player wants to do; None is to go on (Enter)."""

    def _send(self, command: Command) -> None:
        match command:
            case Act(move=move):
                self.wished(_action(move))
            case Claim():
                self.wished(Ron((ME,)))
            case Ready():
                self.wished(None)

    def _refuse(self, failure: Failure) -> None:
        self.become(replace(self.state, refusal=failure, refusals=self.state.refusals + 1))

    def _next(self) -> int:
        self._sent += 1
        return self._sent

    def _reaction(self) -> int:
        return 0

    def _nonce(self) -> bytes | None:
        return None


def _action(move: Move) -> Action:
    """Return what seat 0 does with this move."""
    match move:
        case DoLay(cards, signs, terra):
            return LayCards(ME, Lay(cards, signs), terra)
        case DoMatch(terra):
            return Match(ME, terra)
        case DoKeep():
            return Keep(ME)
        case DoDraw():
            return Draw(ME)
