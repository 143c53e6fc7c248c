"""An error of Terra's own: the host stops where its table fails, and says nothing of a hand (docs/security.md)."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

import pytest

from server.host import bugs
from server.host.options import HostError
from server.host.server import Host
from server.records.store import Store
from server.table.effects import Effect, Persist, Wake
from server.wire.messages import Code
from tests.host.caller import PATIENCE, calling
from tests.host.conftest import Hosting, wait_until
from tests.host.fake_table import FakeTable

HAND = "hand (3, 5, 5, 8)"


class Failing(FakeTable):
    """Fails at its clock, at a thought, or when somebody goes."""

    fails_at: str = ""

    def tick(self, now: float) -> Sequence[Effect]:
        """Fail, or do nothing."""
        return self._failing("tick")

    def thought(self, now: float, request: int, action: object) -> Sequence[Effect]:
        """Fail, or do nothing."""
        return self._failing("thought")

    def disconnected(self, now: float, peer: int) -> Sequence[Effect]:
        """Fail, or do nothing."""
        self.peers.remove(peer)
        return self._failing("disconnected")

    def _failing(self, at: str) -> Sequence[Effect]:
        if self.fails_at == at:
            raise RuntimeError(HAND)
        return []


async def _goes_wrong(host: Host, table: Failing, at: str) -> None:
    """Have the table fail."""
    table.fails_at = at
    if at == "tick":
        host._pump.take([Wake(0.0)])
    elif at == "thought":
        host._thought(1, None)
    else:
        async with calling(host.port) as goes:
            await goes.enter("Sora")


@pytest.mark.parametrize("at", ["tick", "thought", "disconnected"])
async def test_where_the_table_itself_fails_the_host_stops_and_says_so(
    hosting: Hosting, caplog: pytest.LogCaptureFixture, at: str
) -> None:
    table = Failing(at_open=[Persist(({"t": "chat", "text": "kept"},))])
    host = await hosting(table)
    async with calling(host.port) as minji, asyncio.timeout(PATIENCE):
        await minji.enter()
        await _goes_wrong(host, table, at)
        bye = await minji.bye()
        assert (bye.code, "can be resumed" in bye.text) == (Code.CLOSING, True)
        with pytest.raises(HostError, match="Nothing is lost: terra host --resume goes on"):
            await host.serve()
        await host.stop()
    assert "RuntimeError at test_own_bugs.py" in caplog.text
    assert HAND not in caplog.text
    path = host._store.path
    store = Store.open(path, create=False)
    assert [line["t"] for line in store.lines(table.evening)][:1] == ["chat"]
    row = store.newest_unfinished()
    assert row is not None
    assert row.game == table.evening
    store.close()
    caplog.clear()


@pytest.mark.parametrize("known", [True, False])
async def test_what_reaches_the_loop_is_told_by_its_place_alone(
    hosting: Hosting, caplog: pytest.LogCaptureFixture, known: bool
) -> None:
    def fail(cards: str) -> None:
        raise ValueError(cards)

    await hosting(FakeTable())
    loop = asyncio.get_running_loop()
    if known:
        loop.call_soon(fail, HAND)
    else:
        loop.call_exception_handler({"message": HAND, "handle": HAND})
    await wait_until(lambda: bool(caplog.text))
    assert ("ValueError at test_own_bugs.py" in caplog.text) is known
    assert "An error in Terra itself" in caplog.text
    assert "hand" not in caplog.text
    assert "Traceback" not in caplog.text
    caplog.clear()


def test_what_the_system_refuses_is_told_in_its_words(caplog: pytest.LogCaptureFixture) -> None:
    loop = asyncio.new_event_loop()
    bugs.loop_exception_handler(loop, {"message": HAND, "exception": OSError(24, "Too many open files")})
    loop.close()
    assert "Too many open files" in caplog.text
    assert "hand" not in caplog.text
