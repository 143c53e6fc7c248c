"""Discovery datagrams as bytes and values (DESIGN.md 8): a fixed layout that every version can read.

A probe asks "who hosts?"; a notice answers it. Big-endian throughout. docs/protocol.md shows the layout.
"""

from __future__ import annotations

from dataclasses import dataclass
from struct import Struct
from typing import Final

from server.wire.messages import Stage
from server.wire.text import clean_text

DISCOVERY_PORT: Final = 4747
"""UDP. Every host answers here, whatever its TCP port is."""
GROUP: Final = "239.255.71.47"
"""The multicast group, within an organisation's own range (RFC 2365); sent with a time to live of 1."""

PROBE_BYTES: Final = 256
"""A probe is padded to this, so that no notice is longer than what asked for it: nobody gains by forging probes."""
NONCE_BYTES: Final = 8
ID_BYTES: Final = 8
NAME_BYTES: Final = 128
NAME_CELLS: Final = 40

_ASK: Final = b"TERRA?\0\1"
_TELL: Final = b"TERRA!\0\1"
_NOTICE: Final = Struct(f">8s{NONCE_BYTES}s{ID_BYTES}sHHBBBHBBB")
_STAGES: Final = tuple(Stage)
_PASSPHRASE, _TLS, _WATCHING = 1, 2, 4


@dataclass(frozen=True, slots=True)
class TableNotice:
    """What a host tells everybody on its LAN.

    Attributes:
        host: the first 8 bytes of the evening's id: the same over each of its addresses, and after a resume.
        version: the protocol's.
        port: where it listens, TCP.
        name: the table's, cleaned.
        seats, humans, bots: how many there are, and how they are filled.
        watching: how many watch.
        stage: None for one that this version does not know.
        passphrase, tls: what it takes to join.
        watchable: whether it lets people watch.
    """

    host: bytes
    version: int
    port: int
    name: str
    seats: int
    humans: int = 0
    bots: int = 0
    watching: int = 0
    stage: Stage | None = Stage.LOBBY
    passphrase: bool = False
    tls: bool = False
    watchable: bool = True

    @property
    def open_seats(self) -> int:
        """How many seats nobody has."""
        return max(0, self.seats - self.humans - self.bots)


def pack_probe(nonce: bytes) -> bytes:
    """Return a probe; the notices that answer it repeat the 8 bytes of `nonce`."""
    if len(nonce) != NONCE_BYTES:
        raise ValueError(f"a nonce has {NONCE_BYTES} bytes, not {len(nonce)}")
    return (_ASK + nonce).ljust(PROBE_BYTES, b"\0")


def unpack_probe(data: bytes) -> bytes | None:
    """Return the nonce of a probe, None for any other datagram."""
    if len(data) < PROBE_BYTES or not data.startswith(_ASK):
        return None
    return data[len(_ASK) : len(_ASK) + NONCE_BYTES]


def pack_notice(nonce: bytes, notice: TableNotice) -> bytes:
    """Return the answer to the probe with `nonce`; never longer than a probe."""
    name = notice.name.encode("utf-8")[:NAME_BYTES].decode("utf-8", "ignore").encode("utf-8")
    flags = _PASSPHRASE * notice.passphrase | _TLS * notice.tls | _WATCHING * notice.watchable
    stage = 255 if notice.stage is None else _STAGES.index(notice.stage)
    head = _NOTICE.pack(
        _TELL,
        nonce,
        notice.host,
        notice.version,
        notice.port,
        notice.seats,
        notice.humans,
        notice.bots,
        min(notice.watching, 0xFFFF),
        stage,
        flags,
        len(name),
    )
    return head + name


def unpack_notice(data: bytes) -> tuple[bytes, TableNotice] | None:
    """Return the nonce that is answered and the notice, its name cleaned; None for any other datagram."""
    if len(data) < _NOTICE.size or len(data) > PROBE_BYTES or not data.startswith(_TELL):
        return None
    _, nonce, host, version, port, seats, humans, bots, watching, stage, flags, length = _NOTICE.unpack_from(data)
    name = data[_NOTICE.size : _NOTICE.size + length]
    if len(name) != length or not port:
        return None
    notice = TableNotice(
        host=host,
        version=version,
        port=port,
        name=clean_text(name.decode("utf-8", "replace"), NAME_CELLS),
        seats=seats,
        humans=humans,
        bots=bots,
        watching=watching,
        stage=_STAGES[stage] if stage < len(_STAGES) else None,
        passphrase=bool(flags & _PASSPHRASE),
        tls=bool(flags & _TLS),
        watchable=bool(flags & _WATCHING),
    )
    return nonce, notice
