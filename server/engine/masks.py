"""From a bit mask to the things its bits stand for, a byte at a time."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Generic, TypeVar

T = TypeVar("T")


class _Chunk(dict[int, tuple[T, ...]], Generic[T]):
    """What each value of one byte of a mask stands for, worked out when a value is first met."""

    __slots__ = ("_items",)

    def __init__(self, items: Sequence[tuple[T, ...]]) -> None:
        super().__init__({0: ()})
        self._items = items

    def __missing__(self, byte: int) -> tuple[T, ...]:
        picked = tuple(thing for bit, things in enumerate(self._items) if byte >> bit & 1 for thing in things)
        self[byte] = picked
        return picked


class Picker(Generic[T]):
    """Pick by mask: bit i stands for all of `items[i]`. What is picked is shared, never copied."""

    __slots__ = ("_chunks",)

    def __init__(self, items: Sequence[tuple[T, ...]]) -> None:
        self._chunks = [_Chunk(items[first : first + 8]) for first in range(0, len(items), 8)]

    def pick(self, mask: int) -> list[T]:
        """Return the items of all set bits, in the items' order.

        Args:
            mask: not negative, and no bit set beyond the items.
        """
        picked: list[T] = []
        for chunk, byte in zip(self._chunks, mask.to_bytes(len(self._chunks), "little"), strict=True):
            if byte:
                picked += chunk[byte]
        return picked
