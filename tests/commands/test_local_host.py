"""A host inside: it starts, says where it is, and ends with its client."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from server.wire.messages import Role
from terra_tui.commands.visiting import tls_from
from terra_tui.local_host import LocalHost, LocalHostError
from terra_tui.locale.tell import failure_text
from terra_tui.locale.words import LANGUAGES, Words
from terra_tui.session.keyring import Keyring
from terra_tui.session.session import Session
from tests.certificate import certificate

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


async def test_a_host_with_tls_and_a_passphrase_takes_its_own_player_and_tells_others_what_it_wants(
    tmp_path: Path,
) -> None:
    cert, key = certificate(tmp_path)
    secret = tmp_path / "passphrase"
    secret.write_text("open sesame\n", "utf-8")
    options = ("--tls-cert", str(cert), "--tls-key", str(key), "--passphrase-file", str(secret))
    host = await LocalHost.start((*ALONE, *options))
    own = Session(
        host.address, Role.PLAY, "Minji", Keyring(tmp_path / "own"), passphrase="open sesame", tls=tls_from(cert)
    )
    stranger = Session(host.address, Role.PLAY, "Jun", Keyring(tmp_path / "stranger"))
    playing = asyncio.create_task(own.run())
    async with asyncio.timeout(20):
        await stranger.run()
        while own.state.seat is None:
            assert not playing.done(), own.state.link
            await asyncio.sleep(0.01)
    error = stranger.state.link.error
    assert error is not None
    for lang in LANGUAGES:
        assert "--tls-ca" in failure_text(Words(lang), error)
    await own.leave()
    await playing
    await host.stop()
