"""A certificate for loopback, for tests of TLS."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest


def certificate(folder: Path) -> tuple[Path, Path]:
    """Return a fresh certificate for localhost and 127.0.0.1, and its key; skip where openssl is missing."""
    openssl = shutil.which("openssl")
    if openssl is None:
        pytest.skip("openssl is not installed")
    cert, key = folder / "cert.pem", folder / "key.pem"
    command = [openssl, "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"]
    command += ["-days", "2", "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1"]
    subprocess.run([*command, "-keyout", str(key), "-out", str(cert)], check=True, capture_output=True, timeout=60)
    return cert, key
