"""TLS with a certificate that openssl made here (DESIGN.md 7)."""

from __future__ import annotations

import asyncio
import contextlib
import socket
import ssl
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from server.host.limits import HostLimits
from server.host.link import Link, LinkStage
from server.host.options import HostError, HostOptions
from server.host.peers import Peers
from server.host.tls import server_context
from server.wire.codec import decode_to_client, encode
from server.wire.frames import FrameReader
from server.wire.limits import FRAME_LIMIT, PROTOCOL_VERSION
from server.wire.messages import Bye, Challenge, Code, Hello, Role, Say, ToClient, Welcome
from tests.certificate import certificate
from tests.host.caller import PATIENCE, calling
from tests.host.conftest import Hosting, wait_until
from tests.host.fake_table import FakeTable
from tests.host.test_links import TIRELESS, heard


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """Return a certificate for loopback and its key."""
    return certificate(tmp_path_factory.mktemp("tls"))


def options(files: tuple[Path, Path]) -> HostOptions:
    return HostOptions(discovery=False, tls_cert=files[0], tls_key=files[1])


def trusting(files: tuple[Path, Path]) -> ssl.SSLContext:
    return ssl.create_default_context(cafile=str(files[0]))


async def test_a_table_over_tls(hosting: Hosting, files: tuple[Path, Path]) -> None:
    table = FakeTable()
    host = await hosting(table, options(files))
    async with calling(host.port, trusting(files)) as minji, calling(host.port, trusting(files)) as jun:
        await minji.enter("Minji")
        await jun.enter("Jun")
        minji.send(Say(1, "hello"))
        await heard(jun, "hello")
        await wait_until(lambda: len(table.told_revs) == 2)
        jun.send_raw(b"\xff" * 50)
        assert (await jun.bye()).code is Code.BAD_FRAME
        minji.send(Say(2, "again"))
        await heard(minji, "again")
    await wait_until(lambda: not host._peers)
    assert [name for name, _, _ in table.calls].count("disconnected") == 2


def test_no_version_of_tls_below_1_2(files: tuple[Path, Path]) -> None:
    assert server_context(*files).minimum_version is ssl.TLSVersion.TLSv1_2


async def test_a_plain_client_and_a_silent_one_are_cut_by_the_same_deadline(
    hosting: Hosting, files: tuple[Path, Path]
) -> None:
    host = await hosting(FakeTable(), options(files), HostLimits(hello=0.2, linger=0.1, sweep=0.02))
    async with calling(host.port) as plain, calling(host.port) as silent:
        plain.send_raw(b"\x00\x00\x00\x05hello")
        await plain.reader.read(4096)             # perhaps a TLS alert: bytes of no frame
        assert await silent.reader.read(4096) == b""
        await wait_until(lambda: not host._peers)


@pytest.mark.parametrize(
    "give_up",
    [
        lambda peers, link: peers.overdue(link, Code.SILENT),
        lambda peers, _: peers.finish_all(Bye(Code.CLOSING, "The host goes down.")),
        lambda peers, _: peers.abort_all(),
    ],
    ids=["overdue", "the host goes", "by force"],
)
async def test_a_handshake_that_is_given_up_leaves_nothing_behind(
    hosting: Hosting, files: tuple[Path, Path], give_up: Callable[[Peers, Link], None]
) -> None:
    host = await hosting(FakeTable(), options(files))
    async with calling(host.port) as silent:
        await wait_until(lambda: bool(host._peers))
        link = host._peers.get(1)
        assert link is not None
        assert link.stage is LinkStage.TLS
        await wait_until(lambda: link.transport.get_protocol() is not link)       # hands are being shaken
        give_up(host._peers, link)
        assert await silent.reader.read(4096) == b""
        await wait_until(lambda: not host._peers)


class ByHand:
    """A client whose records are sent when the test says so: several of them in one segment."""

    def __init__(self, port: int, context: ssl.SSLContext) -> None:
        self.sock = socket.create_connection(("127.0.0.1", port))
        self.sock.setblocking(False)
        self._come, self._go = ssl.MemoryBIO(), ssl.MemoryBIO()
        self._tls = context.wrap_bio(self._come, self._go, server_hostname="localhost")

    async def shake_hands(self) -> None:
        """Go as far as the last record of our own, and keep that one back."""
        loop = asyncio.get_running_loop()
        while True:
            with contextlib.suppress(ssl.SSLWantReadError):
                self._tls.do_handshake()
                return
            await loop.sock_sendall(self.sock, self._go.read())
            data = await loop.sock_recv(self.sock, 65536)
            assert data, "the host hung up"
            self._come.write(data)

    def send(self, data: bytes) -> None:
        """Send what was kept back, and `data`, in one segment."""
        self._tls.write(data)
        self.sock.send(self._go.read())

    async def first_message(self) -> ToClient:
        """Return what the host says first."""
        frames, loop = FrameReader(FRAME_LIMIT), asyncio.get_running_loop()
        async with asyncio.timeout(PATIENCE):
            while True:
                with contextlib.suppress(ssl.SSLWantReadError):
                    frames.feed(self._tls.read(65536))
                for payload in frames.payloads():
                    return decode_to_client(payload)
                data = await loop.sock_recv(self.sock, 65536)
                assert data, "the host hung up"
                self._come.write(data)


@pytest.mark.parametrize("passphrase", [None, "open sesame"])
@pytest.mark.parametrize("version", [ssl.TLSVersion.TLSv1_2, ssl.TLSVersion.TLSv1_3])
async def test_a_hello_that_comes_with_the_end_of_the_handshake_is_answered_through_tls(
    hosting: Hosting, files: tuple[Path, Path], version: ssl.TLSVersion, passphrase: str | None
) -> None:
    host = await hosting(FakeTable(), replace(options(files), passphrase=passphrase))
    context = trusting(files)
    context.minimum_version = context.maximum_version = version
    hello = encode(Hello(PROTOCOL_VERSION, Role.PLAY, "Minji", nonce=bytes(16)))
    for _ in range(3):
        eager = ByHand(host.port, context)
        async with calling(host.port, trusting(files)) as other:
            with eager.sock:
                await eager.shake_hands()
                # With another peer's bytes before it in the same pass of the loop, what was read then is taken in
                # before `start_tls` has returned.
                other.send_raw(hello)
                eager.send(hello)
                assert isinstance(await eager.first_message(), Welcome if passphrase is None else Challenge)


async def test_what_waits_below_tls_is_not_told_yet(hosting: Hosting, files: tuple[Path, Path]) -> None:
    table = FakeTable()
    host = await hosting(table, options(files), TIRELESS)
    async with calling(host.port, trusting(files)) as slow, calling(host.port, trusting(files)) as honest:
        await slow.enter("Slow")
        await honest.enter("Jun")
        ear = slow.writer.transport
        assert isinstance(ear, asyncio.Transport)
        ear.pause_reading()
        link = host._peers.get(1)
        assert link is not None
        assert link._below is not None
        line = 0
        while not link._below.get_write_buffer_size():
            line += 1
            honest.send(Say(line, f"{line} " + "x" * 700))
            await heard(honest, f"{line} " + "x" * 700)
        await wait_until(lambda: (2, table.rev) in table.told_revs)
        assert (1, table.rev) not in table.told_revs
        ear.resume_reading()
        await heard(slow, f"{line} " + "x" * 700)
        await wait_until(lambda: (1, table.rev) in table.told_revs)


async def test_handshakes_count_as_waiting_at_the_door(hosting: Hosting, files: tuple[Path, Path]) -> None:
    host = await hosting(FakeTable(), options(files), HostLimits(pending=2, moment=0.0))
    async with calling(host.port) as first, calling(host.port), calling(host.port):
        assert await first.reader.read(4096) == b""
        assert len(host._peers) <= 3


def test_files_that_do_not_fit_are_named_in_a_sentence(files: tuple[Path, Path], tmp_path: Path) -> None:
    cert, key = files
    with pytest.raises(HostError, match="not a certificate and its own unencrypted key"):
        server_context(key, cert)
    with pytest.raises(HostError, match="cannot be read"):
        server_context(tmp_path / "none.pem", key)
