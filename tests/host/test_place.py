"""A table that is resumed is where it was, and no more open than it was."""

from __future__ import annotations

import os
import ssl
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from server.host.evening import open_evening
from server.host.options import HostError, HostOptions
from server.host.place import Place, as_before, place_in, place_line, remembered
from server.records.store import Store
from server.wire.limits import PROTOCOL_VERSION
from server.wire.messages import Bye, Challenge, Code, Hello, Role
from tests.certificate import certificate
from tests.host.caller import calling
from tests.host.conftest import wait_until
from tests.host.process import HostProcess, begin, host_process

THREE = ("--seats", "3", "--bots", "2", "--level", "easy", "--pace", "0")
OPEN = Place(4800, None, discovery=True, passphrase=False, passphrase_file=None, tls=None)


def test_what_is_not_said_is_as_it_was() -> None:
    place = replace(OPEN, bind="127.0.0.1", discovery=False)
    found = as_before(HostOptions(resume=""), place)
    assert (found.port, found.bind, found.discovery) == (4800, "127.0.0.1", False)


def test_what_is_said_counts() -> None:
    place = replace(OPEN, bind="127.0.0.1", tls=("/c", "/k"), passphrase=True, passphrase_file="/none")
    options = HostOptions(
        port=0, bind="::1", passphrase="sesame", tls_cert=Path("c"), tls_key=Path("k"), resume=""
    )
    assert as_before(options, place) == replace(options)


def test_a_journal_of_before_has_no_place() -> None:
    options = HostOptions(resume="")
    assert place_in([{"t": "_table"}]) is None
    assert as_before(options, None) is options


def test_the_newest_place_counts(tmp_path: Path) -> None:
    secret, cert = tmp_path / "secret", tmp_path / "cert.pem"
    secret.write_text("sesame\n", "utf-8")
    guarded = HostOptions(passphrase="sesame", passphrase_file=secret, tls_cert=cert, tls_key=cert, bind="::1")
    lines = [place_line(HostOptions(), 1), place_line(guarded, 4801), {"t": "_pause", "seat": 0}]
    place = place_in(lines)
    assert place == Place(4801, "::1", True, True, str(secret), (str(cert), str(cert)))
    assert as_before(HostOptions(resume=""), place).passphrase == "sesame"
    assert "sesame" not in str(lines)


def test_the_place_of_files_holds_in_another_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("secret").write_text("sesame\n", "utf-8")
    tls = HostOptions(tls_cert=Path("c"), tls_key=Path("k"))
    place = place_in([place_line(replace(tls, passphrase="sesame", passphrase_file=Path("secret")), 1)])
    assert place is not None
    assert place.passphrase_file == str(tmp_path / "secret")
    assert place.tls == (str(tmp_path / "c"), str(tmp_path / "k"))


def test_a_passphrase_that_is_not_to_be_had_is_asked_for(tmp_path: Path) -> None:
    options = HostOptions(passphrase="sesame", passphrase_file=Path("/dev/null"))
    read_from_a_pipe = place_in([place_line(options, 1)])
    gone = replace(OPEN, passphrase=True, passphrase_file=str(tmp_path / "gone"))
    for place, said in ((read_from_a_pipe, "--open"), (gone, "gone")):
        with pytest.raises(HostError, match=said):
            as_before(HostOptions(resume=""), place)
        assert as_before(HostOptions(resume="", open=True), place).passphrase is None
        assert as_before(HostOptions(resume="", passphrase="new"), place).passphrase == "new"


async def killed(host: HostProcess) -> int:
    """End a host by force once its journal has begun; return its port."""
    port = host.port
    await wait_until(lambda: kept_in(host.port_file.parent) is not None)
    host.process.kill()
    await host.process.wait()
    host.port_file.unlink()
    return port


async def refused(folder: Path) -> str:
    """Return what a host that does not resume says."""
    host = await begin(folder, "--resume", somewhere=False)
    assert await host.ended() == 1
    return await host.errors()


async def test_a_table_comes_back_with_its_port_and_its_passphrase(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("TERRA_PASSPHRASE", raising=False)
    secret = tmp_path / "secret"
    secret.write_text("sesame\n", "utf-8")
    async with host_process(tmp_path, *THREE, "--passphrase-file", str(secret)) as host:
        port = await killed(host)
    async with host_process(tmp_path, "--resume", somewhere=False) as host, calling(port) as caller:
        assert host.port == port
        caller.send(Hello(PROTOCOL_VERSION, Role.WATCH, "Jun"))
        assert (await caller.expect(Bye)).code is Code.PASSPHRASE
        await killed(host)
    secret.unlink()                      # the second host has remembered it too
    assert str(secret) in await refused(tmp_path)
    async with (
        host_process(tmp_path, "--resume", "--open", somewhere=False) as host,
        calling(host.port) as caller,
    ):
        await caller.enter("Jun", Role.WATCH)


async def test_a_passphrase_of_the_environment_is_to_be_given_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TERRA_PASSPHRASE", "sesame")
    async with host_process(tmp_path, *THREE) as host:
        await killed(host)
    assert b"sesame" not in b"".join(file.read_bytes() for file in (tmp_path / "terra").iterdir())
    monkeypatch.delenv("TERRA_PASSPHRASE")
    assert "--passphrase-file" in await refused(tmp_path)
    monkeypatch.setenv("TERRA_PASSPHRASE", "other")
    async with host_process(tmp_path, "--resume", somewhere=False) as host, calling(host.port) as caller:
        caller.send(Hello(PROTOCOL_VERSION, Role.WATCH, "Jun", nonce=os.urandom(16)))
        await caller.expect(Challenge)


async def test_a_table_with_tls_comes_back_with_tls(tmp_path: Path) -> None:
    cert, key = certificate(tmp_path)
    async with host_process(tmp_path, *THREE, "--tls-cert", str(cert), "--tls-key", str(key)) as host:
        await killed(host)
    tls = ssl.create_default_context(cafile=str(cert))
    async with (
        host_process(tmp_path, "--resume", somewhere=False) as host,
        calling(host.port, tls) as caller,
    ):
        await caller.enter("Jun", Role.WATCH)
        place = kept_in(tmp_path)
        assert place is not None
        assert place.tls == (str(cert), str(key))


def kept_in(folder: Path) -> Place | None:
    """Return what a client's own command line finds, while a host is running."""
    path = folder / "terra" / "games.db"
    game, place = remembered(HostOptions(store=path, resume=""))
    with closing(Store.read(path)) as store:
        assert game == store.games()[-1].game.hex()
    return place


GAME = bytes(range(16))


def resuming(wanted: str) -> HostOptions:
    return HostOptions(resume=wanted)


def test_a_game_in_a_store_that_another_host_uses_is_named_with_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    (tmp_path / "terra").mkdir()
    first, second = tmp_path / "terra" / "games.db", tmp_path / "terra" / "games-2.db"
    Store.open(second).close()
    with closing(Store.open(first)) as used:
        used.begin(GAME, "lunch", "2026-11-30T20:15:00Z")
        with pytest.raises(HostError, match=r"The game 00010203 is in .*games\.db, which another host is using"):
            open_evening(resuming("0001"))
        with pytest.raises(HostError, match="There is no game ffff in"):
            open_evening(resuming("ffff"))
