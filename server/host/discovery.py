"""Answers those on the LAN who ask for tables (DESIGN.md 8)."""

from __future__ import annotations

import asyncio
import ipaddress
import socket
import sys
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Final, cast

from server.host.buckets import Bucket, BucketByAddress, Rate
from server.wire.discovery import GROUP, TableNotice, pack_notice, unpack_probe

ALL_TOGETHER: Final = Rate(burst=50, per_second=20)
EACH_ADDRESS: Final = Rate(burst=8, per_second=2)
REMEMBERED: Final = 64
"""Probes come over several ways at once; so many are known again, and answered once."""


class Responder(asyncio.DatagramProtocol):
    """Answers probes, at a bounded rate, and never with more bytes than it was asked with.

    Args:
        describe: the table as it is now.
        local_only: answer nobody but this machine.
    """

    def __init__(
        self, describe: Callable[[], TableNotice], clock: Callable[[], float], *, local_only: bool
    ) -> None:
        self._describe = describe
        self._clock = clock
        self._local_only = local_only
        self._all = Bucket(ALL_TOGETHER, clock())
        self._each = BucketByAddress(EACH_ADDRESS)
        self._seen: deque[bytes] = deque(maxlen=REMEMBERED)
        self._transport: asyncio.DatagramTransport | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Keep the transport to answer with."""
        # Not checked: in Python 3.11 asyncio's own one does not derive from the class.
        self._transport = cast(asyncio.DatagramTransport, transport)

    def datagram_received(self, data: bytes, addr: tuple[str | Any, int]) -> None:
        """Answer, if this is a probe that may be answered."""
        nonce = unpack_probe(data)
        host = str(addr[0])
        if nonce is None or nonce in self._seen or self._transport is None:
            return
        if self._local_only and not ipaddress.ip_address(host).is_loopback:
            return
        now = self._clock()
        if self._each.take(host, now) and self._all.take(now):
            self._seen.append(nonce)
            self._transport.sendto(pack_notice(nonce, self._describe()), addr)

    def error_received(self, exc: Exception) -> None:
        """Whoever asked is gone: nothing to do."""


def discovery_socket(port: int) -> socket.socket:
    """Return a UDP socket that hears broadcasts and the group on `port`, beside other hosts of this machine.

    Raises:
        OSError: the port cannot be had.
    """
    sock = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    try:
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if sys.platform == "darwin":
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
        sock.bind(("", port))
        for interface in ("0.0.0.0", "127.0.0.1"):
            with suppress(OSError):        # no such network, or the group is joined there already
                membership = socket.inet_aton(GROUP) + socket.inet_aton(interface)
                sock.setsockopt(socket.IPPROTO_IP, socket.IP_ADD_MEMBERSHIP, membership)
        sock.setblocking(False)
    except OSError:
        sock.close()
        raise
    return sock
