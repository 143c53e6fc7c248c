"""`python -m tests.host.kills --times 200 --seed 7`: a host killed at random moments, resumed each time.

Two players of flesh (scripts) and a bot play on through all of it. After each `kill -9`, also one in the middle of
a recovery, the journal must hold every move that was acknowledged, once, and give the same table again; in the
end a game is played to its end, with the scores that the record says.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import random
import signal
import tempfile
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import AsyncExitStack, suppress
from dataclasses import dataclass, field
from multiprocessing import get_context
from pathlib import Path

from server.engine.events import GameEnded
from server.records.store import Store
from server.table.table import Table
from server.wire.messages import Snapshot, Welcome
from tests.host.caller import calling
from tests.host.player import Player
from tests.host.process import HostProcess, begin

TABLE = ("--seats", "3", "--bots", "1", "--level", "easy", "--pace", "0", "--ron-window", "0.02")
LONGEST_LIFE = 0.5
"""Seconds after the start; long enough for a round or two, players' returns included."""
IN_STARTS = 0.3
"""The share of kills that come while a host starts: with a game in its store, that is a recovery."""
AN_EVENING = 50
"""Kills of one table. Its journal is read again after each of them, and grows."""
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
    chance: random.Random
    humans: tuple[Human, ...] = field(default_factory=lambda: (Human("Minji"), Human("Jun")))
    begun: bool = False
    start: float = 0.0
    lives: int = 0
    in_starts: int = 0

    async def live(self, longest: float | None) -> None:
        """Let the host live for so many seconds at most; None is until a game has ended."""
        loop = asyncio.get_running_loop()
        host = await begin(self.folder, *(("--resume",) if self.begun else TABLE), development=False)
        async with AsyncExitStack() as stack:
            stack.push_async_callback(self.bury, host)
            if longest is not None and self.start and self.chance.random() < IN_STARTS:
                loop.call_later(self.chance.uniform(0.0, self.start), self.kill, host)
            begun = time.monotonic()
            try:
                await host.listening()
            except AssertionError:
                self.in_starts += 1          # killed before, in its start or its recovery
                return
            self.begun = True
            self.start = time.monotonic() - begun
            if longest is not None:
                loop.call_later(self.chance.uniform(0.0, longest), self.kill, host)
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


async def kill_and_resume(folder: Path, times: int, seed: str) -> Evening:
    """Kill a host `times` times, at moments drawn from `seed`; return the evening, checked to its end."""
    evening = Evening(folder, random.Random(seed))
    while evening.lives < times:
        await evening.live(LONGEST_LIFE)
        evening.check()
    await evening.live(None)
    lines = evening.check()
    end = next(line for line in reversed(lines) if line["t"] == "end")
    for human in evening.humans:
        assert human.ended is not None
        assert list(human.ended.scores) == end["scores"]
    return evening


def one_evening(times: int, seed: str) -> tuple[int, int, int]:
    """Return how many kills there were, how many of them in starts, and how many moves were acknowledged."""
    with tempfile.TemporaryDirectory() as name:
        evening = asyncio.run(kill_and_resume(Path(name), times, seed))
    return evening.lives - 1, evening.in_starts, sum(len(human.acknowledged) for human in evening.humans)


def evenings(times: int, seed: int, jobs: int) -> Iterator[tuple[int, int, int]]:
    """Kill hosts `times` times, `jobs` tables side by side; yield what `one_evening` says, of each."""
    shares = [min(AN_EVENING, times - done) for done in range(0, times, AN_EVENING)]
    with ProcessPoolExecutor(jobs, mp_context=get_context("spawn")) as pool:
        yield from pool.map(one_evening, shares, [f"{seed}/{number}" for number in range(len(shares))])


def main() -> None:
    """Run as a command, and say what was done."""
    parser = argparse.ArgumentParser(description="A host killed at random moments, and resumed.")
    parser.add_argument("--times", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2, help="tables side by side")
    options = parser.parse_args()
    for kills, in_starts, moves in evenings(options.times, options.seed, options.jobs):
        print(
            f"{kills} kills, {in_starts} of them in starts and recoveries: "
            f"{moves} moves acknowledged, none lost, none done twice",
            flush=True,
        )


if __name__ == "__main__":
    main()
