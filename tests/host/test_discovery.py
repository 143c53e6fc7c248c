"""Finding tables: datagrams, their limits, and two hosts found on loopback (DESIGN.md 8)."""

from __future__ import annotations

import asyncio
import os
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from server.host import finder, server
from server.host.discovery import ALL_TOGETHER, EACH_ADDRESS, Responder, discovery_socket
from server.host.evening import open_evening
from server.host.finder import MOST, FoundTable, find_tables
from server.host.listening import listen
from server.host.networks import is_loopback
from server.host.options import HostOptions
from server.host.server import Host
from server.table.table import Table
from server.wire.discovery import GROUP, PROBE_BYTES, TableNotice, pack_notice, pack_probe, unpack_notice
from server.wire.messages import Role, Stage
from server.wire.settings import Settings, Watching
from tests.certificate import certificate
from tests.host.caller import PATIENCE, calling
from tests.host.conftest import Hosting

NOTICE = TableNotice(b"h" * 8, 1, 4747, "Friday", 4, humans=1, bots=2)


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """Return a certificate for loopback and its key."""
    return certificate(tmp_path_factory.mktemp("tls"))


def free_port() -> int:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as sock:
        sock.bind(("127.0.0.1", 0))
        port: int = sock.getsockname()[1]
        return port


class Asker(asyncio.DatagramProtocol):
    """Keeps what comes back."""

    def __init__(self) -> None:
        self.answers: asyncio.Queue[bytes] = asyncio.Queue()

    def datagram_received(self, data: bytes, addr: object) -> None:
        self.answers.put_nowait(data)


@asynccontextmanager
async def responding(
    notice: TableNotice, *, local_only: bool = True
) -> AsyncIterator[tuple[asyncio.DatagramTransport, Asker]]:
    """Run a responder, and a socket that can ask it."""
    loop = asyncio.get_running_loop()
    port = free_port()
    responder, _ = await loop.create_datagram_endpoint(
        lambda: Responder(lambda: notice, loop.time, local_only=local_only), sock=discovery_socket(port)
    )
    asker_transport, asker = await loop.create_datagram_endpoint(Asker, remote_addr=("127.0.0.1", port))
    try:
        yield asker_transport, asker
    finally:
        responder.close()
        asker_transport.close()


async def answer_to(asker: Asker) -> bytes:
    async with asyncio.timeout(PATIENCE):
        return await asker.answers.get()


async def test_a_probe_is_answered_with_no_more_bytes_than_it_has() -> None:
    longest = replace(NOTICE, name="테" * 60)
    async with responding(longest) as (transport, asker):
        transport.sendto(pack_probe(b"nonce--1"))
        data = await answer_to(asker)
        assert len(data) <= PROBE_BYTES
        answer = unpack_notice(data)
        assert answer is not None
        assert answer[0] == b"nonce--1"
        assert replace(answer[1], name="") == replace(NOTICE, name="")


async def test_what_is_no_probe_or_came_before_is_not_answered() -> None:
    async with responding(NOTICE) as (transport, asker):
        for data in (b"", b"x" * 300, pack_probe(b"shortone")[:-1], pack_notice(b"n" * 8, NOTICE)):
            transport.sendto(data)
        transport.sendto(pack_probe(b"the one1"))
        transport.sendto(pack_probe(b"the one1"))      # the same, over another way
        transport.sendto(pack_probe(b"the two2"))
        nonces = [(unpack_notice(await answer_to(asker)) or (b"",))[0] for _ in range(2)]
        assert nonces == [b"the one1", b"the two2"]
        assert asker.answers.empty()


class Sent(asyncio.DatagramTransport):
    """Keeps whom an answer went to."""

    def __init__(self) -> None:
        super().__init__()
        self.to: list[object] = []

    def sendto(self, data: object, addr: object = None) -> None:
        self.to.append(addr)


def test_answers_are_rate_limited_for_each_and_for_all() -> None:
    now = 100.0
    responder, sent = Responder(lambda: NOTICE, lambda: now, local_only=False), Sent()
    responder.connection_made(sent)

    def ask(host: str, times: int) -> int:
        before = len(sent.to)
        for _ in range(times):
            responder.datagram_received(pack_probe(os.urandom(8)), (host, 9))
        return len(sent.to) - before

    assert ask("10.0.0.1", 100) == EACH_ADDRESS.burst
    assert ask("10.0.0.2", 3) == 3
    rest = int(ALL_TOGETHER.burst - EACH_ADDRESS.burst - 3)
    assert sum(ask(f"10.0.1.{n}", 5) for n in range(100)) == rest
    now += 60.0
    assert ask("10.0.0.1", 100) == EACH_ADDRESS.burst


def test_a_host_on_loopback_answers_nobody_else() -> None:
    responder, sent = Responder(lambda: NOTICE, lambda: 0.0, local_only=True), Sent()
    responder.connection_made(sent)
    for n, host in enumerate(("10.0.0.1", "192.168.1.1", "127.0.0.1")):
        responder.datagram_received(pack_probe(bytes([n]) * 8), (host, 9))
    assert sent.to == [("127.0.0.1", 9)]


@pytest.mark.parametrize(
    ("address", "local"),
    [("127.0.0.1", True), ("127.8.9.1", True), ("::1", True), ("::ffff:127.0.0.1", True), ("0.0.0.0", False),
     ("::", False), ("10.0.0.1", False), ("fe80::1%eth0", False), ("2001:db8::1", False)],
)
def test_what_counts_as_loopback(address: str, local: bool) -> None:
    assert is_loopback(address) is local


@pytest.mark.parametrize("bind", ["127.0.0.1", "::1"])
async def test_a_host_that_this_machine_alone_can_reach_keeps_to_it(
    bind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[bool] = []

    class Noted(Responder):
        def __init__(self, *args: Any, local_only: bool) -> None:
            asked.append(local_only)
            super().__init__(*args, local_only=local_only)

    monkeypatch.setattr(server, "Responder", Noted)
    options = HostOptions(port=0, bind=bind, discovery_port=free_port(), store=tmp_path / "games.db")
    evening = open_evening(options)
    host = Host(options, evening.table, evening.store)
    with closing(listen(bind, 0)) as sock:
        await host.start(sock)
        await host.stop()
    assert asked == [True]


def test_a_notice_survives_its_way_and_a_hostile_one_is_harmless() -> None:
    assert unpack_notice(pack_notice(b"n" * 8, NOTICE)) == (b"n" * 8, NOTICE)
    name = "\x1b]0;owned\x07\u202eFri\u200bday\x1b[2J"
    hostile = replace(NOTICE, name=name, stage=None, passphrase=True, tls=True)
    answer = unpack_notice(pack_notice(b"n" * 8, hostile))
    assert answer is not None
    assert answer[1].name.isprintable()
    assert "\u202e" not in answer[1].name
    assert (answer[1].stage, answer[1].passphrase, answer[1].tls) == (None, True, True)
    good = pack_notice(b"n" * 8, NOTICE)
    for cut in range(len(good)):
        assert unpack_notice(good[:cut]) is None
    assert unpack_notice(good + b"x" * PROBE_BYTES) is None
    assert unpack_notice(pack_notice(b"n" * 8, replace(NOTICE, port=0))) is None


async def test_a_resumed_table_is_found_by_its_own_name(hosting: Hosting) -> None:
    """Not by that of the machine, which a host without `--name` would have."""
    port = free_port()
    table = Table(Settings(), name="lunch")
    await hosting(table, HostOptions(name="Terra at mill", discovery_port=port))
    assert [one.notice.name for one in await find_tables(1.0, port)] == ["lunch"]


async def test_every_host_of_this_machine_is_found(hosting: Hosting) -> None:
    port = free_port()
    names = ("Friday", "Saturday")
    hosts = [await hosting(options=HostOptions(name=name, discovery_port=port)) for name in names]
    async with calling(hosts[0].port) as minji, calling(hosts[0].port) as watcher:
        await minji.enter()
        await watcher.enter("Ann", Role.WATCH)
        found = await find_tables(1.0, port)
    assert sorted(one.notice.name for one in found) == ["Friday", "Saturday"]
    friday = next(one for one in found if one.notice.name == "Friday")
    assert (friday.address, friday.notice.port) == ("127.0.0.1", hosts[0].port)
    assert (friday.notice.seats, friday.notice.humans, friday.notice.watching) == (4, 1, 1)
    assert friday.notice.stage is Stage.LOBBY
    assert friday.notice.open_seats == 3
    assert 0 <= friday.round_trip < 1.0


@pytest.mark.parametrize("passphrase", [None, "sesame"])
@pytest.mark.parametrize("tls", [False, True])
@pytest.mark.parametrize("watching", [Watching.OFF, Watching.PUBLIC])
async def test_a_table_says_what_it_takes_to_come_in(
    hosting: Hosting, files: tuple[Path, Path], passphrase: str | None, tls: bool, watching: Watching
) -> None:
    settings = Settings(watching=watching)
    cert, key = files if tls else (None, None)
    options = HostOptions(passphrase=passphrase, tls_cert=cert, tls_key=key, settings=settings, discovery=False)
    notice = (await hosting(Table(settings, name="lunch"), options)).describe()
    assert (notice.passphrase, notice.tls) == (passphrase is not None, tls)
    assert notice.watchable is (watching is not Watching.OFF)


async def test_a_table_is_found_by_the_group_alone(hosting: Hosting) -> None:
    """On this machine here; across a network in test_discovery_lan.py."""
    port = free_port()
    await hosting(options=HostOptions(name="Friday", discovery_port=port))
    asker = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    asker.setsockopt(socket.IPPROTO_IP, socket.IP_MULTICAST_IF, socket.inet_aton("127.0.0.1"))
    asker.setblocking(False)
    with asker:
        loop = asyncio.get_running_loop()
        await loop.sock_sendto(asker, pack_probe(b"by group"), (GROUP, port))
        async with asyncio.timeout(PATIENCE):
            answer = unpack_notice(await loop.sock_recv(asker, PROBE_BYTES))
    assert answer is not None
    assert (answer[0], answer[1].name) == (b"by group", "Friday")


async def test_a_host_without_discovery_is_not_found(hosting: Hosting) -> None:
    port = free_port()
    await hosting(options=HostOptions(name="Hidden", discovery=False, discovery_port=port))
    assert await find_tables(0.3, port) == []


async def test_a_finder_lists_only_so_many_tables() -> None:
    asked = finder._Finder(asyncio.get_running_loop())
    asked._sent[b"mine mine"[:8]] = 0.0
    for number in range(3 * MOST):
        notice = replace(NOTICE, host=number.to_bytes(8, "big"))
        asked.datagram_received(pack_notice(b"mine mine"[:8], notice), ("10.0.0.1", 4747))
    assert list(asked.found) == [number.to_bytes(8, "big") for number in range(MOST)]


async def test_a_finder_believes_only_answers_to_its_own_probe() -> None:
    asked = finder._Finder(asyncio.get_running_loop())
    asked.datagram_received(pack_notice(b"not mine", NOTICE), ("10.0.0.66", 4747))
    assert asked.found == {}
    asked._sent[b"mine mine"[:8]] = 0.0
    asked.datagram_received(pack_notice(b"mine mine"[:8], NOTICE), ("10.0.0.1", 4747))
    asked.datagram_received(pack_notice(b"mine mine"[:8], replace(NOTICE, name="Copy")), ("10.0.0.2", 4747))
    assert [(type(one), one.address, one.notice.name) for one in asked.found.values()] == [
        (FoundTable, "10.0.0.1", "Friday")
    ]
