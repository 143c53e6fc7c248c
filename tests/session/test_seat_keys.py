"""Seats of one account: those that are being played are left alone, those of a host that moved are found."""

from __future__ import annotations

import asyncio
import contextlib
import subprocess
import sys
from pathlib import Path

import pytest

from server.wire.messages import Bye, Code, Hello, Role
from terra_tui.session.address import Address, same_machine
from terra_tui.session.held_seats import HeldSeat, is_held
from terra_tui.session.keyring import Key, Keyring
from terra_tui.session.seat_keys import SeatKeys
from terra_tui.session.session import Session
from terra_tui.session.state import LinkState
from tests.session.conftest import Runner
from tests.session.fake_host import TOKEN, FakeHost, until

HOLD = """
import sys, time
from pathlib import Path
from terra_tui.session.held_seats import HeldSeat
held = HeldSeat(Path(sys.argv[1]))
print("held", flush=True)
sys.stdin.read()
"""


def test_a_held_seat_is_free_once_the_last_has_let_go(tmp_path: Path) -> None:
    path = tmp_path / "seat.lock"
    assert not is_held(path)
    first, second = HeldSeat(path), HeldSeat(path)
    assert is_held(path)
    first.release()
    assert is_held(path)
    second.release()
    assert not is_held(path)
    assert not path.exists()


def test_a_killed_client_holds_nothing(tmp_path: Path) -> None:
    path = tmp_path / "seat.lock"
    with subprocess.Popen(
        [sys.executable, "-c", HOLD, str(path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == b"held\n"
        assert is_held(path)
        process.kill()
        process.wait()
    assert not is_held(path)


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("127.0.0.1:1", "localhost:2", True), ("[::1]:1", "127.9.9.9:2", True), ("Lan:1", "lan:2", True),
        ("lan:1", "wan:1", False), ("127.0.0.1:1", "lan:1", False), ("", "lan:1", False),
        ("127.evil.example:1", "127.0.0.1:1", False), ("localhost.evil.example:1", "localhost:1", False),
    ],
)
def test_which_addresses_are_one_machine(one: str, other: str, same: bool) -> None:
    assert same_machine(one, other) is same


async def test_another_client_of_this_account_leaves_a_played_seat_alone(
    keyring: Keyring, running: Runner
) -> None:
    async with FakeHost() as host:
        first = Session(host.address, Role.PLAY, "friend", keyring)
        running(first)
        await host.welcomed(0)
        await until(first, lambda state: state.link.state is LinkState.UP)
        second = Session(host.address, Role.PLAY, "friend", keyring, insist=False)
        ending = running(second)
        peer = await host.peer()
        assert (await peer.next(Hello)).token is None
        peer.send(Bye(Code.NAME_TAKEN, "taken"))
        async with asyncio.timeout(10):
            await ending
        assert second.state.link.error is not None
        assert (second.state.link.error.code, second.state.link.error.args["name"]) == ("seat_held", "friend")
        await first.leave()
        third = Session(host.address, Role.PLAY, "friend", keyring, insist=False)
        running(third)
        _, hello = await host.welcomed(0)
        assert hello.token == TOKEN             # nobody plays it any more


async def test_the_seat_is_found_again_at_another_port_of_the_same_machine(
    keyring: Keyring, running: Runner
) -> None:
    keyring.save(Key("elsewhere:4747", "lunch", "Minji", "01" * 32))
    keyring.save(Key("localhost:1", "lunch", "Minji", TOKEN.hex(), "aa"))
    keyring.save(Key("127.0.0.1:2", "lunch", "Minji", "02" * 32, "bb"))
    async with FakeHost() as host:
        session = Session(host.address, Role.PLAY, "minji", keyring)
        running(session)
        shown = []
        for code in (Code.NAME_TAKEN, Code.BAD_TOKEN):
            peer = await host.peer()
            shown.append((await peer.next(Hello)).token)
            peer.send(Bye(code, "no"))
        _, hello = await host.welcomed(0)
        await until(session, lambda state: state.link.state is LinkState.UP)
    assert [*shown, hello.token] == [None, b"\x02" * 32, TOKEN]
    assert keyring.find("127.0.0.1:2", "Minji") is not None       # its own host may come again


async def turning_away(host: FakeHost, shown: list[bytes | None]) -> None:
    """Turn everybody away who comes to `host`, and note which tokens were shown to it."""
    while True:
        peer = await host.peer()
        shown.append((await peer.next(Hello)).token)
        peer.send(Bye(Code.NAME_TAKEN if shown[-1] is None else Code.BAD_TOKEN, "no"))


@pytest.mark.parametrize(
    "elsewhere", ["elsewhere", "localhost.example.org", "127.0.0.1.example.org", "192.168.0.7", "[fe80::1]"]
)
async def test_a_host_that_turns_everybody_away_gets_no_token_of_another_machine(
    keyring: Keyring, running: Runner, elsewhere: str
) -> None:
    """Who has the token, has the seat: a rogue would only have to say that the name is taken."""
    shown: list[bytes | None] = []
    async with FakeHost() as host:
        keyring.save(Key("127.0.0.1:2", "lunch", "Minji", "02" * 32, "bb"))
        for number, port in enumerate((1, host.port)):
            keyring.save(Key(f"{elsewhere}:{port}", "lunch", "Minji", f"6{number}" * 32, f"c{number}"))
        assert len(keyring.named("Minji")) == 3         # the others' are newer, so they would be tried first
        door = asyncio.create_task(turning_away(host, shown))
        async with asyncio.timeout(10):
            await running(Session(host.address, Role.PLAY, "Minji", keyring))
        door.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await door
    assert shown == [None, b"\x02" * 32]


def test_nor_does_another_machine_get_one_of_this_one(keyring: Keyring) -> None:
    for number, address in enumerate(("127.0.0.1:2", "localhost:4747", "[::1]:3", "nowhere:4747")):
        keyring.save(Key(address, "lunch", "Minji", f"0{number}" * 32, f"b{number}"))
    keys = SeatKeys(keyring, Address("elsewhere", 4747), "Minji", insist=True, key=None)
    assert keys.first() is None
    assert keys.guess() is None


async def test_keys_that_open_nothing_leave_the_first_reason(keyring: Keyring, running: Runner) -> None:
    keyring.save(Key("127.0.0.1:2", "lunch", "Minji", "02" * 32, "bb"))
    async with FakeHost() as host:
        session = Session(host.address, Role.PLAY, "Minji", keyring)
        ending = running(session)
        for code in (Code.TABLE_FULL, Code.BAD_TOKEN):
            peer = await host.peer()
            await peer.next(Hello)
            peer.send(Bye(code, "no"))
        async with asyncio.timeout(10):
            await ending
    assert session.state.link.error is not None
    assert session.state.link.error.code == "table_full"


async def test_a_given_key_is_shown_whatever_the_address(keyring: Keyring, running: Runner) -> None:
    key = Key("127.0.0.1:2", "Solo", "Zoe", TOKEN.hex(), "aa")
    async with FakeHost() as host:
        running(Session(host.address, Role.PLAY, "Zoe", keyring, key=key))
        _, hello = await host.welcomed(0)
    assert hello.token == TOKEN


def test_a_newer_key_of_a_game_takes_the_place_of_the_one_for_another_port(keyring: Keyring) -> None:
    old, new = Key("localhost:1", "t", "Zoe", "01" * 32, "aa"), Key("127.0.0.1:2", "t", "zoe", "02" * 32, "aa")
    keyring.save(old)
    keyring.save(new)
    assert Keyring(keyring.path.parent).keys() == (new,)
    assert keyring.of_game("aa") == new
    assert keyring.of_game("") is None


def test_a_rogue_host_that_names_anothers_game_takes_no_key_away(keyring: Keyring) -> None:
    mine = Key("127.0.0.1:4747", "lunch", "Zoe", "01" * 32, "aa")
    friends = Key("192.168.0.7:4747", "dinner", "Zoe", "02" * 32, "bb")
    for key in (mine, friends):
        keyring.save(key)
        keyring.save(Key("10.9.9.9:4747", "x", "Zoe", "66" * 32, key.game))
    assert {mine, friends} < set(keyring.keys())
    assert keyring.of_game("aa") == mine
    assert keyring.find(friends.address, "Zoe") == friends
