"""What the kernel is told about a peer's socket, and what it tells of it."""

from __future__ import annotations

import socket
import sys
from contextlib import suppress
from struct import Struct
from typing import Final

SEND_BUFFER: Final = 32 * 1024
"""Bytes the kernel may hold for one peer. Small: what lies there can no longer be replaced by something newer."""
DEAD_AFTER_MS: Final = 30_000
"""The kernel gives up on a peer that acknowledges nothing for so long (Linux)."""
KEEP_ALIVE_S: Final = 15

_MIN_RTT: Final = Struct("I")
_MIN_RTT_AT: Final = 148
"""Where `tcpi_min_rtt`, microseconds, lies in Linux's `struct tcp_info` (linux/tcp.h; since Linux 4.6)."""
_UNKNOWN: Final = 0xFFFFFFFF


def prepare(sock: socket.socket) -> None:
    """Set the options of an accepted socket; one that the system lacks is left out."""
    wanted: list[tuple[int, str, int]] = [
        (socket.IPPROTO_TCP, "TCP_NODELAY", 1),
        (socket.SOL_SOCKET, "SO_SNDBUF", SEND_BUFFER),
        (socket.SOL_SOCKET, "SO_KEEPALIVE", 1),
        (socket.IPPROTO_TCP, "TCP_KEEPIDLE", KEEP_ALIVE_S),
        (socket.IPPROTO_TCP, "TCP_KEEPINTVL", KEEP_ALIVE_S // 3),
        (socket.IPPROTO_TCP, "TCP_USER_TIMEOUT", DEAD_AFTER_MS),
    ]
    for level, name, value in wanted:
        option = getattr(socket, name, None)
        if option is not None:
            with suppress(OSError):       # the peer may be gone already
                sock.setsockopt(level, option, value)


def min_rtt(sock: socket.socket) -> float | None:
    """Return the smallest round trip that the kernel has seen on this connection, in seconds; None if not known."""
    if not sys.platform.startswith("linux"):
        return None
    try:
        info = sock.getsockopt(socket.IPPROTO_TCP, socket.TCP_INFO, _MIN_RTT_AT + _MIN_RTT.size)
    except OSError:
        return None
    if len(info) < _MIN_RTT_AT + _MIN_RTT.size:
        return None
    (micros,) = _MIN_RTT.unpack_from(info, _MIN_RTT_AT)
    return None if micros == _UNKNOWN else float(micros) / 1e6
