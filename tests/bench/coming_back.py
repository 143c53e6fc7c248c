"""How soon a player is back: from the moment the network is there again to the seat, with a snapshot, in play.

The host and the real client session stand in network namespaces joined by a cable, which is pulled for a while:
nothing gets through and nobody is told. Issue 4 asks for 1 s on a LAN. Needs root and `ip`; elsewhere it says so.
"""

from __future__ import annotations

import asyncio
import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Final

from server.wire.messages import Role
from terra_tui.session.keyring import Keyring
from terra_tui.session.session import Session
from terra_tui.session.state import ClientState, LinkState

ROOT: Final = Path(__file__).parents[2]
HOST: Final = "10.77.49.1"
GONE: Final = (0.5, 1.7, 3.1, 4.4, 5.9, 9.3, 16.2, 31.6)
"""Seconds for which the cable is pulled."""
PORT: Final = 4747


def run() -> None:
    """Measure, and print."""
    if os.geteuid() != 0 or shutil.which("ip") is None:
        print("  needs root and ip: not measured here")
        return
    host, guest = f"terra-x{os.getpid()}", f"terra-y{os.getpid()}"
    try:
        for step in (
            f"ip netns add {host}", f"ip netns add {guest}",
            f"ip -n {host} link add lan type veth peer name lan netns {guest}",
            f"ip -n {host} addr add {HOST}/24 dev lan", f"ip -n {guest} addr add 10.77.49.2/24 dev lan",
            f"ip -n {host} link set lan up", f"ip -n {guest} link set lan up",
        ):
            subprocess.run(step.split(), check=True, capture_output=True)
        with tempfile.TemporaryDirectory() as folder:
            asyncio.run(_measure(host, guest, Path(folder)))
    except subprocess.CalledProcessError as error:
        print(f"  no network namespaces here: {error.stderr.decode().strip()}")
    finally:
        for name in (host, guest):
            subprocess.run(("ip", "netns", "del", name), check=False, capture_output=True)


async def _measure(host: str, guest: str, folder: Path) -> None:
    port_file = folder / "port"
    arguments = ("-m", "server", "--seats", "3", "--bots", "2", "--no-discovery", "--port", str(PORT))
    hosting = await _inside(host, folder, *arguments, "--port-file", str(port_file))
    try:
        while not port_file.exists():  # noqa: ASYNC110 - a file of another process
            await asyncio.sleep(0.02)
        client = await _inside(guest, folder, "-m", "tests.bench.coming_back", str(folder / "keys"))
        try:
            await _told(client, 0.0)
            for seconds in GONE:
                await _cable(host, "down")
                await asyncio.sleep(seconds)
                await _cable(host, "up")
                back = time.monotonic()
                took = await _told(client, back) - back
                print(f"  {seconds:4.1f} s without network: back in {took:5.2f} s")
        finally:
            client.terminate()
            await client.wait()
    finally:
        hosting.terminate()
        await hosting.wait()


async def _told(client: asyncio.subprocess.Process, since: float) -> float:
    """Return when the client first heard from the host after `since`."""
    assert client.stdout is not None
    async with asyncio.timeout(60):
        while True:
            line = await client.stdout.readline()
            assert line, "the client has ended"
            if float(line) > since:
                return float(line)


async def _cable(host: str, state: str) -> None:
    process = await asyncio.create_subprocess_exec("ip", "-n", host, "link", "set", "lan", state)
    await process.wait()


async def _inside(where: str, folder: Path, *arguments: str) -> asyncio.subprocess.Process:
    return await asyncio.create_subprocess_exec(
        "ip", "netns", "exec", where, sys.executable, *arguments, cwd=ROOT,
        env={**os.environ, "XDG_DATA_HOME": str(folder)},
        stdin=asyncio.subprocess.DEVNULL, stdout=asyncio.subprocess.PIPE,
    )


async def _client(folder: Path) -> None:
    """Be the client: say a word ten times a second, and print when each snapshot came."""
    session = Session(f"{HOST}:{PORT}", Role.PLAY, "Minji", Keyring(folder))
    revision = -1

    def changed(state: ClientState) -> None:
        nonlocal revision
        if state.snapshot is not None and state.snapshot.rev != revision:
            revision = state.snapshot.rev
            print(time.monotonic(), flush=True)

    session.watch(changed)
    running = asyncio.create_task(session.run())
    said = 0
    while not running.done():
        await asyncio.sleep(0.1)
        if session.state.link.state is LinkState.UP:
            said += 1
            session.say(f"word {said}")


if __name__ == "__main__":
    asyncio.run(_client(Path(sys.argv[1])))
