"""One link to a host: frames on a TCP connection, pings answered, silence noticed."""

from __future__ import annotations

import asyncio
import ssl
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, cast

from server.wire.codec import decode_to_client, encode
from server.wire.errors import WireError
from server.wire.frames import FrameError, FrameReader
from server.wire.limits import FRAME_LIMIT
from server.wire.messages import Bye, Ping, Pong, ToClient, ToHost
from terra_tui.session.address import Address
from terra_tui.session.bugs import bug
from terra_tui.session.pace import REST, Pace
from terra_tui.session.state import Failure

CONNECT_SECONDS: Final = 8.0
PING_SECONDS: Final = 2.0
SILENCE_SECONDS: Final = 4.0
"""After a gap in the network TCP waits about as long again as the gap was, a new link does not."""
LOOK_SECONDS: Final = 0.5
ASLEEP_SECONDS: Final = 3.0
"""The machine slept if the wall clock went so much further than the other one: the host has given this link up."""
AGAIN_SECONDS: Final = 0.75
"""After so long without an answer, try again beside the try that waits: lost SYNs are repeated ever more rarely."""
TLS_ALERT: Final = b"\x15\x03"
"""How a TLS host begins its answer to a hello in the clear."""
UNSENT_LIMIT: Final = 65_536
"""A host that does not read for so many bytes is gone."""
SEQUENCE_TOP: Final = 2**31


@dataclass(frozen=True, slots=True)
class Ended:
    """How a link ended: with the host's `bye`, or for another reason (a broken host; None: simply lost)."""

    bye: Bye | None = None
    failure: Failure | None = None


class HostLink(asyncio.Protocol):
    """One connection, from connect to close. Messages go to `on_message` as they come, on the loop.

    Attributes:
        ended: done with an `Ended` once the connection is gone; it never fails.
        round_trip: milliseconds of the last ping, None before the first answer.
        spoke: whether the host has sent anything at all.
    """

    def __init__(self, on_message: Callable[[ToClient], None], on_round_trip: Callable[[int], None]) -> None:
        self._loop = asyncio.get_running_loop()
        self._on_message = on_message
        self._on_round_trip = on_round_trip
        self._reader = FrameReader(FRAME_LIMIT)
        self._transport: asyncio.Transport | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._looker: asyncio.TimerHandle | None = None
        self._resting: asyncio.TimerHandle | None = None
        self._pace = Pace(time.monotonic())
        self._skew = clock_skew()
        self._heard = time.monotonic()
        self._pings: dict[int, float] = {}
        self._count = 0
        self._messages = 0
        self.spoke = False
        self._early: bytes | None = b""           # what came before `listen`
        self._end = Ended()
        self.ended: asyncio.Future[Ended] = self._loop.create_future()

    # ---- asyncio.Protocol ----------------------------------------------------------------------------------------

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """The connection is up; nothing is read before `listen`."""
        self._transport = cast(asyncio.Transport, transport)
        self._transport.pause_reading()
        self._heard = time.monotonic()
        self._timer = self._loop.call_later(PING_SECONDS, self._beat)
        self._look()

    def data_received(self, data: bytes) -> None:
        """Bytes came: hand on each whole message."""
        self.spoke = True
        if self._early is not None:
            # In `connection_made` asyncio of Python 3.11.2 (Debian 12) cannot be kept from reading.
            self._early += data
            return
        self._reader.feed(data)
        try:
            self._take_in()
        except (FrameError, WireError) as error:
            tls = not self._messages and data.startswith(TLS_ALERT)
            stranger = "needs_tls" if tls else "not_terra"
            self.abort(Failure("nonsense" if self._messages else stranger, text=str(error)))
        except Exception as error:      # of Terra itself: it would come again on the next link
            self.abort(bug(error))

    def connection_lost(self, exc: Exception | None) -> None:
        """The connection is gone."""
        for timer in (self._timer, self._looker, self._resting):
            if timer is not None:
                timer.cancel()
        if not self.ended.done():
            self.ended.set_result(self._end)

    # ---- for the session -----------------------------------------------------------------------------------------

    def listen(self) -> None:
        """Read from now on: whoever hears it is there."""
        early, self._early = self._early, None
        if not self._closing and self._transport is not None:
            self._transport.resume_reading()
        if early:
            self.data_received(early)

    def send(self, message: ToHost) -> None:
        """Send `message`; on a link that is going down it is not sent, and the session sends it again."""
        transport = self._transport
        if transport is None or transport.is_closing():
            return
        transport.write(encode(message))
        if transport.get_write_buffer_size() > UNSENT_LIMIT:
            self.abort()

    def close(self) -> None:
        """Close once what was sent is out; with a peer that does not read, `abort` is what ends it."""
        if self._transport is not None:
            self._transport.close()

    def abort(self, failure: Failure | None = None) -> None:
        """Close at once."""
        if failure is not None and self._end == Ended():
            self._end = Ended(failure=failure)
        if self._transport is not None:
            self._transport.abort()

    # ---- inside --------------------------------------------------------------------------------------------------

    def _take_in(self) -> None:
        """Hand on what has come; rest where that takes too much of the time. Nothing is read meanwhile."""
        self._resting = None
        self._heard = time.monotonic()
        self._pace.begin(self._heard)
        for payload in self._reader.payloads():
            self._take(decode_to_client(payload))
            self._messages += 1
            if self._closing:
                return
            if self._pace.spent(time.monotonic()):
                self._rest()
                return
        self.listen()

    def _rest(self) -> None:
        if self._transport is not None:
            self._transport.pause_reading()
        self._resting = self._loop.call_later(REST, self.data_received, b"")

    @property
    def _closing(self) -> bool:
        return self._transport is None or self._transport.is_closing()

    def _take(self, message: ToClient) -> None:
        match message:
            case Ping(n=n):
                self.send(Pong(n))
            case Pong(n=n):
                asked = self._pings.pop(n, None)
                if asked is not None:
                    self._on_round_trip(round((self._heard - asked) * 1000))
            case Bye():
                self._end = Ended(bye=message)
                self.abort()
            case _:
                self._on_message(message)

    def _look(self) -> None:
        """Leave a link that the machine has slept through, at once."""
        before, self._skew = self._skew, clock_skew()
        if self._skew - before > ASLEEP_SECONDS:
            self.abort()
            return
        self._looker = self._loop.call_later(LOOK_SECONDS, self._look)

    def _beat(self) -> None:
        now = time.monotonic()
        if now - self._heard >= SILENCE_SECONDS:
            self.abort()
            return
        self._count = (self._count + 1) % SEQUENCE_TOP
        self._pings = {n: asked for n, asked in self._pings.items() if now - asked < SILENCE_SECONDS}
        self._pings[self._count] = now
        self.send(Ping(self._count))
        self._timer = self._loop.call_later(PING_SECONDS, self._beat)


async def connect(
    address: Address,
    tls: ssl.SSLContext | None,
    on_message: Callable[[ToClient], None],
    on_round_trip: Callable[[int], None],
) -> HostLink:
    """Return a link that is up: that of the first try that is answered, a new one being made every 0.75 s.

    Raises:
        OSError: the connection could not be made (TimeoutError after 8 s); `failures.why` gives its code.
    """

    async def attempt() -> HostLink:
        _, link = await asyncio.get_running_loop().create_connection(
            lambda: HostLink(on_message, on_round_trip), address.host, address.port, ssl=tls
        )
        return link

    tries: set[asyncio.Task[HostLink]] = set()
    answered: asyncio.Task[HostLink] | None = None
    try:
        async with asyncio.timeout(CONNECT_SECONDS):
            while answered is None:
                tries.add(asyncio.create_task(attempt()))
                done, _ = await asyncio.wait(tries, timeout=AGAIN_SECONDS, return_when=asyncio.FIRST_COMPLETED)
                answered = next(iter(done), None)
        return answered.result()
    finally:
        for other in tries - {answered}:
            _give_up(other)


def _give_up(attempt: asyncio.Task[HostLink]) -> None:
    """End a try that came second."""
    if not attempt.done():
        attempt.cancel()
    elif not attempt.cancelled() and attempt.exception() is None:
        attempt.result().abort()


def clock_skew() -> float:
    """Return by how much the wall clock is ahead of the monotonic one, which stands while the machine sleeps."""
    return time.time() - time.monotonic()
