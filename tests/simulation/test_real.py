"""The race over real sockets: behind a proxy that delays, and between network namespaces where there are any."""

from __future__ import annotations

import asyncio
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from server.wire.settings import Settings
from tests.simulation.proxy import DelayingProxy
from tests.simulation.real import Racecourse, play, until

ONE_WAY = 0.040
ROOT = Path(__file__).parents[2]
RACES = 24


async def test_r5_5_behind_a_delay_of_80_ms_both_are_paid_at_a_default_table(tmp_path: Path) -> None:
    course = Racecourse(tmp_path, Settings(), "127.0.0.1")
    port = await course.start()
    proxy = DelayingProxy(port, ONE_WAY)
    far = await proxy.start()
    players = []
    for number, (where, presses) in enumerate(((port, False), (port, True), (far, True))):
        seated = asyncio.Event()
        playing = play("127.0.0.1", where, f"Seat {number}", number, presses=presses, seated=seated.set)
        players.append(asyncio.create_task(playing))
        async with asyncio.timeout(60):
            await seated.wait()
    races = await course.races(6)
    await course.stop()
    await asyncio.gather(*players)
    await proxy.stop()
    assert [race.paid for race in races] == [{1, 2}] * len(races)


def _ran(*command: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(command, capture_output=True, text=True, check=False)


@pytest.fixture
def namespaces() -> Iterator[tuple[str, str]]:
    """Two namespaces joined by a cable that takes 40 ms each way."""
    if os.geteuid() != 0 or shutil.which("ip") is None or shutil.which("tc") is None:
        pytest.skip("network namespaces need root, ip and tc")
    here, there = f"terra-a{os.getpid()}", f"terra-b{os.getpid()}"
    try:
        steps = [f"ip netns add {here}", f"ip netns add {there}",
                 f"ip -n {here} link add cable type veth peer name cable netns {there}"]
        for name, address in ((here, "10.77.47.1/24"), (there, "10.77.47.2/24")):
            steps += [f"ip -n {name} addr add {address} dev cable", f"ip -n {name} link set cable up",
                      f"ip -n {name} link set lo up",
                      f"ip netns exec {name} tc qdisc add dev cable root netem delay 40ms"]
        for step in steps:
            done = _ran(*step.split())
            if done.returncode:
                pytest.skip(f"no network namespaces with netem here: {step}: {done.stderr.strip()}")
        yield here, there
    finally:
        for name in (here, there):
            _ran("ip", "netns", "del", name)


async def test_between_namespaces_80_ms_apart_the_first_places_are_shared(
    namespaces: tuple[str, str], tmp_path: Path
) -> None:
    here, there = namespaces
    port_file = tmp_path / "port"

    async def started(where: str, *arguments: str) -> asyncio.subprocess.Process:
        return await asyncio.create_subprocess_exec(
            "ip", "netns", "exec", where, sys.executable, "-m", "tests.simulation.real", *arguments,
            cwd=ROOT, stdout=asyncio.subprocess.PIPE,
        )

    host = await started(here, "host", "--bind", "10.77.47.1", "--port-file", str(port_file), "--races", str(RACES))
    await until(lambda: port_file.exists() and port_file.read_text().endswith("\n"))
    port = port_file.read_text().strip()
    players = []
    for where, more in ((here, ("On", "--looks-on")), (here, ("Near",)), (there, ("Far",))):
        player = await started(where, "player", "10.77.47.1", port, *more)
        players.append(player)
        assert player.stdout is not None
        assert await player.stdout.readline() == b"seated\n"
    async with asyncio.timeout(90):
        told, _ = await host.communicate()
        for player in players:
            await player.communicate()
    races = json.loads(told)
    far = sum(race[0][0] == 2 for race in races)
    # By arrival it would be one in a hundred; four standard errors around a half.
    assert 0.1 * len(races) <= far <= 0.9 * len(races)
