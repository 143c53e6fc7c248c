"""A record played through the engine again: every state it went through, and what happened between them."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from server.engine.apply import apply
from server.engine.events import Event
from server.engine.reasons import IllegalAction
from server.engine.rules import Rules, RulesError
from server.engine.state import Game, new_game
from server.wire.record import Line, RecordError, RecordPlayer, action_of, players_of, rules_of


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
    """Return the lines of a file.

    Raises:
        RecordError: a line is no JSON object, or the file no text in UTF-8.
        OSError: it cannot be read.
    """
    lines: list[Line] = []
    try:
        with path.open(encoding="utf-8") as file:
            for number, text in enumerate(file, 1):
                line = json.loads(text)
                if not isinstance(line, dict):
                    raise RecordError(f"line {number} is not an object")
                lines.append(line)
    except UnicodeDecodeError:
        raise RecordError("it is not a text in UTF-8") from None
    except (json.JSONDecodeError, RecursionError):
        raise RecordError(f"line {len(lines) + 1} is not JSON") from None
    return lines


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
            raise RecordError(f"line {number} is not legal: {error.reason}") from None
        except (RecordError, RulesError) as error:
            raise RecordError(f"line {number}: {error}") from None
    if current is None:
        raise RecordError("there is no game in it")
    yield current


def _step(number: int, line: Line, before: Game) -> Step:
    action = action_of(line, before)
    if action is not None:
        game, events = apply(before, action)
        return Step(number, line, before, game, events)
    if line.get("t") in ("settle", "end") and line.get("scores") != list(before.scores):
        raise RecordError(f"the scores are {line.get('scores')}, the rules give {list(before.scores)}")
    return Step(number, line, before, before, ())
