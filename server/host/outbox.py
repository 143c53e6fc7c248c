"""What waits to be sent to one peer: little, for the newest snapshot and roster replace what was not sent."""

from __future__ import annotations

from typing import Final

from server.host.bugs import log, place_of
from server.wire.codec import encode
from server.wire.messages import Roster, Snapshot, ToClient
from server.wire.snapshots import fit_snapshot, merge_snapshots

WAITING: Final = 256
"""The most messages that wait, besides a roster and a snapshot; a peer with more does not read."""

_SNAPSHOT: Final = -1
_ROSTER: Final = -2


class Encoder:
    """Encodes a message that goes to many peers once. `forget` it when that round of sending is over."""

    def __init__(self) -> None:
        # By identity: to compare or hash a snapshot costs as much as to encode it. The message is kept beside its
        # bytes, so its identity is not given to another one meanwhile.
        self._known: dict[int, tuple[ToClient, bytes]] = {}

    def encode(self, message: ToClient) -> bytes:
        """Return the frame of `message`."""
        known = self._known.get(id(message))
        if known is None:
            if len(self._known) >= WAITING:
                self.forget()
            known = self._known[id(message)] = (message, _frame(message))
        return known[1]

    def forget(self) -> None:
        """Drop what is kept."""
        self._known.clear()


def _frame(message: ToClient) -> bytes:
    """Return the frame of `message`; b"" where it has none, which is a bug that must not cost anybody the table."""
    try:
        return encode(fit_snapshot(message) if isinstance(message, Snapshot) else message)
    except ValueError as error:
        log.error("an error in Terra itself: a %s could not be sent (%s)", message.TAG, place_of(error))
        return b""


class Outbox:
    """The messages for one peer, in order. Knows no socket: `put`, then `drain` when the peer takes more."""

    def __init__(self) -> None:
        self._messages: dict[int, ToClient] = {}      # in sending order
        self._told: list[int] = []
        self._next = 0

    def __len__(self) -> int:
        return len(self._messages)

    def put(self, message: ToClient, told: int | None = None) -> bool:
        """Let `message` wait; return False, and take nothing, where too much waits already.

        Args:
            message: a snapshot takes the place of one that waits and tells its events too; so does a roster.
            told: a number that `drain` gives back with the bytes.
        """
        if isinstance(message, Snapshot):
            older = self._messages.pop(_SNAPSHOT, None)
            if isinstance(older, Snapshot):
                message = merge_snapshots(older, message)
            self._messages[_SNAPSHOT] = message
        elif isinstance(message, Roster):
            self._messages.pop(_ROSTER, None)
            self._messages[_ROSTER] = message
        elif len(self._messages) >= WAITING:
            return False
        else:
            self._messages[self._next] = message
            self._next += 1
        if told is not None:
            self._told.append(told)
            del self._told[:-WAITING]
        return True

    def drain(self, encoder: Encoder) -> tuple[bytes, list[int]]:
        """Return the frames of all that waits, and the numbers that came with them; nothing waits any more."""
        data = b"".join([encoder.encode(message) for message in self._messages.values()])
        told = list(dict.fromkeys(self._told))
        self._messages.clear()
        self._told = []
        return data, told
