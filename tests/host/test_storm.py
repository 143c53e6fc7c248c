"""Everybody comes at once, and again after a lost network: all get in, the players too, and nobody starves."""

from __future__ import annotations

from dataclasses import replace

import pytest

from server.host.limits import HostLimits
from server.wire.messages import Role
from tests.host.conftest import Hosting, wait_until
from tests.host.returning import Returner, storm

CROWD = 150
USUAL = replace(HostLimits(), hello=30.0)
"""On a slow machine the host itself may take its time to hear a hello: nobody is late for that."""
UNHURRIED = replace(USUAL, moment=30.0)
SMALL_DOORSTEP = replace(USUAL, arriving=40, accepted=16)


@pytest.mark.parametrize("limits", [USUAL, UNHURRIED, SMALL_DOORSTEP], ids=["usual", "unhurried", "small"])
async def test_all_are_in_and_back_after_a_storm(hosting: Hosting, limits: HostLimits) -> None:
    host = await hosting(limits=limits)
    crowd = [Returner(f"W{number}") for number in range(CROWD)]
    players = [Returner(name, role=Role.PLAY) for name in ("Minji", "Jun", "Sora")]
    await storm(host.port, crowd, players, patience=30)
    assert len(host._peers) == CROWD + 3
    for one in (*crowd, *players):
        assert one.transport is not None
        one.transport.abort()
    await wait_until(lambda: not len(host._peers))
    again = [Returner(one.name) for one in crowd]
    held = [Returner(one.name, one.token, Role.PLAY) for one in players]
    await storm(host.port, again, held, patience=30)
    assert len(host._peers) == CROWD + 3
    assert not any(one.byes for one in (*crowd, *players, *again, *held))
    if limits is UNHURRIED:            # nobody has to make room, so everybody gets in at the first try
        assert all(one.tries == 1 for one in (*crowd, *players, *again, *held))
    for one in (*again, *held):
        assert one.transport is not None
        one.transport.abort()
