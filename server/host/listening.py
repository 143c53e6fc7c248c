"""The listening socket, and what is said where it cannot be had."""

from __future__ import annotations

import errno
import ipaddress
import socket

from server.host.options import HostError


def listen(bind: str | None, port: int) -> socket.socket:
    """Return a bound socket for `bind` (None is every address of this machine) and `port` (0 is any).

    Raises:
        HostError: somebody has the port, or the address is not this machine's.
    """
    try:
        if bind is None:
            return _everywhere(port)
        version = ipaddress.ip_address(bind).version
        family = socket.AF_INET6 if version == 6 else socket.AF_INET
        return _private(socket.create_server((bind, port), family=family))
    except ValueError:
        raise HostError(f"{bind!r} is no address: --bind takes an IP address of this machine.") from None
    except OSError as error:
        raise HostError(_sentence(error, bind, port)) from None


def _everywhere(port: int) -> socket.socket:
    # One socket for IPv4 and IPv6: two would get two different ports for port 0.
    if socket.has_dualstack_ipv6():
        return _private(socket.create_server(("", port), family=socket.AF_INET6, dualstack_ipv6=True))
    return _private(socket.create_server(("", port)))


def _private(sock: socket.socket) -> socket.socket:
    sock.setblocking(False)
    return sock


def _sentence(error: OSError, bind: str | None, port: int) -> str:
    if error.errno == errno.EADDRINUSE:
        return f"Port {port} is taken, perhaps by another host: choose another one with --port."
    if error.errno == errno.EADDRNOTAVAIL:
        return f"{bind} is not an address of this machine."
    if error.errno in (errno.EACCES, errno.EPERM):
        return f"You may not listen on port {port}: choose one above 1023 with --port."
    return f"Port {port} cannot be listened on: {error.strerror or type(error).__name__}."
