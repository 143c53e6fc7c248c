"""The passphrase: proved both ways, asked for where it is missing, and wrong ones told."""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import threading
from collections.abc import Callable
from typing import Any
from unicodedata import normalize

import pytest

from server.wire.messages import Bye, Challenge, Code, Hello, Proof
from terra_tui.session import door
from terra_tui.session.proof import prove
from terra_tui.session.session import Session
from terra_tui.session.state import LinkState
from tests.digests import Digests
from tests.session.fake_host import FakeHost, Peer, roster, until, welcome

Make = Callable[..., tuple[Session, asyncio.Task[None]]]
CHALLENGE = Challenge(nonce=bytes([5]) * 16, salt=bytes([6]) * 16, log_n=10)


def key(passphrase: str) -> bytes:
    return hashlib.scrypt(passphrase.encode(), salt=CHALLENGE.salt, n=1024, r=8, p=1, dklen=32)


def host_mac(passphrase: str, hello: Hello) -> bytes:
    assert hello.nonce is not None
    message = b"terra-host-v1\0" + b"\x00\x01" + hello.nonce + CHALLENGE.nonce
    return hmac.digest(key(passphrase), message, "sha256")


async def challenged(host: FakeHost) -> tuple[Peer, Hello]:
    """Challenge the next client."""
    peer = await host.peer()
    hello = await peer.next(Hello)
    peer.send(CHALLENGE)
    return peer, hello


def test_the_client_proves_as_the_protocol_says() -> None:
    ours = bytes([4]) * 16
    message = b"terra-client-v1\0" + b"\x00\x01" + CHALLENGE.nonce + ours
    assert prove("sesame", CHALLENGE, ours).client == hmac.digest(key("sesame"), message, "sha256")
    assert not prove("sesame", CHALLENGE, ours).host_is_right(None)


def test_the_hosts_proof_is_compared_in_constant_time(monkeypatch: pytest.MonkeyPatch) -> None:
    proofs = prove("sesame", CHALLENGE, bytes(16))
    for mac in (proofs.host, bytes(32)):
        digests = Digests()
        monkeypatch.setattr(hmac, "compare_digest", digests.compare)
        assert proofs.host_is_right(mac) is (mac == proofs.host)
        assert digests.compared == [{mac, proofs.host}]


def test_a_spelling_that_looks_the_same_is_the_same() -> None:
    ours = bytes(16)
    assert prove(normalize("NFD", "열려라 참깨"), CHALLENGE, ours) == prove("열려라 참깨", CHALLENGE, ours)


def test_a_passphrase_that_is_no_text_is_its_bytes() -> None:
    odd = b"caf\xe9".decode("utf-8", "surrogateescape")       # as Python reads the environment
    wanted = hashlib.scrypt(b"caf\xe9", salt=CHALLENGE.salt, n=1024, r=8, p=1, dklen=32)
    message = b"terra-client-v1\0" + b"\x00\x01" + CHALLENGE.nonce + bytes(16)
    assert prove(odd, CHALLENGE, bytes(16)).client == hmac.digest(wanted, message, "sha256")


def test_the_most_work_a_host_may_ask_for_is_done() -> None:
    assert len(prove("sesame", Challenge(bytes(16), bytes(16), 18), bytes(16)).client) == 32


async def test_both_prove_the_passphrase(make: Make) -> None:
    async with FakeHost() as host:
        session, _ = make(host.address, passphrase="sesame")
        peer, hello = await challenged(host)
        assert (await peer.next(Proof)).mac == prove("sesame", CHALLENGE, hello.nonce or b"").client
        peer.send(welcome(0, mac=host_mac("sesame", hello)), roster())
        await until(session, lambda state: state.link.state is LinkState.UP)


async def test_the_clients_loop_does_not_wait_for_scrypt(make: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nor does what is drawn: the work is done in another thread."""
    workers: list[threading.Thread] = []

    def noted(*given: Any) -> Any:
        workers.append(threading.current_thread())
        return prove(*given)

    monkeypatch.setattr(door, "prove", noted)
    async with FakeHost() as host:
        make(host.address, passphrase="sesame")
        peer, _ = await challenged(host)
        await peer.next(Proof)
    assert workers
    assert threading.main_thread() not in workers


async def test_a_host_without_the_passphrase_is_left(make: Make) -> None:
    for wrong in ("no challenge", "no proof", "wrong proof"):
        async with FakeHost() as host:
            session, task = make(host.address, passphrase="sesame")
            if wrong == "no challenge":
                await host.welcomed(0)
            else:
                peer, hello = await challenged(host)
                await peer.next(Proof)
                peer.send(welcome(0, mac=host_mac("guess", hello) if wrong == "wrong proof" else None))
            async with asyncio.timeout(10):
                await task
        assert session.state.link.error is not None
        assert session.state.link.error.code == "host_proof"
        assert session.state.seat is None


async def test_a_missing_passphrase_is_asked_for_and_a_wrong_one_again(make: Make) -> None:
    async with FakeHost() as host:
        session, _ = make(host.address)
        await challenged(host)
        await until(session, lambda state: state.link.state is LinkState.NEEDS_PASSPHRASE)
        session.give_passphrase("guess")
        peer, _ = await challenged(host)
        await peer.next(Proof)
        peer.send(Bye(Code.PASSPHRASE, "wrong"))
        state = await until(session, lambda state: state.link.state is LinkState.NEEDS_PASSPHRASE)
        assert state.link.error is not None
        assert state.link.error.code == "passphrase"
        session.give_passphrase("sesame")
        peer, hello = await challenged(host)
        await peer.next(Proof)
        peer.send(welcome(0, mac=host_mac("sesame", hello)))
        await until(session, lambda state: state.link.state is LinkState.UP)


async def test_a_wrong_passphrase_from_a_file_ends(make: Make) -> None:
    async with FakeHost() as host:
        session, task = make(host.address, passphrase="guess")
        peer, _ = await challenged(host)
        await peer.next(Proof)
        peer.send(Bye(Code.PASSPHRASE, "wrong"))
        async with asyncio.timeout(10):
            await task
    assert session.state.link.error is not None
    assert session.state.link.error.code == "passphrase"


async def test_leaving_instead_of_giving_a_passphrase(make: Make) -> None:
    async with FakeHost() as host:
        session, task = make(host.address)
        await challenged(host)
        await until(session, lambda state: state.link.state is LinkState.NEEDS_PASSPHRASE)
        await session.leave()
        async with asyncio.timeout(10):
            await task
    assert session.state.link.state is LinkState.CLOSED
