"""Whole games over real sockets, with the real table, store and bots."""

from __future__ import annotations

import asyncio
import logging
import re
from dataclasses import replace

import pytest

from server.engine.events import Drew, GameEnded, RoundEnded
from server.engine.rules import Rules
from server.host.options import HostOptions
from server.records.store import Store
from server.table.table import Table
from server.wire.codec import encode
from server.wire.limits import PROTOCOL_VERSION
from server.wire.messages import (
    Bye,
    Challenge,
    Code,
    Hello,
    Numbered,
    Proof,
    Reveal,
    Role,
    Roster,
    Snapshot,
    Stage,
    Welcome,
)
from server.wire.proof import client_mac, derive_key, host_mac
from server.wire.settings import Level, Settings
from tests.host.caller import Caller, calling
from tests.host.conftest import Hosting, wait_until
from tests.host.player import Player

BRISK = Settings(seats=3, rules=Rules(limit=31), ron_window=20, ron_joint=5, pace=0, between_time=5_000)


def events_of(caller: Caller) -> list[Numbered]:
    return [event for one in caller.heard if isinstance(one, Snapshot) for event in one.events]


def ends_of(caller: Caller) -> list[GameEnded | RoundEnded]:
    """Return how rounds and games ended, as they were told to `caller`."""
    return [one.event for one in events_of(caller) if isinstance(one.event, GameEnded | RoundEnded)]


async def watch(caller: Caller, games: int) -> None:
    """Read until so many games have ended."""
    while sum(isinstance(one.event, GameEnded) for one in events_of(caller)) < games:
        assert await caller.read() is not None


async def test_three_play_two_games_and_a_spectator_sees_the_same(hosting: Hosting) -> None:
    host = await hosting(options=HostOptions(settings=BRISK, discovery=False))
    async with (
        calling(host.port) as minji,
        calling(host.port) as jun,
        calling(host.port) as sora,
        calling(host.port) as ann,
    ):
        callers = [minji, jun, sora]
        seats = [(await one.enter(name)).seat for one, name in zip(callers, ("Minji", "Jun", "Sora"), strict=True)]
        assert seats == [0, 1, 2]
        await ann.enter("Ann", Role.WATCH)
        players = [Player(one, seat) for seat, one in enumerate(callers)]
        async with asyncio.timeout(60), asyncio.TaskGroup() as group:
            for player in players:
                group.create_task(player.play(2))
            group.create_task(watch(ann, 2))
    ends = ends_of(ann)
    assert len(ends) >= 2
    for caller in callers:
        assert ends_of(caller) == ends
    assert {sum(end.scores) for end in ends} == {90}      # R7.3
    # In a bare race a Ron may come too late, and nothing else can be wrong.
    assert {one.code for player in players for one in player.refusals} <= {Code.LATE.value}


async def test_no_hand_reaches_anybody_else(hosting: Hosting) -> None:
    host = await hosting(options=HostOptions(settings=BRISK, bots=(Level.EASY,) * 2, discovery=False))
    async with calling(host.port) as minji, calling(host.port) as ann:
        await minji.enter("Minji")
        await ann.enter("Ann", Role.WATCH)
        async with asyncio.timeout(60):
            await Player(minji, 2).play(3)
            await watch(ann, 3)
    views = [one.view for one in ann.heard if isinstance(one, Snapshot) and one.view is not None]
    assert len(views) > 5
    assert {(view.hand, view.drawn) for view in views} == {((), None)}
    assert {one.event.cards for one in events_of(ann) if isinstance(one.event, Drew)} == {()}
    own = [one.event for one in events_of(minji) if isinstance(one.event, Drew)]
    assert all((one.seat == 2) == bool(one.cards) for one in own)


async def test_bots_alone_play_game_after_game(hosting: Hosting) -> None:
    options = HostOptions(settings=replace(BRISK, seats=4), bots=(Level.EASY, Level.NORMAL) * 2, discovery=False)
    host = await hosting(options=options)
    async with calling(host.port) as ann:
        await ann.enter("Ann", Role.WATCH)
        async with asyncio.timeout(60):
            await watch(ann, 3)
        reveals = [one for one in ann.heard if isinstance(one, Reveal)]
        assert len(reveals) >= 3


async def test_every_line_is_in_the_store_before_it_is_told(hosting: Hosting) -> None:
    host = await hosting(options=HostOptions(settings=BRISK, bots=(Level.EASY,) * 3, discovery=False))
    async with calling(host.port) as ann:
        await ann.enter("Ann", Role.WATCH)
        for _ in range(30):
            snapshot = await ann.expect(Snapshot, lambda one: bool(one.view) and one.stage is Stage.PLAY)
            kept = [line["_n"] for line in host._store.lines(host._table.evening) if "_n" in line]
            game = [one.n for one in snapshot.events if type(one.event).__module__ == "server.engine.events"]
            assert max(game, default=0) <= max(kept)


async def test_a_dropped_player_comes_back_to_the_same_seat(hosting: Hosting) -> None:
    host = await hosting(options=HostOptions(settings=BRISK, bots=(Level.EASY,) * 2, discovery=False))
    async with calling(host.port) as minji:
        welcome = await minji.enter("Minji")
        player = Player(minji, 2)
        await player.moves(5)
        before = minji.snapshot.view
    async with calling(host.port) as again, calling(host.port) as thief:
        back = await again.enter("Whoever", token=welcome.token)
        assert (back.seat, back.game) == (2, welcome.game)
        assert back.token != welcome.token
        snapshot = await again.expect(Snapshot, lambda one: one.view is not None)
        assert before is not None
        assert snapshot.view is not None
        assert snapshot.view.round >= before.round
        resumed = Player(again, 2)
        resumed.answer(snapshot)
        thief.send(Hello(PROTOCOL_VERSION, Role.PLAY, "Minji", bytes(32)))
        assert (await thief.bye()).code is Code.BAD_TOKEN
        async with asyncio.timeout(60):
            await resumed.play(1)


async def test_a_second_login_fences_the_first(hosting: Hosting) -> None:
    host = await hosting(options=HostOptions(settings=BRISK, discovery=False))
    async with calling(host.port) as first, calling(host.port) as second:
        welcome = await first.enter("Minji")
        assert (await second.enter("Minji", token=welcome.token)).seat == welcome.seat
        assert (await first.bye()).code is Code.FENCED


async def test_a_table_with_a_passphrase(hosting: Hosting) -> None:
    options = HostOptions(settings=BRISK, discovery=False, passphrase="open sesame")
    host = await hosting(options=options)

    async def knock(caller: Caller, passphrase: str) -> Welcome | Bye:
        nonce = bytes(16)
        caller.send(Hello(PROTOCOL_VERSION, Role.PLAY, "Minji", nonce=nonce))
        challenge = await caller.expect(Challenge)
        key = derive_key(passphrase, challenge.salt, challenge.log_n)
        caller.send(Proof(client_mac(key, PROTOCOL_VERSION, challenge.nonce, nonce)))
        answer = await caller.read()
        assert isinstance(answer, Welcome | Bye)
        if isinstance(answer, Welcome):
            assert answer.mac == host_mac(key, PROTOCOL_VERSION, nonce, challenge.nonce)
        return answer

    async with calling(host.port) as stranger, calling(host.port) as friend, calling(host.port) as old:
        refused = await knock(stranger, "open barley")
        assert isinstance(refused, Bye)
        assert refused.code is Code.PASSPHRASE
        assert isinstance(await knock(friend, "open sesame"), Welcome)
        await friend.expect(Roster)
        old.send(Hello(PROTOCOL_VERSION, Role.WATCH, "Ann"))
        assert (await old.bye()).code is Code.PASSPHRASE


async def test_a_stranger_gets_nothing_of_the_game_that_runs(
    hosting: Hosting, caplog: pytest.LogCaptureFixture
) -> None:
    """A wrong passphrase: a challenge and a goodbye, whatever the cards are; and the log tells of no card."""
    caplog.set_level(logging.DEBUG)
    options = HostOptions(settings=BRISK, bots=(Level.EASY,) * 3, discovery=False, passphrase="open sesame")
    host = await hosting(options=options)
    await wait_until(lambda: host._table.core.stage is Stage.PLAY)
    for role in Role:
        async with calling(host.port) as stranger:
            stranger.send(Hello(PROTOCOL_VERSION, role, "Ann", nonce=bytes(16)))
            challenge = await stranger.expect(Challenge)
            stranger.send(Proof(bytes(32)))
            bye = await stranger.bye()
            # These bytes and no more: what is random in them was made at the door.
            assert bytes(stranger.raw) == encode(challenge) + encode(bye)
            assert bye.code is Code.PASSPHRASE
    assert not re.search(r"\d+, \d+|hand|deck|seed|b'", " ".join(one.getMessage() for one in caplog.records
                                                                if one.name.startswith("terra")))


async def test_a_table_outlives_its_host(hosting: Hosting) -> None:
    options = HostOptions(settings=BRISK, bots=(Level.EASY,) * 2, discovery=False)
    host = await hosting(options=options)
    async with calling(host.port) as minji:
        welcome = await minji.enter("Minji")
        player = Player(minji, 2)
        await player.moves(6)
        await host.stop()
        assert (await minji.bye()).code is Code.CLOSING
    store = Store.open(host._store.path)
    table = Table.restore(store.lines(welcome.game))
    assert table.evening == welcome.game
    store.close()


async def test_hostile_names_come_out_clean_or_are_refused(hosting: Hosting) -> None:
    host = await hosting(options=HostOptions(settings=BRISK, discovery=False))
    names = ["\x1b]0;x\x07Minji", "\u202eijniM", "a\u200bb\u0000c", "\n\n\n", "名" * 20, "\x9b31mred"]
    async with calling(host.port) as ann:
        await ann.enter("Ann", Role.WATCH)
        for name in names:
            async with calling(host.port) as stranger:
                stranger.send(Hello(PROTOCOL_VERSION, Role.WATCH, name))
                answer = await stranger.read()
                assert isinstance(answer, Welcome) or (isinstance(answer, Bye) and answer.code is Code.BAD_NAME)
                if isinstance(answer, Welcome):
                    await stranger.expect(Snapshot)
        rosters = [one for one in ann.heard if isinstance(one, Roster)]
        shown = {one.name for roster in rosters for one in roster.spectators}
        assert all(name.isprintable() for name in shown)
    await wait_until(lambda: not host._peers)
