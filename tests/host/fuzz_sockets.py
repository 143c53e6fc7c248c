"""Mutated frames through real sockets: `python -m tests.host.fuzz_sockets --frames 100000 --seed 7`.

The host is a process of its own, in which a warning is an error. Two honest players and a bot play game after game
there; the fourth seat belongs to Eve, who plays too and sends damaged frames in between; strangers from many
addresses connect, say hello or not, send damaged frames and go. In the end the honest still have their first
connections, nothing they had acknowledged is missing from the record, and the process has not grown.
"""

from __future__ import annotations

import argparse
import asyncio
import tempfile
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from random import Random
from typing import Final, get_args

from server.records.store import Store
from server.table.table import Table
from server.wire.codec import decode_to_host, encode
from server.wire.errors import WireError
from server.wire.frames import HEADER
from server.wire.limits import PROTOCOL_VERSION
from server.wire.messages import Bye, Command, Hello, Leave, Pause, Ping, Pong, Role, Snapshot, TakeSeat, ToHost
from tests.host.caller import Caller, calling
from tests.host.player import Player
from tests.host.process import HostProcess, host_process
from tests.wire.fuzz import mutated
from tests.wire.generate import message

TABLE: Final = ("--seats", "4", "--bots", "1", "--level", "easy", "--pace", "0", "--ron-window", "0.02")
STRANGERS: Final = 6
"""How many strangers there are at a time."""
LONGEST_VISIT: Final = 12
"""Batches of frames that a stranger sends before it goes by itself."""
DAMAGED: Final = 0.3
"""The share of damaged frames: most of them are the last of their connection."""
WARM: Final = 0.5
"""The share of the frames after which the host has met everything, and what it holds is its measure."""


@dataclass
class Malice:
    """Makes damaged frames.

    Attributes:
        left: how many are still to be sent.
        warm: set once the host has met everything.
        ends: what became of them.
    """

    left: int
    rng: Random
    warm: asyncio.Event = field(default_factory=asyncio.Event)
    ends: Counter[str] = field(default_factory=Counter)

    def __post_init__(self) -> None:
        self._cold = self.left * (1 - WARM)
        kinds = [kind for kind in get_args(ToHost) if kind not in (Leave, TakeSeat)]     # who comes, or goes, may
        self._good = [message(kind, self.rng) for kind in kinds for _ in range(20)]
        self._payloads = [encode(good)[HEADER.size :] for good in self._good]

    def frame(self, seq: int) -> bytes:
        """Return the payload of one more frame: damaged, or good, out of place, and numbered so."""
        self.left -= 1
        if self.left < self._cold:
            self.warm.set()
        self.ends["frames"] += 1
        if self.rng.random() < DAMAGED:
            damaged = mutated(self.rng.choice(self._payloads), self._payloads, self.rng)
            if _number_of(damaged) <= seq:         # a higher one is good, and her last: none can come after it
                return damaged
        good = self.rng.choice(self._good)
        return encode(replace(good, seq=seq) if isinstance(good, get_args(Command)) else good)[HEADER.size :]

    def hello(self) -> Hello:
        """Return what a stranger says first, which is good form at least."""
        role = self.rng.choice((Role.WATCH, Role.WATCH, Role.PLAY))
        token = self.rng.randbytes(32) if self.rng.random() < 0.1 else None
        return Hello(PROTOCOL_VERSION, role, f"S{self.rng.randrange(10**6)}", token)

    def address(self) -> str:
        """Return one of this machine's many addresses, so that no limit by address ends the fuzz."""
        return f"127.0.{self.rng.randrange(1, 200)}.{self.rng.randrange(1, 250)}"


def _number_of(payload: bytes) -> int:
    """Return the number of a command, 0 for what is none."""
    try:
        message = decode_to_host(payload)
    except WireError:
        return 0
    return message.seq if isinstance(message, get_args(Command)) else 0


@dataclass
class Honest(Player):
    """Plays on, also where somebody paused the game."""

    def answer(self, snapshot: Snapshot) -> None:
        """Do what this snapshot calls for."""
        if snapshot.paused is not None:
            self.caller.send(Pause(self.caller.next_seq(), on=False))
        super().answer(snapshot)


async def sit(caller: Caller, name: str) -> Honest:
    """Take a seat."""
    welcome = await caller.enter(name)
    assert welcome.seat is not None
    return Honest(caller, welcome.seat)


async def visit(port: int, malice: Malice) -> None:
    """Be a stranger once: come, send, see each batch answered, go."""
    async with calling(port, source=malice.address()) as caller:
        if malice.rng.random() < 0.7:
            caller.send(malice.hello())
        for batch in range(LONGEST_VISIT):
            for _ in range(malice.rng.choice((1, 1, 1, 2, 5))):
                caller.send_payload(malice.frame(caller.next_seq()))
            if malice.rng.random() < 0.05:
                caller.send_raw(HEADER.pack(malice.rng.choice((0, 4097, 2**31, 2**32 - 1))) + b"\x00" * 9)
            if malice.rng.random() < 0.05:
                malice.ends["went in the middle"] += 1
                return
            caller.send(Ping(batch))
            if not await answered(caller, batch, malice.ends):
                return
    malice.ends["went by itself"] += 1


async def answered(caller: Caller, n: int, ends: Counter[str]) -> bool:
    """Return whether the host answered ping `n`; it may have hung up for what came before."""
    while (heard := await caller.read()) is not None:
        if isinstance(heard, Bye):
            ends[f"closed: {heard.code.value}"] += 1
        elif isinstance(heard, Pong) and heard.n == n:
            ends["taken"] += 1
            return True
    return False


async def strangers(port: int, malice: Malice) -> None:
    """Come again and again, until all is sent."""
    while malice.left > 0:
        with suppress(ConnectionError):
            await visit(port, malice)


async def eve(port: int, malice: Malice) -> None:
    """Hold a seat, play, and send damaged frames; come back when cut, for as long as the seat is kept."""
    token: bytes | None = None
    while True:
        with suppress(ConnectionError, AssertionError):      # cut, which is what the frames are for
            async with calling(port, source="127.0.0.2") as caller:
                welcome = await caller.enter("Eve", token=token)
                assert welcome.seat is not None
                token = welcome.token
                player = Honest(caller, welcome.seat)
                while True:
                    await player.step()
                    if malice.left > 0 and malice.rng.random() < 0.3:
                        caller.send_payload(malice.frame(caller.next_seq()))
                        malice.ends["from Eve's seat"] += 1
        malice.ends["Eve cut"] += 1


async def play_on(player: Player, malice: Malice) -> None:
    """Play until all is sent, and then one more game to its end."""
    while malice.left > 0:
        await player.step()
    await player.play(player.games + 1)


def held(host: HostProcess) -> int:
    """Return the memory that is a host's own, in kB (Linux)."""
    text = Path(f"/proc/{host.process.pid}/status").read_text("ascii")
    lines = dict(line.split(":", 1) for line in text.splitlines())
    return int(lines["RssAnon"].split()[0]) + int(lines["VmSwap"].split()[0])


def missing(folder: Path, players: list[Honest]) -> set[tuple[int, int]]:
    """Return the moves that were acknowledged and are not in the record, which must give the table again."""
    store = Store.open(folder / "terra" / "games.db", create=False)
    try:
        (row,) = store.games()
        lines = store.lines(row.game)
    finally:
        store.close()
    assert Table.restore(lines).evening == row.game
    done = {(seat, seq) for line in lines for seat, seq in line.get("_seq", ())}
    return {(player.seat, seq) for player in players for seq in player.acknowledged} - done


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a fuzz came to: ends of frames, the host's memory (kB) when warm and in the end, games and moves."""

    ends: Counter[str]
    warm: int
    last: int
    games: int
    moves: int
    errors: str


async def fuzz(folder: Path, frames: int, seed: int) -> Outcome:
    """Send `frames` hostile frames to one host whose data lie in `folder`."""
    malice = Malice(frames, Random(seed))
    async with host_process(folder, *TABLE) as host:
        async with calling(host.port) as minji, calling(host.port) as jun:
            players = [await sit(minji, "Minji"), await sit(jun, "Jun")]
            async with asyncio.TaskGroup() as group:
                third = group.create_task(eve(host.port, malice))
                for _ in range(STRANGERS):
                    group.create_task(strangers(host.port, malice))
                async with asyncio.TaskGroup() as honest:
                    for player in players:
                        honest.create_task(play_on(player, malice))
                    await malice.warm.wait()
                    warm = held(host)
                third.cancel()
            last = held(host)
        host.process.terminate()
        await host.ended()
        errors = await host.errors()
    assert not missing(folder, players)
    moves = sum(len(player.acknowledged) for player in players)
    return Outcome(malice.ends, warm, last, min(player.games for player in players), moves, errors)


def main() -> None:
    """Run as a command, and print what the frames came to."""
    parser = argparse.ArgumentParser(description="Mutated frames through real sockets into a host's process.")
    parser.add_argument("--frames", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="terra-") as folder:
        outcome = asyncio.run(fuzz(Path(folder), options.frames, options.seed))
    for end, count in sorted(outcome.ends.items()):
        print(f"{end:28} {count:9}")
    print(f"the honest: {outcome.games} games, {outcome.moves} moves")
    print(f"the host's memory: {outcome.warm} kB when warm, {outcome.last} kB in the end")
    print(outcome.errors, end="")


if __name__ == "__main__":
    main()
