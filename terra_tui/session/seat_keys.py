"""Which of the kept keys a client shows to a host, in which order, and that it plays with one of them."""

from __future__ import annotations

import contextlib
from typing import Final

from terra_tui.session.address import Address, same_machine
from terra_tui.session.held_seats import HeldSeat
from terra_tui.session.keyring import Key, Keyring

MOST_GUESSES: Final = 8
"""Keys of other ports that are tried; a host answers only so many hellos in a row."""


class SeatKeys:
    """The keys of one session.

    Attributes:
        passed_over: a key that was not shown, because another client of this account plays that seat.
    """

    def __init__(self, keyring: Keyring, address: Address, name: str, *, insist: bool, key: Key | None) -> None:
        """Nothing is held yet.

        Args:
            insist: take a seat over from another client of this account.
            key: the one to begin with, wherever it was kept for.
        """
        self._keyring = keyring
        self._address = address
        self._name = name
        self._insist = insist
        self._given = key
        self._guesses: list[Key] | None = None
        self._held: HeldSeat | None = None
        self._held_key: Key | None = None
        self.passed_over: Key | None = None

    def first(self) -> Key | None:
        """Return the key to begin with: the given one once, else what was kept for this address and name."""
        key, self._given = self._given, None
        return key or self._usable(self._keyring.find(str(self._address), self._name))

    def guess(self) -> Key | None:
        """Return a key of this name for another port of the same machine, each once: a host may have moved."""
        if self._guesses is None:
            moved = [key for key in self._keyring.named(self._name) if self._may_have_moved(key)]
            self._guesses = moved[:MOST_GUESSES]
        while self._guesses:
            key = self._usable(self._guesses.pop(0))
            if key is not None:
                return key
        return None

    def hold(self, key: Key) -> None:
        """Let other clients of this account know that the seat of `key` is played."""
        if self._held_key is not None and self._keyring.lock_of(self._held_key) == self._keyring.lock_of(key):
            return
        self.release()
        with contextlib.suppress(OSError):      # a folder that cannot be written to ends nothing
            self._held = HeldSeat(self._keyring.lock_of(key))
            self._held_key = key

    def release(self) -> None:
        """The seat is no longer played here."""
        if self._held is not None:
            self._held.release()
        self._held = self._held_key = None

    def _usable(self, key: Key | None) -> Key | None:
        if key is None or self._insist or not self._keyring.is_held(key):
            return key
        self.passed_over = key
        return None

    def _may_have_moved(self, key: Key) -> bool:
        # A key goes to no other machine than the one it came from: who has it, has the seat.
        return key.address != str(self._address) and same_machine(key.address, str(self._address))
