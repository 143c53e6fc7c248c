"""The disk: slow, it delays what is told and nothing else; broken, it stops the table (DESIGN.md 5)."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Sequence
from pathlib import Path

import pytest

from server.host.options import HostError
from server.host.server import CLOSE_WITHIN, GOODBYE_WITHIN, KEEP_WITHIN
from server.records.errors import StoreCode, StoreError
from server.records.store import Store
from server.wire.messages import Ack, Claim, Code, Ping, Pong, Said, Say, Snapshot
from tests.host.caller import SOON, calling
from tests.host.conftest import Hosting, wait_until
from tests.host.fake_table import FakeTable
from tests.host.test_links import heard


class StubbornStore(Store):
    """A store whose disk answers while `willing` is set, and fails once `broken` is."""

    willing: threading.Event
    broken = False

    def append(self, game: bytes, lines: Sequence[dict[str, object]]) -> None:
        self.willing.wait(10)
        if self.broken:
            raise StoreError(StoreCode.FULL, "The disk is full.")
        super().append(game, lines)


@pytest.fixture
def store(tmp_path: Path) -> StubbornStore:
    store = StubbornStore.open(tmp_path / "stubborn.db")
    assert isinstance(store, StubbornStore)
    store.willing = threading.Event()
    store.willing.set()
    return store


def said(store: Store, table: FakeTable) -> list[object]:
    """Return what is on the disk of what was said."""
    return [line["text"] for line in store.lines(table.evening) if "text" in line]


async def test_a_stalled_disk_delays_what_is_told_and_not_what_is_judged(
    hosting: Hosting, store: StubbornStore
) -> None:
    table = FakeTable()
    host = await hosting(table, store=store)
    async with calling(host.port) as minji, calling(host.port) as jun:
        await minji.enter("Minji")
        await jun.enter("Jun")
        store.willing.clear()
        minji.send(Say(1, "hello"))
        await wait_until(lambda: len(table.commands) == 1)
        before = asyncio.get_running_loop().time()
        jun.send(Claim(1, 5, 300))
        jun.send(Ping(1))
        await wait_until(lambda: len(table.commands) == 2)
        after = asyncio.get_running_loop().time()
        stamp = next(now for name, now, peer in table.calls if (name, peer) == ("receive", 2))
        assert before <= stamp <= after          # judged by its reading, while the disk still hangs,
        assert said(store, table) == []
        store.willing.set()
        await heard(jun, "hello")                # and told in the order in which it happened
        await jun.expect(Ack)
        await jun.expect(Pong)
        told = [type(one) for one in jun.heard if isinstance(one, Snapshot | Ack | Pong)]
        assert told == [Snapshot, Ack, Pong]


async def test_a_broken_disk_stops_the_table_and_tells_nobody_what_was_not_kept(
    hosting: Hosting, store: StubbornStore
) -> None:
    table = FakeTable()
    host = await hosting(table, store=store)
    async with calling(host.port) as minji, calling(host.port) as jun:
        await minji.enter("Minji")
        await jun.enter("Jun")
        minji.send(Say(1, "kept"))
        await heard(jun, "kept")
        store.broken = True
        minji.send(Say(2, "lost"))
        assert (await jun.bye()).code is Code.STORE
        assert (await minji.bye()).code is Code.STORE
        with pytest.raises(HostError, match=r"The disk is full\. The table has stopped"):
            await host.serve()
        events = [one.event for snapshot in jun.heard if isinstance(snapshot, Snapshot) for one in snapshot.events]
        assert [event.text for event in events if isinstance(event, Said)] == ["kept"]
        assert said(store, table) == ["kept"]


def test_a_host_waits_less_than_two_seconds_for_its_end_whatever_hangs() -> None:
    assert KEEP_WITHIN + GOODBYE_WITHIN + CLOSE_WITHIN < 2.0


async def test_a_disk_that_never_answers_does_not_keep_the_host_from_ending(
    hosting: Hosting, store: StubbornStore
) -> None:
    table = FakeTable()
    host = await hosting(table, store=store)
    loop = asyncio.get_running_loop()
    async with calling(host.port) as minji:
        await minji.enter("Minji")
        store.willing.clear()
        minji.send(Say(1, "hello"))
        await wait_until(lambda: len(table.commands) == 1)
        begun = loop.time()
        await host.stop()
        assert loop.time() - begun < SOON
        assert (await minji.bye()).code is Code.CLOSING
    store.willing.set()
    await wait_until(lambda: host._writer is None or not host._writer._thread.is_alive())
    store.close()
