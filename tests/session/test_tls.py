"""A table over TLS: the right certificate gets in, another one is told."""

from __future__ import annotations

import asyncio
import ssl
import sys
from pathlib import Path

import pytest

from server.wire.messages import Role
from terra_tui.commands.visiting import tls_from
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


@pytest.fixture(scope="module")
def other(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return another host's certificate, for loopback too."""
    return certificate(tmp_path_factory.mktemp("other"))[0]


async def test_the_right_certificate(
    tmp_path: Path, files: tuple[Path, Path], running: Runner, keyring: Keyring
) -> None:
    async with RealHost(tmp_path, bots=2, tls=files) as host:
        session = Session(host.address, Role.PLAY, "Minji", keyring, tls=tls_from(files[0]))
        running(session)
        state = await until(session, lambda state: state.snapshot is not None)
        assert state.link.state is LinkState.UP
        await session.leave()


@pytest.mark.parametrize("speaks_tls", [True, False])
async def test_another_certificate_or_no_tls_at_all(
    tmp_path: Path, files: tuple[Path, Path], other: Path, running: Runner, keyring: Keyring, speaks_tls: bool
) -> None:
    """The other certificate is for the same names: what it says of itself is no proof."""
    async with RealHost(tmp_path, bots=2, tls=files if speaks_tls else None) as host:
        session = Session(host.address, Role.PLAY, "Minji", keyring, tls=tls_from(other))
        async with asyncio.timeout(10):
            await running(session)
    assert session.state.link.error is not None
    assert session.state.link.error.code == "tls"
    assert session.state.roster is None


@pytest.mark.parametrize("command", ["join", "watch"])
async def test_the_commands_believe_no_host_that_has_another_certificate(
    tmp_path: Path, files: tuple[Path, Path], other: Path, command: str
) -> None:
    async with RealHost(tmp_path, bots=2, tls=files) as host:
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "terra_tui", command, host.address, "--plain", "--lang", "en",
            "--tls-ca", str(other),
            env={"PYTHONPATH": ":".join(sys.path), "HOME": str(tmp_path)},
            stdin=asyncio.subprocess.DEVNULL, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE,
        )
        async with asyncio.timeout(20):
            _, errors = await process.communicate()
        assert process.returncode == 1
        said = f"No safe connection to {host.address}: its certificate is not the expected one.\n"
        assert errors.decode() == said


def test_no_version_of_tls_below_1_2(files: tuple[Path, Path]) -> None:
    trusting = tls_from(files[0])
    assert trusting is not None
    assert (trusting.minimum_version, trusting.verify_mode) == (ssl.TLSVersion.TLSv1_2, ssl.CERT_REQUIRED)
