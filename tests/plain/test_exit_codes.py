"""How plain mode ends: 0 for who could play and left; else 1, after one sentence in the player's language."""

from __future__ import annotations

import socket
from dataclasses import replace
from pathlib import Path

import pytest

from server.wire.messages import Bye, Challenge, Code, Hello, Role, Stage
from terra_tui.locale.words import Words
from tests.plain.scripted import Terminal
from tests.session.fake_host import FakeHost, roster, snap, view, welcome

AT_THE_DOOR = (
    Code.VERSION, Code.PASSPHRASE, Code.TOO_MANY_TRIES, Code.TABLE_FULL, Code.BAD_NAME, Code.NO_WATCHING,
    Code.SILENT, Code.TOO_FAST, Code.CLOSING, Code.UNEXPECTED,
)
AT_THE_TABLE = (Code.KICKED, Code.FENCED, Code.STORE)


def said(terminal: Terminal) -> str:
    """Return the one line of the standard error."""
    (line,) = terminal.errors.read_text("utf-8").splitlines()
    return line


@pytest.mark.parametrize("lang", ["en", "ko"])
@pytest.mark.parametrize("code", AT_THE_DOOR)
@pytest.mark.parametrize("role", [Role.PLAY, Role.WATCH])
async def test_who_is_not_let_in_reads_why(tmp_path: Path, lang: str, code: Code, role: Role) -> None:
    async with FakeHost() as host, Terminal(host.address, tmp_path, lang=lang, role=role) as terminal:
        peer = await host.peer()
        await peer.next(Hello)
        peer.send(Bye(code, "the host's own words"))
        assert await terminal.code() == 1
    section = "plain" if code is Code.TABLE_FULL else "error"      # the screen tells other keys than plain mode
    assert said(terminal) == Words(lang).say(f"{section}.{code.value}", address=host.address)


@pytest.mark.parametrize("lang", ["en", "ko"])
@pytest.mark.parametrize("code", AT_THE_TABLE)
async def test_who_cannot_go_on_reads_why(tmp_path: Path, lang: str, code: Code) -> None:
    async with FakeHost() as host, Terminal(host.address, tmp_path, lang=lang) as terminal:
        peer, _ = await host.welcomed(0, roster(), snap(1, view()))
        await terminal.until("3 5 8")
        peer.send(Bye(code, "the host's own words"))
        assert await terminal.code() == 1
    assert said(terminal) == Words(lang).say(f"error.{code.value}", address=host.address)


async def test_another_version_of_the_host_is_told(tmp_path: Path) -> None:
    async with FakeHost() as host, Terminal(host.address, tmp_path) as terminal:
        peer = await host.peer()
        peer.send(replace(welcome(0), version=9))
        assert await terminal.code() == 1
    assert "another version" in said(terminal)


@pytest.mark.parametrize("lang", ["en", "ko"])
async def test_without_input_nobody_there_is_a_failure_too(tmp_path: Path, lang: str) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        address = f"127.0.0.1:{free.getsockname()[1]}"
        async with Terminal(address, tmp_path, lang=lang) as terminal:
            terminal.hang_up()
            assert await terminal.code() == 1
    assert said(terminal) == Words(lang).say("error.refused", address=address)


async def test_without_input_a_table_is_left_with_code_0(tmp_path: Path) -> None:
    async with FakeHost() as host, Terminal(host.address, tmp_path) as terminal:
        terminal.hang_up()
        await host.welcomed(0, roster(), snap(1, stage=Stage.LOBBY))
        assert await terminal.code() == 0
    assert terminal.errors.read_text() == ""


@pytest.mark.parametrize("lang", ["en", "ko"])
async def test_without_input_no_passphrase_is_given(tmp_path: Path, lang: str) -> None:
    async with FakeHost() as host, Terminal(host.address, tmp_path, lang=lang) as terminal:
        terminal.hang_up()
        peer = await host.peer()
        await peer.next(Hello)
        peer.send(Challenge(bytes(16), bytes(16), 10))
        assert await terminal.code() == 1
    assert said(terminal) == Words(lang).say("error.no_passphrase", address=host.address)


async def test_an_input_that_ends_while_the_link_is_lost_says_so(tmp_path: Path) -> None:
    async with FakeHost() as host:
        port = host.port
        async with Terminal(host.address, tmp_path) as terminal:
            await host.welcomed(0, roster(), snap(1, view()))
            await terminal.until("3 5 8")
            await host.__aexit__(None, None, None)
            await terminal.until("The connection is lost")
            terminal.hang_up()
            assert await terminal.code() == 1
    assert f"127.0.0.1:{port}" in said(terminal)
