"""Why a link could not be made or has ended, as a code with its values (UX.md, "Errors of the network")."""

from __future__ import annotations

import errno
import socket
import ssl
from typing import Final

from server.wire.messages import Bye, Code
from terra_tui.session.address import Address
from terra_tui.session.scrub import scrub_line
from terra_tui.session.state import Failure

NO_ROUTE: Final = frozenset({errno.EHOSTUNREACH, errno.ENETUNREACH, errno.EHOSTDOWN, errno.ENETDOWN})
TRY_AGAIN: Final = frozenset({Code.SLOW, Code.SILENT, Code.TOO_FAST})
"""Byes after which the client comes back by itself."""


def why(error: OSError, address: Address) -> Failure:
    """Return the failure that a failed attempt to connect means."""
    return Failure(_code(error), places(address))


def told(bye: Bye, address: Address) -> Failure:
    """Return the failure that the host's last word means."""
    return Failure(bye.code.value, places(address), scrub_line(bye.text))


def places(address: Address) -> dict[str, str | int]:
    """Return the values of a sentence about `address`."""
    return {"address": str(address), "host": address.host, "port": address.port}


def _code(error: OSError) -> str:
    if isinstance(error, ssl.SSLError):
        return "tls"
    if isinstance(error, socket.gaierror):
        return "unknown_host"
    if isinstance(error, TimeoutError):
        return "timeout"
    if isinstance(error, ConnectionRefusedError):
        return "refused"
    return "no_route" if error.errno in NO_ROUTE else "lost"
