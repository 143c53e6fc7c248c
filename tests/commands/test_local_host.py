"""A host inside: it starts, says where it is, and ends with its client."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from terra_tui.local_host import LocalHost, LocalHostError

ALONE = ("--bind", "127.0.0.1", "--no-discovery")


@pytest.fixture(autouse=True)
def _own_store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep the hosts' games out of this user's folders."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))


async def test_it_listens_and_ends_when_told() -> None:
    host = await LocalHost.start(ALONE)
    _, writer = await asyncio.open_connection("127.0.0.1", host.port)
    writer.close()
    assert host.address == f"127.0.0.1:{host.port}"
    await host.stop()
    assert host._process.returncode == 0
    with pytest.raises(OSError, match=str(host.port)):
        await asyncio.open_connection("127.0.0.1", host.port)


async def test_a_port_that_is_taken_is_told_in_the_hosts_own_sentence() -> None:
    host = await LocalHost.start(ALONE)
    with pytest.raises(LocalHostError, match=str(host.port)):
        await LocalHost.start((*ALONE, "--port", str(host.port)))
    await host.stop()


async def test_wrong_arguments_are_told() -> None:
    with pytest.raises(LocalHostError, match="seats"):
        await LocalHost.start((*ALONE, "--seats", "9"))


async def test_a_folder_called_server_is_not_run_instead(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "server").mkdir()
    (tmp_path / "server" / "__main__.py").write_text("raise SystemExit('not me')")
    monkeypatch.chdir(tmp_path)
    host = await LocalHost.start(ALONE)
    await host.stop()
