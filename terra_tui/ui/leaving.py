"""What a player is asked who wants to leave a table: only what is true there."""

from __future__ import annotations

from typing import Final

from server.wire.messages import Kind, Stage
from terra_tui.session.state import ClientState, LinkState, host_stopped
from terra_tui.ui.plan import HostInside

RUNNING = (Stage.DEALING, Stage.PLAY, Stage.BETWEEN)
"""A game runs, and a seat that is left is kept."""

ENDINGS: Final = {"leave.end": "leave.end_heading", "leave.end_alone": "leave.end_alone_heading"}
"""Answers that end the game: what is asked once more, for nobody can go on with it then."""
SURE: Final = ("leave.stay", "leave.end_now")
"""The answers to that, the harmless one first."""


def nothing_to_ask(state: ClientState) -> bool:
    """Return whether there is nothing to keep or give up: the host has gone, or a spectator's link is down."""
    link = state.link.state
    return link is LinkState.CLOSED or host_stopped(state.link) or (state.seat is None and link is not LinkState.UP)


def leave_answers(state: ClientState, inside: HostInside | None) -> tuple[str, ...]:
    """Return the answers, as keys of the catalogue, the usual one first.

    Args:
        inside: the host that ends with this program, if it is one.
    """
    ends = state.owner and state.stage in (Stage.PLAY, Stage.BETWEEN)
    end = ("leave.end" if _others(state) else "leave.end_alone",) if ends else ()
    if state.seat is None or (state.stage not in RUNNING and (inside is None or inside.alone)):
        return ("leave.leave", "leave.stay")
    if inside is None:
        return ("leave.keep", "leave.bot", *end, "leave.stay")
    if state.stage not in RUNNING:
        return ("leave.close", "leave.stay")
    return ("leave.solo" if inside.alone else "leave.host", *end, "leave.stay")


def _others(state: ClientState) -> bool:
    """Return whether anybody else plays, be they away just now."""
    seats = () if state.roster is None else state.roster.seats
    return any(info.kind is Kind.HUMAN and seat != state.seat for seat, info in enumerate(seats))
