"""A host process in virtual time: the real table, the real pump and outboxes, a disk that takes its time, death."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from server.host.outbox import Encoder, Outbox
from server.host.pump import Pump, Visible
from server.table.effects import Close, Effect, Send, Think
from server.table.table import Table
from server.wire.codec import WireError, decode_to_host
from server.wire.frames import FrameError, FrameReader
from server.wire.limits import FRAME_LIMIT
from server.wire.messages import Bye, Hello, Ping, Pong, ToHost
from tests.simulation.chance import between
from tests.simulation.checks import Checks
from tests.simulation.clock import MILLI, SECOND, Clock
from tests.simulation.faults import disk_delay
from tests.simulation.links import Line
from tests.simulation.people import bot_plays
from tests.simulation.record import Recorder
from tests.simulation.trace import Trace


class Peer:
    """The host's end of a line."""

    def __init__(self, number: int, line: Line, kernel: bool) -> None:
        self.number = number
        self.line = line
        self.kernel = kernel
        self.reader = FrameReader(FRAME_LIMIT)
        self.outbox = Outbox()
        self.inside = False
        self.bye: Bye | None = None


class Host:
    """One process. What it committed outlives it.

    Args:
        table: new or restored, not yet opened.
    """

    def __init__(
        self, clock: Clock, trace: Trace, checks: Checks, table: Table, random: Random, *, slow_disk: bool
    ) -> None:
        self.table = table
        self.alive = True
        self.calm = False
        self.recorder = Recorder()
        self._clock, self._trace, self._checks, self._random = clock, trace, checks, random
        self._slow_disk = slow_disk
        self._peers: dict[int, Peer] = {}
        self._encoder = Encoder()
        self._pump = Pump(self._commit, self._carry_out, self._settle, self._wake)
        self._writing: Sequence[dict[str, object]] = ()
        self._alarm = 0
        self._calling = False
        self._later: list[tuple[str, tuple[Any, ...]]] = []

    # ---- the table ----------------------------------------------------------------------------------------

    def call(self, name: str, *args: Any) -> None:
        """Call the table, check what it did, and carry out what it asks."""
        if self._calling:
            self._later.append((name, args))       # as the inbox does: in the next pass
            return
        self._calling = True
        try:
            now = self._clock.seconds
            self.recorder.called(name, now, args)
            self._checks.before(self.table)
            effects: list[Effect] = getattr(self.table, name)(now, *args)
            self._checks.after(self.table, now, effects)
            self._pump.take(effects)
        finally:
            self._calling = False
        if self._later:
            again, self._later = self._later, []
            for other, values in again:
                self.call(other, *values)

    def open(self, bots: Sequence[Any]) -> None:
        """Open the table."""
        self.call("open", bots)

    # ---- effects ------------------------------------------------------------------------------------------

    def _commit(self, lines: Sequence[dict[str, object]]) -> None:
        self._writing = lines
        delay = disk_delay(self._random.random(), self._slow_disk and not self.calm)
        self._clock.after(delay, self._committed)

    def _committed(self) -> None:
        if self.alive:
            self._keep()
            self._pump.committed()

    def _keep(self) -> None:
        lines, self._writing = self._writing, ()
        self._checks.committed(lines)
        self._trace.add(self._clock.now, "commit", repr(lines).encode())

    def _carry_out(self, effect: Visible) -> None:
        if isinstance(effect, Think):
            self._think(effect)
            return
        peer = self._peers.get(effect.peer)
        if peer is None:
            return
        if isinstance(effect, Send):
            link = self.table.core.links.get(effect.peer)
            self._checks.leaves(effect.peer, None if link is None else link.seat, effect.message)
            peer.outbox.put(effect.message, effect.told)
        elif isinstance(effect, Close):
            peer.bye = effect.bye
            peer.outbox.put(effect.bye)

    def _settle(self) -> None:
        for peer in list(self._peers.values()):
            self.flush(peer)
        self._encoder.forget()

    def flush(self, peer: Peer) -> None:
        """Write what waits, unless the kernel is full."""
        if peer.line.stalled:
            self._clock.at(peer.line.down.stalled_until, lambda: self._unstalled(peer))
            return
        if not peer.outbox:
            return
        data, numbers = peer.outbox.drain(self._encoder)
        peer.line.down.send(data)
        for number in numbers:
            self._report_told(peer, number)
        if peer.bye is not None:
            self._peers.pop(peer.number, None)
            peer.line.closed_by_host()

    def _unstalled(self, peer: Peer) -> None:
        if self.alive and peer.number in self._peers:
            self.flush(peer)
            self._encoder.forget()

    def _report_told(self, peer: Peer, number: int) -> None:
        # The real host reports it through its inbox, in the same pass or the next.
        self._clock.after(0, lambda: self.call("told", peer.number, number) if self.alive else None)

    def _wake(self, at: float) -> None:
        self._alarm += 1
        alarm = self._alarm

        def ring() -> None:
            if self.alive and alarm == self._alarm:
                self.call("tick")

        due = int(at * SECOND)
        while due / SECOND < at:              # a timer never rings before its time
            due += 1
        self._clock.at(due, ring)

    def _think(self, asked: Think) -> None:
        rules = self.table.core.settings.rules
        answer = bot_plays(asked.view, asked.decision, rules, self._random)
        delay = between(self._random, MILLI, 80 * MILLI)
        self._clock.after(delay, lambda: self.call("thought", asked.request, answer) if self.alive else None)

    # ---- peers --------------------------------------------------------------------------------------------

    def accept(self, number: int, line: Line, kernel: bool) -> Peer:
        """A connection was made."""
        peer = self._peers[number] = Peer(number, line, kernel)
        return peer

    def received(self, peer: Peer, data: bytes) -> None:
        """Bytes were read: their time is now."""
        if not self.alive or peer.bye is not None or peer.number not in self._peers:
            return
        self._trace.add(self._clock.now, f"host reads {peer.number}", data)
        peer.reader.feed(data)
        try:
            for payload in peer.reader.payloads():
                self._message(peer, decode_to_host(payload))
        except (FrameError, WireError) as error:
            raise AssertionError("the simulated clients send whole messages") from error

    def _message(self, peer: Peer, message: ToHost) -> None:
        number = peer.number
        if isinstance(message, Hello):
            peer.inside = True
            self.call("connected", number, message)
            self._measure(peer)
        elif isinstance(message, Ping):
            self.call("pinged", number, message.n)
        elif isinstance(message, Pong):
            self.call("ponged", number, message.n)
        else:
            self._measure(peer)
            self.call("receive", number, message)

    def _measure(self, peer: Peer) -> None:
        if peer.kernel:
            self.recorder.measured(peer.number, peer.line.least_round_trip)
            self.table.measured(peer.number, peer.line.least_round_trip)

    def lost(self, peer: Peer) -> None:
        """A connection is gone."""
        if self.alive and self._peers.pop(peer.number, None) is not None and peer.inside:
            self.call("disconnected", peer.number)

    def kill(self) -> None:
        """Die, at once: a commit that was on its way is on the disk or not, as a whole."""
        if self._writing and self._random.random() < 0.5:
            self._keep()
        self.alive = False
        self._trace.add(self._clock.now, "the host dies")
        for peer in self._peers.values():
            if self._random.random() < 0.5:
                peer.line.cut()
            else:
                peer.line.closed_by_host()
        self._checks.host_died()


