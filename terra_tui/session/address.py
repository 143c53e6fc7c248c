"""Where a host is: `HOST`, `HOST:PORT`, `[V6]:PORT` or a bare IPv6 address."""

from __future__ import annotations

from ipaddress import ip_address
from typing import Final, NamedTuple

DEFAULT_PORT: Final = 4747
TOP_PORT: Final = 65535
PORT_DIGITS: Final = 5


class AddressError(ValueError):
    """A text that names no host."""


class Address(NamedTuple):
    """A host name or number, and a TCP port."""

    host: str
    port: int = DEFAULT_PORT

    def __str__(self) -> str:
        """Return it as it is typed; `parse_address` reads it back."""
        return f"[{self.host}]:{self.port}" if ":" in self.host else f"{self.host}:{self.port}"


def parse_address(text: str) -> Address:
    """Read an address; without a port it is the default one.

    Raises:
        AddressError: there is no host, or the port is not 1 to 65535.
    """
    text = text.strip()
    if text.startswith("["):
        host, closed, rest = text[1:].partition("]")
        if not closed or (rest and not rest.startswith(":")):
            raise AddressError(f"not an address: {text!r}")
        port = rest[1:]
    elif text.count(":") > 1:
        host, port = text, ""
    else:
        host, _, port = text.partition(":")
    if not _is_host(host):
        raise AddressError(f"not an address: {text!r}")
    if not port:
        return Address(host)
    if not (port.isascii() and port.isdigit() and len(port) <= PORT_DIGITS and 1 <= int(port) <= TOP_PORT):
        raise AddressError(f"a port is a number from 1 to {TOP_PORT}, not {port[:40]!r}")
    return Address(host, int(port))


def _is_host(text: str) -> bool:
    """Return whether a name or a number may be looked up: no blanks, and no label that is empty or too long."""
    if not text or any(char.isspace() or not char.isprintable() for char in text):
        return False
    try:
        text.encode("idna")                # as the lookup does (RFC 3490)
    except UnicodeError:
        return False
    return True


def same_machine(one: str, other: str) -> bool:
    """Return whether two addresses differ in their ports at most; all of loopback is one machine."""
    try:
        hosts = {_machine(parse_address(address).host) for address in (one, other)}
    except AddressError:
        return False
    return len(hosts) == 1


def _machine(host: str) -> str:
    host = host.lower()
    try:
        own = ip_address(host).is_loopback
    except ValueError:
        own = False                        # a name, whatever it begins with: anybody may have `127.example.org`
    return "localhost" if own else host
