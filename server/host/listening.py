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
        raise HostError("{bind} is no address: --bind takes an IP address of this machine.", bind=bind) from None
    except OSError as error:
        raise _refused(error, bind, port) from None


def _everywhere(port: int) -> socket.socket:
    # One socket for IPv4 and IPv6: two would get two different ports for port 0.
    if socket.has_dualstack_ipv6():
        return _private(socket.create_server(("", port), family=socket.AF_INET6, dualstack_ipv6=True))
    return _private(socket.create_server(("", port)))


def _private(sock: socket.socket) -> socket.socket:
    sock.setblocking(False)
    return sock


def _refused(error: OSError, bind: str | None, port: int) -> HostError:
    if error.errno == errno.EADDRINUSE:
        return HostError(
            "Port {port} is taken, perhaps by another host: choose another one with --port.", port=port
        )
    if error.errno == errno.EADDRNOTAVAIL:
        return HostError("{bind} is not an address of this machine.", bind=bind)
    if error.errno in (errno.EACCES, errno.EPERM):
        return HostError("You may not listen on port {port}: choose one above 1023 with --port.", port=port)
    return HostError("Port {port} cannot be listened on: {why}.", port=port, why=error)
