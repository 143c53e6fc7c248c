"""The proof of a passphrase, both ways: scrypt once, then an HMAC over version and nonces (DESIGN.md 7).

Neither side sends anything that helps to guess the passphrase without guessing it, and neither proof can be
played back: both nonces are in both.
"""

from __future__ import annotations

import hashlib
import hmac
import unicodedata
from struct import Struct
from typing import Final

KEY_BYTES: Final = 32
NONCE_BYTES: Final = 16
LOG_N: Final = 14
"""What a host asks for: 16 MiB and about 50 ms for each guess."""

_BLOCK: Final = 8
_CLIENT: Final = b"terra-client-v1\0"
_HOST: Final = b"terra-host-v1\0"
_VERSION: Final = Struct(">H")


def derive_key(passphrase: str, salt: bytes, log_n: int) -> bytes:
    """Return the 32-byte key of `passphrase`; slow on purpose, so not on an event loop.

    Args:
        passphrase: any text; spellings that look the same count as the same (NFC). Bytes of the environment that
            are no UTF-8 (Python gives them as lone surrogates) count as they are.
        salt: the host's, of this start.
        log_n: scrypt's cost: 2 to this power, times one KiB of memory.
    """
    text = unicodedata.normalize("NFC", passphrase).encode("utf-8", "surrogateescape")
    n = 1 << log_n
    memory = 128 * _BLOCK * n
    return hashlib.scrypt(text, salt=salt, n=n, r=_BLOCK, p=1, maxmem=2 * memory, dklen=KEY_BYTES)


def client_mac(key: bytes, version: int, host_nonce: bytes, client_nonce: bytes) -> bytes:
    """Return what a client sends in its `Proof`."""
    return hmac.digest(key, _CLIENT + _VERSION.pack(version) + host_nonce + client_nonce, "sha256")


def host_mac(key: bytes, version: int, client_nonce: bytes, host_nonce: bytes) -> bytes:
    """Return what a host sends in its `Welcome`: it knows the passphrase too."""
    return hmac.digest(key, _HOST + _VERSION.pack(version) + client_nonce + host_nonce, "sha256")


def same(one: bytes, other: bytes) -> bool:
    """Return whether two proofs are equal, in a time that does not tell where they differ."""
    return hmac.compare_digest(one, other)
