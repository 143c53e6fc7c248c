"""The client without a screen: one table, one link at a time, the newest state (docs/architecture.md)."""

from __future__ import annotations

import asyncio
import contextlib
import ssl
import time
from collections.abc import Callable
from dataclasses import replace
from typing import Final

from server.wire.messages import (
    Ack,
    Bye,
    Code,
    Command,
    Leave,
    Ready,
    Refusal,
    Role,
    Roster,
    Snapshot,
    Stage,
    ToClient,
    Welcome,
)
from terra_tui.session import deals
from terra_tui.session.address import Address, parse_address
from terra_tui.session.backoff import FIRST_TRIES, Backoff, StoppedHost
from terra_tui.session.bugs import bug
from terra_tui.session.commands import Commands
from terra_tui.session.connecting import connected
from terra_tui.session.door import Door
from terra_tui.session.failures import TRY_AGAIN, places, told, why
from terra_tui.session.fate import Fate
from terra_tui.session.keyring import Key, Keyring
from terra_tui.session.link import Ended, HostLink, connect
from terra_tui.session.nonces import next_nonce, nonce_is_due
from terra_tui.session.reactions import Reactions
from terra_tui.session.reducer import TABLE_CELLS, dropped, linked, reduce, sent
from terra_tui.session.scrub import scrub_line
from terra_tui.session.seat_keys import SeatKeys
from terra_tui.session.sense import nonsense
from terra_tui.session.state import ClientState, Failure, Link, LinkState
from terra_tui.session.wishes import Wishes

GOODBYE_SECONDS: Final = 0.3
HIGHEST_SEQ: Final = 2**31 - 2**20
"""A seat whose commands had numbers above this has no room for those of an evening; no real one gets there."""


class Session(Wishes):
    """Owns the link to one host, on the running loop, and knows no screen. The wishes are in `Wishes`.

    Attributes:
        address: where the host is.
        role, name: as what and as whom this client comes.
        state: the newest state; frozen, replaced at each change.
    """

    def __init__(
        self,
        address: Address | str,
        role: Role,
        name: str,
        keyring: Keyring,
        *,
        passphrase: str | None = None,
        tls: ssl.SSLContext | None = None,
        key: Key | None = None,
        insist: bool = True,
        only_watches: bool = False,
    ) -> None:
        """Nothing happens before `run`.

        Args:
            key: of the seat to come back to, whatever address it was kept for.
            insist: take over a seat that another client of this account plays now; else it is left alone.
            only_watches: take no seat, whatever is asked for: who may watch here may not play.

        Raises:
            AddressError: `address` is a text that names no host.
        """
        self.address = parse_address(address) if isinstance(address, str) else address
        self.role = role
        self.name = name
        self.state = ClientState(link=Link(address=str(self.address)), only_watches=only_watches)
        self._keyring = keyring
        self._keys = SeatKeys(keyring, self.address, name, insist=insist, key=key)
        self._key: Key | None = None
        self._turned_away: Failure | None = None
        self._passphrase = passphrase
        self._asked = False
        self._tls = tls
        self._watchers: list[Callable[[ClientState], None]] = []
        self._commands = Commands()
        self._reactions = Reactions()
        self._backoff = Backoff(crowd=self.role is Role.WATCH)
        self._link: HostLink | None = None
        self._door: Door | None = None
        self._up_since: float | None = None
        self._ever_up = False
        self._stopped: StoppedHost | None = None
        self._leaving = False
        self._told_nonce: bytes | None = None
        self._wake = asyncio.Event()

    # ---- for the app -------------------------------------------------------------------------------------------

    def watch(self, callback: Callable[[ClientState], None]) -> Callable[[], None]:
        """Have `callback(state)` called after each change, on the loop; the returned call ends that."""
        self._watchers.append(callback)

        def unwatch() -> None:
            with contextlib.suppress(ValueError):
                self._watchers.remove(callback)

        return unwatch

    def painted(self, rev: int) -> None:
        """The screen has drawn revision `rev`: reaction times count from here."""
        self._reactions.painted(rev, time.monotonic())

    def give_passphrase(self, text: str) -> None:
        """Answer `LinkState.NEEDS_PASSPHRASE`."""
        self._passphrase = text
        self._asked = True
        self._wake.set()

    async def run(self) -> None:
        """Connect and keep the link, with retries; return once it is closed for good (`state.link.error` says why).

        May be called again after that, for instance once a refused host has been started.
        """
        self._leaving = False
        self._backoff = Backoff(crowd=self.role is Role.WATCH)
        error: Failure | None = None
        self._show(LinkState.CONNECTING, error=None)
        try:
            while True:
                fate, error = await self._attempt()
                if fate is Fate.CLOSED or self._leaving:
                    return
                await self._prepare(fate, error)
                if self._leaving:
                    error = None
                    return
        except Exception as failed:      # of Terra itself: whoever shows this session stays, and tells it
            error = bug(failed)
        finally:
            if self._link is not None:
                self._link.abort()
            self._keys.release()
            self._show(LinkState.CLOSED, error=None if self._leaving else error)

    async def leave(self, bot: bool = False) -> None:
        """Say goodbye and close. `bot` gives the seat to a bot for good; else the host keeps it for this client."""
        self._leaving = True
        self._wake.set()
        link = self._link
        if link is None:
            return
        if self._up_since is not None:
            if self._key is not None and (bot or self.state.stage in (Stage.LOBBY, Stage.OVER)):
                self._keyring.forget(self._key)
            link.send(Leave(self._commands.next(), bot))
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(GOODBYE_SECONDS):
                    await asyncio.shield(link.ended)
        link.abort()

    # ---- the life of a link ------------------------------------------------------------------------------------

    async def _attempt(self) -> tuple[Fate, Failure | None]:
        """Make one link and stay until it ends; return what follows."""
        try:
            making = connect(self.address, self._tls, self._received, self._measured)
            link = await connected(making, self._wake, lambda: self._leaving)
        except OSError as error:
            if self._stopped is not None:
                return (Fate.CLOSED if self._stopped.given_up else Fate.RETRY), self._stopped.failure
            failure = why(error, self.address)
            if failure.code == "lost" and not self._ever_up:
                return self._never_up("cut_off")
            return (Fate.RETRY if self._ever_up else Fate.CLOSED), failure
        if link is None:
            return Fate.CLOSED, None
        self._link = link
        self._told_nonce = None
        self._door = door = Door(link, self.address, self._passphrase, self._welcomed)
        if self._key is None and self.role is Role.PLAY:
            self._key = self._keys.first()
        door.knock(self.role, self.name, self._key)
        try:
            ended = await link.ended
        finally:
            door.shut()
        return self._ended(ended, door, link)

    def _ended(self, ended: Ended, door: Door, link: HostLink) -> tuple[Fate, Failure | None]:
        """Return what follows the end of a link, and why it ended."""
        if self._up_since is not None:
            self._backoff.held(time.monotonic() - self._up_since)
        self._up_since = None
        self._link = None
        if door.asks:
            return Fate.ASK, None
        if ended.bye is not None:
            self._update(reduce(self.state, ended.bye, time.monotonic()))
            guessed = self._guessed(ended.bye)
            if guessed is not None:
                return guessed, self._turned_away
            return self._dismissed(ended.bye.code), told(ended.bye, self.address)
        failure = ended.failure or door.refused
        if failure is not None:
            return Fate.CLOSED, replace(failure, args=places(self.address) | failure.args)
        if not self._ever_up:
            # A host that wants TLS hangs up on a hello that is none, without a word that could be read.
            wordless = not link.spoke and self._tls is None
            return self._never_up("hung_up" if wordless else "cut_off")
        lost = Failure("lost", places(self.address)) if self._stopped is None else self._stopped.failure
        return Fate.RETRY, lost

    def _never_up(self, code: str) -> tuple[Fate, Failure]:
        """Return what follows a link that was lost before any welcome: a few tries more."""
        fate = Fate.RETRY if self._backoff.tries < FIRST_TRIES else Fate.CLOSED
        return fate, Failure(code, places(self.address))

    def _why(self, bye: Bye) -> Failure:
        """Return what the host's goodbye means; a name may be taken by another client of this account."""
        held = self._keys.passed_over
        if bye.code is Code.NAME_TAKEN and held is not None:
            return Failure("seat_held", places(self.address) | {"name": held.name})
        return told(bye, self.address)

    def _guessed(self, bye: Bye) -> Fate | None:
        """Try the next key of another port, where the host keeps the newcomer out; None: this is another case."""
        if self._ever_up or self.role is not Role.PLAY:
            return None
        if bye.code in (Code.NAME_TAKEN, Code.TABLE_FULL):
            self._turned_away = self._why(bye)
        elif self._turned_away is None or bye.code is not Code.BAD_TOKEN:
            return None
        # The key of another port that opens nothing here is kept: its own host may come again.
        self._key = self._keys.guess()
        return Fate.CLOSED if self._key is None else Fate.AGAIN

    def _dismissed(self, code: Code) -> Fate:
        """Return what follows the host's goodbye."""
        if code in (Code.BAD_TOKEN, Code.KICKED) and self._key is not None:
            self._keyring.forget(self._key)
            self._key = None
            if code is Code.BAD_TOKEN:
                return Fate.AGAIN
        # A game that is over is not resumed: nobody waits for its host.
        if code is Code.CLOSING and self._ever_up and self.state.stage is not Stage.OVER:
            self._stopped = StoppedHost(Failure(code.value, places(self.address)))
            return Fate.RETRY
        if code is Code.PASSPHRASE and self._asked:
            self._passphrase = None
            return Fate.ASK
        # A spectator has no token: until the host notices the lost link, the name is still there.
        passing = code in TRY_AGAIN or (code is Code.NAME_TAKEN and self.role is Role.WATCH)
        return Fate.RETRY if passing and self._ever_up else Fate.CLOSED

    async def _prepare(self, fate: Fate, error: Failure | None) -> None:
        """Wait for what the next try needs: time, or a passphrase. `leave` ends the wait."""
        if fate is Fate.ASK:
            self._show(LinkState.NEEDS_PASSPHRASE, error=error)
            while self._passphrase is None and not self._leaving:
                self._wake.clear()
                await self._wake.wait()
            self._show(LinkState.CONNECTING, error=None)
        elif fate is Fate.RETRY:
            delay = self._backoff.next(stopped=self._stopped is not None)
            self._show(LinkState.RETRYING, error=error, retry_in=delay, tries=self._backoff.tries)
            self._wake.clear()
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(delay):
                    await self._wake.wait()

    # ---- what comes --------------------------------------------------------------------------------------------

    def _received(self, message: ToClient) -> None:
        door = self._door
        if door is not None and not door.welcomed:
            door.take(message)
            return
        if self._refused_to_believe(message):
            return
        now = time.monotonic()
        match message:
            case Welcome():
                self._welcomed(message)
                return
            case Ack(seq=seq):
                done = self._commands.answered(seq)
                if isinstance(done, Ready) and done.nonce is not None:
                    self._update(deals.nonce_taken(self.state, done.nonce))
            case Refusal(seq=int(seq)):
                self._commands.answered(seq)
            case Snapshot():
                self._reactions.arrived(message, now)
        self._update(reduce(self.state, message, now))
        if isinstance(message, Snapshot | Roster):
            self._send_nonce()

    def _refused_to_believe(self, message: ToClient) -> bool:
        """End the link where `message` is what no Terra host sends."""
        may_sit = self.state.seat is None and self._commands.asks_for_a_seat
        why = nonsense(self.state, message, may_sit=may_sit)
        if why is not None and self._link is not None:
            self._link.abort(Failure("nonsense", text=why))
        return why is not None

    def _welcomed(self, welcome: Welcome) -> None:
        """We are in: keep the new token at once, then send again what was not answered."""
        if welcome.seq > HIGHEST_SEQ and self._link is not None:
            self._link.abort(Failure("nonsense", text="a number that leaves no room for commands"))
            return
        self._ever_up = True
        self._stopped = None
        if self._up_since is None:
            self._up_since = time.monotonic()
        same_seat = welcome.seat is not None and welcome.seat == self.state.seat and welcome.game == self.state.game
        self._keep(welcome)
        self._commands.go_on_above(welcome.seq)
        state = reduce(self.state, welcome, time.monotonic())
        if not same_seat:
            self._commands.drop()
            state = dropped(state)
        up = replace(state.link, state=LinkState.UP, retry_in=0.0, tries=0, error=None)
        self._update(linked(state, up))
        if self._link is not None:
            for command in self._commands.once_more():
                self._link.send(command)

    def _keep(self, welcome: Welcome) -> None:
        if welcome.token is None:
            return
        table = scrub_line(welcome.table, TABLE_CELLS)
        self._key = Key(str(self.address), table, self.name, welcome.token.hex(), welcome.game.hex())
        self._keyring.save(self._key)
        self._keys.hold(self._key)

    def _measured(self, milliseconds: int) -> None:
        self._update(linked(self.state, replace(self.state.link, round_trip=milliseconds)))

    # ---- what goes out -----------------------------------------------------------------------------------------

    def _next(self) -> int:
        return self._commands.next()

    def _reaction(self) -> int:
        return self._reactions.since(time.monotonic())

    def _send(self, command: Command) -> None:
        link = self._link
        if link is None or self._up_since is None:
            self._refuse(Failure("lost", places(self.address)))
            return
        self._commands.sent(command)
        self._update(sent(self.state, command))
        link.send(command)

    def _refuse(self, failure: Failure) -> None:
        self._update(replace(self.state, refusal=failure, refusals=self.state.refusals + 1))

    def _nonce(self) -> bytes | None:
        """Return the nonce that goes with a `Ready` now, noted for the deal check; None where none may go."""
        nonce = next_nonce(self.state)
        if nonce is not None and self._up_since is not None:
            self._update(deals.nonce_sent(self.state, nonce))
            self._told_nonce = nonce
        return nonce

    def _send_nonce(self) -> None:
        """Send a nonce by itself where one is due, once on each link."""
        if not nonce_is_due(self.state):
            return
        told = self._told_nonce
        nonce = self._nonce()
        if nonce is not None and nonce != told:
            self._send(Ready(self._next(), True, nonce))

    def _show(
        self, link: LinkState, *, error: Failure | None, retry_in: float = 0.0, tries: int = 0
    ) -> None:
        shown = replace(self.state.link, state=link, error=error, retry_in=retry_in, tries=tries)
        self._update(linked(self.state, shown))

    def _update(self, state: ClientState) -> None:
        if state == self.state:
            return
        self.state = state
        for callback in tuple(self._watchers):
            try:
                callback(state)
            except Exception as error:      # a screen's bug must not end the link that plays on
                context = {"message": "a watcher of the session failed", "exception": error}
                asyncio.get_running_loop().call_exception_handler(context)
