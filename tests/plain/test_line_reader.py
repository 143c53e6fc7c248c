"""Lines from any kind of standard input."""

from __future__ import annotations

import asyncio
import os
import pty
import termios
from collections.abc import AsyncIterator
from pathlib import Path

from terra_tui.plain.line_reader import LINE_LIMIT, LineReader


async def all_lines(reader: LineReader) -> list[str]:
    async with asyncio.timeout(10):
        return [line async for line in reader.lines()]


async def piped(data: bytes) -> list[str]:
    """Return the lines of `data` as they come out of a pipe."""
    read, write = os.pipe()
    with os.fdopen(read, "rb", buffering=0) as source:
        reader = LineReader(source)
        os.write(write, data)
        os.close(write)
        try:
            return await all_lines(reader)
        finally:
            reader.close()


async def test_line_ends_of_every_kind_and_none_at_the_end() -> None:
    assert await piped(b"a\nb\r\nc\rd") == ["a", "b", "c", "d"]


async def test_bytes_of_another_encoding_do_not_end_the_input() -> None:
    lines = await piped("뽑기\n".encode("euc-kr") + b"draw\n")
    assert lines[1:] == ["draw"]
    assert "\ufffd" in lines[0]


async def test_a_letter_split_between_two_reads() -> None:
    read, write = os.pipe()
    with os.fdopen(read, "rb", buffering=0) as source:
        reader = LineReader(source)
        lines: AsyncIterator[str] = reader.lines()
        data = "론\n".encode()
        os.write(write, b"x\n" + data[:1])
        assert await anext(lines) == "x"
        os.write(write, data[1:])
        assert await anext(lines) == "론"
        os.close(write)
        reader.close()


async def test_a_line_without_end_fills_no_memory() -> None:
    lines = await piped(b"x" * 40_000 + b"\nnext\n")
    assert lines == ["x" * LINE_LIMIT, "next"]


async def test_a_file_and_nothing_at_all(tmp_path: Path) -> None:
    file = tmp_path / "script"
    file.write_text("ready\nquit\n")
    for path, lines in ((file, ["ready", "quit"]), (Path(os.devnull), [])):
        with os.fdopen(os.open(path, os.O_RDONLY), "rb", buffering=0) as source:
            reader = LineReader(source)
            assert await all_lines(reader) == lines
            reader.close()


async def test_closing_while_nothing_comes() -> None:
    read, write = os.pipe()
    with os.fdopen(read, "rb", buffering=0) as source:
        reader = LineReader(source)
        waiting = asyncio.create_task(all_lines(reader))
        await asyncio.sleep(0)
        reader.close()
        assert await waiting == []
    os.close(write)


async def test_a_passphrase_is_typed_without_echo_and_the_terminal_restored() -> None:
    master, slave = pty.openpty()
    with os.fdopen(slave, "rb", buffering=0) as source:
        reader = LineReader(source)
        before = termios.tcgetattr(slave)
        reader.hide()
        assert not termios.tcgetattr(slave)[3] & termios.ECHO
        reader.close()
        assert termios.tcgetattr(slave)[3] == before[3]
        assert before[3] & termios.ECHO
    os.close(master)
