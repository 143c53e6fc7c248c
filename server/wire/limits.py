"""Limits written beside a field's type: `Annotated[int, Range(0, 9)]`. The codec enforces them both ways."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Final, TypeAlias

Millis: TypeAlias = int
"""A span of time in milliseconds."""

PROTOCOL_VERSION: Final = 1
FRAME_LIMIT_HELLO: Final = 512
"""Bytes of a frame's payload before the peer is known."""
FRAME_LIMIT: Final = 4096
"""Bytes of a frame's payload from then on, in both directions."""
EVENTS_LIMIT: Final = 64
"""The most events in one snapshot; older ones are dropped first, also to keep within the frame."""

LIST_LIMIT: Final = 64
"""The most items of any list or map of the protocol."""


@dataclass(frozen=True, slots=True)
class Range:
    """A whole number from `low` to `high`."""

    low: int
    high: int


@dataclass(frozen=True, slots=True)
class Size:
    """The most UTF-8 bytes of a text, or bytes of a binary, or items of a list."""

    most: int
    least: int = 0


@dataclass(frozen=True, slots=True)
class AsBytes:
    """A tuple of whole numbers from `low` to `high`, sent as a binary of one byte each."""

    most: int
    low: int = 1
    high: int = 15
    least: int = 0


@dataclass(frozen=True, slots=True)
class Only:
    """A text made of these characters."""

    characters: str


SeatNo: TypeAlias = Annotated[int, Range(0, 4)]
RankNo: TypeAlias = Annotated[int, Range(1, 15)]
SeatList: TypeAlias = Annotated[tuple[SeatNo, ...], AsBytes(5, 0, 4)]
CardList: TypeAlias = Annotated[tuple[RankNo, ...], AsBytes(64)]
CountList: TypeAlias = Annotated[tuple[int, ...], AsBytes(5, 0, 64, least=3)]
"""One number for each seat of a table, 3 to 5 (R2.1)."""
RoundNo: TypeAlias = Annotated[int, Range(0, 10**6)]
Points: TypeAlias = Annotated[int, Range(-(2**31), 2**31)]
"""A score or a payment; a payer may fall below zero (R7.3)."""
ScoreList: TypeAlias = Annotated[tuple[Points, ...], Size(5, 3)]
Signs: TypeAlias = Annotated[str, Size(3), Only("+-")]
Name: TypeAlias = Annotated[str, Size(64, 1)]
ChatText: TypeAlias = Annotated[str, Size(800, 1)]
Token: TypeAlias = Annotated[bytes, Size(32, 32)]
Nonce: TypeAlias = Annotated[bytes, Size(32, 16)]
Digest: TypeAlias = Annotated[bytes, Size(32, 32)]
Revision: TypeAlias = Annotated[int, Range(0, 2**53)]
Sequence: TypeAlias = Annotated[int, Range(0, 2**31)]
