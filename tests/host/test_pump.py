"""The pump: what is to be kept is on the disk before what follows is told (DESIGN.md 5)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from server.host.pump import Pump, Visible
from server.table.effects import Effect, Persist, Send, Wake
from server.wire.messages import Ping


def line(n: int) -> dict[str, object]:
    return {"n": n}


def keep(*numbers: int) -> Persist:
    return Persist(tuple(line(n) for n in numbers))


def say(n: int) -> Send:
    return Send(1, Ping(n))


@dataclass
class Shell:
    """A disk that answers when the test says so."""

    commits: list[list[dict[str, object]]] = field(default_factory=list)
    done: list[Visible | str] = field(default_factory=list)
    wakes: list[float] = field(default_factory=list)
    more: dict[int, list[Effect]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.pump = Pump(self.commit, self.carry_out, lambda: self.done.append("settled"), self.wakes.append)

    def commit(self, lines: Sequence[dict[str, object]]) -> None:
        self.commits.append(list(lines))

    def carry_out(self, effect: Visible) -> None:
        self.done.append(effect)
        assert isinstance(effect, Send)
        assert isinstance(effect.message, Ping)
        self.pump.take(self.more.get(effect.message.n, []))

    @property
    def said(self) -> list[int]:
        return [one.message.n for one in self.done if isinstance(one, Send) and isinstance(one.message, Ping)]


def test_what_needs_no_disk_is_done_at_once_and_settled_once() -> None:
    shell = Shell()
    shell.pump.take([say(1), say(2)])
    assert shell.done == [say(1), say(2), "settled"]
    assert shell.pump.idle


def test_nothing_overtakes_a_persist_but_the_clock() -> None:
    shell = Shell()
    shell.pump.take([say(1), keep(1), say(2), Wake(5.0)])
    assert (shell.said, shell.commits, shell.wakes) == ([1], [[line(1)]], [5.0])
    shell.pump.take([say(3)])
    assert shell.said == [1]
    assert not shell.pump.idle
    shell.pump.committed()
    assert shell.said == [1, 2, 3]
    assert shell.pump.idle


def test_what_came_during_a_commit_is_committed_together_next() -> None:
    shell = Shell()
    shell.pump.take([keep(1), say(1)])
    shell.pump.take([keep(2, 3), say(2), keep(4), say(3)])
    assert shell.commits == [[line(1)]]
    shell.pump.committed()
    assert shell.said == [1]
    assert shell.commits == [[line(1)], [line(2), line(3), line(4)]]
    shell.pump.committed()
    assert shell.said == [1, 2, 3]


def test_effects_of_effects_queue_up_behind_the_rest() -> None:
    shell = Shell(more={1: [say(10), keep(1), say(11)]})
    shell.pump.take([say(1), say(2)])
    assert shell.said == [1, 2, 10]
    shell.pump.committed()
    assert shell.said == [1, 2, 10, 11]


def test_effects_without_lines_settle_when_their_commit_is_done() -> None:
    shell = Shell()
    shell.pump.take([keep(1), say(1)])
    shell.done.clear()
    shell.pump.committed()
    assert shell.done == [say(1), "settled"]
