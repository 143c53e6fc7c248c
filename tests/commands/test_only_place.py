"""`terra join --plain` without an address: the one table nearby, or the one seat that was left; else a list."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import BinaryIO

import pytest

from server.wire.discovery import TableNotice
from server.wire.messages import Stage
from terra_tui.commands import nearby as nearby_module
from terra_tui.commands.by_lines import visit_by_lines
from terra_tui.commands.only_place import only_place
from terra_tui.locale.words import Words
from terra_tui.session.keyring import Key, Keyring
from terra_tui.ui.places import Place
from terra_tui.ui.services import Nearby
from tests.session.fake_host import FakeHost, roster, snap

TOKEN = "01" * 32
LUNCH = Nearby("10.0.0.1:4747", TableNotice(b"l" * 8, 1, 4747, "lunch", 4, humans=1), 3)
DINNER = Nearby("10.0.0.2:4747", TableNotice(b"d" * 8, 1, 4747, "dinner", 4, humans=1), 3)
HERE = "127.0.0.1:4747"
"""A host on this computer that discovery does not find: it has ended."""


def key(address: str, name: str = "Minji", table: str = "lunch") -> Key:
    """Return a kept seat."""
    return Key(address, table, name, TOKEN, "")


def nearby(monkeypatch: pytest.MonkeyPatch, found: Sequence[Nearby]) -> None:
    """Have these tables answer."""

    async def look(seconds: float) -> list[Nearby]:
        return list(found)

    monkeypatch.setattr(nearby_module, "nearby", look)


async def chosen(folder: Path, kept: Sequence[Key], *, named: bool = False, watching: bool = False) -> Place | None:
    """Return where Minji goes who has left these seats."""
    keyring = Keyring(folder)
    for one in reversed(kept):
        keyring.save(one)
    return await only_place(Words("en"), keyring, "Minji", named=named, watching=watching)


@pytest.mark.parametrize(
    ("kept", "found", "address", "name"),
    [
        ((key("10.0.0.9:4747"),), (), "10.0.0.9:4747", "Minji"),             # left, and not found: it is tried
        ((key(LUNCH.address),), (LUNCH,), LUNCH.address, "Minji"),           # found and left: one and the same
        ((key("10.0.0.9:4747", "Bora"),), (), "10.0.0.9:4747", "Bora"),      # as whom the seat was taken
        ((key(LUNCH.address, "Bora"),), (LUNCH,), LUNCH.address, "Minji"),   # another's seat is in nobody's way
        ((key(HERE),), (LUNCH,), LUNCH.address, "Minji"),
        ((), (LUNCH,), LUNCH.address, "Minji"),
    ],
)
async def test_there_is_one_place_to_go(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path,
    kept: tuple[Key, ...], found: tuple[Nearby, ...], address: str, name: str,
) -> None:
    nearby(monkeypatch, found)
    place = await chosen(tmp_path, kept)
    assert place is not None
    assert (place.address, place.name) == (address, name)
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize(
    ("kept", "found", "told"),
    [
        (
            (key("10.0.0.9:4747", table="supper"),), (LUNCH,),
            ("10.0.0.1:4747  lunch  1/4", "come back as Minji? (supper, 10.0.0.9:4747, silent)"),
        ),
        ((key(DINNER.address),), (LUNCH, DINNER), ("10.0.0.2:4747  come back as Minji? (lunch)", "  dinner  1/4")),
        (
            (key("10.0.0.8:4747", table="a\x1b[2Jb"), key("10.0.0.9:4747")), (),
            ("10.0.0.8:4747, silent", "10.0.0.9:4747, silent"),
        ),
        ((), (LUNCH, DINNER), ("10.0.0.1:4747  lunch", "10.0.0.2:4747  dinner")),
        ((), (), ("No table answered nearby",)),
        ((key(HERE),), (), ("No table answered nearby",)),
    ],
)
async def test_more_than_one_place_or_none_is_a_list(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path,
    kept: tuple[Key, ...], found: tuple[Nearby, ...], told: tuple[str, ...],
) -> None:
    nearby(monkeypatch, found)
    assert await chosen(tmp_path, kept) is None
    errors = capsys.readouterr().err
    assert all(text in errors for text in told)
    assert "\x1b" not in errors


async def test_who_is_named_takes_no_others_seat(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    nearby(monkeypatch, ())
    assert await chosen(tmp_path, (key("10.0.0.9:4747", "Bora"),), named=True) is None


async def test_who_watches_has_left_no_seat(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    nearby(monkeypatch, ())
    assert await chosen(tmp_path, (key("10.0.0.9:4747"),), watching=True) is None


@pytest.fixture
def nothing_typed() -> Iterator[BinaryIO]:
    """A standard input that ends at once."""
    with Path("/dev/null").open("rb") as stdin:
        yield stdin


@pytest.mark.parametrize("left", [True, False])
async def test_the_whole_command_comes_back_to_a_seat_that_was_left(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, nothing_typed: BinaryIO, left: bool
) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    monkeypatch.setattr(sys, "stdin", nothing_typed)
    async with FakeHost() as host:
        nearby(monkeypatch, [Nearby(host.address, LUNCH.notice, 3)])
        if left:
            Keyring().save(key(host.address, "Minji"))
        running = asyncio.create_task(asyncio.to_thread(visit_by_lines, None, False, "Minji", "en", None, None))
        _, hello = await host.welcomed(0, roster(), snap(1, stage=Stage.LOBBY))
        assert hello.token == (bytes.fromhex(TOKEN) if left else None)
        assert await running == 0
