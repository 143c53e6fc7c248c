"""The way in: hello, the passphrase's two proofs, the welcome (DESIGN.md 7). One for each link."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable

from server.wire.limits import PROTOCOL_VERSION
from server.wire.messages import Challenge, Hello, Proof, Refusal, Role, ToClient, Welcome
from terra_tui.session.address import Address
from terra_tui.session.failures import places
from terra_tui.session.keyring import Key
from terra_tui.session.link import HostLink
from terra_tui.session.proof import Proofs, prove
from terra_tui.session.scrub import scrub_line
from terra_tui.session.state import Failure

NONCE_BYTES = 16


class Door:
    """Brings one link from the connection to the welcome.

    Attributes:
        welcomed: the welcome has come and was right.
        asks: the host wants a passphrase and none is known.
        refused: what the host refused before its welcome.
    """

    def __init__(
        self,
        link: HostLink,
        address: Address,
        passphrase: str | None,
        on_welcome: Callable[[Welcome], None],
    ) -> None:
        self._link = link
        self._address = address
        self._passphrase = passphrase
        self._on_welcome = on_welcome
        self._nonce = os.urandom(NONCE_BYTES)
        self._proofs: Proofs | None = None
        self._work: asyncio.Task[None] | None = None
        self.welcomed = False
        self.asks = False
        self.refused: Failure | None = None

    def knock(self, role: Role, name: str, key: Key | None) -> None:
        """Say hello, and listen; `key` resumes its seat.

        What a host has said before that is heard now, by this door: a welcome without a proof lets nobody in.
        """
        token = None if key is None else key.secret
        self._link.send(Hello(PROTOCOL_VERSION, role, name, token, self._nonce))
        self._link.listen()

    def take(self, message: ToClient) -> None:
        """Take in a message that came before the welcome; anything that has no place there ends the link."""
        match message:
            case Challenge() if self._work is None:
                self._challenged(message)
            case Welcome():
                self._welcome(message)
            case Refusal(code=code, text=text):
                self.refused = Failure(scrub_line(code), places(self._address), scrub_line(text))
            case _:
                self._link.abort(Failure("not_terra", places(self._address)))

    def shut(self) -> None:
        """Give up: the link is gone."""
        if self._work is not None:
            self._work.cancel()

    def _challenged(self, challenge: Challenge) -> None:
        if self._passphrase is None:
            self.asks = True
            self._link.abort()
            return
        # scrypt takes a while on purpose: never on the loop.
        self._work = asyncio.create_task(self._prove(self._passphrase, challenge))

    async def _prove(self, passphrase: str, challenge: Challenge) -> None:
        try:
            self._proofs = await asyncio.to_thread(prove, passphrase, challenge, self._nonce)
        except (ValueError, MemoryError, OSError):
            self._link.abort(Failure("host_proof", places(self._address)))
            return
        self._link.send(Proof(self._proofs.client))

    def _welcome(self, welcome: Welcome) -> None:
        # A host that does not know the passphrase, or asks for none where this player has one, is another's.
        proven = self._proofs is not None and self._proofs.host_is_right(welcome.mac)
        if self._passphrase is not None and not proven:
            self._link.abort(Failure("host_proof", places(self._address)))
        elif welcome.version != PROTOCOL_VERSION:
            self._link.abort(Failure("version", {**places(self._address), "version": welcome.version}))
        else:
            self.welcomed = True
            self._on_welcome(welcome)
