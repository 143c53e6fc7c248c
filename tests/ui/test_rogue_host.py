"""A rogue host at the screen: whatever it says is drawn within the window, or ends the link; no key fails on it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from rich.cells import cell_len

from server.wire.messages import Ping, Pong
from terra_tui.locale.words import Words
from terra_tui.session.reducer import reduce
from terra_tui.session.sense import nonsense
from terra_tui.session.state import ClientState, Link, LinkState
from terra_tui.ui.alerts import call_for, idle_title
from terra_tui.ui.controls import Controls
from terra_tui.ui.draw.board import SMALLEST, small_lines, table_lines
from terra_tui.ui.plan import Visit
from terra_tui.ui.screens.table import PAGES, TableScreen
from tests.session.fake_host import FakeHost
from tests.session.rogue import Rogue
from tests.ui.stage import StillSession, still_app, wait_until

KEYS = (
    *"158+-!/.02bkopgsvtdr", "enter", "f2", "f3", "f4", "f5", "f6", "up", "down", "left", "right", "space",
    "backspace", "escape", "home", "end", "pageup", "pagedown", "full_stop", "plus", "minus", "slash",
)
SIZES = ((80, 24), (60, 16), (120, 36), (10, 3), (200, 60))


def states(rogue: Rogue, count: int) -> Iterator[tuple[ClientState, ClientState]]:
    """Yield each two states that follow each other, of what a session takes from a rogue host."""
    state = replace(reduce(ClientState(), rogue.welcome(), 0.0), link=Link(LinkState.UP))
    for message in rogue.words(count):
        if nonsense(state, message, may_sit=False) is None:
            old, state = state, reduce(state, message, 0.0)
            yield old, state


@pytest.mark.parametrize("seed", range(24))
def test_whatever_a_session_takes_can_be_drawn_and_played_with(seed: int) -> None:
    rogue, dice = Rogue(seed, sense=0.9 if seed % 2 else 0.6), Random(seed)
    words = Words("ko" if seed % 3 == 0 else "en")
    session = StillSession(ClientState())
    controls = Controls(session, words)
    for old, state in states(rogue, 50):
        session.become(state)
        controls.take(state, 1.0)
        call_for(words, old, state)
        idle_title(words, state)
        for _ in range(3):
            controls.press(dice.choice(KEYS), dice.random() * 100)
        width, height = dice.choice(SIZES)
        board = replace(controls.board, width=width, height=height, now=dice.choice((0.0, 1.5, 1e6)))
        small = width < SMALLEST[0] or height < SMALLEST[1]
        stage = board.state.stage
        draw = small_lines if small else table_lines if stage is None else PAGES.get(stage, table_lines)
        for page in (draw, small_lines if small else table_lines):
            rows = page(board)
            assert len(rows) == height
            assert all(sum(cell_len(run.text) for run in row) <= width for row in rows)


async def test_the_app_outlives_rogue_hosts(tmp_path: Path) -> None:
    app = still_app(folder=tmp_path)
    ends = set()
    async with app.run_test(size=(80, 24)) as pilot:
        for seed in range(16):
            dice = Random(seed)
            rogue = Rogue(seed, sense=0.98 if seed % 2 else 0.8)
            async with FakeHost() as host:
                app.begin(Visit(host.address, watching=rogue.seat is None))
                peer = await host.peer()
                peer.send(rogue.welcome())
                for message in rogue.words(30):
                    peer.send(message)
                    if isinstance(app.screen, TableScreen):
                        app.take_key(dice.choice(KEYS), None)
                    if dice.random() < 0.2:
                        await pilot.pause()
                peer.send(Ping(77))
                while not peer.gone and not any(isinstance(one, Pong) for one in peer.got):
                    await peer.news()
                session = app.session
                if session is not None:
                    error = session.state.link.error
                    ends.add(None if error is None else error.code)
                await app.back_to_menu()
                await wait_until(lambda: app.session is None)
    assert "bug" not in ends
    assert "nonsense" in ends
