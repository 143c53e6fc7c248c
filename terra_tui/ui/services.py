"""What the screen is given from outside, for it knows no host: a host inside, and tables nearby."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol, TypeAlias

if TYPE_CHECKING:
    from server.wire.discovery import TableNotice
    from terra_tui.ui.plan import HostInside


@dataclass(frozen=True, slots=True)
class Nearby:
    """A table that answered: the address to type, what it says of itself, and its round trip."""

    address: str
    notice: TableNotice
    milliseconds: int


@dataclass(frozen=True, slots=True)
class KeptGame:
    """An evening that is kept on this computer: its id in hex, and what a list says of it.

    Attributes:
        started: the minute by this computer's clock, `2026-11-30 17:46`.
        finished, stopped: whether its last game is over, and whether somebody ended it so.
    """

    id: str
    started: str
    table: str
    rounds: int
    finished: bool
    players: str
    stopped: bool = False


@dataclass(frozen=True, slots=True)
class LeftGame:
    """A game that can be gone on with: how, and the name of its table, "" for one against bots."""

    plan: HostInside
    table: str = ""


class ServiceError(Exception):
    """What was asked for cannot be had; the message is a sentence that says why."""


class InnerHost(Protocol):
    """A host that runs for this program alone."""

    port: int

    @property
    def address(self) -> str:
        """Where this program reaches it."""
        ...

    async def stop(self) -> None:
        """End it; its game stays in the store."""
        ...

    async def ended(self) -> int:
        """Wait until it has ended, however that came; return its exit code (below 0: the signal that ended it)."""
        ...


Starter: TypeAlias = Callable[[Sequence[str]], Awaitable[InnerHost]]
Finder: TypeAlias = Callable[[], Awaitable[Sequence[Nearby]]]
Line: TypeAlias = Mapping[str, object]
"""One object of a record."""
Lister: TypeAlias = Callable[[], Awaitable[Sequence[KeptGame]]]
RecordReader: TypeAlias = Callable[[str], Awaitable[Sequence[Line]]]
Saver: TypeAlias = Callable[[str], Awaitable[str]]
Keeper: TypeAlias = Callable[[str], Awaitable[bool]]
LeftFinder: TypeAlias = Callable[[], Awaitable[LeftGame | None]]


async def no_host(arguments: Sequence[str]) -> InnerHost:
    """Start nothing.

    Raises:
        RuntimeError: always.
    """
    raise RuntimeError("there is no host here")


async def no_tables() -> Sequence[Nearby]:
    """Find nothing."""
    return ()


async def no_games() -> Sequence[KeptGame]:
    """Find nothing."""
    return ()


async def no_record(game: str) -> Sequence[Line]:
    """Read nothing.

    Raises:
        ServiceError: always.
    """
    raise ServiceError("there are no records here")


async def no_file(game: str) -> str:
    """Write nothing.

    Raises:
        ServiceError: always.
    """
    raise ServiceError("there are no records here")


async def not_kept(game: str) -> bool:
    """Keep nothing."""
    return False


async def no_left_game() -> LeftGame | None:
    """Find nothing."""
    return None


@dataclass(frozen=True, slots=True)
class Services:
    """What the screen may ask for.

    Attributes:
        start_host: starts a host with the arguments of `python -m server`; RuntimeError or OSError say why not.
        find_tables: looks for tables nearby.
        lan_name: what others on the network call this computer by.
        list_games: the games that are kept here, the newest first; ServiceError says why there are none.
        read_game: the record of a kept game, by its id in hex; ServiceError where there is none.
        save_game: writes that record to a file and returns its path; ServiceError says why not.
        keeps_game: whether the record of a game, by its id in hex, is kept on this computer.
        left_game: the newest game of this computer that was left, None for none to go on with.
    """

    start_host: Starter = no_host
    find_tables: Finder = no_tables
    lan_name: Callable[[], str] = str
    list_games: Lister = no_games
    read_game: RecordReader = no_record
    save_game: Saver = no_file
    left_game: LeftFinder = no_left_game
    keeps_game: Keeper = not_kept
