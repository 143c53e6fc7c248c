"""A flood of connections from one address: what a player at the table feels of it, and whether others get in."""

from __future__ import annotations

import asyncio
import sys
import tempfile
import time
from pathlib import Path

from server.wire.messages import Ping, Pong, Role
from tests.bench.crowd import memory, watchers
from tests.host.caller import Caller, calling
from tests.host.process import HostProcess, host_process

FLOODING = 3
"""Processes."""
SECONDS = 4.0
HELD = 50
"""Connections that each of them keeps open."""
WATCHING = 900

FLOOD = """
import os, socket, struct, sys, time, msgpack
port, kind, seconds, held = int(sys.argv[1]), sys.argv[2], float(sys.argv[3]), int(sys.argv[4])
def first_bytes():
    hello = {"t": "hello", "version": 1, "role": "watch", "name": "f" + os.urandom(4).hex()}
    if kind in ("play", "sit"):
        hello["role"] = "play"
    if kind == "token":
        hello["token"] = os.urandom(32)
    data = msgpack.packb(hello)
    return {"silent": b"", "junk": b"\\xff" * 10}.get(kind, struct.pack(">I", len(data)) + data)
end, count, open_ones = time.monotonic() + seconds, 0, []
while time.monotonic() < end:
    sock = socket.create_connection(("127.0.0.1", port))
    try:
        sock.sendall(first_bytes())
        if kind == "sit":                      # and leaves, once it has been told that it sits
            leave = msgpack.packb({"t": "leave", "seq": 1})
            sock.sendall(struct.pack(">I", len(leave)) + leave)
            while sock.recv(65536):
                pass
    except OSError:
        pass
    count += 1
    open_ones.append(sock)
    if len(open_ones) > held:
        open_ones.pop(0).close()
print(count)
"""


async def pinged(caller: Caller, seconds: float) -> list[float]:
    """Ping again and again for so long; return the round trips, sorted."""
    trips, number, end = [], 0, time.monotonic() + seconds
    while time.monotonic() < end:
        number += 1
        sent = time.perf_counter()
        caller.send(Ping(number))
        await caller.expect(Pong)
        trips.append(time.perf_counter() - sent)
        await asyncio.sleep(0.02)
    return sorted(trips)


async def flooded(host: HostProcess, caller: Caller, kind: str) -> None:
    """Let a flood of one kind come, and print what it did."""
    command = (sys.executable, "-c", FLOOD, str(host.port), kind, str(SECONDS), str(HELD))
    floods = [
        await asyncio.create_subprocess_exec(*command, stdout=asyncio.subprocess.PIPE) for _ in range(FLOODING)
    ]
    trips = await pinged(caller, SECONDS)
    count = 0
    for flood in floods:
        output, _ = await flood.communicate()
        count += int(output)
    p50, p99 = (trips[int(len(trips) * share)] * 1000 for share in (0.5, 0.99))
    print(
        f"  {kind}: {count / SECONDS:.0f} connections a second; a ping p50 {p50:.1f} ms, p99 {p99:.1f} ms, "
        f"at most {trips[-1] * 1000:.0f} ms; host {memory(host):.0f} MB",
        flush=True,
    )


async def measure(folder: Path) -> None:
    """Measure each kind of flood, then the worst one at a full host."""
    table = ("--seats", "3", "--bots", "2", "--turn-time", "none")
    async with host_process(folder, *table, development=False) as host, calling(host.port) as minji:
        token = (await minji.enter()).token
        for kind in ("silent", "junk", "token", "sit", "play", "watch"):
            await flooded(host, minji, kind)
        async with watchers(host.port, 0, WATCHING):
            print(f"  {WATCHING} watch from the same address:")
            await flooded(host, minji, "watch")
            begun = time.perf_counter()
            async with calling(host.port) as again:
                await again.enter(token=token)
            print(f"  the holder of a seat is in after {time.perf_counter() - begun:.3f} s", end="")
            if sys.platform == "linux":
                begun = time.perf_counter()
                async with calling(host.port, source="127.0.0.2") as other:
                    await other.enter("Other", Role.WATCH)
                print(f", a spectator from another address after {time.perf_counter() - begun:.3f} s", end="")
            print()


def run() -> None:
    """Print the figures."""
    with tempfile.TemporaryDirectory() as name:
        asyncio.run(measure(Path(name)))
