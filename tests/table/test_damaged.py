"""A damaged journal is refused as one, or gives a table that can be played: never an error of Terra's own."""

from __future__ import annotations

from random import Random

from server.table.effects import Send
from server.table.journal import JournalError
from server.table.table import Table
from server.wire.codec import encode
from server.wire.messages import Hello, Role, Snapshot
from server.wire.snapshots import fit_snapshot
from tests.table.damage import Lines, damaged, evening
from tests.table.shell import seeded

CASES = 2_000


def opened(lines: Lines) -> bool:
    """Return whether the journal is taken; then the table opens, and all it says can be sent."""
    try:
        table = Table.restore(lines, entropy=seeded(1))
    except JournalError:
        return False
    effects = table.open(1.0)
    effects += table.connected(1.1, 1, Hello(1, Role.WATCH, "New"))
    effects += table.connected(1.2, 2, Hello(1, Role.PLAY, "Newer"))
    for second in range(2, 8):
        effects += table.tick(float(second))
    for effect in effects:
        if isinstance(effect, Send):
            message = effect.message
            encode(fit_snapshot(message) if isinstance(message, Snapshot) else message)
    return True


def test_a_journal_of_every_kind_of_line_is_taken() -> None:
    lines = evening()
    kinds = {line["t"] for line in lines}
    assert kinds >= {"_table", "_settings", "_seat", "_owner", "_pause", "_commit", "_shown", "game", "deal", "end"}
    assert any("_seq" in line for line in lines)
    assert opened(lines)


def test_one_that_was_damaged_is_refused_or_can_be_played() -> None:
    lines, dice = evening(), Random(11)
    taken = sum(opened(damaged(lines, dice)) for _ in range(CASES))
    assert CASES * 0.1 < taken < CASES * 0.9
