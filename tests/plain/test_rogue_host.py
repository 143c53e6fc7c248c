"""A rogue host at plain mode: every line can be told and typed at it, and its end is one sentence."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from server.wire.messages import Role
from terra_tui.locale.words import Words
from terra_tui.plain.orders import Orders
from terra_tui.plain.reminder import Reminder
from terra_tui.plain.teller import Teller
from terra_tui.plain.verbs import read_request
from terra_tui.session.state import ClientState
from tests.plain.scripted import Terminal
from tests.session.fake_host import FakeHost
from tests.session.rogue import Rogue
from tests.ui.stage import StillSession
from tests.ui.test_rogue_host import states

LINES = (
    "5+7-8", "8 terra", "1", "draw", "match", "match terra", "keep", ".", "!", "hand", "floor", "scores", "log",
    "table", "hint", "", "kick 2", "owner Minji", "sit 3", "ready", "start", "show", "pause", "rules", "bot hard",
)


@pytest.mark.parametrize("seed", range(24))
async def test_whatever_a_session_takes_can_be_told_and_answered(seed: int) -> None:
    rogue, dice = Rogue(seed, sense=0.9 if seed % 2 else 0.6), Random(seed)
    words = Words("ko" if seed % 3 == 0 else "en")
    session = StillSession(ClientState())
    teller, orders = Teller(words), Orders(session, words)  # type: ignore[arg-type]
    reminder = Reminder(lambda: None)
    for old, state in states(rogue, 50):
        session.become(state)
        lines = teller.tell(old, state)
        reminder.see(state)
        for _ in range(4):
            lines += orders.obey(read_request(dice.choice(LINES)))
        assert all(line.isprintable() for line in lines)
    reminder.stop()


@pytest.mark.parametrize("seed", range(6))
async def test_a_rogue_host_ends_plain_mode_with_one_sentence(tmp_path: Path, seed: int) -> None:
    rogue = Rogue(seed, sense=0.97)
    role = Role.WATCH if rogue.seat is None else Role.PLAY
    async with FakeHost() as host, Terminal(host.address, tmp_path, role=role) as terminal:
        peer = await host.peer()
        peer.send(rogue.welcome(), *rogue.honest(3))
        terminal.type("hand")
        peer.send(*list(rogue.words(40))[1:-1], rogue.welcome())
        assert await terminal.code() == 1
    (sentence,) = terminal.errors.read_text("utf-8").splitlines()
    assert sentence == f"The host at {host.address} sent what no Terra host sends, so the link was closed."
