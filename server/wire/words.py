"""The words that a field of a message may hold; docs/protocol.md says what each means."""

from __future__ import annotations

from enum import StrEnum
from typing import Final

SOLO: Final = "Solo"
"""What a table is called whose other seats are all bots'; everybody is told it in their own language."""


class Role(StrEnum):
    """What a peer wants to be."""

    PLAY = "play"
    WATCH = "watch"


class Stage(StrEnum):
    """Where a table stands."""

    LOBBY = "lobby"          # before the first deal
    DEALING = "dealing"      # waiting, a second at most, for the players' nonces
    PLAY = "play"            # a round runs
    BETWEEN = "between"      # a round has ended; the next starts when all are ready or by itself
    OVER = "over"            # the game has ended; all ready again is a rematch


class Kind(StrEnum):
    """Who sits in a seat."""

    OPEN = "open"
    HUMAN = "human"
    BOT = "bot"


class Presence(StrEnum):
    """How a human's link is."""

    HERE = "here"
    UNSTEADY = "unsteady"        # nothing heard for 4 s
    AWAY = "away"                # nothing heard for 8 s, or the link is gone
    STAND_IN = "stand_in"        # away, and a bot plays the seat meanwhile


class Verdict(StrEnum):
    """What became of a Ron."""

    PAID = "paid"
    LATE = "late"
    FALSE = "false"


class Code(StrEnum):
    """Why a command is refused or a link is closed, beside the engine's `Reason` codes."""

    BAD_FRAME = "bad_frame"                  # a length over the limit, or not msgpack
    BAD_MESSAGE = "bad_message"              # unknown type or field, a wrong type, a value out of range
    UNEXPECTED = "unexpected"                # a message that has no place now (before hello, a second hello)
    VERSION = "version"                      # args: host's version
    PASSPHRASE = "passphrase"                # wrong or missing
    TOO_MANY_TRIES = "too_many_tries"
    TABLE_FULL = "table_full"
    CROWDED = "crowded"                      # no room for one more spectator
    NAME_TAKEN = "name_taken"
    BAD_NAME = "bad_name"
    BAD_TOKEN = "bad_token"                  # no seat is held by this token
    NO_WATCHING = "no_watching"
    GAME_RUNNING = "game_running"            # not while a game runs
    NOT_STARTED = "not_started"              # no game runs
    NOT_OWNER = "not_owner"
    NOT_PLAYER = "not_player"                # a spectator cannot do that
    NOT_READY = "not_ready"                  # seats are open or players are not ready
    NO_SUCH_SEAT = "no_such_seat"
    SEAT_TAKEN = "seat_taken"
    BAD_SETTINGS = "bad_settings"
    PAUSED = "paused"
    LATE = "late"                            # a Ron for a moment that has passed (R5.8)
    CLAIMED = "claimed"                      # a Ron of this window by this seat is in already
    HELD = "held"                            # an action of this turn is in already
    TOO_FAST = "too_fast"                    # the rate limit
    STALE = "stale"                          # an action for a revision that has passed
    FENCED = "fenced"                        # the seat was taken over by a newer link
    KICKED = "kicked"
    SLOW = "slow"                            # no progress for 10 s
    CLOSING = "closing"                      # the host goes down
    STORE = "store"                          # the host cannot write its records
    LEFT = "left"                            # as asked
    SILENT = "silent"                        # no hello, or nothing heard


class Change(StrEnum):
    """What happened at the table beside the game."""

    JOINED = "joined"
    LEFT = "left"
    AWAY = "away"
    BACK = "back"
    STAND_IN = "stand_in"        # a bot plays an away seat
    BOT = "bot"                  # a bot sits there now
    KICKED = "kicked"
    OWNER = "owner"
    PAUSED = "paused"
    UNPAUSED = "unpaused"
    TIMED_OUT = "timed_out"      # the clock ran out, the default was done
    RESUMED = "resumed"          # the host came back
    SETTINGS = "settings"
