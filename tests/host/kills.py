"""`python -m tests.host.kills [TIMES [SEED]]`: a host killed at random moments, resumed each time (DESIGN.md 5).

Two players of flesh (scripts) and a bot play on through all of it. After each `kill -9`, also one in the middle of
a recovery, the journal must hold every move that was acknowledged, once, and give the same table again; in the
end a game is played to its end, with the scores that the record says.
"""

from __future__ import annotations

import asyncio
import os
import random
import signal
import sys
import tempfile
from contextlib import AsyncExitStack, suppress
from dataclasses import dataclass, field
from pathlib import Path

from server.engine.events import GameEnded
from server.records.store import Store
from server.table.table import Table
from server.wire.messages import Snapshot, Welcome
from tests.host.caller import calling
from tests.host.player import Player
from tests.host.process import HostProcess, begin

TABLE = ("--seats", "3", "--bots", "1", "--level", "easy", "--pace", "0", "--ron-window", "0.02")
LONGEST_LIFE = 1.2
"""Seconds. Shorter than a start takes on a slow machine, and long enough for some rounds on a fast one."""
PATIENCE = 60.0


@dataclass
class Human:
    """Somebody who comes back with a token.

    Attributes:
        acknowledged: the numbers of all moves that the host ever acknowledged.
    """

    name: str
    token: bytes | None = None
    seat: int = -1
    acknowledged: set[int] = field(default_factory=set)
    ended: GameEnded | None = None

    async def play(self, port: int, games: int) -> None:
        """Play until the host is gone, or so many games have ended."""
        async with calling(port) as caller:
            welcome: Welcome = await caller.enter(self.name, token=self.token)
            assert welcome.seat is not None
            assert self.seat in (-1, welcome.seat)
            self.token, self.seat = welcome.token, welcome.seat
            player = Player(caller, self.seat)
            try:
                await player.play(games)
            finally:
                self.acknowledged |= set(player.acknowledged)
            events = [one.event for heard in caller.heard if isinstance(heard, Snapshot) for one in heard.events]
            self.ended = next(event for event in reversed(events) if isinstance(event, GameEnded))


@dataclass
class Evening:
    """A table that is killed again and again."""

    folder: Path
    humans: tuple[Human, ...] = (Human("Minji"), Human("Jun"))
    begun: bool = False
    lives: int = 0

    async def live(self, longest: float | None) -> None:
        """Let the host live for so many seconds; None is until a game has ended."""
        host = await begin(self.folder, *(("--resume",) if self.begun else TABLE), development=False)
        async with AsyncExitStack() as stack:
            stack.push_async_callback(self.bury, host)
            if longest is not None:
                asyncio.get_running_loop().call_later(longest, self.kill, host)
            try:
                await host.listening()
            except AssertionError:
                return                       # killed before, in its start or its recovery
            self.begun = True
            async with asyncio.timeout(PATIENCE):
                plays = (human.play(host.port, 1 if longest is None else 10**6) for human in self.humans)
                outcomes = await asyncio.gather(*plays, return_exceptions=longest is not None)
            # Only the end of the host may end the play.
            for outcome in outcomes:
                if isinstance(outcome, BaseException):
                    assert isinstance(outcome, OSError) or "the host closed" in str(outcome), outcome

    def kill(self, host: HostProcess) -> None:
        """`kill -9`, past asyncio: its own `kill` may reap the process under its watcher's hands."""
        if host.process.returncode is None:
            with suppress(ProcessLookupError):
                os.kill(host.process.pid, signal.SIGKILL)

    async def bury(self, host: HostProcess) -> None:
        """Make sure that it is gone."""
        self.kill(host)
        await host.process.wait()
        self.lives += 1

    def check(self) -> list[dict[str, object]]:
        """Check the journal; return its lines."""
        store = Store.open(self.folder / "terra" / "games.db", create=False)
        (row,) = store.games()
        lines = store.lines(row.game)
        store.close()
        if lines:
            assert Table.restore(lines).evening == row.game
        done = [(seat, seq) for line in lines for seat, seq in line.get("_seq", ())]
        assert len(done) == len(set(done)), "a move was done twice"
        for human in self.humans:
            lost = {(human.seat, seq) for seq in human.acknowledged} - set(done)
            assert not lost, f"acknowledged and lost: {lost}"
        return lines


async def kill_and_resume(folder: Path, times: int, seed: int, show: bool = False) -> int:
    """Kill a host `times` times, at moments drawn from `seed`; return how many moves were played through it all."""
    chance = random.Random(seed)
    evening = Evening(folder, (Human("Minji"), Human("Jun")))
    while evening.lives < times:
        await evening.live(chance.uniform(0.0, LONGEST_LIFE))
        if evening.begun:
            lines = evening.check()
            if show:
                print(f"\r{evening.lives} kills, {len(lines)} lines ", end="", flush=True)
        else:
            # Nobody had come: what is there is an evening without players, and a new one begins.
            (folder / "terra" / "games.db").unlink(missing_ok=True)
            for rest in (folder / "terra").glob("games.db-*"):
                rest.unlink()
    await evening.live(None)
    lines = evening.check()
    end = next(line for line in reversed(lines) if line["t"] == "end")
    for human in evening.humans:
        assert human.ended is not None
        assert list(human.ended.scores) == end["scores"]
    return sum(len(human.acknowledged) for human in evening.humans)


def main(times: int, seed: int) -> None:
    """Run it, and say what was done."""
    with tempfile.TemporaryDirectory() as name:
        moves = asyncio.run(kill_and_resume(Path(name), times, seed, show=True))
    print(f"\n{times} kills (seed {seed}): {moves} moves acknowledged, none lost, none done twice")


if __name__ == "__main__":
    main(*(int(argument) for argument in [*sys.argv[1:], *("30", "1")[len(sys.argv) - 1 :]]))
