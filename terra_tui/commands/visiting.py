"""What joining a table that speaks TLS takes."""

from __future__ import annotations

import ssl
from pathlib import Path

from server.console.plain_file import LARGEST_PEM, look_at
from server.console.say import Told


class VisitError(Told):
    """A file cannot be used."""


def tls_from(certificate: Path | None) -> ssl.SSLContext | None:
    """Return the TLS that trusts `certificate` alone, None for no TLS.

    The certificate is the host's proof; its name may be any.

    Raises:
        VisitError: the file holds no certificate.
    """
    if certificate is None:
        return None
    try:
        look_at(certificate, LARGEST_PEM)
        context = ssl.create_default_context(cafile=certificate)
    except ssl.SSLError:
        raise VisitError("The certificate {file} cannot be used: there is none in it.", file=certificate) from None
    except OSError as error:
        raise VisitError("The certificate {file} cannot be used: {why}.", file=certificate, why=error) from None
    context.check_hostname = False
    context.minimum_version = ssl.TLSVersion.TLSv1_2      # Debian's Python leaves it to OpenSSL's settings
    return context
