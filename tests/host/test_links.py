"""Peers over real sockets: good ones, bad ones, slow ones. The table here is a fake that repeats what is said."""

from __future__ import annotations

import asyncio
import random
import socket
from collections.abc import Sequence
from contextlib import AsyncExitStack
from dataclasses import replace

import msgpack  # type: ignore[import-untyped]
import pytest

from server.host import sockopts
from server.host.buckets import Rate
from server.host.limits import HostLimits
from server.host.server import Host
from server.table.effects import Effect, Peer, Send
from server.wire.codec import encode
from server.wire.frames import framed
from server.wire.limits import FRAME_LIMIT, FRAME_LIMIT_HELLO, PROTOCOL_VERSION
from server.wire.messages import (
    Ack,
    Claim,
    Code,
    Command,
    Hello,
    Leave,
    Ping,
    Pong,
    Ready,
    Refusal,
    Role,
    Said,
    Say,
    Snapshot,
)
from tests.host.caller import SOON, Caller, calling, stopped_reader
from tests.host.conftest import Hosting, wait_until
from tests.host.fake_table import FakeTable

QUICK = HostLimits(hello=0.1, stuck=0.3, linger=0.2, sweep=0.02)
HELLO = encode(Hello(PROTOCOL_VERSION, Role.PLAY, "Minji"))


TIRELESS = replace(
    HostLimits(), commands=Rate(10_000, 10_000), lasting=Rate(10_000, 10_000), words=Rate(10_000, 10_000),
    frames=Rate(1e6, 1e6),
)


def packed(**fields: object) -> bytes:
    return framed(msgpack.packb(fields))


async def heard(caller: Caller, text: str) -> Snapshot:
    """Wait for the snapshot in which `text` was said."""

    def said(snapshot: Snapshot) -> bool:
        return any(isinstance(one.event, Said) and one.event.text == text for one in snapshot.events)

    return await caller.expect(Snapshot, said)


async def all_is_well(host: Host, caller: Caller, text: str = "still here") -> None:
    """Check that an honest peer is served as if nothing had happened."""
    caller.send(Say(caller.next_seq(), text))
    await heard(caller, text)


async def test_what_one_says_all_hear_and_it_is_kept_first(hosting: Hosting) -> None:
    table = FakeTable()
    host = await hosting(table)
    async with calling(host.port) as minji, calling(host.port) as jun:
        await minji.enter("Minji")
        await jun.enter("Jun")
        minji.send(Say(1, "hello"))
        await heard(jun, "hello")
        assert {"t": "chat", "text": "hello"} in host._store.lines(table.evening)
        await heard(minji, "hello")
        await wait_until(lambda: sorted(table.told_revs) == [(1, 1), (2, 1)])


@pytest.mark.parametrize(
    ("raw", "code"),
    [
        (b"GET / HTTP/1.1\r\n\r\n", Code.BAD_FRAME),
        (b"\xff" * 100, Code.BAD_FRAME),
        ((FRAME_LIMIT_HELLO + 1).to_bytes(4, "big"), Code.BAD_FRAME),
        (framed(b""), Code.BAD_FRAME),
        (framed(b"\xc1"), Code.BAD_FRAME),
        (framed(msgpack.packb([1, 2])), Code.BAD_MESSAGE),
        (packed(t="nonsense"), Code.BAD_MESSAGE),
        (packed(t="hello", version="one", role="play", name="x"), Code.BAD_MESSAGE),
        (packed(t="hello", version=1, role="play", name="x", more=1), Code.BAD_MESSAGE),
        (packed(t="hello", version=9, role="dance", more={}), Code.VERSION),
        (encode(Hello(2, Role.PLAY, "Minji")), Code.VERSION),
        (encode(Say(1, "before hello")), Code.UNEXPECTED),
        (encode(Ping(1)), Code.UNEXPECTED),
        (HELLO + HELLO, Code.UNEXPECTED),
        (HELLO + framed(b"\xc1"), Code.BAD_FRAME),
        (HELLO + (FRAME_LIMIT + 1).to_bytes(4, "big"), Code.BAD_FRAME),
        (HELLO + packed(t="act", seq=1, rev=1, move=5), Code.BAD_MESSAGE),
    ],
)
async def test_bad_input_is_answered_to_its_sender_alone(hosting: Hosting, raw: bytes, code: Code) -> None:
    table = FakeTable()
    host = await hosting(table)
    async with calling(host.port) as honest, calling(host.port) as stranger:
        await honest.enter("Jun")
        stranger.send_raw(raw)
        bye = await stranger.bye()
        assert bye.code is code
        assert bye.text
        await all_is_well(host, honest)
        assert table.peers == [1]


async def test_a_bye_reaches_one_who_sent_much_more_than_was_read(hosting: Hosting) -> None:
    host = await hosting(FakeTable())
    async with calling(host.port) as stranger:
        stranger.send_raw(b"\xff" * 900_000)
        assert (await stranger.bye()).code is Code.BAD_FRAME


async def test_one_who_goes_on_sending_after_the_bye_is_cut(hosting: Hosting) -> None:
    host = await hosting(FakeTable(), limits=replace(QUICK, discarded=100_000, linger=60.0))
    async with calling(host.port) as stranger:
        stranger.send_raw(b"\xff" * 10_000_000)
        await wait_until(lambda: not host._peers)


async def test_messages_may_come_byte_by_byte_or_many_at_once(hosting: Hosting) -> None:
    table = FakeTable()
    host = await hosting(table)
    async with calling(host.port) as minji:
        stream = HELLO + b"".join(encode(Say(n, str(n))) for n in range(5))
        for byte in stream[:40]:
            minji.send_raw(bytes([byte]))
            await asyncio.sleep(0)
        minji.send_raw(stream[40:])
        await heard(minji, "4")
        assert [command.seq for command in table.commands] == list(range(5))


async def test_half_a_frame_and_then_nothing_is_just_a_lost_link(hosting: Hosting) -> None:
    table = FakeTable()
    host = await hosting(table)
    async with calling(host.port) as minji:
        await minji.enter()
        minji.send_raw(encode(Say(1, "never whole"))[:-3])
    await wait_until(lambda: ("disconnected", 1) in [(name, peer) for name, _, peer in table.calls])
    assert table.commands == []


async def test_what_was_sent_before_the_end_of_the_stream_is_done(hosting: Hosting) -> None:
    table = FakeTable()
    host = await hosting(table)
    async with calling(host.port) as minji:
        minji.send_raw(HELLO + encode(Say(1, "and goodbye")))
        minji.writer.write_eof()
        await wait_until(lambda: [name for name, _, _ in table.calls][-1] == "disconnected")
        assert table.commands == [Say(1, "and goodbye")]
        await wait_until(lambda: not host._peers)


async def test_the_silent_are_told_so_and_closed(hosting: Hosting) -> None:
    host = await hosting(FakeTable(), limits=QUICK)
    async with calling(host.port) as silent, calling(host.port) as half:
        half.send_raw(HELLO[:7])
        assert (await silent.bye()).code is Code.SILENT
        assert (await half.bye()).code is Code.SILENT


async def test_who_fills_the_doorstep_pushes_out_their_own(hosting: Hosting) -> None:
    table = FakeTable()
    host = await hosting(table, limits=HostLimits(pending=3, moment=0.0))
    async with calling(host.port) as first, calling(host.port) as second, calling(host.port), calling(host.port):
        assert await first.read() is None          # the oldest had to go
        await second.enter()                       # the others had not


async def test_many_may_come_at_the_same_moment(hosting: Hosting) -> None:
    table = FakeTable()
    host = await hosting(table, limits=HostLimits(pending=1, arriving=20))
    async with AsyncExitStack() as stack:
        callers = [await stack.enter_async_context(calling(host.port)) for _ in range(20)]
        for caller in callers:
            await caller.enter()
        assert len(table.peers) == 20
        rest = [await stack.enter_async_context(calling(host.port)) for _ in range(21)]
        assert await rest[0].read() is None
        await rest[1].enter()


async def test_a_full_host_says_so(hosting: Hosting) -> None:
    host = await hosting(FakeTable(), limits=HostLimits(links=1))
    async with calling(host.port) as inside, calling(host.port) as outside:
        await inside.enter(role=Role.WATCH)
        outside.send(Hello(PROTOCOL_VERSION, Role.WATCH, "Late"))
        assert (await outside.bye()).code is Code.CROWDED
        await all_is_well(host, inside)


async def test_a_flood_is_cut_before_it_is_decoded(hosting: Hosting) -> None:
    table = FakeTable()
    host = await hosting(table)
    async with calling(host.port) as honest, calling(host.port) as flood:
        await honest.enter("Jun")
        await flood.enter("Flood")
        flood.send_raw(encode(Ping(1)) * 10_000)
        assert (await flood.bye()).code is Code.TOO_FAST
        await all_is_well(host, honest)


async def test_a_ron_is_affordable_whatever_was_said_before(hosting: Hosting) -> None:
    table = FakeTable()
    host = await hosting(table, limits=replace(HostLimits(), commands=Rate(burst=5, per_second=0)))
    async with calling(host.port) as minji:
        await minji.enter()
        for seq in range(8):
            minji.send(Ready(seq))
        minji.send(Claim(8, 1, 300))
        await minji.expect(Ack, lambda ack: ack.seq == 8)
        refused = [one for one in minji.heard if isinstance(one, Refusal)]
        assert [(one.seq, one.code) for one in refused] == [(seq, Code.TOO_FAST) for seq in (5, 6, 7)]
        assert [command.seq for command in table.commands] == [0, 1, 2, 3, 4, 8]


async def test_the_table_may_close_a_link_and_is_not_told_of_it_again(hosting: Hosting) -> None:
    table = FakeTable()
    host = await hosting(table)
    async with calling(host.port) as refused, calling(host.port) as leaver:
        refused.send(Hello(PROTOCOL_VERSION, Role.PLAY, "nobody"))
        assert (await refused.bye()).code is Code.BAD_NAME
        await leaver.enter()
        leaver.send(Leave(1))
        assert (await leaver.bye()).code is Code.LEFT
    await wait_until(lambda: not host._peers)
    assert "disconnected" not in [name for name, _, _ in table.calls]


async def test_one_who_does_not_read_is_cut_and_the_others_notice_nothing(hosting: Hosting) -> None:
    table = FakeTable()
    host = await hosting(table, limits=replace(TIRELESS, stuck=0.3, sweep=0.02))
    async with calling(host.port) as honest:
        await honest.enter()
        stuck = await stopped_reader(host.port)
        await wait_until(lambda: table.peers == [1, 2])
        said = 0
        while 2 in table.peers:
            said += 1
            assert said < 5_000
            await all_is_well(host, honest, f"line {said} " + "x" * 700)
        # As long as it was stuck, its snapshots replaced one another.
        link = host._peers.get(2)
        assert link is None or len(link._outbox) <= 2      # the newest snapshot, and the goodbye
        await wait_until(lambda: host._peers.get(2) is None)
        stuck.close()
        await all_is_well(host, honest)


async def test_a_slow_reader_gets_the_newest_snapshot_with_all_events_it_missed(hosting: Hosting) -> None:
    table = FakeTable()
    host = await hosting(table, limits=TIRELESS)
    async with calling(host.port) as honest:
        await honest.enter()
        slow = await stopped_reader(host.port)
        await wait_until(lambda: table.peers == [1, 2])
        link = host._peers.get(2)
        assert link is not None
        filler = 0
        while not link._paused:
            filler += 1
            await all_is_well(host, honest, f"{filler} " + "x" * 700)
        for n in range(10):
            await all_is_well(host, honest, f"missed {n}")
        last = table.rev
        reader, writer = await asyncio.open_connection(sock=slow)
        caller = Caller(reader, writer)
        newest = await heard(caller, "missed 9")
        assert newest.rev == last
        numbers = [one.n for snapshot in caller.heard if isinstance(snapshot, Snapshot) for one in snapshot.events]
        assert numbers == list(range(1, last + 1))        # each once, none missing
        await wait_until(lambda: (2, last) in table.told_revs)
        writer.close()


async def test_a_measure_of_the_kernels_goes_before_a_claim(hosting: Hosting) -> None:
    if not hasattr(socket, "TCP_INFO"):
        pytest.skip("this kernel tells no round trips")
    table = FakeTable()
    host = await hosting(table)
    async with calling(host.port) as minji:
        await minji.enter()
        minji.send(Claim(1, 1, 300))
        await minji.expect(Ack)
        assert 0 <= table.trips[1] < 1.0


def test_what_the_kernel_is_told_of_a_peer() -> None:
    with socket.socket() as sock:
        sockopts.prepare(sock)
        assert sock.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)
        assert sock.getsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE)
        # Linux counts its own bookkeeping too, and doubles what it is told.
        assert 32 * 1024 <= sock.getsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF) <= 64 * 1024
        for name, value in (("TCP_KEEPIDLE", 15), ("TCP_KEEPINTVL", 5), ("TCP_USER_TIMEOUT", 30_000)):
            option = getattr(socket, name, None)
            assert option is None or sock.getsockopt(socket.IPPROTO_TCP, option) == value


def test_a_socket_that_is_gone_has_no_measure() -> None:
    sock = socket.socket()
    assert sockopts.min_rtt(sock) in (None, 0.0)
    sock.close()
    assert sockopts.min_rtt(sock) is None


async def test_a_bug_that_one_finds_costs_only_them_their_link(
    hosting: Hosting, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(now: float, peer: Peer, command: Command) -> Sequence[Effect] | None:
        if isinstance(command, Ready):
            raise ValueError("hand (3, 5, 5, 8)")
        return None

    host = await hosting(FakeTable(script=fail))
    async with calling(host.port) as honest, calling(host.port) as finder:
        await honest.enter("Jun")
        await finder.enter("Sora")
        finder.send(Ready(1))
        assert (await finder.bye()).code is Code.UNEXPECTED
        await all_is_well(host, honest)
    assert "ValueError at test_links.py" in caplog.text
    assert "hand" not in caplog.text
    caplog.clear()


async def test_pings_are_answered_and_both_ways_are_counted(hosting: Hosting) -> None:
    table = FakeTable()
    host = await hosting(table)
    async with calling(host.port) as minji:
        await minji.enter()
        minji.send(Ping(7))
        assert await minji.expect(Pong) == Pong(7)
        minji.send(Pong(8))
        await wait_until(lambda: "ponged" in [name for name, _, _ in table.calls])


async def test_random_bytes_never_disturb_the_table(hosting: Hosting) -> None:
    table = FakeTable()
    host = await hosting(table)
    chance = random.Random(4747)
    async with calling(host.port) as honest:
        await honest.enter("Jun")
        for round_ in range(60):
            async with calling(host.port) as stranger:
                start = HELLO if round_ % 2 else b""
                cut = chance.randrange(len(HELLO)) if round_ % 3 == 0 else None
                body = chance.randbytes(chance.randrange(1, 400))
                stranger.send_raw(start[:cut] + (framed(body[:300]) if round_ % 5 else body))
                stranger.writer.write_eof()
                while await stranger.read() is not None:
                    pass
        await all_is_well(host, honest)
    assert {name for name, _, _ in table.calls} <= {"open", "connected", "receive", "disconnected", "ponged"}


async def test_closing_tells_everybody_and_takes_little_time_with_a_stuck_peer(hosting: Hosting) -> None:
    loop = asyncio.get_running_loop()
    table = FakeTable()
    host = await hosting(table, limits=TIRELESS)
    async with calling(host.port) as minji, calling(host.port) as newcomer:
        await minji.enter()
        stuck = await stopped_reader(host.port)
        await wait_until(lambda: len(table.peers) == 2)
        link = host._peers.get(table.peers[1])
        assert link is not None
        while not link._paused:
            await all_is_well(host, minji, "x" * 700)
        begun = loop.time()
        await host.stop()
        assert loop.time() - begun < SOON
        assert (await minji.bye()).code is Code.CLOSING
        assert (await newcomer.bye()).code is Code.CLOSING
        stuck.close()


async def test_told_is_reported_for_what_the_kernel_has(hosting: Hosting) -> None:
    table = FakeTable(script=lambda now, peer, command: [Send(peer, Ack(command.seq), told=77)])
    host = await hosting(table)
    async with calling(host.port) as minji:
        await minji.enter()
        minji.send(Ready(1))
        await minji.expect(Ack)
        await wait_until(lambda: table.told_revs == [(1, 77)])
