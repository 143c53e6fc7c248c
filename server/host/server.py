"""A host: one table, its store, its listening socket, and everything between them."""

from __future__ import annotations

import asyncio
import socket
import ssl
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Final

from server.bots.player import BotAction
from server.console.say import say
from server.host.bugs import log, loop_exception_handler, place_of
from server.host.calls import TableCalls
from server.host.discovery import Responder, discovery_socket
from server.host.door import Door, Secret
from server.host.files import most_open
from server.host.inbox import Inbox
from server.host.intake import Intake
from server.host.limits import HostLimits
from server.host.link import Link
from server.host.networks import is_loopback
from server.host.options import HostError, HostOptions
from server.host.peers import Peers
from server.host.place import place_line
from server.host.pump import Pump, Visible
from server.host.thinkers import Thinkers
from server.host.tls import server_context
from server.host.wake import Wake
from server.host.writer import Writer
from server.records.errors import StoreError
from server.records.store import Store
from server.table.effects import Close, Persist, Send
from server.wire.discovery import ID_BYTES, TableNotice
from server.wire.limits import FRAME_LIMIT, PROTOCOL_VERSION
from server.wire.messages import Bye, Code, Kind, Stage, Welcome
from server.wire.settings import Watching

QUEUE: Final = 1024
"""Connections that wait in the kernel to be accepted: a whole crowd that comes back at once."""
KEEP_WITHIN: Final = 0.8
"""Seconds for the last lines to reach the disk when the host stops."""
GOODBYE_WITHIN: Final = 0.5
"""Seconds for the peers to take their goodbye."""
CLOSE_WITHIN: Final = 0.2
"""Seconds for the thread that writes to end."""

_BYE_STORE: Final = Bye(Code.STORE, "The host cannot write its records any more, so the game stops here.")
_BYE_BUG: Final = Bye(Code.CLOSING, "The host stopped for an error of its own; the game can be resumed.")
_BYE_UNEXPECTED: Final = Bye(Code.UNEXPECTED, "The host could not make sense of what you sent.")


class Host:
    """A running host. `start`, then `serve` until something ends it, then `stop`.

    Args:
        table: already restored or new, and not yet opened.
        store: open, with the game of the table begun in it; the host closes it.
    """

    def __init__(
        self, options: HostOptions, table: TableCalls, store: Store, *, limits: HostLimits | None = None
    ) -> None:
        self.options = options
        self.port = 0
        self._table = table
        self._store = store
        wanted = HostLimits() if limits is None else limits
        self._limits = wanted.within(most_open(wanted.files))
        self._loop = asyncio.get_running_loop()
        self._ended: asyncio.Future[str | None] = self._loop.create_future()
        self._inbox = Inbox(self._loop, self._bug)
        self._wake = Wake(self._loop, self._inbox, self._tick, self._slept)
        self._pump = Pump(self._commit, self._carry_out, self._settle, self._wake.set)
        self._writer: Writer | None = None
        self._disk_failed = False
        self._thinkers = Thinkers(self._thought, options.seed)
        self._host_id = table.evening[:ID_BYTES]
        self._server: asyncio.Server | None = None
        self._responder: asyncio.DatagramTransport | None = None
        self._peers: Peers
        self._intake: Intake

    # ---- life -----------------------------------------------------------------------------------------------

    async def start(self, sock: socket.socket) -> None:
        """Open the table and listen on `sock`, a bound socket.

        Raises:
            HostError: a file that the options name cannot be used.
        """
        options = self.options
        tls = self._tls()
        secret = None
        if options.passphrase is not None:
            secret = await asyncio.to_thread(Secret.of, options.passphrase)
        self._loop.set_exception_handler(loop_exception_handler)
        self._peers = Peers(
            self._loop, self._inbox, self._limits, tls, received=self._received, gone=self._gone, told=self._told
        )
        door = Door(secret, self._limits.tries, self._table.seat_of)
        self._intake = Intake(
            self._table, door, self._pump.take, self._peers.room, self._limits.crowd_words, self._limits.sits
        )
        self._writer = Writer(self._loop, self._store, self._table.evening, self._pump.committed, self._unwritten)
        now = self._loop.time()
        self._pump.take(self._table.open(now, options.bots))
        self.port = sock.getsockname()[1]
        self._pump.take([Persist((place_line(options, self.port),))])
        # asyncio accepts as many in one pass as its backlog; the kernel may let more of them wait.
        self._server = await self._loop.create_server(self._peers.make, sock=sock, backlog=self._limits.accepted)
        sock.listen(QUEUE)
        self._peers.sweep()
        if options.discovery:
            await self._answer_probes(local_only=is_loopback(str(sock.getsockname()[0])))

    async def serve(self) -> None:
        """Wait until the host is to end.

        Raises:
            HostError: it has to, with the sentence for the person at the terminal.
        """
        sentence = await asyncio.shield(self._ended)
        if sentence is not None:
            raise HostError(sentence)

    def end(self, sentence: str | None = None) -> None:
        """Let `serve` return; with a sentence, raise it. The first call counts."""
        if not self._ended.done():
            self._ended.set_result(sentence)

    async def stop(self) -> None:
        """Tell everybody, write what is to be kept, close everything; within two seconds, whoever hangs."""
        self._wake.cancel()
        if self._server is not None:
            # Not wait_closed: from Python 3.12 on it waits for every connection, and would hang on a stuck peer.
            self._server.close()
        if self._responder is not None:
            self._responder.close()
        if self._writer is not None:
            await self._say_goodbye()
            self._peers.stop_sweeping()
            self._peers.abort_all()
        self._thinkers.close()
        await self._close_store()

    async def _say_goodbye(self) -> None:
        self._inbox.hand_over()            # what was read before
        self._inbox.close()                # nothing after this is told to the table
        try:
            self._pump.take(self._table.shut(self._loop.time(), Code.CLOSING))
        except Exception as error:
            self._bug(error)
        await self._until(lambda: self._pump.idle or self._disk_failed, KEEP_WITHIN)
        # Whoever is not at the table yet, and everybody where the disk gave no answer.
        self._peers.finish_all(Bye(Code.CLOSING, "The host is closing."))
        await self._until(lambda: not len(self._peers), GOODBYE_WITHIN)

    async def _until(self, fact: Callable[[], bool], within: float) -> None:
        end = self._loop.time() + within
        # Asked again and again: the facts belong to a disk and to peers that may never answer.
        while not fact() and self._loop.time() < end:  # noqa: ASYNC110
            await asyncio.sleep(0.005)

    async def _close_store(self) -> None:
        written = self._writer is None or self._writer.close(CLOSE_WITHIN)
        if not written:
            return                         # the disk hangs; the process ends without it
        try:
            self._settle_accounts()
        except StoreError as error:
            log.warning("%s", error.sentence)
        finally:
            self._store.close()

    def _settle_accounts(self) -> None:
        """A game that is over, or never began, is not to be resumed."""
        game = self._table.evening
        if self._table.core.stage is Stage.OVER:
            self._store.finish(game)
        elif self._table.core.stage is Stage.LOBBY and not self._store.was_dealt(game):
            self._store.forget(game)

    def _tls(self) -> ssl.SSLContext | None:
        cert, key = self.options.tls_cert, self.options.tls_key
        return None if cert is None or key is None else server_context(cert, key)

    async def _answer_probes(self, *, local_only: bool) -> None:
        try:
            sock = discovery_socket(self.options.discovery_port)
            responder = Responder(self.describe, self._loop.time, local_only=local_only)
            self._responder, _ = await self._loop.create_datagram_endpoint(lambda: responder, sock=sock)
        except OSError as error:
            log.warning("%s", say("This table will not be found by itself on the network: {why}.", why=error))

    def describe(self) -> TableNotice:
        """Return what anybody on the LAN may know."""
        roster = self._table.core.roster(self._loop.time())
        return TableNotice(
            host=self._host_id,
            version=PROTOCOL_VERSION,
            port=self.port,
            name=self._table.core.name,
            seats=len(roster.seats),
            humans=sum(seat.kind is Kind.HUMAN for seat in roster.seats),
            bots=sum(seat.kind is Kind.BOT for seat in roster.seats),
            watching=roster.watching,
            stage=self._table.core.stage,
            passphrase=self.options.passphrase is not None,
            tls=self.options.tls_cert is not None,
            watchable=roster.settings.watching is not Watching.OFF,
        )

    # ---- from peers, bots, clock and disk, all through the inbox -------------------------------------------------

    def _received(self, link: Link, data: bytes, now: float) -> Bye | None:
        try:
            return self._intake.received(link, data, now)
        except Exception as error:
            # A bug; whoever found it is sent away, the others play on.
            log.error("%s", say("An error in Terra itself: {place}.", place=place_of(error)))
            return _BYE_UNEXPECTED

    def _gone(self, link: Link, now: float) -> None:
        self._pump.take(self._table.disconnected(now, link.peer))

    def _told(self, link: Link, number: int, now: float) -> None:
        self._pump.take(self._table.told(now, link.peer, number))

    def _tick(self, now: float) -> None:
        self._pump.take(self._table.tick(now))

    def _slept(self, now: float, gap: float) -> None:
        self._pump.take(self._table.slept(now, gap))

    def _thought(self, request: int, action: BotAction | None) -> None:
        """A bot answered, in a thread of its own."""

        def hand_over(now: float) -> None:
            self._pump.take(self._table.thought(now, request, action))

        if not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._inbox.put, hand_over)

    def _unwritten(self, error: StoreError) -> None:
        """The disk failed: nobody is told what could not be kept, and the table does not play on."""
        self._disk_failed = True
        self._wake.cancel()
        self._peers.finish_all(_BYE_STORE)
        self.end(f"{error.sentence} The table has stopped; what was played until then is kept.")

    def _bug(self, error: Exception) -> None:
        """Something at the table failed that no peer asked for: stop, for the journal is whole."""
        log.error("%s", say("An error in Terra itself: {place}.", place=place_of(error)))
        self._wake.cancel()
        self._peers.finish_all(_BYE_BUG)
        self.end("Terra stopped for an error of its own. Nothing is lost: terra host --resume goes on.")

    # ---- effects ----------------------------------------------------------------------------------------------

    def _commit(self, lines: Sequence[dict[str, object]]) -> None:
        assert self._writer is not None
        self._writer.commit(lines)

    def _carry_out(self, effect: Visible) -> None:
        if isinstance(effect, Send):
            message = effect.message
            if isinstance(message, Welcome):
                message = self._welcome(effect.peer, message)
            self._peers.send(effect.peer, message, effect.told)
        elif isinstance(effect, Close):
            self._peers.finish(effect.peer, effect.bye)
        else:
            self._thinkers.think(effect, self._table.core.settings.rules)

    def _settle(self) -> None:
        self._peers.flush()

    def _welcome(self, peer: int, welcome: Welcome) -> Welcome:
        """Let a peer in for good: longer frames, and our own proof where there is a passphrase."""
        link = self._peers.get(peer)
        if link is None or link.visit is None:
            return welcome
        link.reader.limit = FRAME_LIMIT
        link.plays = welcome.seat is not None
        return welcome if link.visit.mac is None else replace(welcome, mac=link.visit.mac)
