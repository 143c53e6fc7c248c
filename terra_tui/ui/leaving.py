"""What a player is asked who wants to leave a table: only what is true there."""

from __future__ import annotations

from server.wire.messages import Stage
from terra_tui.session.state import ClientState, LinkState, host_stopped
from terra_tui.ui.plan import HostInside

RUNNING = (Stage.DEALING, Stage.PLAY, Stage.BETWEEN)
"""A game runs, and a seat that is left is kept."""


def nothing_to_ask(state: ClientState) -> bool:
    """Return whether there is nothing to keep or give up: the host has gone, or a spectator's link is down."""
    link = state.link.state
    return link is LinkState.CLOSED or host_stopped(state.link) or (state.seat is None and link is not LinkState.UP)


def leave_answers(state: ClientState, inside: HostInside | None) -> tuple[str, ...]:
    """Return the answers, as keys of the catalogue, the usual one first.

    Args:
        inside: the host that ends with this program, if it is one.
    """
    end = ("leave.end",) if state.owner and state.stage in (Stage.PLAY, Stage.BETWEEN) else ()
    if state.seat is None or (state.stage not in RUNNING and (inside is None or inside.alone)):
        return ("leave.leave", "leave.stay")
    if inside is None:
        return ("leave.keep", "leave.bot", *end, "leave.stay")
    if state.stage not in RUNNING:
        return ("leave.close", "leave.stay")
    return ("leave.solo" if inside.alone else "leave.host", *end, "leave.stay")
