"""Commands on their way: numbered, kept until they are answered, sent again on a new link (DESIGN.md 6)."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from server.wire.messages import Command, Ready, TakeSeat

MOST_WAITING: Final = 64
"""A host that answers nothing must not fill the client's memory; a player cannot need more."""


class Commands:
    """The numbers and the waiting commands of one seat."""

    def __init__(self) -> None:
        self._last = 0
        self._waiting: dict[int, Command] = {}

    def next(self) -> int:
        """Return a number that this seat has not used."""
        self._last += 1
        return self._last

    def sent(self, command: Command) -> None:
        """Keep `command` until it is answered."""
        self._waiting[command.seq] = command
        while len(self._waiting) > MOST_WAITING:
            del self._waiting[next(iter(self._waiting))]

    def answered(self, seq: int) -> Command | None:
        """The host has answered `seq`; return the command, as it was sent last, if it waited."""
        return self._waiting.pop(seq, None)

    def go_on_above(self, seq: int) -> None:
        """The host has seen numbers up to `seq` from this seat."""
        self._last = max(self._last, seq)

    def once_more(self) -> tuple[Command, ...]:
        """Return what was not answered, in order, as it is to be sent on a new link.

        A nonce is for one deal, which may be over: a deal that still waits for it is told so anew.
        """
        for seq, command in self._waiting.items():
            if isinstance(command, Ready):
                self._waiting[seq] = replace(command, nonce=None)
        return tuple(self._waiting.values())

    @property
    def asks_for_a_seat(self) -> bool:
        """Whether a seat was asked for and no answer has come."""
        return any(isinstance(command, TakeSeat) for command in self._waiting.values())

    def drop(self) -> None:
        """Give up what waits: it was another seat's."""
        self._waiting.clear()
