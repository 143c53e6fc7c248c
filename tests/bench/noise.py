"""Noise: what a player notices of 200 spectators that talk all the time, or send as many frames as nobody would.

Issue 4 asks that no stranger can hold up the table, and for an exit within 2 s of SIGTERM.
"""

from __future__ import annotations

import asyncio
import signal
import tempfile
import time
from pathlib import Path

from server.wire.messages import Ping, Pong
from tests.bench.crowd import memory, running
from tests.host.caller import Caller, calling
from tests.host.process import host_process

NOISY, PINGS, SECONDS = 200, 200, 10.0

NOISE = """
import asyncio, struct, sys, time, msgpack
port, count, lines, pings, seconds = int(sys.argv[1]), int(sys.argv[2]), *map(float, sys.argv[3:6])
def frame(message):
    data = msgpack.packb(message)
    return struct.pack(">I", len(data)) + data
class Noise(asyncio.Protocol):
    alive, seq = True, 0
    def connection_made(self, transport):
        self.transport = transport
    def connection_lost(self, error):
        self.alive = False
async def main():
    loop = asyncio.get_running_loop()
    crowd = []
    for n in range(count):
        _, one = await loop.create_connection(Noise, "127.0.0.1", port)
        one.transport.write(frame({"t": "hello", "version": 1, "role": "watch", "name": f"N{n}"}))
        crowd.append(one)
        if n % 20 == 19:
            await asyncio.sleep(0.1)
    print("ready", flush=True)
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        for one in crowd:
            if not one.alive:
                continue
            for _ in range(int(lines / 10)):
                one.seq += 1
                one.transport.write(frame({"t": "say", "seq": one.seq, "text": "x" * 100 + str(one.seq)}))
            one.transport.write(frame({"t": "ping", "n": 1}) * int(pings / 10))
        await asyncio.sleep(0.1)
    print(sum(one.alive for one in crowd), flush=True)
    await asyncio.sleep(60)
asyncio.run(main())
"""


async def waits(player: Caller, seconds: float) -> list[float]:
    """Return how long each of the player's pings took, seconds, a tenth of a second apart."""
    found = []
    end = time.perf_counter() + seconds
    n = 0
    while time.perf_counter() < end:
        n += 1
        begun = time.perf_counter()
        player.send(Ping(n))
        await player.expect(Pong, lambda pong, n=n: pong.n == n)  # type: ignore[misc]
        found.append(time.perf_counter() - begun)
        await asyncio.sleep(0.1)
    return sorted(found)


async def measure(folder: Path, name: str, lines: float, pings: float) -> None:
    """Measure one kind of noise."""
    async with host_process(folder, "--seats", "3", "--bots", "2", "--pace", "0.3", development=False) as host:
        async with calling(host.port) as player:
            await player.enter("Minji")
            quiet = await waits(player, 2.0)
            async with running(NOISE, host.port, NOISY, lines, pings, SECONDS) as process:
                before = memory(host)
                loud = await waits(player, SECONDS)
                assert process.stdout is not None
                alive = int(await process.stdout.readline())
                after = memory(host)
                begun = time.perf_counter()
                host.process.send_signal(signal.SIGTERM)
                await host.process.wait()
                took = time.perf_counter() - begun
        middle, late = (loud[int(len(loud) * share)] * 1000 for share in (0.5, 0.99))
        print(f"  {name}: a player's ping p50 {middle:.1f} ms, p99 {late:.1f} ms, most {loud[-1] * 1000:.1f} ms")
        print(f"    (quiet: p50 {quiet[len(quiet) // 2] * 1000:.1f} ms); {alive} of {NOISY} are still in,", end=" ")
        print(f"memory {before:.0f} MB, then {after:.0f} MB; gone {took:.2f} s after SIGTERM")


def run() -> None:
    """Print the figures."""
    for lines, pings in ((20, 0), (0, PINGS)):
        name = f"{NOISY} say {lines} lines and send {pings} pings a second each"
        with tempfile.TemporaryDirectory() as folder:
            asyncio.run(measure(Path(folder), name, lines, pings))
