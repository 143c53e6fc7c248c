"""Addresses as they are typed."""

from __future__ import annotations

import pytest

from terra_tui.session.address import DEFAULT_PORT, Address, AddressError, parse_address


@pytest.mark.parametrize(
    ("text", "address"),
    [
        ("lunch.local", Address("lunch.local", DEFAULT_PORT)),
        ("10.0.0.7:4748", Address("10.0.0.7", 4748)),
        (" host:1 ", Address("host", 1)),
        ("[fe80::1]:4748", Address("fe80::1", 4748)),
        ("[::1]", Address("::1", DEFAULT_PORT)),
        ("::1", Address("::1", DEFAULT_PORT)),
        ("host:", Address("host", DEFAULT_PORT)),
    ],
)
def test_read_and_written(text: str, address: Address) -> None:
    assert parse_address(text) == address
    assert parse_address(str(address)) == address


@pytest.mark.parametrize(
    "text",
    [
        "", ":4747", "host:0", "host:65536", "host:x", "host:٣", "a b", "[::1", "[::1]x", "h\x1b",
        "host:" + "9" * 5000, "192..168.0.12", ".mill", "mill..local", "m" * 64,
    ],
)
def test_not_an_address(text: str) -> None:
    with pytest.raises(AddressError):
        parse_address(text)
