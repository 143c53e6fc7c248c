"""The engine's `View` and the wire's `GameView`: the same fields but the viewer, whom the welcome told."""

from __future__ import annotations

from dataclasses import fields
from typing import Final

from server.engine.cards import Seat
from server.engine.view import View
from server.wire.messages import GameView

_SHARED: Final = tuple(field.name for field in fields(GameView))


def view_to_wire(view: View) -> GameView:
    """Return `view` as it is sent; who its viewer is does not travel."""
    return GameView(**{name: getattr(view, name) for name in _SHARED})


def view_from_wire(view: GameView, viewer: Seat | None) -> View:
    """Return the engine's view again, for the rules that ask one; `viewer` is the welcome's `seat`."""
    return View(viewer=viewer, **{name: getattr(view, name) for name in _SHARED})
