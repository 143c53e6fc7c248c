"""From masks to what their bits stand for."""

from __future__ import annotations

import pytest

from server.engine.masks import Picker

ITEMS = [tuple(f"{index}{letter}" for letter in "ab"[: index % 3]) for index in range(21)]


@pytest.mark.parametrize("mask", [0, 1, 0b110, 1 << 7, 1 << 8, 1 << 20, (1 << 21) - 1, 0b1_0000_0001_1000_0110])
def test_a_picker_gives_the_items_of_the_set_bits_in_order(mask: int) -> None:
    picker = Picker(ITEMS)
    picked = [thing for index, things in enumerate(ITEMS) if mask >> index & 1 for thing in things]
    assert picker.pick(mask) == picked
    assert picker.pick(mask) == picked        # the second time from what the first worked out


def test_what_is_picked_may_be_changed_without_harm() -> None:
    picker = Picker(ITEMS)
    picker.pick(0b110).clear()
    assert picker.pick(0b110) == ["1a", "2a", "2b"]


def test_a_bit_beyond_the_items_is_an_error() -> None:
    with pytest.raises(OverflowError):
        Picker(ITEMS).pick(1 << 24)
