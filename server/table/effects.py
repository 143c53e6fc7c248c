"""What a table asks of its shell, to be carried out in order: a `Send` never overtakes a `Persist`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from server.bots.player import Decision
from server.engine.cards import Seat
from server.engine.view import View
from server.wire.messages import Bye, ToClient
from server.wire.settings import Level

Peer: TypeAlias = int
"""A link's number, never used twice in a process."""


@dataclass(frozen=True, slots=True)
class Persist:
    """Commit `lines` (JSON-able maps with `t`, see `server.table.journal`) in one transaction before going on."""

    lines: tuple[dict[str, object], ...]


@dataclass(frozen=True, slots=True)
class Send:
    """Send `message`. Where `told` is set, report `Table.told(now, peer, told)` when the kernel has it."""

    peer: Peer
    message: ToClient
    told: int | None = None


@dataclass(frozen=True, slots=True)
class Close:
    """Send `bye` and close the link."""

    peer: Peer
    bye: Bye


@dataclass(frozen=True, slots=True)
class Wake:
    """Call `Table.tick` at `at`, seconds of the shell's monotonic clock. A newer `Wake` replaces an older one."""

    at: float


@dataclass(frozen=True, slots=True)
class Think:
    """Ask a bot, off the loop, and answer with `Table.thought(now, request, decision)`."""

    request: int
    seat: Seat
    level: Level
    decision: Decision
    view: View


Effect: TypeAlias = Persist | Send | Close | Wake | Think
