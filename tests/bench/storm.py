"""A restart with 500 spectators: all of them and the five players are back at the same moment.

The host is killed and resumed on its port; then everybody connects at once, the players behind the crowd.
"""

from __future__ import annotations

import asyncio
import tempfile
from pathlib import Path

from server.wire.messages import Role
from tests.host.process import host_process
from tests.host.returning import Returner, storm

WATCHING = 500
LONGEST = 60.0
NAMES = ("Minji", "Jun", "Sora", "Hana", "Yuna")


async def measure(folder: Path, watching: int) -> None:
    """Measure, and print."""
    crowd = [Returner(f"W{number}") for number in range(watching)]
    players = [Returner(name, role=Role.PLAY) for name in NAMES]
    async with host_process(folder, "--seats", "5", development=False) as host:
        port = host.port
        await storm(port, crowd, players, LONGEST)
        show("all new", crowd, players)
        for one in (*crowd, *players):
            assert one.transport is not None
            one.transport.abort()
        host.process.kill()
        await host.ended()
    async with host_process(folder, "--resume", "--port", str(port), development=False):
        returning = [Returner(one.name) for one in crowd]
        held = [Returner(one.name, one.token, Role.PLAY) for one in players]
        await storm(port, returning, held, LONGEST)
        show("back after a restart", returning, held)


def show(name: str, crowd: list[Returner], players: list[Returner]) -> None:
    """Print one line of figures."""
    waits = sorted(one.back or 0.0 for one in crowd)
    last = max(one.back or 0.0 for one in players)
    more = sum(one.tries - 1 for one in (*crowd, *players))
    print(
        f"  {name}: the last of {len(players)} players in after {last:.2f} s; {len(crowd)} spectators p50 "
        f"{waits[len(waits) // 2]:.2f} s, the last {waits[-1]:.2f} s; {more} tries more than one each"
    )


def run() -> None:
    """Print the figures."""
    with tempfile.TemporaryDirectory() as name:
        asyncio.run(measure(Path(name), WATCHING))
