"""The first line of a file with a secret, of which no more is read than a secret may be long."""

from __future__ import annotations

import os
import select
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from server.console.say import Told

VARIABLE: Final = "TERRA_PASSPHRASE"
LONGEST: Final = 1024
"""Letters of a passphrase."""
WAIT_SECONDS: Final = 60.0
"""A pipe may be filled by a program that asks its user first (`--passphrase-file <(pass show terra)`)."""

_MOST_BYTES: Final = 4 * LONGEST + 2


class SecretError(Told):
    """There is no passphrase where one was to be."""


def passphrase_of(
    file: Path | None, environment: Mapping[str, str], wait: float | None = None
) -> str | None:
    """Return the first line of `file`, else what the environment says; None for no passphrase.

    Raises:
        SecretError: the file cannot be read within `wait` seconds (`WAIT_SECONDS`), says nothing, or more than a
            passphrase may be long; nothing is cut.
    """
    if file is None:
        return _checked(environment.get(VARIABLE, ""), VARIABLE) or None
    try:
        data = _start_of(file, WAIT_SECONDS if wait is None else wait)
    except (OSError, ValueError) as error:      # a name with a zero byte in it
        raise SecretError("The passphrase file {file} cannot be read: {why}.", file=file, why=_why(error)) from None
    line, end, _ = data.partition(b"\n")
    if not end and len(data) >= _MOST_BYTES:
        raise _too_long(str(file))
    try:
        found = line.decode().rstrip("\r")
    except UnicodeDecodeError:
        raise SecretError("The passphrase file {file} is not UTF-8 text.", file=file) from None
    if not found:
        raise SecretError("The passphrase file {file} is empty.", file=file)
    return _checked(found, str(file))


def _checked(found: str, where: str) -> str:
    if len(found) > LONGEST:
        raise _too_long(where)
    if not found.isprintable() and any("\ud800" <= one <= "\udfff" for one in found):
        raise SecretError("The passphrase in {where} is not UTF-8 text.", where=where)
    return found


def _too_long(where: str) -> SecretError:
    return SecretError("The passphrase in {where} is longer than {most} letters.", where=where, most=LONGEST)


def _why(error: OSError | ValueError) -> OSError | str:
    return error if isinstance(error, OSError) else type(error).__name__


def _start_of(file: Path, wait: float) -> bytes:
    """Return the bytes of the first line, and perhaps of some after it; no more than `_MOST_BYTES`.

    Raises:
        OSError: it cannot be read, or nothing more came in time.
    """
    nonblocking = getattr(os, "O_NONBLOCK", 0)      # else a pipe that nobody writes would be waited for without end
    handle = os.open(file, os.O_RDONLY | nonblocking)
    try:
        data, end = b"", time.monotonic() + wait
        while b"\n" not in data and len(data) < _MOST_BYTES:
            if nonblocking and not select.select([handle], [], [], max(0.0, end - time.monotonic()))[0]:
                raise TimeoutError(None, "nothing came from it")
            part = os.read(handle, _MOST_BYTES - len(data))
            if not part:
                break
            data += part
        return data
    finally:
        os.close(handle)
