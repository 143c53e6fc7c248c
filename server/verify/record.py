"""A whole record checked: games, one after another."""

from __future__ import annotations

from collections.abc import Iterable

from server.verify.game import GameCheck
from server.verify.reading import Wrong, entries
from server.verify.report import Report


def check_record(lines: Iterable[str]) -> Report:
    """Check every line of a record and return what was found right.

    Args:
        lines: the file's lines, with or without their line ends.

    Raises:
        Wrong: with the first line that is wrong, and a sentence that says why.
    """
    report = Report()
    game: GameCheck | None = None
    for entry in entries(lines):
        if entry.kind == "game":
            if game is not None:
                game.close()
            game = GameCheck(entry, report)
        elif game is None:
            raise entry.wrong("A record begins with a `game` line.")
        else:
            game.take(entry)
    if game is None:
        raise Wrong(1, "There is no game in this file.")
    game.close()
    return report
