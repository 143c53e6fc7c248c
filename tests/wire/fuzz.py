"""Mutated payloads into the codec and the reader: `python -m tests.wire.fuzz --frames 1000000 --seed 7`."""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Callable
from random import Random

import msgpack  # type: ignore[import-untyped]

from server.wire.codec import decode_to_client, decode_to_host, encode
from server.wire.errors import WireError
from server.wire.frames import HEADER, FrameError, FrameReader, framed
from server.wire.limits import FRAME_LIMIT
from server.wire.messages import Snapshot, ToClient, ToHost
from server.wire.snapshots import fit_snapshot
from tests.wire.generate import MESSAGES, message
from tests.wire.shares import in_shares

JUNK: tuple[object, ...] = (
    None, True, False, 0, -1, 127, 128, 2**31, 2**53 + 1, 2**64 - 1, -(2**63), 1.5, float("nan"), "", "x" * 900,
    "\x00", "\x1b[2J", b"", b"\xff" * 40, [], [[]], [1] * 65, {}, {"t": "ping"}, {"e": "laid"}, {"a": "draw"},
    msgpack.ExtType(5, b""), msgpack.Timestamp(0),
)
SHARE = 20_000
BYTES = bytes.fromhex("00 7f 80 8f 90 9f a0 c0 c1 c2 c4 c7 cf d4 db dd df ff")
"""The bytes at which msgpack changes its mind."""


def samples(rng: Random, of_each: int) -> list[bytes]:
    """Return payloads of good messages, `of_each` of every class."""
    made = []
    for cls in MESSAGES:
        for _ in range(of_each):
            one = message(cls, rng)
            made.append(encode(fit_snapshot(one) if isinstance(one, Snapshot) else one)[HEADER.size :])
    return made


def mutated(payload: bytes, others: list[bytes], rng: Random) -> bytes:
    """Return `payload` with one to four changes to its bytes or its structure."""
    for _ in range(rng.randint(1, 4)):
        payload = rng.choice(MUTATIONS)(payload, others, rng)
    return payload[: FRAME_LIMIT + 9]


def _flip(payload: bytes, others: list[bytes], rng: Random) -> bytes:
    at = rng.randrange(len(payload) + 1)
    return payload[:at] + bytes(byte ^ 1 << rng.randrange(8) for byte in payload[at : at + 1]) + payload[at + 1 :]


def _replace(payload: bytes, others: list[bytes], rng: Random) -> bytes:
    at = rng.randrange(len(payload) + 1)
    return payload[:at] + bytes((rng.choice(BYTES),)) + payload[at + rng.randint(0, 2) :]


def _cut(payload: bytes, others: list[bytes], rng: Random) -> bytes:
    start, end = sorted((rng.randrange(len(payload) + 1), rng.randrange(len(payload) + 1)))
    return payload[:start] if rng.random() < 0.3 else payload[:start] + payload[end:]


def _splice(payload: bytes, others: list[bytes], rng: Random) -> bytes:
    other = rng.choice(others)
    return payload[: rng.randrange(len(payload) + 1)] + other[rng.randrange(len(other)) :]


def _restructure(payload: bytes, others: list[bytes], rng: Random) -> bytes:
    """Put junk, a key, or a piece of another message somewhere into the map; what is no map stays as it is."""
    try:
        tree = msgpack.unpackb(payload, strict_map_key=False)
        piece = msgpack.unpackb(rng.choice(others))
        junk = rng.choice((*JUNK, rng.choice(list(piece.values()))))
        return bytes(msgpack.packb(_changed(tree, junk, rng)))
    except (ValueError, TypeError, AttributeError, OverflowError, RecursionError, msgpack.UnpackException):
        return payload


def _changed(tree: object, junk: object, rng: Random) -> object:
    if isinstance(tree, dict) and tree:
        key = rng.choice(list(tree))
        match rng.randrange(5):
            case 0:
                return tree | {rng.choice(("x", "t", "e", "seq", "n", 3, b"t")): junk}
            case 1:
                return {other: item for other, item in tree.items() if other != key}
            case _:
                return tree | {key: _changed(tree[key], junk, rng)}
    if isinstance(tree, list) and tree and rng.random() < 0.8:
        at = rng.randrange(len(tree))
        return [*tree[:at], _changed(tree[at], junk, rng), *tree[at + 1 :]]
    return junk


MUTATIONS: tuple[Callable[[bytes, list[bytes], Random], bytes], ...] = (
    _flip, _replace, _cut, _splice, _restructure, _restructure, _restructure,
)


def check_payload(payload: bytes) -> str:
    """Decode `payload` as either side would, and return what became of it; anything but a WireError comes out."""
    refusals = []
    for decode in (decode_to_host, decode_to_client):
        try:
            got: ToHost | ToClient = decode(payload)
        except WireError as error:
            refusals.append(error)
        else:
            again = decode(encode(got)[HEADER.size :])
            assert again == got, f"{got} came back as {again}"
    for refusal in refusals:
        assert refusal.text.isprintable(), refusal.text
        assert len(refusal.text.encode()) <= 240, refusal.text
    return refusals[0].code.value if len(refusals) == 2 else "message"


def check_stream(payloads: list[bytes], rng: Random) -> int:
    """Feed damaged frames in random pieces, and return how many payloads came out; only a FrameError may end it."""
    stream = bytearray(b"".join(framed(payload) for payload in payloads))
    for _ in range(rng.randint(0, 3)):
        stream[rng.randrange(len(stream))] ^= 1 << rng.randrange(8)
    reader, count = FrameReader(FRAME_LIMIT), 0
    while stream:
        size = rng.randint(1, 700)
        reader.feed(bytes(stream[:size]))
        del stream[:size]
        try:
            for payload in reader.payloads():
                check_payload(payload)
                count += 1
        except FrameError:
            return count
        assert reader.waiting <= FRAME_LIMIT + HEADER.size
    return count


def fuzz(frames: int, seed: int, jobs: int = 1) -> Counter[str]:
    """Check `frames` mutated payloads, all from `seed`, by `jobs` processes; return how many came to which end."""
    return in_shares(fuzz_share, frames, seed, share=SHARE, jobs=jobs)


def fuzz_share(frames: int, seed: str) -> Counter[str]:
    """Check `frames` payloads that are damages of one set of good ones."""
    rng = Random(seed)
    good = samples(rng, 6)
    ends: Counter[str] = Counter()
    for number in range(frames):
        ends[check_payload(mutated(rng.choice(good), good, rng))] += 1
        if number % 50 == 0:
            ends["in streams"] += check_stream([rng.choice(good) for _ in range(4)], rng)
    return ends


def main() -> None:
    """Run as a command and print what the payloads came to."""
    parser = argparse.ArgumentParser(description="Mutated payloads into the wire's codec and frame reader.")
    parser.add_argument("--frames", type=int, default=200_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=1, help="processes")
    options = parser.parse_args()
    ends = fuzz(options.frames, options.seed, options.jobs)
    for end, count in sorted(ends.items()):
        print(f"{end:12} {count:9}")


if __name__ == "__main__":
    main()
