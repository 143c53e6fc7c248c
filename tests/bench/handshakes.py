"""A flood of TLS handshakes from one address, cheap for who sends them: what a player at the table feels of it."""

from __future__ import annotations

import asyncio
import ssl
import sys
import tempfile
from pathlib import Path

from tests.bench.flood import pinged
from tests.certificate import certificate
from tests.host.caller import calling
from tests.host.process import host_process

FLOODING = 2
"""Processes."""
SECONDS = 4.0
HELD = 20
"""Connections that each of them keeps open."""

FLOOD = """
import socket, ssl, sys, time
port, seconds, held = int(sys.argv[1]), float(sys.argv[2]), int(sys.argv[3])
out = ssl.MemoryBIO()
client = ssl.create_default_context().wrap_bio(ssl.MemoryBIO(), out, server_hostname="localhost")
try:
    client.do_handshake()
except ssl.SSLWantReadError:
    pass
first = out.read()                 # made once: the host has all the work
end, count, open_ones = time.monotonic() + seconds, 0, []
while time.monotonic() < end:
    sock = socket.socket()
    sock.settimeout(1.0)
    try:
        sock.connect(("127.0.0.1", port))
        sock.sendall(first)
    except OSError:
        pass
    count += 1
    open_ones.append(sock)
    if len(open_ones) > held:
        open_ones.pop(0).close()
print(count)
"""


async def measure(folder: Path) -> None:
    """Measure a player's pings without a flood, and in one."""
    cert, key = certificate(folder)
    trusted = ssl.create_default_context(cafile=str(cert))
    table = ("--seats", "3", "--bots", "2", "--turn-time", "none", "--tls-cert", str(cert), "--tls-key", str(key))
    async with host_process(folder, *table, development=False) as host, calling(host.port, trusted) as minji:
        await minji.enter()
        quiet = await pinged(minji, 1.0)
        command = (sys.executable, "-c", FLOOD, str(host.port), str(SECONDS), str(HELD))
        floods = [
            await asyncio.create_subprocess_exec(*command, stdout=asyncio.subprocess.PIPE) for _ in range(FLOODING)
        ]
        trips = await pinged(minji, SECONDS)
        count = sum([int((await flood.communicate())[0]) for flood in floods])
    for name, each in (("quiet", quiet), (f"{count / SECONDS:.0f} connections a second", trips)):
        p50, p99 = (each[int(len(each) * share)] * 1000 for share in (0.5, 0.99))
        print(f"  {name}: a ping p50 {p50:.1f} ms, p99 {p99:.1f} ms, at most {each[-1] * 1000:.0f} ms", flush=True)


def run() -> None:
    """Print the figures."""
    with tempfile.TemporaryDirectory() as name:
        asyncio.run(measure(Path(name)))
