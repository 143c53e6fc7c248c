"""How classes and fields are spelt on the wire; keys are short only in what is sent after each move."""

from __future__ import annotations

from typing import Final, get_args

from server.engine.events import (
    Dealt,
    Drew,
    FalselyRonned,
    GameEnded,
    Kept,
    Laid,
    Matched,
    Reshuffled,
    Ronned,
    RoundEnded,
    TerraEnded,
)
from server.wire.messages import (
    Changed,
    Clock,
    GameView,
    Moment,
    Move,
    Numbered,
    Raced,
    Said,
    Snapshot,
    ToClient,
    ToHost,
)

TYPE_KEY: Final = "t"
"""Tells the class of a message."""
MOVE_KEY: Final = "a"
"""Tells the class of an `Act`'s move."""
EVENT_KEY: Final = "e"
"""Tells the class of an event."""

EVENT_TAGS: Final[dict[type, str]] = {
    Dealt: "dealt",
    Laid: "laid",
    Drew: "drew",
    Matched: "matched",
    Kept: "kept",
    TerraEnded: "terra_ended",
    Reshuffled: "reshuffled",
    Ronned: "ronned",
    FalselyRonned: "falsely_ronned",
    RoundEnded: "round_ended",
    GameEnded: "game_ended",
    Raced: "raced",
    Said: "said",
    Changed: "changed",
}
"""Stable: a record of the wire stays readable when a class is renamed."""

KEYS: Final[dict[type, dict[str, str]]] = {
    Snapshot: {"stage": "st", "view": "vw", "moment": "mo", "clock": "ck", "events": "ev"},
    GameView: {
        "phase": "ph",
        "round": "rd",
        "lead": "ld",
        "turn": "tn",
        "floor": "fl",
        "layer": "by",
        "under": "un",
        "deck": "dk",
        "cards": "cd",
        "scores": "sc",
        "round_start": "rs",
        "terra": "te",
        "fresh_terra": "ft",
        "ron_open": "ro",
        "hand": "hd",
        "drawn": "dr",
    },
    Moment: {"window": "id", "left": "lf", "length": "of"},
    Clock: {"left": "lf", "total": "of"},
    Numbered: {"event": "is"},
}
"""Fields that are spelt shorter than in the code; all others are spelt as there."""


def tag_of(cls: type) -> tuple[str, str]:
    """Return the key and the tag that tell `cls` where a value may be of several classes.

    Raises:
        TypeError: `cls` is no message, move or event.
    """
    if cls in EVENT_TAGS:
        return EVENT_KEY, EVENT_TAGS[cls]
    if cls in get_args(Move):
        return MOVE_KEY, str(vars(cls)["TAG"])
    if cls in get_args(ToHost) or cls in get_args(ToClient):
        return TYPE_KEY, str(vars(cls)["TAG"])
    raise TypeError(f"{cls.__name__} has no tag")


def key_of(cls: type, field: str) -> str:
    """Return how `field` of `cls` is spelt on the wire."""
    return KEYS.get(cls, {}).get(field, field)
