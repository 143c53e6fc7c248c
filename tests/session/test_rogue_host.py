"""A rogue host at the session: what it sends makes a state, or ends the link with one sentence; nothing raises."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from server.engine.events import Dealt
from server.engine.shuffle import commitment, deal_label
from server.wire.messages import Bye, Code, Commitment, Numbered, Ping, Pong, Reveal, Role, Stage
from terra_tui.locale.tell import failure_text
from terra_tui.locale.words import Words
from terra_tui.session.reducer import reduce
from terra_tui.session.session import Session
from terra_tui.session.state import ClientState, DealCheck, LinkState
from tests.session.fake_host import GAME, FakeHost, Peer, roster, snap, view, welcome
from tests.session.rogue import Rogue
from tests.wire.generate import hints_of, value

Make = Callable[..., tuple[Session, asyncio.Task[None]]]
WORDS = 40


async def said(peer: Peer, rogue: Rogue) -> None:
    """Have the rogue say its words, and wait until all were heard, or the client has gone."""
    peer.send(rogue.welcome(), *rogue.words(WORDS), Ping(77))
    while not peer.gone and not any(isinstance(one, Pong) for one in peer.got):
        await peer.news()


@pytest.mark.parametrize("block", range(4))
async def test_nothing_that_a_rogue_host_says_raises(make: Make, block: int) -> None:
    raised: list[dict[str, Any]] = []
    asyncio.get_running_loop().set_exception_handler(lambda _, context: raised.append(context))
    codes = set()
    for seed in range(block * 25, block * 25 + 25):
        rogue = Rogue(seed, sense=0.97 if seed % 2 else 0.7)
        async with FakeHost() as host:
            session, task = make(host.address, role=Role.WATCH if rogue.seat is None else Role.PLAY)
            await said(await host.peer(), rogue)
            error = session.state.link.error
            codes.add(None if error is None else error.code)
            await session.leave()
            await task
            assert session.state.link.state is LinkState.CLOSED
    assert raised == []
    assert "bug" not in codes
    assert "nonsense" in codes


async def test_the_link_to_a_rogue_host_ends_for_good_with_a_sentence(make: Make) -> None:
    rogue = next(one for seed in range(99) if (one := Rogue(seed)).seat is not None)
    async with FakeHost() as host:
        session, task = make(host.address)
        peer = await host.peer()
        peer.send(rogue.welcome(), rogue.welcome())      # another welcome that nobody asked for
        async with asyncio.timeout(10):
            await task
        await peer.closed()
    error = session.state.link.error
    assert error is not None
    assert error.code == "nonsense"
    for lang in ("en", "ko"):
        assert host.address in failure_text(Words(lang), error)


async def test_a_number_that_leaves_no_room_for_commands_is_nonsense(make: Make) -> None:
    """The highest that the protocol allows: the next command could not be written any more."""
    async with FakeHost() as host:
        session, task = make(host.address)
        peer = await host.peer()
        peer.send(replace(welcome(0), seq=2**31))
        async with asyncio.timeout(10):
            await task
    assert session.state.link.error is not None
    assert session.state.link.error.code == "nonsense"


async def test_bytes_that_are_no_message_after_a_welcome_are_nonsense_too(make: Make) -> None:
    async with FakeHost() as host:
        session, task = make(host.address)
        peer, _ = await host.welcomed(0)
        peer.send_bytes(b"\x00\x00\x00\x01\xc1")
        async with asyncio.timeout(10):
            await task
    assert session.state.link.error is not None
    assert session.state.link.error.code == "nonsense"


async def test_a_welcome_before_the_hello_proves_nothing(make: Make) -> None:
    """A host that does not know the passphrase might speak first, before anybody listens."""
    async with FakeHost() as host:
        session, task = make(host.address, passphrase="open sesame")
        peer = await host.peer()
        peer.send(welcome(0), roster(), snap(1, view()))
        async with asyncio.timeout(10):
            await task
    assert session.state.snapshot is None
    assert session.state.link.error is not None
    assert session.state.link.error.code == "host_proof"


@pytest.mark.parametrize("block", range(4))
def test_no_deal_that_a_rogue_host_reveals_raises(block: int) -> None:
    """The seed is the one committed to, so that all that was seen is compared with the deal that it gives."""
    verdicts = set()
    for seed in range(block * 50, block * 50 + 50):
        dice = Random(seed)
        state = reduce(reduce(ClientState(), welcome(dice.choice([None, 0, 2])), 0.0), roster(), 0.0)
        state = reduce(state, snap(0, stage=Stage.LOBBY), 0.0)
        state = reduce(state, Commitment(GAME, 1, commitment(bytes(32), deal_label(GAME, 1))), 0.0)
        told = [Dealt(1, dice.randrange(3), dice.randint(1, 15))] if dice.random() < 0.9 else []
        told += [value(hints_of(Numbered)["event"], dice) for _ in range(dice.randint(0, 6))]  # type: ignore[misc]
        hand = tuple(sorted(dice.choices(range(1, 16), k=dice.randint(0, 12))))
        seen = view(hand=hand, floor=dice.randint(0, 15), under=hand, deck=dice.randint(0, 64))
        state = reduce(state, snap(1, seen, *(Numbered(n, event) for n, event in enumerate(told, 1))), 0.0)
        nonces = tuple(dice.randbytes(dice.choice((0, 16))) for _ in range(dice.randint(0, 5)))
        state = reduce(state, Reveal(GAME, 1, bytes(32), nonces), 0.0)
        state = reduce(state, Bye(Code.CLOSING, ""), 0.0)
        verdicts.add(state.checks.get(1))
    assert DealCheck.BAD in verdicts
