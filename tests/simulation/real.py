"""The race once for real: the real host on real sockets, put before a Ron again and again; and players who press.

`python -m tests.simulation.real host …` and `… player …` are its processes, for hosts and players in network
namespaces; a test may also run both on its own loop.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from server.engine.cards import Seat
from server.host.listening import listen
from server.host.options import HostOptions
from server.host.server import Host
from server.records.store import Store
from server.table.table import Table
from server.wire.codec import decode_to_client, encode
from server.wire.frames import FrameReader
from server.wire.limits import FRAME_LIMIT
from server.wire.messages import Claim, Hello, Kind, Ping, Pong, Raced, RaceLine, Role, Snapshot, Stage, Welcome
from server.wire.settings import Settings
from tests.simulation.track import position

SEATS = 3
LAYER: Seat = 0
FLOOR = 8
SEES, SPREAD = 0.180, 0.025
"""Seconds: the reaction of a player here; quicker than a human's, so that the test is."""
PINGS = 3
"""How many round trips of every link the host is to know before a race of first places."""


@dataclass(frozen=True, slots=True)
class Race:
    """One settled race, the first place first."""

    lines: tuple[RaceLine, ...]

    @property
    def paid(self) -> set[Seat]:
        """Who was paid."""
        return {line.seat for line in self.lines if line.verdict == "paid"}


class Racecourse:
    """A host whose table is put before a Ron as often as wanted, for those who sit in seats 1 and 2."""

    def __init__(self, folder: Path, settings: Settings, bind: str) -> None:
        self.settings = replace(settings, seats=SEATS, turn_time=0)
        self.table = Table(self.settings)
        self._store = Store.open(folder / "games.db")
        self._bind = bind
        options = HostOptions(discovery=False, port=0, bind=bind, settings=self.settings)
        self.host = Host(options, self.table, self._store)

    async def start(self) -> int:
        """Listen; return the port."""
        self._store.begin(self.table.evening, "Race", "2026-11-30T20:15:00Z")
        await self.host.start(listen(self._bind, 0))
        return self.host.port

    async def races(self, count: int, pings: int = 0) -> list[Race]:
        """Run so many races once all seats are taken, and so many pings of each link are answered."""
        core = self.table.core
        await until(lambda: all(seat.kind is Kind.HUMAN for seat in core.seats))
        await until(lambda: all(len(link._trips) >= pings for link in core.links.values()))
        return [await self._race() for _ in range(count)]

    async def _race(self) -> Race:
        core = self.table.core
        now = asyncio.get_running_loop().time()
        core.game = position(self.settings, LAYER, {1: FLOOR, 2: FLOOR}, FLOOR)
        core.stage = Stage.PLAY
        self.table.play.next_decision(now, timed=True)
        self.host._tick(now)
        await until(lambda: core.stage is not Stage.PLAY)
        raced = [event for _, event in core.recent if isinstance(event, Raced)]
        return Race(raced[-1].lines)

    async def stop(self) -> None:
        """Close everything."""
        await self.host.stop()


async def until(fact: Callable[[], bool]) -> None:
    """Let the loop run until `fact()` holds."""
    async with asyncio.timeout(60):
        while not fact():  # noqa: ASYNC110 - facts of another object
            await asyncio.sleep(0.002)


async def play(
    address: str, port: int, name: str, seed: int, *, presses: bool, seated: Callable[[], None]
) -> None:
    """Sit down, answer pings, and claim in each moment after a human's reaction, until the host closes."""
    random, reader = Random(seed), FrameReader(FRAME_LIMIT)
    read, write = await asyncio.open_connection(address, port)
    write.write(encode(Hello(1, Role.PLAY, name)))
    windows: set[int] = set()
    loop = asyncio.get_running_loop()
    try:
        while data := await read.read(65536):
            reader.feed(data)
            for payload in reader.payloads():
                message = decode_to_client(payload)
                if isinstance(message, Ping):
                    write.write(encode(Pong(message.n)))
                elif isinstance(message, Welcome):
                    seated()
                elif presses and isinstance(message, Snapshot) and message.moment is not None:
                    window = message.moment.window
                    if window not in windows:
                        windows.add(window)
                        reaction = max(0.11, random.gauss(SEES, SPREAD))
                        claim = Claim(len(windows), window, round(reaction * 1000))
                        loop.call_later(reaction, write.write, encode(claim))
    except ConnectionResetError:
        pass
    finally:
        write.close()


async def _host(options: argparse.Namespace) -> None:
    with TemporaryDirectory() as folder:
        settings = Settings(ron_window=options.window, ron_joint=options.joint)
        course = Racecourse(Path(folder), settings, options.bind)
        port = await course.start()
        options.port_file.write_text(f"{port}\n", encoding="ascii")
        races = await course.races(options.races, PINGS)
        await course.stop()
        print(json.dumps([[[line.seat, line.time, line.verdict] for line in race.lines] for race in races]))


def main() -> int:
    """Be a host or a player."""
    parser = argparse.ArgumentParser(prog="python -m tests.simulation.real")
    parts = parser.add_subparsers(dest="part", required=True)
    host = parts.add_parser("host")
    host.add_argument("--bind", default="127.0.0.1")
    host.add_argument("--port-file", type=Path, required=True)
    host.add_argument("--races", type=int, default=20)
    host.add_argument("--window", type=int, default=0)
    host.add_argument("--joint", type=int, default=0)
    player = parts.add_parser("player")
    player.add_argument("address")
    player.add_argument("port", type=int)
    player.add_argument("name")
    player.add_argument("--looks-on", action="store_true")
    options = parser.parse_args()
    if options.part == "host":
        asyncio.run(_host(options))
    else:
        seed = time.monotonic_ns()
        seated = partial(print, "seated", flush=True)
        presses = not options.looks_on
        asyncio.run(play(options.address, options.port, options.name, seed, presses=presses, seated=seated))
    return 0


if __name__ == "__main__":
    sys.exit(main())
