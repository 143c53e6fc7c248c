"""The client's side of the passphrase, proved both ways without being sent (DESIGN.md 7)."""

from __future__ import annotations

from dataclasses import dataclass

from server.wire.limits import PROTOCOL_VERSION
from server.wire.messages import Challenge
from server.wire.proof import client_mac, derive_key, host_mac, same


@dataclass(frozen=True, slots=True)
class Proofs:
    """What this client says, and what the host's welcome must say, to prove the same passphrase."""

    client: bytes
    host: bytes

    def host_is_right(self, mac: bytes | None) -> bool:
        """Return whether the host knows the passphrase too, in constant time."""
        return mac is not None and same(mac, self.host)


def prove(passphrase: str, challenge: Challenge, client_nonce: bytes) -> Proofs:
    """Return both proofs. Takes up to a second and 256 MiB with the largest `log_n`: call it in a thread.

    Raises:
        ValueError: the work that the host asks for cannot be done here; so do MemoryError and OSError say.
    """
    key = derive_key(passphrase, challenge.salt, challenge.log_n)
    return Proofs(
        client_mac(key, PROTOCOL_VERSION, challenge.nonce, client_nonce),
        host_mac(key, PROTOCOL_VERSION, client_nonce, challenge.nonce),
    )
