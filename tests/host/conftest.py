"""Hosts that run inside a test, on its loop, with real sockets on this machine."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from server.host.calls import TableCalls
from server.host.limits import HostLimits
from server.host.listening import listen
from server.host.options import HostOptions
from server.host.server import Host
from server.records.store import Store
from server.table.table import Table
from tests.host.caller import PATIENCE

Hosting = Callable[..., Awaitable[Host]]


@pytest.fixture(autouse=True)
def no_errors(caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    """Fail a test in which anything escaped to the loop."""
    yield
    errors = [record.getMessage() for record in caplog.get_records("call") if record.levelno >= logging.ERROR]
    assert not errors


@pytest.fixture
async def hosting(tmp_path: Path) -> AsyncIterator[Hosting]:
    """Return `await hosting(table, options, limits)`: a host that is listening, and is stopped in the end."""
    hosts: list[Host] = []

    async def start(
        table: TableCalls | None = None,
        options: HostOptions | None = None,
        limits: HostLimits | None = None,
        store: Store | None = None,
    ) -> Host:
        options = HostOptions(discovery=False) if options is None else options
        options = replace(options, bind="127.0.0.1")
        if table is None:
            table = Table(options.settings, name=options.name, seed=options.seed)
        if store is None:
            store = Store.open(tmp_path / f"games-{len(hosts)}.db")
        store.begin(table.evening, options.name, "2026-11-30T20:15:00Z")
        host = Host(options, table, store, limits=limits)
        hosts.append(host)
        await host.start(listen("127.0.0.1", 0))
        return host

    yield start
    for host in hosts:
        await host.stop()


async def wait_until(fact: Callable[[], bool]) -> None:
    """Let the loop run until `fact()` holds."""
    async with asyncio.timeout(PATIENCE):
        while not fact():  # noqa: ASYNC110 - the facts are values of objects under test
            await asyncio.sleep(0.001)
