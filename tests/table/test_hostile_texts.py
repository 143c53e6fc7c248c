"""10,000 hostile names and texts through the table: what it tells others is clean, or it told nobody."""

from __future__ import annotations

import unicodedata
from dataclasses import fields, is_dataclass
from random import Random

from server.wire.codec import encode
from server.wire.messages import Code, Role, Say, ToClient
from server.wire.settings import Settings
from server.wire.text import CHAT_CELLS, NAME_CELLS, cells, clean_text
from tests.table.shell import new_shell
from tests.terminal.hostile_text import hostile_text

NAMES = 5_000
LINES = 5_000
NEVER = frozenset({"Cc", "Cf", "Cs", "Co", "Zl", "Zp"})


def texts(value: object) -> list[str]:
    """Return every text in a message, however deep."""
    if isinstance(value, str):
        return [value]
    if isinstance(value, tuple):
        return [text for item in value for text in texts(item)]
    if is_dataclass(value) and not isinstance(value, type):
        return [text for field in fields(value) for text in texts(getattr(value, field.name))]
    return []


def check(message: ToClient) -> None:
    """Fail where a message cannot be sent, or has a text that should not be drawn."""
    encode(message)
    for text in texts(message):
        assert not NEVER & {unicodedata.category(letter) for letter in text}, ascii(text)
        assert text == clean_text(text, CHAT_CELLS), ascii(text)


def test_hostile_names_come_in_clean_or_not_at_all() -> None:
    random = Random(8)
    shell = new_shell(Settings()).open()
    watcher = shell.join("Ann", Role.WATCH)
    shell.watchers.append(lambda peer, message: check(message))
    came = 0
    for _ in range(NAMES):
        peer = shell.join(hostile_text(random, 64) or "x", random.choice(list(Role)))
        if peer in shell.byes:
            assert shell.byes[peer].code in (Code.BAD_NAME, Code.NAME_TAKEN, Code.TABLE_FULL)
        else:
            came += 1
            names = [seat.name for seat in shell.table.core.seats]
            names += [link.name for link in shell.table.core.links.values()]
            assert all(cells(name) <= NAME_CELLS for name in names)
            shell.cut(peer)
        shell.stream.clear()
        del shell.inbox[peer]
    assert came > NAMES // 10
    assert watcher in shell.table.core.links


def test_hostile_lines_are_told_clean_or_refused() -> None:
    random = Random(9)
    shell = new_shell(Settings()).open()
    speaker, hearer = shell.join("Minji"), shell.join("Jun")
    shell.watchers.append(lambda peer, message: check(message))
    said = 0
    for _ in range(LINES):
        text = hostile_text(random, 800)
        answer = shell.give(speaker, lambda seq, text=text: Say(seq, text or "x"))  # type: ignore[misc]
        assert answer is not None
        said += answer.TAG == "ack"
        shell.stream.clear()
        shell.inbox[speaker].clear()
    assert said > LINES // 2
    assert shell.table.core.links.keys() == {speaker, hearer}
