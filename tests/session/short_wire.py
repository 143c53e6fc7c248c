"""The real session and the real host's links and table, joined in memory: a whole evening in milliseconds.

No sockets and no clock: time passes only where the table waits for it, and a link is cut after exactly so many
bytes, whichever way they went.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import Final

from server.bots.player import Decision
from server.host.door import Door
from server.host.intake import Intake
from server.host.limits import HostLimits
from server.host.link import Link, LinkStage
from server.host.outbox import Encoder
from server.table.effects import Close, Effect, Persist, Send, Think, Wake
from server.table.table import Table
from server.wire.limits import FRAME_LIMIT
from server.wire.messages import Bye, Code, ToClient, Welcome
from server.wire.settings import Level, Settings
from terra_tui.session.link import HostLink
from tests.table.shell import first_legal

SOON: Final = 1.0
"""Seconds. What is due within them is done at once; what the table plans for later (the next ping) never comes."""


class Cable:
    """Both ways of one link. `left` is how many bytes it still carries; then it is cut, and both ends are told."""

    def __init__(self, left: int) -> None:
        self.left = left
        self.carried = bytearray()
        self.whole = True
        self.ends: list[End] = []

    def carry(self, sender: End, data: bytes) -> None:
        """Take `data` to the other end, as far as the link goes."""
        other = self.ends[self.ends[0] is sender]
        piece = data[: self.left]
        self.left -= len(piece)
        self.carried += piece
        if piece:
            sender.loop.call_soon(other.deliver, piece)
        if not self.left:
            self.whole = False
            self.part()

    def part(self) -> None:
        """Let both ends learn, after what is on its way, that the link is gone."""
        for end in self.ends:
            end.loop.call_soon(end.lose)


class End(asyncio.Transport):
    """One end of a cable."""

    def __init__(self, cable: Cable, protocol: asyncio.Protocol) -> None:
        super().__init__()
        self.loop = asyncio.get_running_loop()
        self._cable = cable
        self._protocol = protocol
        self._closing = False
        self._lost = False
        self._paused = False
        self._held = b""
        cable.ends.append(self)

    def set_write_buffer_limits(self, high: int | None = None, low: int | None = None) -> None:
        """There is no buffer."""

    def get_write_buffer_size(self) -> int:
        """There is no buffer."""
        return 0

    def get_extra_info(self, name: str, default: object = None) -> object:
        """Nothing is known of it."""
        return default

    def is_closing(self) -> bool:
        """Whether this end knows of the cut, or closed."""
        return self._closing

    def can_write_eof(self) -> bool:
        """An end closes both ways at once, here."""
        return False

    def write(self, data: bytes | bytearray | memoryview) -> None:
        """Send."""
        if self._cable.whole and not self._closing:
            self._cable.carry(self, bytes(data))

    def close(self) -> None:
        """Close; what was written arrives."""
        self.abort()

    def abort(self) -> None:
        """Close at once."""
        if not self._closing:
            self._closing = True
            self._cable.whole = False
            self._cable.part()

    def pause_reading(self) -> None:
        """Hold what arrives."""
        self._paused = True

    def resume_reading(self) -> None:
        """Deliver what was held."""
        self._paused = False
        held, self._held = self._held, b""
        if held:
            self.deliver(held)

    def deliver(self, data: bytes) -> None:
        """Bytes arrive."""
        if self._paused:
            self._held += data
        elif not self._closing:
            self._protocol.data_received(data)

    def lose(self) -> None:
        """The link is gone; what was held arrives first."""
        if self._paused and not self._closing:
            self.loop.call_soon(self.lose)
            return
        self._closing = True
        if not self._lost:
            self._lost = True
            self._protocol.connection_lost(None)


class ShortHost:
    """A host's own links, intake and table, without its sockets; bots answer at once. A `Keeper` of its links.

    Args:
        cuts: after how many bytes each link is cut, in the order in which they are made; then they hold.
    """

    def __init__(self, settings: Settings, bots: int, cuts: Iterator[int]) -> None:
        self.loop = asyncio.get_running_loop()
        self.table = Table(settings, entropy=Random(1).randbytes, seed=20)
        self.lines: list[dict[str, object]] = []
        self.cables: list[Cable] = []
        self.now = 100.0
        self._cuts = cuts
        self._links: dict[int, Link] = {}
        self._intake = Intake(self.table, Door(None, HostLimits().tries), self._take)
        self._take(self.table.open(self.now, (Level.EASY,) * bots))

    async def connect(
        self, address: object, tls: object, on_message: Callable[[ToClient], None],
        on_round_trip: Callable[[int], None],
    ) -> HostLink:
        """Stand in for `terra_tui.session.link.connect`."""
        cable = Cable(next(self._cuts, 1 << 40))
        self.cables.append(cable)
        link = Link(len(self.cables), self, self.loop, Encoder(), HostLimits())
        self._links[link.peer] = link
        ours = HostLink(on_message, on_round_trip)
        for protocol in (ours, link):
            protocol.connection_made(End(cable, protocol))
        return ours

    def _take(self, effects: Sequence[Effect]) -> None:
        for effect in effects:
            match effect:
                case Persist(lines):
                    self.lines += lines
                case Send(peer, message, told):
                    self._send(peer, message, told)
                case Close(peer, bye):
                    self._close(peer, bye)
                case Wake(at) if at < self.now + SOON:
                    self.loop.call_soon(self._tick, at)
                case Think(request, _, _, decision, view):
                    # Bots do not Ron out of turn: who is first in a race may depend on when a link was cut.
                    action = None if decision is Decision.RON else first_legal(view, decision)
                    self._take(self.table.thought(self.now, request, action))

    def _tick(self, at: float) -> None:
        self.now = max(self.now, at)
        self._take(self.table.tick(self.now))

    def _send(self, peer: int, message: ToClient, told: int | None) -> None:
        link = self._links.get(peer)
        if link is not None:
            if isinstance(message, Welcome):
                link.reader.limit = FRAME_LIMIT
            link.send(message, told)
            link.flush()

    def _close(self, peer: int, bye: Bye | None) -> None:
        link = self._links.get(peer)
        if link is not None:
            link.finish(bye)

    # ---- Keeper ------------------------------------------------------------------------------------------------

    def opened(self, link: Link) -> None:
        """See `Keeper`."""

    def received(self, link: Link, data: bytes) -> None:
        """Take in what came; the table is called on as after each pass of the loop."""
        if link.stage is not LinkStage.CLOSING:
            bye = self._intake.received(link, data, self.now)
            assert bye is None, "the client sent what the host does not take"

    def ended(self, link: Link) -> None:
        """See `Keeper`."""

    def closed(self, link: Link) -> None:
        """A link is gone."""
        del self._links[link.peer]
        if link.known:
            self._take(self.table.disconnected(self.now, link.peer))

    def told(self, link: Link, numbers: list[int]) -> None:
        """What was sent is out."""
        for number in numbers:
            self._take(self.table.told(self.now, link.peer, number))

    def overdue(self, link: Link, code: Code) -> None:
        """Nothing takes long here."""
        raise AssertionError(code)
