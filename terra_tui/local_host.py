"""A host inside: a child process that serves one table over loopback and ends with its client (DESIGN.md 1)."""

from __future__ import annotations

import asyncio
import contextlib
import os
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from server.console.say import Told, spoken_language

START_SECONDS: Final = 15.0
STOP_SECONDS: Final = 2.0
LOOK_SECONDS: Final = 0.01


class LocalHostError(Told, RuntimeError):
    """The host did not start; the message is its own sentence."""


class LocalHost:
    """A running child. It ends when its standard input does, also when this process is killed."""

    def __init__(self, process: asyncio.subprocess.Process, port: int) -> None:
        self._process = process
        self.port = port

    @property
    def address(self) -> str:
        """Where this computer reaches it."""
        return f"127.0.0.1:{self.port}"

    @classmethod
    async def start(cls, arguments: Sequence[str]) -> LocalHost:
        """Start `python -m server` with `arguments`; a new table on any free port, unless they name one.

        Raises:
            LocalHostError: it ended, or did not listen within 15 s.
        """
        with tempfile.TemporaryDirectory(prefix="terra-") as folder:
            port_file = Path(folder, "port")
            named = "--port" in arguments or "--resume" in arguments     # a table that comes back has its own
            port = () if named else ("--port", "0")
            process = await asyncio.create_subprocess_exec(
                sys.executable, "-P", "-m", "server", *port, "--port-file", str(port_file), "--with-stdin",
                "--lang", spoken_language(), *arguments,
                stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.DEVNULL, stderr=asyncio.subprocess.PIPE,
                env=_environment(), start_new_session=True,
            )
            try:
                async with asyncio.timeout(START_SECONDS):
                    return cls(process, await _port(process, port_file))
            except TimeoutError:
                process.kill()
                raise LocalHostError("no host listens after {n:g} s", n=START_SECONDS) from None
            except BaseException:
                with contextlib.suppress(ProcessLookupError):
                    process.kill()
                raise

    async def ended(self) -> int:
        """Wait until the child is gone, for whatever reason; return its exit code (below 0: a signal's number)."""
        return await self._process.wait()

    async def stop(self) -> None:
        """Close the child's standard input and wait until it is gone; a child that stays is killed."""
        assert self._process.stdin is not None
        self._process.stdin.close()
        try:
            async with asyncio.timeout(STOP_SECONDS):
                await self._process.wait()
        except TimeoutError:
            with contextlib.suppress(ProcessLookupError):
                self._process.kill()
            await self._process.wait()


def _environment() -> dict[str, str]:
    """Return the child's environment: it finds the same packages, though `-P` keeps the working folder out."""
    root = str(Path(__file__).resolve().parent.parent)
    paths = [root, *filter(None, [os.environ.get("PYTHONPATH")])]
    return {**os.environ, "PYTHONPATH": os.pathsep.join(paths)}


async def _port(process: asyncio.subprocess.Process, port_file: Path) -> int:
    """Return the port once the child has written it.

    Raises:
        LocalHostError: the child ended first.
    """
    while process.returncode is None:
        with contextlib.suppress(OSError, ValueError):
            return int(port_file.read_text("ascii"))  # noqa: ASYNC240 (five bytes in a local file)
        await asyncio.sleep(LOOK_SECONDS)
    assert process.stderr is not None
    said = (await process.stderr.read()).decode("utf-8", "replace").strip().splitlines()
    if said:
        raise LocalHostError(said[-1].removeprefix("terra: "))
    raise LocalHostError("the host ended with code {code}", code=process.returncode)
