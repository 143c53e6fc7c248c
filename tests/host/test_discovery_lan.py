"""Finding tables across a LAN: a host and those who look for it, in network namespaces of their own (DESIGN 8)."""

from __future__ import annotations

import asyncio
import os
import shutil
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from tests.host.caller import PATIENCE

ROOT = Path(__file__).parents[2]
HOST, GUEST = "10.77.48.1", "10.77.48.2"
HEAR_THE_GROUP = """
import socket
from server.wire.discovery import DISCOVERY_PORT, GROUP, unpack_probe
sock = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
sock.bind((GROUP, DISCOVERY_PORT))      # hears nothing that was sent to another address
sock.setsockopt(socket.IPPROTO_IP, socket.IP_ADD_MEMBERSHIP, socket.inet_aton(GROUP) + bytes(4))
print("ready", flush=True)
data, (host, _) = sock.recvfrom(2000)
print(host, unpack_probe(data) is not None, sep="|")
"""
ASK_THE_GROUP = """
import socket
from server.wire.discovery import DISCOVERY_PORT, GROUP, pack_probe, unpack_notice
sock = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
sock.settimeout(5.0)
sock.sendto(pack_probe(b"by group"), (GROUP, DISCOVERY_PORT))
data, (host, _) = sock.recvfrom(2000)
nonce, notice = unpack_notice(data)
print(host, nonce == b"by group", notice.name, sep="|")
"""
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
                      f"ip -n {name} link set lo up", f"ip -n {name} route add default dev lan"]
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


async def told_by(where: str, program: str, folder: Path) -> list[str]:
    """Return the lines that a program prints in a namespace."""
    running = await inside(where, "-c", program, folder=folder)
    async with asyncio.timeout(PATIENCE):
        told, _ = await running.communicate()
    return told.decode().splitlines()


@asynccontextmanager
async def friday(where: str, folder: Path, *options: str) -> AsyncIterator[str]:
    """Run a host in a namespace; yield its port."""
    port_file = folder / "port"
    arguments = ("-m", "server", "--name", "Friday", "--port", "0", "--port-file", str(port_file), *options)
    host = await inside(where, *arguments, folder=folder)
    try:
        async with asyncio.timeout(PATIENCE):
            while not port_file.exists():  # noqa: ASYNC110 - a file of another process
                await asyncio.sleep(0.01)
        yield port_file.read_text().strip()
    finally:
        host.terminate()
        async with asyncio.timeout(PATIENCE):
            await host.communicate()


@pytest.mark.parametrize(("options", "seen"), [((), True), (("--no-discovery",), False), (("--bind", HOST), True),
     (("--bind", "127.0.0.1"), False), (("--bind", "::1"), False)])
async def test_a_table_is_found_across_the_lan(
    lan: tuple[str, str], tmp_path: Path, options: tuple[str, ...], seen: bool
) -> None:
    host_side, guest_side = lan
    async with friday(host_side, tmp_path, *options) as port:
        found = await told_by(guest_side, LOOK, tmp_path)
    assert found == ([f"{HOST}|{port}|Friday|4"] if seen else [])


async def test_a_host_hears_the_group_where_a_network_passes_no_broadcasts(
    lan: tuple[str, str], tmp_path: Path
) -> None:
    host_side, guest_side = lan
    async with friday(host_side, tmp_path):
        assert await told_by(guest_side, ASK_THE_GROUP, tmp_path) == [f"{HOST}|True|Friday"]


async def test_who_looks_for_tables_asks_the_group_too(lan: tuple[str, str], tmp_path: Path) -> None:
    host_side, guest_side = lan
    ear = await inside(host_side, "-c", HEAR_THE_GROUP, folder=tmp_path)
    try:
        assert ear.stdout is not None
        async with asyncio.timeout(PATIENCE):
            assert await ear.stdout.readline() == b"ready\n"
            assert await told_by(guest_side, LOOK, tmp_path) == []
            assert await ear.stdout.readline() == f"{GUEST}|True\n".encode()
    finally:
        if ear.returncode is None:
            ear.kill()
        await ear.communicate()
