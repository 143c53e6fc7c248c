"""Lines out: in order, in the output's encoding, without waiting."""

from __future__ import annotations

import asyncio
import io
import os

from terra_tui.plain import printer as module
from terra_tui.plain.printer import Printer


async def test_lines_in_order_and_a_call_once_they_are_out() -> None:
    out = io.TextIOWrapper(io.BytesIO(), encoding="utf-8")
    printer = Printer(out)
    written = asyncio.Event()
    printer.print(["one", "둘"])
    printer.print(["three"], written.set)
    async with asyncio.timeout(10):
        await written.wait()
    await printer.close()
    assert out.buffer.getvalue().decode() == "one\n둘\nthree\n"


async def test_what_the_encoding_lacks_is_a_question_mark() -> None:
    out = io.TextIOWrapper(io.BytesIO(), encoding="ascii")
    printer = Printer(out)
    printer.print(["Ron! 론"])
    await printer.close()
    assert out.buffer.getvalue() == b"Ron! ?\n"


async def test_an_output_that_takes_nothing_is_gone_after_a_while() -> None:
    read, write = os.pipe()
    with os.fdopen(write, "w", encoding="utf-8") as out:
        printer = Printer(out)
        printer.print(["x" * 200_000])           # more than a pipe holds
        for _ in range(module.MOST_WAITING // 100_000 - 3):
            printer.print(["y" * 50_000, "z" * 50_000])
        assert not printer.gone.is_set()
        printer.print(["y" * 50_000] * 4)
        assert printer.gone.is_set()
        os.close(read)                           # and the thread can end
        await printer.close()
