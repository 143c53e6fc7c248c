"""The door: versions, passphrases and how often they may be tried (DESIGN.md 7)."""

from __future__ import annotations

import hmac
import threading
from contextlib import nullcontext
from dataclasses import replace
from unicodedata import normalize

import pytest

from server.host import door
from server.host.buckets import ADDRESSES, Bucket, BucketByAddress, Rate
from server.host.door import Door, Secret, TurnedAway, version_sentence
from server.host.options import HostOptions
from server.host.tries import TryRates
from server.wire.limits import PROTOCOL_VERSION
from server.wire.messages import Code, Hello, Proof, Role
from server.wire.proof import client_mac, derive_key, host_mac
from tests.digests import Digests
from tests.host.conftest import Hosting
from tests.host.fake_table import FakeTable

TRIES = TryRates(place=Rate(burst=3, per_second=0.1))
NONCE = b"n" * 16


@pytest.fixture(scope="module")
def secret() -> Secret:
    return Secret.of("열려라 참깨", lambda n: b"s" * n)


def hello(version: int = PROTOCOL_VERSION, nonce: bytes | None = NONCE) -> Hello:
    return Hello(version, Role.PLAY, "Minji", nonce=nonce)


def test_without_a_passphrase_a_hello_is_enough() -> None:
    visit, challenge = Door(None, TRIES).hello(hello(nonce=None), "a", 0.0)
    assert challenge is None
    assert visit.mac is None


@pytest.mark.parametrize("version", [0, 2, 65535])
def test_another_version_is_told_in_a_sentence_with_both(version: int) -> None:
    with pytest.raises(TurnedAway) as caught:
        Door(None, TRIES).hello(hello(version), "a", 0.0)
    assert caught.value.bye.code is Code.VERSION
    assert caught.value.bye.text == version_sentence(version)
    assert str(version) in caught.value.bye.text
    assert f"version {PROTOCOL_VERSION}" in caught.value.bye.text


def test_who_knows_the_passphrase_comes_in_and_gets_the_hosts_proof(secret: Secret) -> None:
    door = Door(secret, TRIES)
    visit, challenge = door.hello(hello(), "a", 0.0)
    assert challenge is not None
    # What a client does with nothing but the challenge and what its player typed, in decomposed letters:
    key = derive_key(normalize("NFD", "열려라 참깨"), challenge.salt, challenge.log_n)
    mac = client_mac(key, PROTOCOL_VERSION, challenge.nonce, NONCE)
    proven = door.proof(visit, Proof(mac), "a", 0.0)
    assert proven.mac == host_mac(key, PROTOCOL_VERSION, NONCE, challenge.nonce)
    assert proven.mac != mac


def test_a_proof_is_good_for_one_challenge_only(secret: Secret) -> None:
    door = Door(secret, TRIES)
    visit, challenge = door.hello(hello(), "a", 0.0)
    assert challenge is not None
    mac = client_mac(secret.key, PROTOCOL_VERSION, challenge.nonce, NONCE)
    door.proof(visit, Proof(mac), "a", 0.0)
    again, other = door.hello(hello(), "a", 0.0)
    assert other is not None
    assert other.nonce != challenge.nonce
    with pytest.raises(TurnedAway):
        door.proof(again, Proof(mac), "a", 0.0)


def test_wrong_and_missing_proofs(secret: Secret) -> None:
    door = Door(secret, TRIES)
    with pytest.raises(TurnedAway) as caught:
        door.hello(hello(nonce=None), "a", 0.0)
    assert caught.value.bye.code is Code.PASSPHRASE
    visit, _ = door.hello(hello(), "a", 0.0)
    with pytest.raises(TurnedAway) as caught:
        door.proof(visit, Proof(bytes(32)), "a", 0.0)
    assert caught.value.bye.code is Code.PASSPHRASE


@pytest.mark.parametrize("right", [True, False])
def test_proofs_are_compared_in_constant_time(
    secret: Secret, right: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    visit, challenge = (door := Door(secret, TRIES)).hello(hello(), "a", 0.0)
    assert challenge is not None
    wanted = client_mac(secret.key, PROTOCOL_VERSION, challenge.nonce, NONCE)
    sent = wanted if right else bytes(32)
    digests = Digests()
    monkeypatch.setattr(hmac, "compare_digest", digests.compare)
    with nullcontext() if right else pytest.raises(TurnedAway):
        door.proof(visit, Proof(sent), "a", 0.0)
    assert digests.compared == [{wanted, sent}]


def test_wrong_tries_are_bounded_by_address_and_time(secret: Secret) -> None:
    door = Door(secret, TRIES)
    visits = [door.hello(hello(), "a", 0.0)[0] for _ in range(5)]      # challenged before the first proof
    codes = []
    for visit in visits:
        with pytest.raises(TurnedAway) as caught:
            door.proof(visit, Proof(bytes(32)), "a", 0.0)
        codes.append(caught.value.bye.code)
    assert codes == [Code.PASSPHRASE] * 3 + [Code.TOO_MANY_TRIES] * 2
    with pytest.raises(TurnedAway) as caught:
        door.hello(hello(), "a", 0.0)
    assert caught.value.bye.code is Code.TOO_MANY_TRIES
    door.hello(hello(), "b", 0.0)           # somebody else may
    door.hello(hello(), "a", 10.5)          # and later, again


def test_a_right_try_costs_nothing(secret: Secret) -> None:
    door = Door(secret, TRIES)
    for _ in range(10):
        visit, challenge = door.hello(hello(), "a", 0.0)
        assert challenge is not None
        mac = client_mac(secret.key, PROTOCOL_VERSION, challenge.nonce, NONCE)
        assert door.proof(visit, Proof(mac), "a", 0.0).mac


def test_a_bucket_gives_its_burst_and_then_its_rate() -> None:
    bucket = Bucket(Rate(burst=3, per_second=2), 100.0)
    assert [bucket.take(100.0) for _ in range(4)] == [True, True, True, False]
    assert [bucket.take(100.5), bucket.take(100.5)] == [True, False]
    assert [bucket.take(1000.0) for _ in range(4)] == [True, True, True, False]


def test_addresses_are_forgotten_before_they_fill_the_memory() -> None:
    buckets = BucketByAddress(Rate(burst=1, per_second=0))
    for n in range(3 * ADDRESSES):
        assert buckets.take(f"10.0.{n}", 0.0)
    assert not buckets.take(f"10.0.{3 * ADDRESSES - 1}", 0.0)
    assert len(buckets._buckets) == ADDRESSES


def test_who_holds_a_seat_is_asked_whatever_others_guessed(secret: Secret) -> None:
    token = b"t" * 32
    door = Door(secret, TRIES, {token: 2}.get)
    for _ in range(3):
        visit, _ = door.hello(hello(), "a", 0.0)
        with pytest.raises(TurnedAway):
            door.proof(visit, Proof(bytes(32)), "a", 0.0)
    with pytest.raises(TurnedAway) as caught:
        door.hello(replace(hello(), token=b"u" * 32), "a", 0.0)       # holds nothing
    assert caught.value.bye.code is Code.TOO_MANY_TRIES
    visit, challenge = door.hello(replace(hello(), token=token), "a", 0.0)
    assert challenge is not None
    mac = client_mac(secret.key, PROTOCOL_VERSION, challenge.nonce, NONCE)
    assert door.proof(visit, Proof(mac), "a", 0.0).mac


async def test_a_host_that_starts_does_not_wait_for_scrypt(
    hosting: Hosting, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Signals count meanwhile, for one."""
    workers: list[threading.Thread] = []

    def noted(passphrase: str, salt: bytes, log_n: int) -> bytes:
        workers.append(threading.current_thread())
        return derive_key(passphrase, salt, log_n)

    monkeypatch.setattr(door, "derive_key", noted)
    await hosting(FakeTable(), HostOptions(discovery=False, passphrase="open sesame"))
    assert workers
    assert threading.main_thread() not in workers
