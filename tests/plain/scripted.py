"""A player that knows nothing but the lines of plain mode: it reads them, and types."""

from __future__ import annotations

import asyncio
import os
import re
from collections.abc import Callable
from pathlib import Path

from server.engine.cards import dots
from server.engine.sums import Lay, legal_lays
from server.wire.messages import Role
from terra_tui.plain import run_plain
from terra_tui.session.keyring import Keyring
from terra_tui.session.session import Session

PATIENCE = 20.0
NUMBER = re.compile(r"\d+")


class Terminal:
    """Two pipes with plain mode between them."""

    def __init__(
        self, address: str, folder: Path, *, name: str = "Minji", role: Role = Role.PLAY, lang: str = "en",
        only_watches: bool = False,
    ) -> None:
        self.session = Session(address, role, name, Keyring(folder / "state"), only_watches=only_watches)
        self._lang = lang
        self._keys, self._screen = os.pipe(), os.pipe()
        self.lines: list[str] = []
        self._reader: asyncio.StreamReader | None = None
        self._transport: asyncio.ReadTransport | None = None
        self._task: asyncio.Task[int] | None = None
        self.errors = folder / f"{name}.err"

    async def __aenter__(self) -> Terminal:
        loop = asyncio.get_running_loop()
        self._reader = asyncio.StreamReader()
        protocol = asyncio.StreamReaderProtocol(self._reader)
        self._transport, _ = await loop.connect_read_pipe(lambda: protocol, os.fdopen(self._screen[0], "rb"))
        self._task = asyncio.create_task(self._run())
        return self

    async def __aexit__(self, *_: object) -> None:
        self.hang_up()
        assert self._task is not None
        async with asyncio.timeout(PATIENCE):
            await self._task
        assert self._transport is not None
        self._transport.close()

    async def _run(self) -> int:
        with (
            os.fdopen(self._keys[0], "rb", buffering=0) as stdin,
            os.fdopen(self._screen[1], "w", encoding="utf-8") as stdout,
            self.errors.open("w", encoding="utf-8") as stderr,
        ):
            return await run_plain(self.session, self._lang, stdin, stdout, stderr)

    def type(self, line: str) -> None:
        """Type a line and Enter."""
        self.send(f"{line}\n".encode())

    def send(self, data: bytes) -> None:
        """Send raw bytes to the standard input."""
        os.write(self._keys[1], data)

    def hang_up(self) -> None:
        """End the standard input."""
        if self._keys[1] >= 0:
            os.close(self._keys[1])
            self._keys = (self._keys[0], -1)

    def stop_reading(self) -> None:
        """Close the other end of the standard output."""
        assert self._transport is not None
        self._transport.close()

    async def line(self) -> str:
        """Return the next line."""
        assert self._reader is not None
        try:
            async with asyncio.timeout(PATIENCE):
                data = await self._reader.readline()
        except TimeoutError:
            raise AssertionError(f"no line came after {self.lines[-20:]}") from None
        assert data, f"the output has ended: {self.lines[-20:]}"
        text = data.decode("utf-8").removesuffix("\n")
        self.lines.append(text)
        return text

    async def until(self, *parts: str) -> str:
        """Return the first line from now on that holds one of `parts`."""
        while True:
            line = await self.line()
            if any(part in line for part in parts):
                return line

    async def code(self) -> int:
        """Return the exit code once plain mode has ended."""
        assert self._task is not None
        async with asyncio.timeout(PATIENCE):
            return await asyncio.shield(self._task)


class ScriptedPlayer:
    """Plays soundly from the lines alone, in English. `play` returns the line at which it stopped.

    Attributes:
        told: the kinds of lines it has acted on.
    """

    def __init__(self, terminal: Terminal) -> None:
        self.terminal = terminal
        self.told: set[str] = set()
        self._floor = 0
        self._hand: tuple[int, ...] = ()

    async def play(self, stop: Callable[[str], bool]) -> str:
        """Read and answer until a line satisfies `stop`; that line is not answered."""
        while not stop(line := await self.terminal.line()):
            self._answer(line)
        return line

    def _answer(self, line: str) -> None:
        numbers = [int(found) for found in NUMBER.findall(line)]
        if line.startswith("Floor "):
            self._floor = numbers[0]
        elif line.startswith("Your hand, "):
            self._hand = tuple(numbers[1:])
        elif line.startswith("Your turn"):
            self._type("turn", self._move())
        elif line.startswith("You drew "):
            self._type("match", "match terra" if numbers[0] == 8 and len(self._hand) else "match")
        elif line.startswith("Ron? ") and dots(numbers[0]) == dots(numbers[1]):
            self._type("ron", "!")
        elif line.startswith(("Type ready", "You own the table")):
            self._type("ready", "ready")

    def _move(self) -> str:
        lays = legal_lays(self._hand, self._floor)
        if not lays:
            return "draw"
        best: Lay = max(lays, key=lambda lay: len(lay.cards))
        terra = best.cards[-1] == 8 and len(best.cards) < len(self._hand)
        return f"{best} terra" if terra else str(best)

    def _type(self, kind: str, line: str) -> None:
        self.told.add(kind)
        self.terminal.type(line)
