"""Which addresses count as one: whoever has one IPv6 address has a whole network of them."""

from __future__ import annotations

from ipaddress import AddressValueError, IPv4Address, IPv6Address, ip_address
from typing import Final

_SUBNET_BITS: Final = 64
"""What a customer gets at least: within it, addresses cost nothing (RFC 6177)."""
_SITE_BITS: Final = 48
_NEIGHBOURS_BITS: Final = 24
"""IPv4: what a small provider, or one machine on a LAN, can have at will."""


def place_of(address: str) -> str:
    """Return what counts as one caller: an IPv4 address, or the /64 of an IPv6 one; other text as it is."""
    return _network(address, 32, _SUBNET_BITS)


def neighbourhood_of(address: str) -> str:
    """Return the wider network of an address: a /24, or of IPv6 a /48."""
    return _network(address, _NEIGHBOURS_BITS, _SITE_BITS)


def is_loopback(address: str) -> bool:
    """Return whether a socket with this address of its own can be reached from this machine alone."""
    found = ip_address(address.partition("%")[0])
    mapped = found.ipv4_mapped if isinstance(found, IPv6Address) else None
    return (mapped or found).is_loopback


def _network(address: str, bits_4: int, bits_6: int) -> str:
    try:
        if ":" in address:
            # A link-local address comes with the interface it is on, which is no part of the number.
            v6 = int(IPv6Address(address.partition("%")[0])) >> (128 - bits_6)
            return f"{IPv6Address(v6 << (128 - bits_6))}/{bits_6}"
        v4 = int(IPv4Address(address)) >> (32 - bits_4)
        return f"{IPv4Address(v4 << (32 - bits_4))}/{bits_4}"
    except AddressValueError:
        return address
