"""The host is killed and comes back: a table again from its journal, and what must be the same (DESIGN.md 5)."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from server.table.core import Core
from server.table.table import Table
from server.wire.messages import Stage
from tests.table.shell import Shell, seeded

Lines = Sequence[dict[str, Any]]


def digest(core: Core) -> dict[str, object]:
    """Return what of a table is to outlive the host."""
    dealer = core.dealer
    kept: dict[str, object] = {
        "name": core.name,
        "evening": core.evening,
        "settings": core.settings,
        "owner": core.owner,
        "paused": core.paused,
        "games": core.games,
        "deal": (dealer.announced, dealer.game, dealer.round, dealer.seed, dealer.nonces, dealer.reshuffles),
        "reveal": dealer.last,
        "seats": [(seat.kind, seat.name, seat.level, seat.tokens, seat.shows_hand) for seat in core.seats],
        "proven": [seat.proven for seat in core.seats],
    }
    if core.stage is not Stage.DEALING:           # who is ready is no part of the game
        kept |= {"stage": core.stage, "game": core.game, "past": list(core.past)}
    return kept


def restored(lines: Lines, entropy: int = 99) -> Table:
    """Return the table of a journal, as it comes back from a file."""
    return Table.restore(json.loads(json.dumps(lines)), entropy=seeded(entropy))


def again(before: Shell, lines: Lines, entropy: int = 99) -> Shell:
    """Return a shell with the table of `lines`, opened some time after the one before it died."""
    shell = Shell(restored(lines, entropy), now=before.now + 5.0, journal=list(lines), peers=before.peers)
    return shell.open()


def committed(lines: Lines) -> list[tuple[int, int]]:
    """Return the commands (seat, seq) that the lines say were done."""
    return [(seat, seq) for line in lines for seat, seq in line.get("_seq", ())]
