"""From a table's journal to a record that may be given away: nothing private, no seed of a running round."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from server.wire.record import Line

PRIVATE = "_"
"""What begins with it never leaves the host's machine: lines by their `t`, and keys."""


def public_lines(journal: Sequence[Mapping[str, object]], finished: bool) -> Iterator[Line]:
    """Yield the lines of a record.

    Args:
        journal: a table's lines, in order.
        finished: the evening is over: the last seed is no secret any more.
    """
    open_deal = None if finished else _running_deal(journal)
    for number, line in enumerate(journal):
        if str(line.get("t", "")).startswith(PRIVATE):
            continue
        shown = {key: value for key, value in line.items() if not key.startswith(PRIVATE)}
        if number == open_deal:
            shown.pop("seed", None)
        yield shown


def _running_deal(journal: Sequence[Mapping[str, object]]) -> int | None:
    """Return which line dealt the round that has not ended, or None."""
    found = None
    for number, line in enumerate(journal):
        if line.get("t") == "deal":
            found = number
        elif line.get("t") in ("settle", "end"):
            found = None
    return found
