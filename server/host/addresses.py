"""This machine's own addresses, and the line to type for each."""

from __future__ import annotations

import ipaddress
import socket
import sys
from dataclasses import dataclass
from pathlib import Path
from struct import Struct
from typing import Final

from server.host.options import DEFAULT_PORT

_SIOCGIFADDR: Final = 0x8915
_SIOCGIFBRDADDR: Final = 0x8919
_IFREQ: Final = Struct("16s24x")
_ADDRESS_AT: Final = slice(20, 24)


@dataclass(frozen=True, slots=True)
class Interface:
    """An address of this machine; `broadcast` reaches everybody on its network, where there is such an address."""

    address: str
    broadcast: str | None = None


def interfaces() -> list[Interface]:
    """Return the addresses that others can reach, IPv4 first; loopback is left out."""
    found = _linux_v4() if sys.platform.startswith("linux") else _v4_towards_the_world()
    return found + _linux_v6()


def _linux_v4() -> list[Interface]:
    import fcntl

    found: list[Interface] = []
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as sock:
        for _, name in socket.if_nameindex():
            request = _IFREQ.pack(name.encode()[:15])
            try:
                address = socket.inet_ntoa(fcntl.ioctl(sock, _SIOCGIFADDR, request)[_ADDRESS_AT])
            except OSError:
                continue                   # it has none
            if address.startswith("127."):
                continue
            try:
                broadcast: str | None = socket.inet_ntoa(fcntl.ioctl(sock, _SIOCGIFBRDADDR, request)[_ADDRESS_AT])
            except OSError:
                broadcast = None
            found.append(Interface(address, None if broadcast == "0.0.0.0" else broadcast))
    return found


def _v4_towards_the_world() -> list[Interface]:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as sock:
        try:
            sock.connect(("192.0.2.1", 9))      # sends nothing, only chooses the way (RFC 5737's example)
        except OSError:
            return []
        address: str = sock.getsockname()[0]
        return [Interface(address)]


def _linux_v6() -> list[Interface]:
    """Return the global IPv6 addresses; link-local ones need a scope that only the other side knows."""
    try:
        lines = Path("/proc/net/if_inet6").read_text(encoding="ascii").splitlines()
    except OSError:
        return []
    found = (line.split() for line in lines)
    return [Interface(str(ipaddress.IPv6Address(bytes.fromhex(one[0])))) for one in found if one[3] == "00"]


def spoken(address: str, port: int) -> str:
    """Return `address` and `port` as a player types them; the usual port goes without saying."""
    if port == DEFAULT_PORT:
        return address
    return f"[{address}]:{port}" if ":" in address else f"{address}:{port}"


def lines_to_type(bind: str | None, port: int) -> list[str]:
    """Return `terra join …` for each address at which a host bound to `bind` (None is all) can be reached."""
    if bind is not None and not ipaddress.ip_address(bind).is_unspecified:
        addresses = [bind]
    else:
        # An IPv4 wildcard takes no IPv6 callers.
        v4_only = bind is not None and ":" not in bind
        addresses = [one.address for one in interfaces() if not (v4_only and ":" in one.address)]
        addresses = addresses or ["127.0.0.1"]
    return [f"terra join {spoken(address, port)}" for address in addresses]
