"""The passphrase, proved both ways without being sent (DESIGN.md 7)."""

from __future__ import annotations

import hashlib
import hmac
from dataclasses import dataclass
from typing import Final

from server.wire.limits import PROTOCOL_VERSION
from server.wire.messages import Challenge

CLIENT_LABEL: Final = b"terra-client-v1\0"
HOST_LABEL: Final = b"terra-host-v1\0"
KEY_BYTES: Final = 32
BLOCK: Final = 8
VERSION: Final = PROTOCOL_VERSION.to_bytes(2, "big")


@dataclass(frozen=True, slots=True)
class Proofs:
    """What this client says, and what the host's welcome must say, to prove the same passphrase."""

    client: bytes
    host: bytes

    def host_is_right(self, mac: bytes | None) -> bool:
        """Return whether the host knows the passphrase too, in constant time."""
        return mac is not None and hmac.compare_digest(mac, self.host)


def prove(passphrase: str, challenge: Challenge, client_nonce: bytes) -> Proofs:
    """Return both proofs. Takes up to a second and 256 MiB with the largest `log_n`: call it in a thread."""
    n = 1 << challenge.log_n
    key = hashlib.scrypt(
        passphrase.encode("utf-8", "surrogateescape"),
        salt=challenge.salt,
        n=n,
        r=BLOCK,
        p=1,
        maxmem=128 * BLOCK * (n + 16),
        dklen=KEY_BYTES,
    )
    ours, theirs = client_nonce, challenge.nonce
    return Proofs(
        hmac.digest(key, CLIENT_LABEL + VERSION + theirs + ours, "sha256"),
        hmac.digest(key, HOST_LABEL + VERSION + ours + theirs, "sha256"),
    )
