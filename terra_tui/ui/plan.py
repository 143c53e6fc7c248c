"""What the client is to do when it starts: a plan made by the command line or the menu."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, TypeAlias

from server.wire.words import SOLO

if TYPE_CHECKING:
    import ssl


@dataclass(frozen=True, slots=True)
class Menu:
    """Show the menu; the `first` time ask for a name and offer the lesson.

    Attributes:
        opens: the item of the menu that is chosen at once, "" for none.
    """

    first: bool = False
    opens: str = ""


@dataclass(frozen=True, slots=True)
class HostInside:
    """Start a host with these arguments and play at its table; `ready` at once where nobody else is awaited.

    Attributes:
        arguments: of `python -m server`.
        alone: bots have all other seats, and the address is of no interest.
        game: the id, in hex, of a kept game that the host goes on with, and whose seat is kept here; "" for none.
        passphrase, tls: of that host, which asks its own player too.
    """

    arguments: tuple[str, ...]
    alone: bool = False
    game: str = ""
    passphrase: str | None = None
    tls: ssl.SSLContext | None = None


@dataclass(frozen=True, slots=True)
class Visit:
    """Join or watch a table.

    Attributes:
        name: as whom, "" for the usual name.
        insist: take one's seat over from another client of this account: the name was said for it.
        only_watches: take no seat later either (`terra watch`; other spectators may sit down).
    """

    address: str
    watching: bool = False
    passphrase: str | None = None
    tls: ssl.SSLContext | None = None
    name: str = ""
    insist: bool = False
    only_watches: bool = False


@dataclass(frozen=True, slots=True)
class Ask:
    """Ask for the address of a table to join, or only to watch.

    Attributes:
        may_sit: who watches may take a seat later (`terra join --watch`).
    """

    watching: bool = False
    passphrase: str | None = None
    tls: ssl.SSLContext | None = None
    may_sit: bool = False


@dataclass(frozen=True, slots=True)
class Replay:
    """Show the games of a record, and leave when the player has seen enough."""

    lines: tuple[Mapping[str, object], ...]


Plan: TypeAlias = Menu | HostInside | Visit | Ask | Replay


ALONE: Final = ("--bind", "127.0.0.1", "--no-discovery")
"""A host on loopback only, found by nobody."""


def solo(players: int = 4, level: str = "normal", seed: int | None = None, assist: str | None = None) -> HostInside:
    """Return the plan of a game against bots: on loopback only, found by nobody."""
    arguments = [*ALONE, "--seats", str(players), "--bots", str(players - 1), "--level", level,
                 "--turn-time", "none", "--name", SOLO]
    if seed is not None:
        arguments += ["--seed", str(seed)]
    if assist is not None:
        arguments += ["--assist", assist]
    return HostInside(tuple(arguments), alone=True)


def resumed(game: str) -> HostInside:
    """Return the plan of a game against bots that was left, by its id in hex."""
    return HostInside((*ALONE, "--port", "0", "--resume", game), alone=True, game=game)


def resumed_table(game: str) -> HostInside:
    """Return the plan of a table for others too that was left: where it was, by its id in hex."""
    return HostInside(("--resume", game), game=game)


def practice() -> HostInside:
    """Return the plan of a game for learners: easy bots, and F5 shows what could be laid."""
    return solo(level="easy", assist="hints")
