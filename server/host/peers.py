"""All connections of a host: their numbers, their limits, and what becomes of each when it is over."""

from __future__ import annotations

import asyncio
import ssl
from collections import Counter
from collections.abc import Callable, Iterable
from itertools import takewhile
from typing import Final

from server.host.buckets import ADDRESSES
from server.host.crowd import Crowd
from server.host.handshakes import Handshakes
from server.host.inbox import Inbox
from server.host.intake import CROWDED
from server.host.limits import HostLimits
from server.host.link import Link, LinkStage
from server.host.outbox import Encoder
from server.wire.messages import Bye, Code, ToClient

AT_ONCE: Final = 50
"""How many spectators are written to in one pass of the loop."""

_SENTENCES: Final = {
    Code.SLOW: "You did not read for {stuck:.0f} seconds.",
    Code.SILENT: "You did not say who you are within {hello:.0f} seconds.",
    Code.CROWDED: CROWDED,
}


class Peers:
    """The links of one host, and the `Keeper` that they report to.

    Args:
        received: what came from a link, and when; returns why the link is to be closed, or None.
        gone: a link that the table knew is gone.
        told: see `Table.told`.
    """

    def __init__(
        self,
        loop: asyncio.AbstractEventLoop,
        inbox: Inbox,
        limits: HostLimits,
        tls: ssl.SSLContext | None,
        *,
        received: Callable[[Link, bytes, float], Bye | None],
        gone: Callable[[Link, float], None],
        told: Callable[[Link, int, float], None],
    ) -> None:
        self._loop = loop
        self._inbox = inbox
        self._limits = limits
        self._tls = None if tls is None else Handshakes(loop, tls, limits)
        self._received = received
        self._gone = gone
        self._told = told
        self._encoder = Encoder()
        self._crowd = Crowd(loop, inbox, self._take_in)
        self._links: dict[int, Link] = {}
        self._arriving: dict[Link, None] = {}      # in the order in which they came
        self._next = 0
        self._refused: dict[str, float] = {}       # when callers were last told that there is no room for them
        self._written: dict[Link, None] = {}       # in the order in which they were sent to
        self._later: dict[Link, None] = {}
        self._sweeper: asyncio.TimerHandle | None = None

    def __len__(self) -> int:
        return len(self._links)

    def make(self) -> Link:
        """Return the protocol of a connection that was just accepted."""
        self._next += 1
        return Link(self._next, self, self._loop, self._encoder, self._limits)

    # ---- to peers -------------------------------------------------------------------------------------------

    def send(self, peer: int, message: ToClient, told: int | None) -> None:
        """Send at the next `flush`; to a link that is gone, nothing."""
        link = self._links.get(peer)
        if link is not None:
            link.send(message, told)
            self._written[link] = None

    def flush(self) -> None:
        """Give all that was sent to the kernel, one write a link: players first, then the crowd by and by."""
        waiting = bool(self._later)
        for link in self._written:
            if link.plays:
                link.flush()
            else:
                self._later[link] = None
        self._written.clear()
        if not waiting:
            self._flush_later()

    def _flush_later(self) -> None:
        """Write to some spectators, and to the others in the next pass of the loop: no player waits for a crowd."""
        for _ in range(min(len(self._later), AT_ONCE)):
            link = next(iter(self._later))
            del self._later[link]
            link.flush()
        if self._later:
            self._loop.call_soon(self._flush_later)
        else:
            self._encoder.forget()

    def get(self, peer: int) -> Link | None:
        """Return the link with this number, None where it is gone."""
        return self._links.get(peer)

    def finish(self, peer: int, bye: Bye) -> None:
        """Close a link that the table has done with."""
        link = self._links.get(peer)
        if link is not None:
            link.known = False
            link.finish(bye)
            self._arriving.pop(link, None)

    def finish_all(self, bye: Bye) -> None:
        """Close every link."""
        for link in list(self._links.values()):
            link.finish(bye)
        self._arriving.clear()

    def abort_all(self) -> None:
        """Close every link by force."""
        for link in list(self._links.values()):
            link.abort()

    def sweep(self) -> None:
        """Look at what takes too long, now and every `sweep` seconds from now on."""
        now = self._loop.time()
        for link in list(self._links.values()):
            link.look(now)
        self._sweeper = self._loop.call_later(self._limits.sweep, self.sweep)

    def stop_sweeping(self) -> None:
        """End what `sweep` began."""
        if self._sweeper is not None:
            self._sweeper.cancel()

    # ---- from links (Keeper) --------------------------------------------------------------------------------

    def opened(self, link: Link) -> None:
        """Take a new connection in; with too many, somebody has to go."""
        self._make_room()
        self._links[link.peer] = link
        self._arriving[link] = None
        if self._tls is not None:
            self._tls.put(link)

    def received(self, link: Link, data: bytes) -> None:
        """Collect what came in this pass of the loop; spectators have time."""
        if link.watches:
            self._crowd.put(link, data)
            return
        self._inbox.read(lambda now: self._take_in(link, data, now))

    def ended(self, link: Link) -> None:
        """The peer will send no more: it is gone, once what it sent before has been answered."""
        self._inbox.read(lambda now: self._end(link, now))

    def closed(self, link: Link) -> None:
        """The connection is gone; the table hears of it after what was read before."""
        if self._links.get(link.peer) is link:
            del self._links[link.peer]
            self._arriving.pop(link, None)
            self._crowd.forget(link)
            self._inbox.read(lambda now: self._lose(link, now))

    def told(self, link: Link, numbers: list[int]) -> None:
        """Tell the table what has been handed to the kernel, in its turn."""
        for number in numbers:
            self._inbox.put(lambda now, number=number: self._told(link, number, now))  # type: ignore[misc]

    def overdue(self, link: Link, code: Code) -> None:
        """Cut a link."""
        self._close(link, self._bye(code), self._loop.time())
        if code is Code.SLOW:
            link.abort()                   # it reads nothing, so there is nothing to linger for

    def room(self, link: Link, now: float) -> bool:
        """Return whether `link` may come in as a spectator; where all places are taken, another one may have to go.

        The places are shared by callers (see `networks`). One that has fewer than the one with most gets one of
        those: whoever fills the host pushes out their own, the newest first. Where nobody else comes, all places
        may be one caller's: many people watch over one SSH server, or from behind one router.
        """
        if len(self._links) < self._limits.links:
            return True
        # To count a crowd costs more than all else that a flood of hellos can ask for.
        if now - self._refused.get(link.place, -self._limits.moment) < self._limits.moment:
            return False
        crowd = [one for one in self._links.values() if one.watches]
        if len(crowd) < self._limits.links:
            return True
        shares = Counter(one.place for one in crowd)
        # Two of the same size leave each other alone, or each would push out the other's in turn.
        if shares[link.place] + 1 >= max(shares.values()):
            if len(self._refused) >= ADDRESSES:
                self._refused.clear()
            self._refused[link.place] = now
            return False
        newest = max(crowd, key=lambda one: (shares[one.place], one.peer))
        self._close(newest, self._bye(Code.CROWDED), now)
        return True

    def _make_room(self) -> None:
        """Where too many stand at the door, cut one of them; so too of those that are being closed."""
        # In the order in which they came, so the ripe ones are in front; under a flood this is done very often.
        ripe = self._loop.time() - self._limits.moment
        pending = list(takewhile(lambda one: one.since < ripe, self._arriving))
        if len(self._arriving) >= self._limits.arriving:
            self._cut(_longest_of_the_busiest(self._arriving))
        elif len(pending) >= self._limits.pending:
            self._cut(_longest_of_the_busiest(pending))
        if len(self._links) >= self._limits.most:
            closing = [one for one in self._links.values() if one.stage is LinkStage.CLOSING]
            if closing:
                self._cut(_longest_of_the_busiest(closing))

    def _cut(self, link: Link) -> None:
        # Forgotten at once: many come in one pass of the loop, and the next of them has to push out another one.
        link.cut()
        del self._links[link.peer]
        self._arriving.pop(link, None)

    # ---- parts ----------------------------------------------------------------------------------------------

    def _take_in(self, link: Link, data: bytes, now: float) -> None:
        if link.stage in (LinkStage.CLOSING, LinkStage.CLOSED):
            return
        bye = self._received(link, data, now)
        if bye is not None:
            self._close(link, bye, now)
        elif not link.pending:
            self._arriving.pop(link, None)

    def _end(self, link: Link, now: float) -> None:
        self._crowd.finish(link, now)
        self._close(link, None, now)

    def _close(self, link: Link, bye: Bye | None, now: float) -> None:
        """Close a link for a reason of our own, and let the table know."""
        link.finish(bye)
        self._arriving.pop(link, None)
        self._lose(link, now)

    def _lose(self, link: Link, now: float) -> None:
        if link.known:
            link.known = False
            self._gone(link, now)

    def _bye(self, code: Code) -> Bye:
        sentence = _SENTENCES[code].format(stuck=self._limits.stuck, hello=self._limits.hello)
        return Bye(code, sentence)


def _longest_of_the_busiest(pending: Iterable[Link]) -> Link:
    """Return the longest waiting link of the caller that has most of them.

    So whoever fills the doorstep pushes out their own connections, not those of others.
    """
    waiting = list(pending)
    most = Counter(link.place for link in waiting)
    return min(waiting, key=lambda link: (-most[link.place], link.since))
