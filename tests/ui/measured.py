"""The two programs that `screen` measures, each in a terminal of its own: Terra's table, and a bare Textual app."""

from __future__ import annotations

import os
import sys
from dataclasses import replace
from pathlib import Path

os.environ["ESCDELAY"] = "500"

BARE = "bare"
TABLE = "table"
NEXT_MOVE = "ctrl+n"
NEXT_SECOND = "ctrl+t"


def bare() -> None:
    """Run the least app that shows a key: what Textual itself takes."""
    from textual import events
    from textual.app import App, ComposeResult
    from textual.widgets import Static

    class Bare(App[None]):
        def compose(self) -> ComposeResult:
            yield Static("ready")

        def on_key(self, event: events.Key) -> None:
            self.query_one(Static).update(f"key {event.key}")

    Bare().run(mouse=False)


def table() -> None:
    """Run the table over a session that only notes; keys bring a rival's move and the next second of the clock."""
    from typing import cast

    from server.engine.events import Laid
    from server.wire.messages import Clock, Numbered
    from terra_tui.session.session import Session
    from terra_tui.session.state import ClientState
    from terra_tui.ui.app import TerraApp
    from terra_tui.ui.plan import Plan
    from terra_tui.ui.screens.table import TableScreen
    from tests.terminal.counted import still
    from tests.ui.stage import StillSession, still_app
    from tests.ui.states import changed, playing

    def moved(state: ClientState) -> ClientState:
        """Return the state after the next rival's lay of three cards."""
        assert state.snapshot is not None
        assert state.snapshot.view is not None
        view = state.snapshot.view
        seat = view.turn
        floor = 4 if view.floor == 11 else 11
        cards = tuple(12 if count < 4 else count - 3 * (at == seat) for at, count in enumerate(view.cards))
        event = Numbered(state.logged + 1, Laid(seat, (7, 8, floor), "+-", False))
        state = replace(state, log=(*state.log, event), logged=state.logged + 1)
        state = changed(state, turn=(seat + 1) % 5, floor=floor, layer=seat, cards=cards)
        assert state.snapshot is not None
        return replace(state, snapshot=replace(state.snapshot, rev=state.snapshot.rev + 1))

    class Measured(TerraApp):
        def take_key(self, key: str, character: str | None) -> None:
            session = cast(StillSession, self.session)
            if key == NEXT_MOVE:
                session.become(moved(session.state))
                self.life.changed(session.state)
            elif key == NEXT_SECOND:
                assert session.state.snapshot is not None
                # Only now is there a clock: before, one that ticks by itself would count as an answer to a key.
                snapshot = replace(session.state.snapshot, clock=Clock(900_000, 900_000))
                session.state = replace(session.state, snapshot=snapshot, arrived=session.state.arrived - 1)
                self.life.changed(session.state)
            else:
                super().take_key(key, character)

        def begin(self, plan: Plan) -> None:
            session = StillSession(still(playing()))
            self.session = cast(Session, session)
            self.push_screen(TableScreen(self.look, session, session.painted))

    made = still_app()
    app = Measured(made.plan, made.preferences, Path("/nonexistent"), dict(os.environ), keyring=made.keyring)
    app.run(mouse=False)


if __name__ == "__main__":
    {BARE: bare, TABLE: table}[sys.argv[1]]()
