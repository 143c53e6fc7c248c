"""A record played through the engine again: every state it went through, and what happened between them."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from server.console.say import clipped
from server.console.text_lines import LineTooLong, text_lines
from server.engine.apply import apply
from server.engine.events import Event
from server.engine.reasons import IllegalAction
from server.engine.rules import Rules, RulesError
from server.engine.state import Game, new_game
from server.verify.words import WHY_NOT
from server.wire.record import Line, RecordError, RecordPlayer, action_of, players_of, rules_of

MOST_LINES: Final = 200_000
MOST_LETTERS: Final = 16 * 2**20
"""Lines and letters of one game; the longest of a thousand rounds has a third of them."""


@dataclass(frozen=True, slots=True)
class Step:
    """One line, and the game after it.

    Attributes:
        number: the line's, from 1.
        before, game: as it stood before the line and after; the same where it tells of no action.
        events: what happened, told in full.
    """

    number: int
    line: Line
    before: Game
    game: Game
    events: tuple[Event, ...]


@dataclass(slots=True)
class Replay:
    """One game of a record."""

    first: Line
    rules: Rules
    players: tuple[RecordPlayer, ...]
    steps: list[Step] = field(default_factory=list)

    @property
    def game(self) -> Game:
        """The game as the last line left it."""
        return self.steps[-1].game if self.steps else new_game(self.rules, len(self.players))


def read_file(path: Path) -> list[Line]:
    """Return the lines of a file, all of it held at once: for a screen.

    Raises:
        RecordError: as `read_lines`; the bounds are those of one game.
        OSError: it cannot be read.
    """
    return list(_parsed(path, by_game=False))


def read_lines(path: Path) -> Iterator[Line]:
    """Yield the lines of a file of any length, read as they are asked for.

    Raises:
        RecordError: a line is no JSON object, the file no text in UTF-8, or a line or a game longer than any is.
        OSError: it cannot be read.
    """
    return _parsed(path, by_game=True)


def _parsed(path: Path, *, by_game: bool) -> Iterator[Line]:
    number = since = letters = 0
    try:
        for number, text in enumerate(text_lines(path), 1):
            line = _object(number, text)
            if by_game and line.get("t") == "game":
                since = letters = 0
            since, letters = since + 1, letters + len(text)
            if since > MOST_LINES or letters > MOST_LETTERS:
                raise RecordError("line {number} is too far from the beginning of a game", number=number)
            yield line
    except UnicodeDecodeError:
        raise RecordError("it is not a text in UTF-8") from None
    except LineTooLong as error:
        raise RecordError("line {number} is too long", number=error.number) from None


def _object(number: int, text: str) -> Line:
    try:
        line = json.loads(text)
    except (ValueError, RecursionError):      # also a number of more digits than Python reads
        raise RecordError("line {number} is not JSON", number=number) from None
    if not isinstance(line, dict):
        raise RecordError("line {number} is not an object", number=number)
    return line


def replay(lines: Iterable[Line]) -> Iterator[Replay]:
    """Yield the games of a record, each played to its last line.

    Raises:
        RecordError: a line is malformed or not legal, or its scores are not those of the game; it names the line.
    """
    current: Replay | None = None
    for number, line in enumerate(lines, 1):
        try:
            if line.get("t") == "game":
                if current is not None:
                    yield current
                current = Replay(line, rules_of(line), players_of(line))
                new_game(current.rules, len(current.players))
            elif current is not None:
                current.steps.append(_step(number, line, current.game))
        except IllegalAction as error:
            why = RecordError(WHY_NOT[error.reason])
            raise RecordError("line {number} is not legal: {why}", number=number, why=why) from None
        except (RecordError, RulesError) as error:
            raise RecordError("line {number}: {why}", number=number, why=error) from None
        except RecursionError:
            raise RecordError("line {number} is nested too deep", number=number) from None
    if current is None:
        raise RecordError("there is no game in it")
    yield current


def _step(number: int, line: Line, before: Game) -> Step:
    action = action_of(line, before)
    if action is not None:
        game, events = apply(before, action)
        return Step(number, line, before, game, events)
    if line.get("t") in ("settle", "end") and line.get("scores") != list(before.scores):
        written = clipped(str(line.get("scores")))
        raise RecordError(
            "the scores are {written}, the rules give {right}", written=written, right=str(list(before.scores))
        )
    return Step(number, line, before, before, ())
