"""From a table's journal to a record that may be given away: nothing private, nothing of a round that still runs.

Whoever hosts a table plays at it too: all that shows or writes a kept game takes it from here, with no hand early.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

from server.engine.events import EndReason
from server.wire.record import Line

PRIVATE: Final = "_"
"""What begins with it never leaves the host's machine: lines by their `t`, and keys."""
LEFT_OUT: Final = "The round that has not ended is left out."


def public_lines(journal: Sequence[Mapping[str, object]], finished: bool) -> Iterator[Line]:
    """Yield the lines of a record; of an evening that may go on, those of rounds that have ended only.

    Args:
        journal: a table's lines, in order.
        finished: the evening is over: nobody plays with its last cards any more.
    """
    end = len(journal) if finished else _end_of_what_is_over(journal)
    for line in journal[:end]:
        if not str(line.get("t", "")).startswith(PRIVATE):
            yield {key: value for key, value in line.items() if not key.startswith(PRIVATE)}


def leaves_out(journal: Sequence[Mapping[str, object]], finished: bool) -> bool:
    """Return whether `public_lines` leaves out a round that has not ended."""
    return not finished and _running_deal(journal) is not None


def _end_of_what_is_over(journal: Sequence[Mapping[str, object]]) -> int:
    """Return how many lines come before the running round, and before its game where that is its first."""
    running = _running_deal(journal)
    end = len(journal) if running is None else running
    begun = next((number for number in reversed(range(end)) if journal[number].get("t") == "game"), None)
    if begun is not None and not any(line.get("t") == "deal" for line in journal[begun:end]):
        return begun
    return end


def _running_deal(journal: Sequence[Mapping[str, object]]) -> int | None:
    """Return which line dealt the round that has not ended, or None."""
    found = None
    for number, line in enumerate(journal):
        if line.get("t") == "deal":
            found = number
        elif line.get("t") in ("settle", "end"):
            found = None
    return found


def is_over(lines: Iterable[Line]) -> bool:
    """Return whether the last game of an evening was played to its end, whether or not the table is still there."""
    kinds = [line["t"] for line in lines if line["t"] in ("deal", "end")]
    return kinds[-1:] == ["end"]


def was_stopped(lines: Sequence[Line]) -> bool:
    """Return whether the last game of an evening was ended by hand, with no winner."""
    last = next((line for line in reversed(lines) if line["t"] in ("deal", "end")), None)
    return last is not None and last["t"] == "end" and last.get("reason") == EndReason.STOPPED.value
