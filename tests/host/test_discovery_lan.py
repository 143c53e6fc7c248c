"""Finding tables across a LAN: a host and those who look for it, in network namespaces of their own (DESIGN 8)."""

from __future__ import annotations

import asyncio
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.host.caller import PATIENCE

ROOT = Path(__file__).parents[2]
HOST, GUEST = "10.77.48.1", "10.77.48.2"
LOOK = """
import asyncio, sys
from server.host.finder import find_tables
for found in asyncio.run(find_tables(1.0)):
    print(found.address, found.notice.port, found.notice.name, found.notice.open_seats, sep="|")
"""


def ran(*command: str) -> subprocess.CompletedProcess[str]:
    """Run a command of `ip`."""
    return subprocess.run(command, capture_output=True, text=True, check=False)


@pytest.fixture
def lan() -> Iterator[tuple[str, str]]:
    """Two namespaces, joined by a cable: one for the host, one for a guest."""
    if os.geteuid() != 0 or shutil.which("ip") is None:
        pytest.skip("network namespaces need root and ip")
    host, guest = f"terra-h{os.getpid()}", f"terra-g{os.getpid()}"
    try:
        steps = [f"ip netns add {host}", f"ip netns add {guest}",
                 f"ip -n {host} link add lan type veth peer name lan netns {guest}"]
        for name, address in ((host, HOST), (guest, GUEST)):
            steps += [f"ip -n {name} addr add {address}/24 brd + dev lan", f"ip -n {name} link set lan up",
                      f"ip -n {name} link set lo up"]
        for step in steps:
            done = ran(*step.split())
            if done.returncode:
                pytest.skip(f"no network namespaces here: {step}: {done.stderr.strip()}")
        yield host, guest
    finally:
        for name in (host, guest):
            ran("ip", "netns", "del", name)


async def inside(where: str, *arguments: str, folder: Path) -> asyncio.subprocess.Process:
    """Start Python in a namespace."""
    return await asyncio.create_subprocess_exec(
        "ip", "netns", "exec", where, sys.executable, *arguments, cwd=ROOT,
        env={**os.environ, "XDG_DATA_HOME": str(folder), "XDG_STATE_HOME": str(folder), "LANG": "C.UTF-8"},
        stdin=asyncio.subprocess.DEVNULL, stdout=asyncio.subprocess.PIPE,
    )


async def found_from(where: str, folder: Path) -> list[str]:
    """Return the tables that are found from a namespace."""
    looking = await inside(where, "-c", LOOK, folder=folder)
    async with asyncio.timeout(PATIENCE):
        told, _ = await looking.communicate()
    return told.decode().splitlines()


@pytest.mark.parametrize(("options", "seen"), [((), True), (("--no-discovery",), False), (("--bind", HOST), True),
     (("--bind", "127.0.0.1"), False), (("--bind", "::1"), False)])
async def test_a_table_is_found_across_the_lan(
    lan: tuple[str, str], tmp_path: Path, options: tuple[str, ...], seen: bool
) -> None:
    host_side, guest_side = lan
    port_file = tmp_path / "port"
    arguments = ("-m", "server", "--name", "Friday", "--port", "0", "--port-file", str(port_file), *options)
    host = await inside(host_side, *arguments, folder=tmp_path)
    try:
        async with asyncio.timeout(PATIENCE):
            while not port_file.exists():  # noqa: ASYNC110 - a file of another process
                await asyncio.sleep(0.01)
        port = port_file.read_text().strip()
        assert await found_from(guest_side, tmp_path) == ([f"{HOST}|{port}|Friday|4"] if seen else [])
    finally:
        host.terminate()
        async with asyncio.timeout(PATIENCE):
            await host.communicate()
