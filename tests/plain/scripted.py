"""A player that knows nothing but the lines of plain mode: it reads them, and types."""

from __future__ import annotations

import asyncio
import os
import re
from collections.abc import Callable
from pathlib import Path
from string import Formatter

from server.engine.cards import dots
from server.engine.sums import Lay, legal_lays
from server.wire.messages import Role
from terra_tui.locale.words import Entry, Words, catalogue
from terra_tui.plain import run_plain
from terra_tui.session.keyring import Keyring
from terra_tui.session.session import Session

PATIENCE = 20.0
TYPED = {
    "en": {"draw": "draw", "match": "match", "terra": "terra", "ron": "!", "ready": "ready"},
    "ko": {"draw": "뽑기", "match": "맞추기", "terra": "테라", "ron": "론", "ready": "준비"},
}
"""What a player types, in each language."""


class Terminal:
    """Two pipes with plain mode between them."""

    def __init__(
        self, address: str, folder: Path, *, name: str = "Minji", role: Role = Role.PLAY, lang: str = "en",
        only_watches: bool = False,
    ) -> None:
        self.session = Session(address, role, name, Keyring(folder / "state"), only_watches=only_watches)
        self.lang = lang
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
            return await run_plain(self.session, self.lang, stdin, stdout, stderr)

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


def reading(words: Words, *keys: str) -> re.Pattern[str]:
    """Return what matches, whole, a line that says what the catalogue has under one of `keys`.

    The values of a single key are groups.
    """
    return re.compile("|".join(_pattern(catalogue(words.lang)[key], named=len(keys) == 1) for key in keys))


def _pattern(entry: Entry, *, named: bool) -> str:
    pattern = ""
    for text, name, *_ in Formatter().parse(entry if isinstance(entry, str) else entry["other"]):
        value = f"(?P<{name}>.+)" if named else ".+"
        pattern += re.escape(text) + (value if name else "")
    return pattern


class ScriptedPlayer:
    """Plays soundly from the lines alone, in the terminal's language. `play` returns the line at which it stopped.

    Attributes:
        told: the kinds of lines it has acted on.
    """

    def __init__(self, terminal: Terminal) -> None:
        self.terminal = terminal
        self.words = Words(terminal.lang)
        self.told: set[str] = set()
        self._floor = 0
        self._hand: tuple[int, ...] = ()
        self._lines = {
            "floor": reading(self.words, "plain.floor"), "hand": reading(self.words, "plain.hand"),
            "turn": reading(self.words, "plain.your_turn"), "match": reading(self.words, "plain.match"),
            "ron": reading(self.words, "plain.ron_window"),
            "ready": reading(self.words, "plain.lobby_owner", "plain.lobby", "plain.go_on", "plain.rematch"),
        }

    async def play(self, stop: Callable[[str], bool]) -> str:
        """Read and answer until a line satisfies `stop`; that line is not answered."""
        while not stop(line := await self.terminal.line()):
            self._answer(line)
        return line

    def _answer(self, line: str) -> None:
        for kind, pattern in self._lines.items():
            if found := pattern.fullmatch(line):
                self._heard(kind, found.groupdict())

    def _heard(self, kind: str, values: dict[str, str]) -> None:
        match kind:
            case "floor":
                self._floor = int(values["floor"])
            case "hand":
                self._hand = tuple(map(int, values["cards"].split()))
            case "turn":
                self._type(kind, self._move())
            case "match":
                terra = values["card"] == "8" and len(self._hand)
                self._type(kind, f"{self._word(kind)} {self._word('terra')}" if terra else self._word(kind))
            case "ron" if dots(int(values["card"])) == dots(int(values["floor"])):
                self._type(kind, self._word(kind))
            case "ready":
                self._type(kind, self._word(kind))

    def _move(self) -> str:
        lays = legal_lays(self._hand, self._floor)
        if not lays:
            return self._word("draw")
        best: Lay = max(lays, key=lambda lay: len(lay.cards))
        terra = best.cards[-1] == 8 and len(best.cards) < len(self._hand)
        return f"{best} {self._word('terra')}" if terra else str(best)

    def _word(self, kind: str) -> str:
        return TYPED[self.terminal.lang][kind]

    def _type(self, kind: str, line: str) -> None:
        self.told.add(kind)
        self.terminal.type(line)
