"""A host as a process of its own: `python -m server`."""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from tests.host.caller import PATIENCE

ROOT = Path(__file__).resolve().parents[2]


@dataclass
class HostProcess:
    """A running host."""

    process: asyncio.subprocess.Process
    port_file: Path

    @property
    def port(self) -> int:
        """Where it listens."""
        return int(self.port_file.read_text())

    async def listening(self) -> None:
        """Wait for its port file."""
        async with asyncio.timeout(PATIENCE):
            while not self.port_file.exists():
                assert self.process.returncode is None, await self.errors()
                await asyncio.sleep(0.005)

    async def ended(self) -> int:
        """Wait for its end; return its exit code."""
        async with asyncio.timeout(PATIENCE):
            return await self.process.wait()

    async def errors(self) -> str:
        """Return what it wrote to stderr, once it has ended."""
        assert self.process.stderr is not None
        async with asyncio.timeout(PATIENCE):
            return (await self.process.stderr.read()).decode()


async def begin(
    folder: Path,
    *arguments: str,
    stdin: int | None = None,
    limit_files: int | None = None,
    development: bool = True,
    somewhere: bool = True,
    ignored: str = "",
) -> HostProcess:
    """Start a host whose data lie in `folder`; it is not awaited.

    Args:
        somewhere: on any free port of this machine alone; else where the arguments, or a table's past, say.
        development: warnings are errors, and asyncio checks more; slower.
        ignored: a signal that it is started with ignored, as `nohup` does with HUP.
    """
    port_file = folder / "port"
    port_file.unlink(missing_ok=True)
    strict = ["-X", "dev", "-W", "error"] if development else []
    command = [sys.executable, *strict, "-m", "server"]
    command += ["--port", "0", "--bind", "127.0.0.1"] if somewhere else []
    command += ["--port-file", str(port_file), "--no-discovery", *arguments]
    if limit_files is not None:
        command = ["sh", "-c", f'ulimit -n {limit_files}; exec "$@"', "sh", *command]
    if ignored:
        command = ["sh", "-c", f"trap '' {ignored}; exec \"$@\"", "sh", *command]
    process = await asyncio.create_subprocess_exec(
        *command,
        cwd=ROOT,
        env={**os.environ, "XDG_DATA_HOME": str(folder)},
        stdin=asyncio.subprocess.DEVNULL if stdin is None else stdin,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    return HostProcess(process, port_file)


@asynccontextmanager
async def host_process(
    folder: Path,
    *arguments: str,
    stdin: int | None = None,
    limit_files: int | None = None,
    development: bool = True,
    somewhere: bool = True,
    ignored: str = "",
) -> AsyncIterator[HostProcess]:
    """Run a host until the test is done with it; it is listening when this begins."""
    host = await begin(
        folder, *arguments, stdin=stdin, limit_files=limit_files, development=development, somewhere=somewhere,
        ignored=ignored,
    )
    try:
        await host.listening()
        yield host
    finally:
        with suppress(ProcessLookupError):
            host.process.kill()
        await host.process.wait()
