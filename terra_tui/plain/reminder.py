"""Says once for each decision of the player's that time runs short."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Final

from server.engine.cards import Seat
from server.wire.messages import Stage
from terra_tui.session.state import ClientState

SHORT: Final = 10.0
"""Seconds left when it is said; a decision that has little more than that at its start needs no reminder."""


class Reminder:
    """Watches the clock of the newest state."""

    def __init__(self, remind: Callable[[], None]) -> None:
        self._remind = remind
        self._timer: asyncio.TimerHandle | None = None
        self._about: tuple[int, Seat, str, int] | None = None

    def see(self, state: ClientState) -> None:
        """Take in a state: set, keep or drop the timer."""
        snapshot = state.snapshot
        view = None if snapshot is None else snapshot.view
        clock = None if snapshot is None else snapshot.clock
        mine = view is not None and state.stage is Stage.PLAY and view.turn == state.seat
        if snapshot is None or view is None or clock is None or not mine or snapshot.paused is not None:
            self.stop()
            return
        about = (view.round, view.turn, view.phase.value, view.deck + 100 * len(view.under))
        if about == self._about:
            return
        self.stop()
        self._about = about
        delay = clock.left / 1000 - SHORT
        if delay > SHORT / 2:
            self._timer = asyncio.get_running_loop().call_later(delay, self._remind)

    def stop(self) -> None:
        """Forget the decision."""
        if self._timer is not None:
            self._timer.cancel()
        self._timer = None
        self._about = None
