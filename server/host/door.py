"""Who may come to the table: the protocol's version, the passphrase, how often it may be tried (DESIGN.md 7).

Sans-I/O. What a visitor may do once inside is the table's business.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, TypeAlias

from server.host.tries import Tries, TryRates
from server.wire.limits import PROTOCOL_VERSION
from server.wire.messages import Bye, Challenge, Code, Hello, Proof
from server.wire.proof import LOG_N, NONCE_BYTES, client_mac, derive_key, host_mac, same

Entropy: TypeAlias = Callable[[int], bytes]

_NO_PROOF: Final = "This table has a passphrase: ask whoever hosts it."
_TOO_MANY: Final = "There were too many wrong passphrases: wait a little."


class TurnedAway(Exception):
    """A visitor who may not come in; `bye` tells why."""

    def __init__(self, code: Code, sentence: str) -> None:
        super().__init__(sentence)
        self.bye = Bye(code, sentence)


@dataclass(frozen=True, slots=True)
class Secret:
    """What a host keeps of its passphrase: the key, and what clients need to derive the same one."""

    key: bytes
    salt: bytes
    log_n: int = LOG_N

    @classmethod
    def of(cls, passphrase: str, entropy: Entropy = os.urandom) -> Secret:
        """Derive the key with a fresh salt; takes tens of milliseconds on purpose, so not on the loop."""
        salt = entropy(NONCE_BYTES)
        return cls(derive_key(passphrase, salt, LOG_N), salt)


@dataclass(frozen=True, slots=True)
class Visit:
    """A visitor at the door.

    Attributes:
        hello: what it said first.
        host_nonce: what we asked with; b"" where there is no passphrase.
        mac: our own proof for its welcome, once it has proven its part.
    """

    hello: Hello
    host_nonce: bytes = b""
    mac: bytes | None = None


class Door:
    """The door of one table.

    Args:
        seat_of: returns the seat that a token holds, None where it holds none.
    """

    def __init__(
        self,
        secret: Secret | None,
        tries: TryRates,
        seat_of: Callable[[bytes], int | None] = lambda _: None,
        entropy: Entropy = os.urandom,
    ) -> None:
        self._secret = secret
        self._tries = Tries(tries)
        self._seat_of = seat_of
        self._entropy = entropy

    def hello(self, hello: Hello, address: str, now: float) -> tuple[Visit, Challenge | None]:
        """Receive a visitor. Without a challenge it may go in; else it must prove that it knows the passphrase.

        Raises:
            TurnedAway: it may not.
        """
        if hello.version != PROTOCOL_VERSION:
            raise TurnedAway(Code.VERSION, version_sentence(hello.version))
        secret = self._secret
        if secret is None:
            return Visit(hello), None
        self._may_try(hello, address, now)
        if hello.nonce is None:
            raise TurnedAway(Code.PASSPHRASE, _NO_PROOF)
        visit = Visit(hello, self._entropy(NONCE_BYTES))
        return visit, Challenge(visit.host_nonce, secret.salt, secret.log_n)

    def proof(self, visit: Visit, proof: Proof, address: str, now: float) -> Visit:
        """Check a visitor's proof; return the visit with our own proof for it.

        Raises:
            TurnedAway: it does not know the passphrase, or was not to try again yet.
        """
        secret, nonce = self._secret, visit.hello.nonce
        assert secret is not None, "a proof without a challenge"
        assert nonce is not None, "a challenge without a nonce"
        # Looked at again: many connections may have been challenged before the first proof came.
        seat = self._may_try(visit.hello, address, now)
        wanted = client_mac(secret.key, PROTOCOL_VERSION, visit.host_nonce, nonce)
        if not same(wanted, proof.mac):
            self._tries.wrong(address, seat, now)
            raise TurnedAway(Code.PASSPHRASE, "That is not the passphrase of this table.")
        mac = host_mac(secret.key, PROTOCOL_VERSION, nonce, visit.host_nonce)
        return Visit(visit.hello, visit.host_nonce, mac)

    def _may_try(self, hello: Hello, address: str, now: float) -> int | None:
        """Return the seat that the visitor holds the token of, if any.

        Raises:
            TurnedAway: it, its address or too many others have guessed wrong too often.
        """
        seat = None if hello.token is None else self._seat_of(hello.token)
        if not self._tries.left(address, seat, now):
            raise TurnedAway(Code.TOO_MANY_TRIES, _TOO_MANY)
        return seat


def version_sentence(theirs: int) -> str:
    """Return what a client of another version is told; a person with either version can act on it."""
    advice = "update your Terra" if theirs < PROTOCOL_VERSION else "ask for an update of the host"
    return f"This host speaks version {PROTOCOL_VERSION} of the protocol and you speak version {theirs}: {advice}."
