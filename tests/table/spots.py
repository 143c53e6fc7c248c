"""Positions and questions that the race's tests share: four humans, and a turn that has just ended."""

from __future__ import annotations

from server.engine.state import Game
from server.wire.messages import Change, Changed, Raced, RaceLine, Refusal
from server.wire.settings import Settings
from tests.engine.positions import position
from tests.table.shell import Shell

FOUR = Settings(seats=4)
BARE = Settings(seats=4, ron_window=0, ron_joint=0)
A, B, C, D = range(4)


def laid_eight(**changes: object) -> Game:
    """A laid an 8; B is next, C and D hold one 8 each."""
    values: dict[str, object] = {"floor": 8, "turn": B, "layer": A, **changes}
    return position((1, 2, 3), (5, 6, 7), (8,), (8,), **values)  # type: ignore[arg-type]


def laid_five() -> Game:
    """A laid a 5: C's 5 and D's 11 fit, B holds three cards."""
    return position((1, 2, 3), (4, 6, 9), (5,), (11,), floor=5, turn=B, layer=A)


def code(answer: object) -> str:
    """Return the code of a refusal."""
    assert isinstance(answer, Refusal)
    return answer.code


def raced(shell: Shell, peer: int) -> tuple[RaceLine, ...]:
    """Return the lines of the race that `peer` was told of."""
    return next(event.lines for event in shell.events(peer) if isinstance(event, Raced))


Seated = tuple[Shell, list[int]]


def changes(shell: Shell, peer: int) -> list[Change]:
    """Return what `peer` was told of changes at the table, in order."""
    return [event.what for event in shell.events(peer) if isinstance(event, Changed)]
