"""The committed shuffle: a seed and the players' nonces give an order that anybody can work out again.

All of it, for a reader who writes it anew (`||` joins bytes, numbers are big-endian, H is SHA-256):

* A *label* says what a stream of bytes is for; see `lead_label`, `deal_label` and `reshuffle_label`.
* The *commitment*, published before the nonces are known, is `H("terra-deal-v1\\0" || label || seed)`.
* The *key* is `HMAC-H(key = seed, message = "terra-nonces-v1\\0" || n_0 || n_1 …)`: `n_i` is, for each seat
  in order, the nonce's length as one byte, then the nonce. A seat that sent none has an empty one: byte 0.
* The *stream* is `block_0 || block_1 || …`, of 32 bytes each, `block_i = HMAC-H(key, label || i as 8 bytes)`.
* A *number below n* (n at most 256): skip bytes of the stream until one, b, is below `256 - 256 mod n`;
  then the number is `b mod n`. A byte read is used up, skipped or not.
* The *shuffle* is Fisher-Yates: for i from the last index down to 1, j is the next number below i + 1, and
  the cards at i and j change places.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterator, Sequence
from typing import Final

from server.engine.cards import Rank, Seat

SEED_BYTES: Final = 32
NONCE_LIMIT: Final = 255
"""The longest nonce, in bytes: its length is written as one byte."""

_COMMIT: Final = b"terra-deal-v1\0"
_NONCES: Final = b"terra-nonces-v1\0"
_BYTE: Final = 256


def lead_label(game_id: bytes) -> bytes:
    """Return the label for the first lead (R2.3): `"lead" || length of game_id as 1 byte || game_id`."""
    return b"lead" + _sized(game_id)


def deal_label(game_id: bytes, round: int) -> bytes:
    """Return the label of a deal: `"deal" || length of game_id as 1 byte || game_id || round as 4 bytes`."""
    return b"deal" + _sized(game_id) + round.to_bytes(4, "big")


def reshuffle_label(game_id: bytes, round: int, k: int) -> bytes:
    """Return the label of the round's k-th reshuffle, from 1.

    It is `"reshuffle" || length of game_id as 1 byte || game_id || round as 4 bytes || k as 4 bytes`.
    """
    return b"reshuffle" + _sized(game_id) + round.to_bytes(4, "big") + k.to_bytes(4, "big")


def commitment(seed: bytes, label: bytes) -> bytes:
    """Return the 32 bytes that the host publishes before it learns the nonces.

    Raises:
        ValueError: the seed is not 32 bytes.
    """
    _check_seed(seed)
    return hashlib.sha256(_COMMIT + label + seed).digest()


def shuffled(
    cards: Sequence[Rank], seed: bytes, nonces: Sequence[bytes | None], label: bytes
) -> tuple[Rank, ...]:
    """Return `cards` in the order that `seed` and `nonces` decide.

    Args:
        cards: at most 256, in a known order: `DECK` for a deal; for a reshuffle the cards under the floor
            card, the lowest first.
        seed: 32 bytes.
        nonces: one for each seat, in order; None is an empty one.
        label: what this is for.

    Raises:
        ValueError: the seed is not 32 bytes, a nonce is over 255, or there are too many cards.
    """
    if len(cards) > _BYTE:
        raise ValueError(f"at most {_BYTE} cards can be shuffled, not {len(cards)}")
    order = list(cards)
    stream = _stream(_key(seed, nonces), label)
    for last in range(len(order) - 1, 0, -1):
        other = _below(last + 1, stream)
        order[last], order[other] = order[other], order[last]
    return tuple(order)


def first_lead(seats: int, seed: bytes, nonces: Sequence[bytes | None], game_id: bytes) -> Seat:
    """Return who leads the first round (R2.3): the first number below `seats` of the stream of `lead_label`.

    Raises:
        ValueError: the seed is not 32 bytes, or a nonce is over 255.
    """
    return _below(seats, _stream(_key(seed, nonces), lead_label(game_id)))


def _sized(data: bytes) -> bytes:
    """Return `data` after its length as one byte."""
    if len(data) > NONCE_LIMIT:
        raise ValueError(f"at most {NONCE_LIMIT} bytes, not {len(data)}")
    return bytes((len(data),)) + data


def _check_seed(seed: bytes) -> None:
    if len(seed) != SEED_BYTES:
        raise ValueError(f"a seed is {SEED_BYTES} bytes, not {len(seed)}")


def _key(seed: bytes, nonces: Sequence[bytes | None]) -> bytes:
    """Return the key that binds the host's seed to every player's nonce."""
    _check_seed(seed)
    message = _NONCES + b"".join(_sized(nonce or b"") for nonce in nonces)
    return hmac.digest(seed, message, "sha256")


def _stream(key: bytes, label: bytes) -> Iterator[int]:
    """Yield the bytes of the stream, without end."""
    block = 0
    while True:
        yield from hmac.digest(key, label + block.to_bytes(8, "big"), "sha256")
        block += 1


def _below(n: int, stream: Iterator[int]) -> int:
    """Return the next number below `n`, each equally likely: bytes of the last, short run are skipped."""
    fair = _BYTE - _BYTE % n
    for byte in stream:
        if byte < fair:
            return byte % n
    raise AssertionError("the stream has no end")
