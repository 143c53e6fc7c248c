"""What joining a guarded table takes: a passphrase that is never on the command line, and TLS."""

from __future__ import annotations

import os
import ssl
from pathlib import Path

VARIABLE = "TERRA_PASSPHRASE"


class VisitError(Exception):
    """A file cannot be used; the message is one plain sentence."""


def passphrase_from(file: str | None) -> str | None:
    """Return the first line of `file`, else what the environment says; None for none.

    Raises:
        VisitError: the file cannot be read or says nothing.
    """
    if file is None:
        return os.environ.get(VARIABLE) or None
    try:
        text = Path(file).read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise VisitError(f"The passphrase file {file} cannot be read: {_why(error)}.") from None
    first = text.splitlines()[0] if text else ""
    if not first:
        raise VisitError(f"The passphrase file {file} is empty.")
    return first


def tls_from(certificate: str | None) -> ssl.SSLContext | None:
    """Return the TLS that trusts `certificate` alone, None for no TLS.

    The certificate is the host's proof; its name may be any.

    Raises:
        VisitError: the file holds no certificate.
    """
    if certificate is None:
        return None
    try:
        context = ssl.create_default_context(cafile=certificate)
    except (OSError, ssl.SSLError) as error:
        raise VisitError(f"The certificate {certificate} cannot be used: {_why(error)}.") from None
    context.check_hostname = False
    return context


def _why(error: Exception) -> str:
    return getattr(error, "strerror", None) or type(error).__name__
