"""What a host is told at its start."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from server.console.say import Told
from server.wire.discovery import DISCOVERY_PORT
from server.wire.settings import Level, Settings

DEFAULT_PORT: Final = 4747
LOCAL_ONLY: Final = "127.0.0.1"


class HostError(Told):
    """The host cannot do what was asked."""


@dataclass(frozen=True, slots=True)
class HostOptions:
    """The options of one host.

    Attributes:
        port: the TCP port; 0 lets the system choose one; None is 4747, or the one of the table that is resumed.
        bind: the one address to listen on; None is all of them, or the one of the table that is resumed.
        name: the table's name.
        settings: the table's, where it is not resumed.
        bots: the level of each bot that sits down at once.
        passphrase: None lets everybody in, unless a table is resumed that had one.
        passphrase_file: where the passphrase is from, None for the environment.
        tls_cert, tls_key: PEM files; both or neither.
        discovery: whether probes on the LAN are answered, on `discovery_port`.
        store: the file of the games; None is the first free one of the user's own (see `paths`).
        open: a table that is resumed does without the passphrase and the TLS that it had.
        resume: None for a new table; "" for the newest unfinished game, else the beginning of its id in hex.
        seed: makes the table reproducible, and is announced.
        port_file: is written once the host listens.
        with_stdin: end when the standard input ends.
    """

    port: int | None = None
    bind: str | None = None
    name: str = "Terra"
    settings: Settings = field(default_factory=Settings)
    bots: tuple[Level, ...] = ()
    passphrase: str | None = None
    passphrase_file: Path | None = None
    tls_cert: Path | None = None
    tls_key: Path | None = None
    discovery: bool = True
    discovery_port: int = DISCOVERY_PORT
    store: Path | None = None
    open: bool = False
    resume: str | None = None
    seed: int | None = None
    port_file: Path | None = None
    with_stdin: bool = False
