"""Sessions that run in the background of a test and end with it."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable
from pathlib import Path

import pytest

from server.wire.messages import Role
from terra_tui.session.keyring import Keyring
from terra_tui.session.session import Session

Runner = Callable[[Session], "asyncio.Task[None]"]


@pytest.fixture
async def running() -> AsyncIterator[Runner]:
    """Return a function that runs a session until the test ends."""
    tasks: list[asyncio.Task[None]] = []

    def run(session: Session) -> asyncio.Task[None]:
        task = asyncio.create_task(session.run())
        tasks.append(task)
        return task

    yield run
    for task in tasks:
        task.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await task


@pytest.fixture
def keyring(tmp_path: Path) -> Keyring:
    """Return an empty keyring."""
    return Keyring(tmp_path / "state")


@pytest.fixture
def make(keyring: Keyring, running: Runner) -> Callable[..., tuple[Session, asyncio.Task[None]]]:
    """Return a function that makes a session and runs it: `make(address, name="Minji", role=Role.PLAY)`."""

    def start(
        address: str, name: str = "Minji", role: Role = Role.PLAY, passphrase: str | None = None
    ) -> tuple[Session, asyncio.Task[None]]:
        session = Session(address, role, name, keyring, passphrase=passphrase)
        return session, running(session)

    return start
