"""The player's part of a deal: a fresh nonce for each round, never before its commitment (DESIGN.md 4)."""

from __future__ import annotations

import os
from typing import Final

from server.wire.messages import Stage
from terra_tui.session.state import ClientState

NONCE_BYTES: Final = 16


def next_nonce(state: ClientState) -> bytes | None:
    """Return the nonce to send for the round that comes: a new one, or the one already sent for it.

    None where none may or need go: a spectator's, before the commitment, after the deal, or at a table whose
    announced seed decides alone.
    """
    if state.seat is None or not state.witnesses or state.roster is None or state.roster.seed is not None:
        return None
    witness = state.witnesses[-1]
    if witness.dealt or witness.reveal is not None:
        return None
    return witness.nonce or os.urandom(NONCE_BYTES)


def nonce_is_due(state: ClientState) -> bool:
    """Return whether a nonce is to be sent without being asked for.

    A deal waits for it; or the host has us as ready for a deal that this client has sent none for: an earlier
    client of this seat said so, or this one did just before the host committed to another deal. Only a nonce that
    is known can be looked for in the deal.
    """
    if state.stage is Stage.DEALING:
        return True
    if state.stage is Stage.PLAY or state.fresh or state.roster is None or not state.witnesses:
        return False
    seat, seats = state.seat, state.roster.seats
    ready = seat is not None and seat < len(seats) and seats[seat].ready
    return ready and state.witnesses[-1].nonce is None
