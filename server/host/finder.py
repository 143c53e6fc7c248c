"""Looks for tables on the LAN and on this machine: what `terra join` without an address does."""

from __future__ import annotations

import asyncio
import os
import socket
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Final

from server.host.addresses import interfaces
from server.wire.discovery import DISCOVERY_PORT, GROUP, NONCE_BYTES, TableNotice, pack_probe, unpack_notice

REPEAT_AFTER: Final = 0.25
"""Seconds after which the probe is sent once more: a datagram may get lost."""
MOST: Final = 64
"""Tables that are listed; more on one LAN are somebody's joke."""


@dataclass(frozen=True, slots=True)
class FoundTable:
    """A table that answered.

    Attributes:
        address: where it answered from.
        notice: what it says of itself.
        round_trip: seconds from the probe to its answer.
    """

    address: str
    notice: TableNotice
    round_trip: float


class _Finder(asyncio.DatagramProtocol):
    def __init__(self, clock: asyncio.AbstractEventLoop) -> None:
        self._loop = clock
        self._sent: dict[bytes, float] = {}
        self.found: dict[bytes, FoundTable] = {}

    def ask(self, transport: asyncio.DatagramTransport, targets: list[tuple[str, int]]) -> None:
        nonce = os.urandom(NONCE_BYTES)
        self._sent[nonce] = self._loop.time()
        for target in targets:
            with suppress(OSError):        # no way there
                transport.sendto(pack_probe(nonce), target)

    def datagram_received(self, data: bytes, addr: tuple[str | Any, int]) -> None:
        answer = unpack_notice(data)
        if answer is None:
            return
        nonce, notice = answer
        sent = self._sent.get(nonce)
        # Only what answers our own probe counts, and of each host the first answer.
        if sent is None or notice.host in self.found or len(self.found) >= MOST:
            return
        self.found[notice.host] = FoundTable(str(addr[0]), notice, self._loop.time() - sent)

    def error_received(self, exc: Exception) -> None:
        """One of the ways leads nowhere."""


async def find_tables(timeout: float = 0.8, port: int = DISCOVERY_PORT) -> list[FoundTable]:  # noqa: ASYNC109
    """Return the tables that answer within `timeout` seconds, the nearest first; [] where there is no network."""
    loop = asyncio.get_running_loop()
    sock = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    try:
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_BROADCAST, 1)
        sock.setsockopt(socket.IPPROTO_IP, socket.IP_MULTICAST_TTL, 1)
        sock.setblocking(False)
        sock.bind(("", 0))
        transport, finder = await loop.create_datagram_endpoint(lambda: _Finder(loop), sock=sock)
    except OSError:
        sock.close()
        return []
    try:
        targets = [(address, port) for address in _addresses()]
        end = loop.time() + timeout
        finder.ask(transport, targets)
        await asyncio.sleep(min(REPEAT_AFTER, timeout))
        finder.ask(transport, targets)
        await asyncio.sleep(max(0.0, end - loop.time()))
    finally:
        transport.close()
    return sorted(finder.found.values(), key=lambda found: found.round_trip)


def _addresses() -> list[str]:
    """Return whom to ask: this machine, every network it is on, and the group."""
    # A datagram to 127.0.0.1 reaches one host of this machine only, its broadcast address all of them (Linux).
    own = ["127.255.255.255", "127.0.0.1"]
    near = [one.broadcast for one in interfaces() if one.broadcast is not None]
    return own + near + ["255.255.255.255", GROUP]
