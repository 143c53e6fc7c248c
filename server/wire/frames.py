"""A stream of bytes cut into payloads: each has its length in front, four bytes, big-endian."""

from __future__ import annotations

from collections.abc import Iterator
from struct import Struct
from typing import Final

HEADER: Final = Struct(">I")


class FrameError(Exception):
    """A length over the limit. The link cannot go on: where the next frame begins is not known."""


def framed(payload: bytes) -> bytes:
    """Return `payload` with its length in front."""
    return HEADER.pack(len(payload)) + payload


class FrameReader:
    """Turn received chunks of any size into whole payloads, in order. Call `feed`, then drain `payloads`.

    Attributes:
        limit: the most bytes of a payload; a host raises it once the peer is known.
    """

    def __init__(self, limit: int) -> None:
        self.limit = limit
        self._buffer = bytearray()

    def feed(self, data: bytes) -> None:
        """Take in what was received."""
        self._buffer += data

    @property
    def waiting(self) -> int:
        """How many received bytes are not yet part of a payload that was yielded."""
        return len(self._buffer)

    def payloads(self) -> Iterator[bytes]:
        """Yield each complete payload; stop when more bytes are needed.

        Raises:
            FrameError: a length is over the limit. The bad bytes stay first in line: it raises every time.
        """
        while len(self._buffer) >= HEADER.size:
            (length,) = HEADER.unpack_from(self._buffer)
            # Refused on the header alone, before what it announces is buffered.
            if length > self.limit:
                raise FrameError(f"a frame of {length} bytes; the limit is {self.limit}")
            end = HEADER.size + length
            if len(self._buffer) < end:
                return
            payload = bytes(self._buffer[HEADER.size : end])
            del self._buffer[:end]
            yield payload
