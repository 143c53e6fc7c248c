"""A table over TLS: the right certificate gets in, another one is told."""

from __future__ import annotations

import asyncio
import ssl
from pathlib import Path

import pytest

from server.wire.messages import Role
from terra_tui.session.keyring import Keyring
from terra_tui.session.session import Session
from terra_tui.session.state import LinkState
from tests.certificate import certificate
from tests.session.conftest import Runner
from tests.session.fake_host import until
from tests.session.real_host import RealHost


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """Return a certificate for loopback and its key."""
    return certificate(tmp_path_factory.mktemp("tls"))


async def test_the_right_certificate(
    tmp_path: Path, files: tuple[Path, Path], running: Runner, keyring: Keyring
) -> None:
    async with RealHost(tmp_path, bots=2, tls=files) as host:
        trusting = ssl.create_default_context(cafile=str(files[0]))
        session = Session(host.address, Role.PLAY, "Minji", keyring, tls=trusting)
        running(session)
        state = await until(session, lambda state: state.snapshot is not None)
        assert state.link.state is LinkState.UP
        await session.leave()


@pytest.mark.parametrize("speaks_tls", [True, False])
async def test_another_certificate_or_no_tls_at_all(
    tmp_path: Path, files: tuple[Path, Path], running: Runner, keyring: Keyring, speaks_tls: bool
) -> None:
    async with RealHost(tmp_path, bots=2, tls=files if speaks_tls else None) as host:
        session = Session(host.address, Role.PLAY, "Minji", keyring, tls=ssl.create_default_context())
        async with asyncio.timeout(10):
            await running(session)
    assert session.state.link.error is not None
    assert session.state.link.error.code == "tls"
