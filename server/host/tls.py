"""TLS with a certificate that the host's owner gives (DESIGN.md 7)."""

from __future__ import annotations

import ssl
from pathlib import Path

from server.console.plain_file import LARGEST_PEM, look_at
from server.host.options import HostError


def server_context(cert: Path, key: Path) -> ssl.SSLContext:
    """Return what a listening socket needs.

    Raises:
        HostError: the files cannot be read, or do not belong together.
    """
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    context.minimum_version = ssl.TLSVersion.TLSv1_2
    try:
        for file in (cert, key):
            look_at(file, LARGEST_PEM)
        # Without a password callback an encrypted key would ask at the terminal, and stop the host.
        context.load_cert_chain(cert, key, password=_no_password)
    except ssl.SSLError:
        raise HostError(
            "{cert} and {key} are not a certificate and its own unencrypted key, in PEM.", cert=cert, key=key
        ) from None
    except OSError as error:
        file = Path(error.filename or cert)
        raise HostError("The TLS file {file} cannot be read: {why}.", file=file, why=error) from None
    return context


def _no_password() -> str:
    return ""
