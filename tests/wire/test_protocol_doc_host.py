"""docs/protocol.md says what the host does at its door: passphrase, rates, discovery."""

from __future__ import annotations

import re

from server.host.limits import HostLimits
from server.table.links import ANSWERS, AWAY_AFTER, PING_EVERY, UNSTEADY_AFTER
from server.wire.discovery import DISCOVERY_PORT, GROUP, PROBE_BYTES, TableNotice, pack_probe, unpack_notice
from server.wire.messages import Stage
from server.wire.proof import client_mac, derive_key, host_mac
from tests.wire.test_protocol_doc import SECTIONS, TEXT, rows, value_of


def number(value: float) -> str:
    return f"{value:g}"


def test_the_vector_of_the_passphrase() -> None:
    salt, theirs, ours = (bytes.fromhex(value_of(row)) for row in ("salt", "host's nonce", "your nonce"))
    key = derive_key(value_of("passphrase"), salt, int(value_of("log_n")))
    assert key.hex() == value_of("key")
    assert client_mac(key, 1, theirs, ours).hex() == value_of("mac in the Proof")
    assert host_mac(key, 1, ours, theirs).hex() == value_of("mac in the Welcome")


def test_the_rates_are_the_hosts() -> None:
    limits = HostLimits()
    crowd = (limits.words, limits.crowd_words)
    rates = (limits.frames, limits.crowd_frames, limits.moves, limits.claims, *crowd, limits.commands)
    tries = (limits.tries.place, limits.tries.neighbourhood)
    sits = (limits.lasting, limits.sits.seat, limits.sits.place, limits.sits.everybody)
    documented = [(row[1], row[2]) for row in rows("Rates")]
    assert documented == [(number(rate.burst), number(rate.per_second)) for rate in (*rates, *sits, *tries)]
    assert f"for {number(limits.stuck)} seconds gets the Bye `slow`" in " ".join(SECTIONS["Rates"].split())
    assert f"You have {number(limits.hello)} seconds to get in." in SECTIONS["Getting in"]


def test_the_times_are_the_tables() -> None:
    pings = " ".join(SECTIONS["Pings"].split())
    assert f"one every {number(PING_EVERY)} seconds" in pings
    assert f"for {number(UNSTEADY_AFTER)} seconds is shown as `unsteady`, after {number(AWAY_AFTER)}" in pings
    assert f"the newest {ANSWERS} commands" in SECTIONS["Commands"]


def test_a_probe_and_a_notice() -> None:
    (nonce,) = re.findall(r"For a probe with the nonce `([0-9a-f ]+)`", TEXT)
    probe = pack_probe(bytes.fromhex(nonce))
    assert len(probe) == PROBE_BYTES
    (start,) = re.findall(r"`([0-9a-f ]+)` \(\"TERRA\?\", 0, 1\)", TEXT)
    assert probe == (bytes.fromhex(start) + bytes.fromhex(nonce)).ljust(PROBE_BYTES, b"\0")
    (shown,) = re.findall(r"```\n([0-9a-f \n]+)\n```", SECTIONS["Finding a table"])
    notice = TableNotice(bytes(range(0x20, 0x28)), 1, 4747, "lunch", 4, 2, 1, 3, Stage.PLAY, passphrase=True)
    assert unpack_notice(bytes.fromhex(shown)) == (bytes.fromhex(nonce), notice)
    assert sum(int(row[0]) for row in rows("Finding a table") if row[0].isdigit()) == len(bytes.fromhex(shown)) - 5
    for fact in (f"UDP port {DISCOVERY_PORT}", GROUP):
        assert fact in SECTIONS["Finding a table"]
