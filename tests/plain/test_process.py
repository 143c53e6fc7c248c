"""Plain mode as a process of its own: signals, and an output that is gone."""

from __future__ import annotations

import asyncio
import signal
import sys
from pathlib import Path

import pytest

from server.wire.messages import Leave, Stage
from tests.session.fake_host import FakeHost, roster, snap

PROGRAM = """
import asyncio, sys
from pathlib import Path
from server.wire.messages import Role
from terra_tui.plain import run_plain
from terra_tui.session.keyring import Keyring
from terra_tui.session.session import Session

async def main():
    session = Session(sys.argv[1], Role.PLAY, "Minji", Keyring(Path(sys.argv[2])))
    return await run_plain(session, "en", sys.stdin, sys.stdout)

sys.exit(asyncio.run(main()))
"""


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP, signal.SIGINT])
async def test_a_signal_ends_it_with_its_code_and_only_ctrl_c_says_goodbye(
    tmp_path: Path, number: signal.Signals
) -> None:
    async with FakeHost() as host:
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-c", PROGRAM, host.address, str(tmp_path),
            stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE,
        )
        try:
            peer, _ = await host.welcomed(0, roster(), snap(1, stage=Stage.LOBBY))
            assert process.stdout is not None
            async with asyncio.timeout(10):
                while b"You own the table" not in await process.stdout.readline():
                    pass
            process.send_signal(number)
            async with asyncio.timeout(3):
                _, errors = await process.communicate()
            await peer.closed()
            goodbye = any(isinstance(message, Leave) for message in peer.got)
        finally:
            if process.returncode is None:
                process.kill()
                await process.wait()
    assert process.returncode == 128 + number
    assert errors == b""
    assert goodbye == (number is signal.SIGINT)


async def test_a_pipe_that_closes_is_no_error(tmp_path: Path) -> None:
    async with FakeHost() as host:
        command = f'"{sys.executable}" -c "$PROGRAM" {host.address} "{tmp_path}" | head -n 1'
        process = await asyncio.create_subprocess_exec(
            "/bin/sh", "-c", command, env={"PROGRAM": PROGRAM, "PYTHONPATH": ":".join(sys.path)},
            stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE,
        )
        peer, _ = await host.welcomed(0, roster(), snap(1, stage=Stage.LOBBY))
        peer.send(snap(2, stage=Stage.LOBBY), roster("Minji", "Jun", "Somebody"))
        await peer.next(Leave)
        async with asyncio.timeout(10):
            out, errors = await process.communicate()
    assert out.startswith(b"Terra in plain text.")
    assert errors == b""
