"""Messages as a table sends them in the middle of a game."""

from __future__ import annotations

from server.engine.cards import DECK
from server.engine.events import Laid
from server.engine.state import Phase
from server.wire.messages import Clock, GameView, Moment, Numbered, Snapshot, Stage


def after_a_lay(seats: int = 4, under: int = 20) -> Snapshot:
    """Return what a player of a table of `seats` is sent when another has just laid three cards."""
    view = GameView(
        phase=Phase.TURN,
        round=3,
        lead=1,
        turn=2,
        floor=8,
        layer=1,
        under=DECK[:under],
        deck=18,
        cards=(9, 6, 12, 1, 7)[:seats],
        scores=(34, 28, 31, 27, 30)[:seats],
        round_start=(30,) * seats,
        ron_open=True,
        hand=(2, 4, 6, 7, 8, 8, 8, 9, 13),
    )
    laid = Numbered(398, Laid(1, (5, 7, 8), "+-", False))
    return Snapshot(412, Stage.PLAY, view, Moment(412, 1500, 1500), Clock(60_000, 60_000), events=(laid,))
