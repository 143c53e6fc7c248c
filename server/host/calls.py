"""The calls of a table that this shell makes; `server.table.table.Table` is the one that plays."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from server.bots.player import BotAction
from server.table.effects import Effect, Peer
from server.wire.messages import Code, Command, Hello, Roster, Stage
from server.wire.settings import Level, Settings


class Facts(Protocol):
    """What the shell may know of a table without calling it."""

    @property
    def settings(self) -> Settings:
        """The settings as they are now."""
        ...

    @property
    def name(self) -> str:
        """The table's name, which a resumed one keeps."""
        ...

    @property
    def stage(self) -> Stage:
        """Where the table stands."""
        ...

    def roster(self, now: float) -> Roster:
        """Who is here."""
        ...


class TableCalls(Protocol):
    """A table. Times are seconds of the shell's clock; each call returns effects, to be carried out in order."""

    @property
    def evening(self) -> bytes:
        """The id of its journal, 16 bytes."""
        ...

    @property
    def core(self) -> Facts:
        """What it is now."""
        ...

    def open(self, now: float, bots: Sequence[Level] = ()) -> Sequence[Effect]:
        """Begin; a new table has these bots in its first seats."""
        ...

    def connected(self, now: float, peer: Peer, hello: Hello) -> Sequence[Effect]:
        """A peer came through the door."""
        ...

    def seat_of(self, token: bytes) -> int | None:
        """Return the seat that `token` holds, None where it holds none."""
        ...

    def receive(self, now: float, peer: Peer, command: Command) -> Sequence[Effect]:
        """A command was read at `now`."""
        ...

    def pinged(self, now: float, peer: Peer, n: int) -> Sequence[Effect]:
        """A ping was read."""
        ...

    def ponged(self, now: float, peer: Peer, n: int) -> Sequence[Effect]:
        """A pong was read."""
        ...

    def disconnected(self, now: float, peer: Peer) -> Sequence[Effect]:
        """A link is gone, or was closed by the shell."""
        ...

    def told(self, now: float, peer: Peer, rev: int) -> Sequence[Effect]:
        """A `Send` with this `told` is with the kernel."""
        ...

    def measured(self, peer: Peer, min_rtt: float) -> None:
        """The kernel's smallest round trip of a link, seconds."""
        ...

    def thought(self, now: float, request: int, action: BotAction | None) -> Sequence[Effect]:
        """A bot's answer to a `Think`."""
        ...

    def tick(self, now: float) -> Sequence[Effect]:
        """The last `Wake` is due."""
        ...

    def slept(self, now: float, gap: float) -> Sequence[Effect]:
        """Nothing could be done for so many seconds, as the process was stopped; the `tick` for them follows."""
        ...

    def shut(self, now: float, code: Code = Code.CLOSING) -> Sequence[Effect]:
        """The host goes down."""
        ...
