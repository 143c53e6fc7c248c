"""Seats are not taken and left without end: allowances of which real players feel nothing."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import pytest

from server.host.buckets import Rate
from server.host.limits import HostLimits
from server.host.options import HostOptions
from server.host.sittings import SitRates, Sittings
from server.records.store import Store
from server.wire.limits import PROTOCOL_VERSION
from server.wire.messages import Bye, Code, Hello, Leave, Pause, Refusal, Role, TakeSeat, Welcome
from server.wire.settings import Level
from tests.host.caller import calling
from tests.host.conftest import Hosting

FEW = SitRates(seat=Rate(3, 0), place=Rate(2, 0), everybody=Rate(3, 0))


class TestRates:
    def test_a_player_who_comes_back_each_second_for_a_minute_is_never_refused(self) -> None:
        for seat in (0, None):
            sittings = Sittings(SitRates())
            for second in range(60):
                assert sittings.left("10.0.0.1", seat, float(second))
                sittings.sat("10.0.0.1", seat, float(second))

    def test_nor_are_five_behind_one_address_at_once(self) -> None:
        sittings = Sittings(SitRates())
        for second in range(20):
            for seat in range(5):
                assert sittings.left("10.0.0.1", seat, float(second))
                sittings.sat("10.0.0.1", seat, float(second))
        for _ in range(25):
            assert sittings.left("10.0.0.1", None, 20.0)
            sittings.sat("10.0.0.1", None, 20.0)

    @pytest.mark.parametrize("addresses", [1, 5_000])
    def test_a_flood_of_an_hour_is_a_few_thousand_however_many_addresses_it_has(self, addresses: int) -> None:
        sittings, most = Sittings(SitRates()), 0
        for number in range(36_000):
            address, now = f"10.{number % addresses // 250}.0.{number % addresses % 250}", number / 10
            if sittings.left(address, None, now):
                sittings.sat(address, None, now)
                most += 1
        assert 1_800 <= most <= 7_400


async def test_a_stranger_who_sits_and_leaves_is_stopped_and_who_holds_a_seat_is_not(hosting: Hosting) -> None:
    host = await hosting(limits=HostLimits(sits=FEW))
    async with calling(host.port, source="127.0.0.2") as minji:
        token = (await minji.enter("Minji")).token
    for number in range(3):
        async with calling(host.port) as stranger:
            stranger.send(Hello(PROTOCOL_VERSION, Role.PLAY, f"E{number}"))
            if number == 2:
                assert (await stranger.expect(Bye)).code is Code.TOO_FAST
            else:
                await stranger.expect(Welcome)
                stranger.send(Leave(stranger.next_seq()))
                assert (await stranger.expect(Bye)).code is Code.LEFT
    for _ in range(3):
        async with calling(host.port) as back:
            back.send(Hello(PROTOCOL_VERSION, Role.PLAY, "Minji", token=token))
            token = (await back.expect(Welcome)).token
    async with calling(host.port) as back:
        back.send(Hello(PROTOCOL_VERSION, Role.PLAY, "Minji", token=token))
        assert (await back.expect(Bye)).code is Code.TOO_FAST


async def test_a_spectator_who_sits_down_counts_and_a_refused_hello_does_not(hosting: Hosting) -> None:
    host = await hosting(limits=HostLimits(sits=FEW))
    async with calling(host.port) as minji, calling(host.port) as watcher, calling(host.port) as other:
        await minji.enter("Minji")
        for _ in range(4):
            async with calling(host.port) as twin:
                twin.send(Hello(PROTOCOL_VERSION, Role.PLAY, "Minji"))
                assert (await twin.expect(Bye)).code is Code.NAME_TAKEN
        await watcher.enter("Ann", Role.WATCH)
        watcher.send(TakeSeat(watcher.next_seq(), 2))
        assert (await watcher.expect(Welcome)).seat == 2
        await other.enter("Ben", Role.WATCH)
        other.send(TakeSeat(other.next_seq(), 3))
        assert (await other.expect(Refusal)).code == Code.TOO_FAST


async def test_what_all_are_told_of_has_an_allowance_of_its_own(hosting: Hosting) -> None:
    host = await hosting(limits=HostLimits(lasting=Rate(4, 0)))
    async with calling(host.port) as minji:
        await minji.enter("Minji")
        codes = []
        for number in range(5):
            minji.send(Pause(minji.next_seq(), number % 2 == 0))
            codes.append((await minji.expect(Refusal)).code)
        assert codes == [Code.NOT_STARTED] * 4 + [Code.TOO_FAST]


@pytest.mark.parametrize("bots", [0, 4])
async def test_a_table_that_never_dealt_is_forgotten_without_reading_its_journal(
    hosting: Hosting, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, bots: int
) -> None:
    def unread(*_: object) -> None:
        raise AssertionError("the journal was read")

    monkeypatch.setattr(Store, "lines", unread)
    host = await hosting(options=HostOptions(discovery=False, bots=(Level.EASY,) * bots))
    async with calling(host.port) as caller:
        await caller.enter('","t":"deal"' if not bots else "W", Role.WATCH if bots else Role.PLAY)
    await host.stop()
    with closing(Store.read(tmp_path / "games-0.db")) as store:
        assert len(store.games()) == (1 if bots else 0)
