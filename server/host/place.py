"""Where a table was and how its door was kept: one that comes back is there again, and no more open than it was.

The host writes a `_place` line into the table's journal at each start; the passphrase itself is not in it.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from contextlib import closing
from dataclasses import dataclass, replace
from ipaddress import ip_address
from pathlib import Path
from typing import Any, Final

from server.console.first_line import SecretError, passphrase_of
from server.host.options import HostError, HostOptions
from server.host.paths import existing_stores
from server.records.errors import StoreError
from server.records.store import Store

TYPE: Final = "_place"
_NO_PASSPHRASE: Final = (
    "This table had a passphrase: give it again, with --passphrase-file F or TERRA_PASSPHRASE, or let everybody in "
    "with --open."
)


@dataclass(frozen=True, slots=True)
class Place:
    """What is remembered of a host.

    Attributes:
        port: on which it listened.
        bind: the one address on which it listened, None for all.
        discovery: whether it answered probes.
        passphrase: whether it asked for one.
        passphrase_file: the file that the passphrase was in, if it was one that stays.
        tls: its certificate and the key of that; None for no TLS.
    """

    port: int
    bind: str | None
    discovery: bool
    passphrase: bool
    passphrase_file: str | None
    tls: tuple[str, str] | None


def place_line(options: HostOptions, port: int) -> dict[str, object]:
    """Return the journal's line for a host with these options that listens on `port`."""
    file, cert, key = options.passphrase_file, options.tls_cert, options.tls_key
    return {
        "t": TYPE,
        "port": port,
        "bind": options.bind,
        "discovery": options.discovery,
        "passphrase": options.passphrase is not None,
        # A pipe, as of `<(pass show terra)`, is gone when it has been read.
        "passphrase_file": None if file is None or not file.is_file() else os.path.abspath(file),
        "tls": None if cert is None or key is None else [os.path.abspath(cert), os.path.abspath(key)],
    }


def place_in(lines: Iterable[Mapping[str, Any]]) -> Place | None:
    """Return what the newest `_place` line says, None where there is none.

    Raises:
        ValueError, KeyError, TypeError: it is not such a line.
    """
    found = None
    for line in lines:
        if line.get("t") == TYPE:
            found = line
    if found is None:
        return None
    tls = found["tls"]
    place = Place(
        found["port"], found["bind"], found["discovery"], found["passphrase"], found["passphrase_file"],
        None if tls is None else (tls[0], tls[1]),
    )
    if type(place.port) is not int or not 0 <= place.port < 2**16:
        raise ValueError("not a port")
    texts = (place.bind, place.passphrase_file, *(place.tls or ()))
    if not all(text is None or isinstance(text, str) for text in texts):
        raise ValueError("not a text")
    if place.bind is not None:
        ip_address(place.bind)
    return place


def as_before(options: HostOptions, place: Place | None) -> HostOptions:
    """Return the options with what they do not say as it was at `place`.

    Raises:
        HostError: the table had a passphrase, and it is not to be had.
    """
    if place is None:
        return options
    options = replace(
        options,
        port=place.port if options.port is None else options.port,
        bind=options.bind or place.bind,
        discovery=options.discovery and place.discovery,
    )
    if options.open:
        return options
    if place.tls is not None and options.tls_cert is None:
        cert, key = place.tls
        options = replace(options, tls_cert=Path(cert), tls_key=Path(key))
    if place.passphrase and options.passphrase is None:
        if place.passphrase_file is None:
            raise HostError(_NO_PASSPHRASE)
        file = Path(place.passphrase_file)
        options = replace(options, passphrase=_passphrase_in(file), passphrase_file=file)
    return options


def _passphrase_in(file: Path) -> str | None:
    try:
        return passphrase_of(file, {})
    except SecretError as error:
        raise HostError(error.template, **error.values) from None


def remembered(options: HostOptions) -> tuple[str, Place | None]:
    """Return the id in hex of the game that `options` resume, and where it was; the store is only read.

    A store that cannot be read, or has no such game, has nothing to tell: the host itself says what is wrong.
    """
    if options.resume is None:
        return "", None
    best: tuple[str, str, Place | None] | None = None
    for path in [options.store] if options.store is not None else existing_stores():
        try:
            with closing(Store.read(path)) as store:
                row = store.find(options.resume) if options.resume else store.newest_unfinished()
                if row is not None and (best is None or best[0] < row.started):
                    best = row.started, row.game.hex(), place_in(store.lines(row.game))
        except (StoreError, ValueError, KeyError, TypeError, IndexError):
            continue
    return ("", None) if best is None else best[1:]
