"""The host as a process: how it starts, how it ends, and what it says when it cannot (DESIGN.md 5 and 9)."""

from __future__ import annotations

import asyncio
import os
import signal
import socket
import sqlite3
import sys
from contextlib import AsyncExitStack
from pathlib import Path

import pytest

from server.records.store import Store
from server.wire.limits import PROTOCOL_VERSION
from server.wire.messages import Bye, Code, Hello, Role, Snapshot, Stage
from tests.certificate import certificate
from tests.host.caller import SOON, calling, stopped_reader
from tests.host.player import Player
from tests.host.process import ROOT, begin, host_process

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="signals are POSIX's")

BOTS = ("--seats", "3", "--bots", "3", "--pace", "0")
THREE = ("--seats", "3", "--bots", "2", "--level", "easy", "--pace", "0", "--ron-window", "0")


def one_sentence(text: str) -> str:
    """Check that this is one plain sentence, and return it."""
    assert text.startswith("terra: "), text
    assert text.count("\n") == 1
    assert "Traceback" not in text
    return text


async def test_bots_play_at_once_and_a_signal_ends_it_soon(tmp_path: Path) -> None:
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        async with host_process(tmp_path, *BOTS) as host, calling(host.port) as ann:
            await ann.enter("Ann", Role.WATCH)
            await ann.expect(Snapshot, lambda one: one.stage is Stage.PLAY)
            stuck = await stopped_reader(host.port)
            loop = asyncio.get_running_loop()
            assert await loop.sock_recv(stuck, 1)       # it is in: the host has begun to answer
            host.process.send_signal(number)
            begun = loop.time()
            assert (await ann.bye()).code is Code.CLOSING
            assert await host.ended() == 0
            assert loop.time() - begun < SOON
            assert await host.errors() == ""
            stuck.close()


async def test_a_host_under_nohup_stays_when_its_terminal_goes(tmp_path: Path) -> None:
    async with host_process(tmp_path, *THREE, ignored="HUP") as host, calling(host.port) as minji:
        await minji.enter()
        host.process.send_signal(signal.SIGHUP)
        player = Player(minji, 2)
        await player.moves(3)
        host.process.terminate()
        assert await host.ended() == 0


async def test_it_prints_the_line_to_type(tmp_path: Path) -> None:
    async with host_process(tmp_path, *THREE, "--name", "Friday") as host:
        host.process.terminate()
        await host.ended()
        assert host.process.stdout is not None
        text = (await host.process.stdout.read()).decode()
        assert f"terra join 127.0.0.1:{host.port}\n" in text
        assert "Friday" in text


async def test_a_table_with_tls_says_what_players_need(tmp_path: Path) -> None:
    cert, key = certificate(tmp_path)
    async with host_process(tmp_path, *THREE, "--tls-cert", str(cert), "--tls-key", str(key)) as host:
        host.process.terminate()
        await host.ended()
        assert host.process.stdout is not None
        assert "--tls-ca" in (await host.process.stdout.read()).decode()


async def test_the_end_of_stdin_ends_a_host_inside(tmp_path: Path) -> None:
    async with host_process(tmp_path, *THREE, "--with-stdin", stdin=asyncio.subprocess.PIPE) as host:
        async with calling(host.port) as minji:
            await minji.enter()
            assert host.process.stdin is not None
            host.process.stdin.close()
            assert (await minji.bye()).code is Code.CLOSING
        assert await host.ended() == 0


async def test_a_taken_port_is_one_sentence(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        host = await begin(tmp_path, "--port", str(taken.getsockname()[1]))
        assert await host.ended() == 1
        assert "is taken" in one_sentence(await host.errors())
    assert not (tmp_path / "terra").exists()


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("--bind", "somewhere"), "is no address"),
        (("--bind", "198.51.100.7"), "not an address of this machine"),
        (("--passphrase-file", "/nowhere/at/all"), "cannot be read"),
        (("--tls-cert", "/nowhere", "--tls-key", "/nowhere"), "cannot be read"),
        (("--tls-cert", "/nowhere"), "TLS needs both"),
        (("--resume",), "no unfinished game"),
        (("--resume", "abc", "--store", "/nowhere/games.db"), "no store"),
        (("--store", "/proc/games.db"), "store"),
        (("--port-file", "/nowhere/port"), "port file"),
        (("--seats", "6"), "whole number from 3 to 5"),
        (("--seats", "3", "--bots", "4"), "do not fit"),
        (("--spectators", "delayed"), "whole number"),
        (("--turn-time", "0"), "seconds"),
    ],
)
async def test_what_cannot_be_is_said_in_a_sentence(tmp_path: Path, arguments: tuple[str, ...], words: str) -> None:
    host = await begin(tmp_path, *arguments)
    code = await host.ended()
    text = await host.errors()
    assert words in text
    assert "Traceback" not in text
    if code == 1:
        one_sentence(text)
    else:
        assert code == 2


async def test_two_hosts_on_one_store(tmp_path: Path) -> None:
    store = str(tmp_path / "games.db")
    async with host_process(tmp_path, *BOTS, "--store", store) as first:
        second = await begin(tmp_path / "..", "--store", store)
        assert await second.ended() == 1
        assert "Another host is using the store" in one_sentence(await second.errors())
        async with calling(first.port) as ann:
            await ann.enter("Ann", Role.WATCH)


async def test_two_hosts_without_a_store_named_take_one_each(tmp_path: Path) -> None:
    async with host_process(tmp_path, *THREE) as first:
        port = first.port
        async with host_process(tmp_path, *THREE) as second, calling(port) as minji, calling(second.port) as jun:
            await minji.enter("Minji")
            await jun.enter("Jun")
    assert sorted(one.name for one in (tmp_path / "terra").glob("*.db")) == ["games-2.db", "games.db"]


async def test_a_store_of_another_version_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "games.db"
    Store.open(path).close()
    with sqlite3.connect(path) as db:
        db.execute("PRAGMA user_version = 99")
    db.close()
    host = await begin(tmp_path, "--store", str(path))
    assert await host.ended() == 1
    assert "has format 99" in one_sentence(await host.errors())


async def test_a_full_disk_stops_the_table_with_a_sentence(tmp_path: Path) -> None:
    # The kernel refuses to let a file grow beyond the limit, which is what a disk without room looks like.
    path = tmp_path / "games.db"
    Store.open(path).close()
    command = ["sh", "-c", 'trap "" XFSZ; ulimit -f 200; exec "$@"', "sh", sys.executable, "-m", "server"]
    command += [*BOTS, "--port", "0", "--bind", "127.0.0.1", "--no-discovery", "--store", str(path)]
    command += ["--port-file", str(tmp_path / "port")]
    process = await asyncio.create_subprocess_exec(
        *command, cwd=ROOT, stdout=asyncio.subprocess.DEVNULL, stderr=asyncio.subprocess.PIPE
    )
    async with asyncio.timeout(20):
        _, errors = await process.communicate()
    assert process.returncode == 1
    sentence = one_sentence(errors.decode())
    assert "The table has stopped" in sentence
    store = Store.open(path, create=False)           # and it is whole
    row = store.newest_unfinished()
    assert row is not None
    assert row.lines == len(store.lines(row.game)) > 10
    store.close()


async def test_an_ended_evening_is_not_to_be_resumed_and_an_unplayed_one_is_forgotten(tmp_path: Path) -> None:
    async with host_process(tmp_path, *THREE) as host:
        host.process.terminate()
        assert await host.ended() == 0
    store = Store.open(tmp_path / "terra" / "games.db", create=False)
    assert store.games() == []
    store.close()


async def test_a_host_with_few_files_keeps_some_for_its_players(tmp_path: Path) -> None:
    async with host_process(tmp_path, *THREE, limit_files=64) as host, AsyncExitStack() as stack:
        minji = await stack.enter_async_context(calling(host.port))
        token = (await minji.enter()).token
        for number in range(60):                        # more than its files allow: it lets in as many as fit
            caller = await stack.enter_async_context(calling(host.port))
            caller.send(Hello(PROTOCOL_VERSION, Role.WATCH, f"W{number}"))
            first = await caller.read()
            if isinstance(first, Bye):
                break
        assert isinstance(first, Bye)
        assert first.code is Code.CROWDED
        for _ in range(60):
            await stack.enter_async_context(calling(host.port))
        minji.close()
        async with calling(host.port) as again:
            assert (await again.enter(token=token)).seat == 2
            player = Player(again, 2)
            await player.moves(3)
        host.process.terminate()
        assert await host.ended() == 0
        assert await host.errors() == ""


async def test_no_file_left_for_a_connection_costs_nobody_at_the_table(tmp_path: Path) -> None:
    # EMFILE at accept: asyncio 3.11 stops listening for a second, and goes on by itself.
    async with host_process(tmp_path, *THREE, limit_files=40) as host, AsyncExitStack() as stack:
        async with calling(host.port) as minji:
            await minji.enter()
            for _ in range(40):
                await stack.enter_async_context(calling(host.port))
            player = Player(minji, 2)
            await player.moves(3)
            await stack.aclose()
            async with calling(host.port) as ann:
                await ann.enter("Ann", Role.WATCH)
        host.process.terminate()
        assert await host.ended() == 0
        assert "Traceback" not in await host.errors()


@pytest.mark.parametrize(("moves", "window"), [(1, "0"), (4, "0"), (9, "0"), (6, "0.05")])
async def test_kill_9_and_resume_goes_on_where_it_was(tmp_path: Path, moves: int, window: str) -> None:
    async with host_process(tmp_path, *THREE, "--ron-window", window) as host, calling(host.port) as minji:
        welcome = await minji.enter("Minji")
        assert welcome.token is not None
        player = Player(minji, 2)
        await player.moves(moves)
        host.process.kill()
        while await minji.read() is not None:
            pass
        acknowledged = set(player.acknowledged)
        before = minji.snapshot.view
        await host.ended()
    async with host_process(tmp_path, "--resume") as host, calling(host.port) as again:
        assert (await again.enter("Minji", token=welcome.token)).seat == 2
        player = Player(again, 2)
        snapshot = await again.expect(Snapshot, lambda one: one.view is not None)
        assert before is not None
        assert snapshot.view is not None
        if snapshot.view.round == before.round and snapshot.stage is Stage.PLAY:
            assert len(snapshot.view.under) >= len(before.under)
        player.answer(snapshot)
        await player.moves(3)
        host.process.terminate()
        assert await host.ended() == 0
    store = Store.open(tmp_path / "terra" / "games.db", create=False)
    lines = store.lines(welcome.game)
    done = [seq for line in lines for _, seq in line.get("_seq", [])]
    assert len(done) == len(set(done))              # each once,
    assert acknowledged <= set(done)                # and none lost that was acknowledged
    store.close()


async def test_nothing_of_textual_is_imported() -> None:
    code = (
        "import sys, server.host.run, server.__main__, server.bots.normal;"
        "print([name for name in sys.modules if name.split('.')[0] in ('textual', 'rich', 'terra_tui')])"
    )
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-c", code, cwd=ROOT, stdout=asyncio.subprocess.PIPE, env={**os.environ}
    )
    output, _ = await process.communicate()
    assert output.decode().strip() == "[]"
