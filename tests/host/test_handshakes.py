"""TLS handshakes one by one: whoever brings many waits, and nobody else waits for them."""

from __future__ import annotations

import asyncio
import ssl
from itertools import pairwise
from typing import cast

from server.host.handshakes import Handshakes
from server.host.limits import HostLimits
from server.host.link import Link, LinkStage
from tests.host.conftest import wait_until


class Caller:
    """What of a link matters here."""

    def __init__(self, place: str) -> None:
        self.place = place
        self.stage = LinkStage.HELLO
        self.held = False

    def hold(self) -> None:
        self.held = True


class Noted(Handshakes):
    """Notes who begins, and in which pass of the loop."""

    def __init__(self) -> None:
        self.loop = asyncio.get_running_loop()
        super().__init__(self.loop, ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER), HostLimits())
        self.begun: list[tuple[int, str]] = []
        self.passes = 0
        self.count()

    def count(self) -> None:
        self.passes += 1
        self.loop.call_soon(self.count)

    async def _shake_hands(self, link: Link) -> None:
        self.begun.append((self.passes, link.place))


async def test_one_begins_in_each_pass_and_callers_take_turns() -> None:
    handshakes = Noted()
    for place in ["flood"] * 20 + ["one", "two"]:
        caller = Caller(place)
        handshakes.put(cast(Link, caller))
        assert caller.held
        assert caller.stage is LinkStage.TLS
    await wait_until(lambda: len(handshakes.begun) == 22)
    assert [place for _, place in handshakes.begun] == ["flood", "one", "two", *["flood"] * 19]
    assert all(earlier < later for (earlier, _), (later, _) in pairwise(handshakes.begun))
    handshakes.count = lambda: None  # type: ignore[method-assign]


async def test_one_that_was_given_up_meanwhile_is_passed_over() -> None:
    handshakes = Noted()
    gone, there = Caller("a"), Caller("a")
    for caller in (gone, there):
        handshakes.put(cast(Link, caller))
    gone.stage = LinkStage.CLOSED
    await wait_until(lambda: bool(handshakes.begun))
    assert len(handshakes.begun) == 1
    handshakes.count = lambda: None  # type: ignore[method-assign]
