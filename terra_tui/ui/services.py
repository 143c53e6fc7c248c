"""What the screen is given from outside, for it knows no host: a host inside, and tables nearby."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Protocol, TypeAlias


@dataclass(frozen=True, slots=True)
class Nearby:
    """A table that answered: the address to type, and what it says of itself in a few words."""

    address: str
    text: str


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


Starter: TypeAlias = Callable[[Sequence[str]], Awaitable[InnerHost]]
Finder: TypeAlias = Callable[[], Awaitable[Sequence[Nearby]]]


async def no_host(arguments: Sequence[str]) -> InnerHost:
    """Start nothing.

    Raises:
        RuntimeError: always.
    """
    raise RuntimeError("there is no host here")


async def no_tables() -> Sequence[Nearby]:
    """Find nothing."""
    return ()


@dataclass(frozen=True, slots=True)
class Services:
    """What the screen may ask for.

    Attributes:
        start_host: starts a host with the arguments of `python -m server`; RuntimeError or OSError say why not.
        find_tables: looks for tables nearby.
        lan_name: what others on the network call this computer by.
    """

    start_host: Starter = no_host
    find_tables: Finder = no_tables
    lan_name: Callable[[], str] = str
