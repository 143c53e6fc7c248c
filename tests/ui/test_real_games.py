"""Real apps at a real host: whole games by keyboard, and what each screen shows of them."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from server.engine.cards import dots
from server.engine.state import Phase
from server.engine.sums import legal_lays
from server.wire.messages import GameView, Stage
from terra_tui.local_host import LocalHost
from terra_tui.session.keyring import Keyring
from terra_tui.session.preferences import Preferences
from terra_tui.session.state import ClientState
from terra_tui.ui.app import TerraApp
from terra_tui.ui.controls import ANSWER_AFTER
from terra_tui.ui.plan import Menu, Plan, Visit, solo
from terra_tui.ui.screens.page import Page
from terra_tui.ui.screens.table import TableScreen
from terra_tui.ui.services import Services
from tests.ui.stage import wait_until

QUICK = ("--bind", "127.0.0.1", "--no-discovery", "--pace", "0", "--ron-window", "0.2", "--turn-time", "none")
GAME_SECONDS = 240.0


class Hand:
    """A player's hands on the keyboard of one app: plays the longest lay it finds, draws else."""

    def __init__(self, app: TerraApp, name: str) -> None:
        self.app = app
        self.name = name
        self._acted: object = None
        self._stage: Stage | None = None
        self._since = 0.0

    @property
    def state(self) -> ClientState:
        """What this client knows."""
        assert self.app.session is not None
        return self.app.session.state

    @property
    def view(self) -> GameView | None:
        """The game as this player sees it."""
        return None if self.state.snapshot is None else self.state.snapshot.view

    @property
    def text(self) -> str:
        """What the screen in front shows."""
        assert isinstance(self.app.screen, Page)
        return self.app.screen.text

    def type(self, text: str) -> None:
        """Press keys as the terminal's driver reports them."""
        names = {"+": "plus", "-": "minus", ".": "full_stop", "\r": "enter", "!": "exclamation_mark"}
        for char in text:
            self.app.take_key(names.get(char, char), char if char.isprintable() else None)

    def act(self) -> None:
        """Press what this moment asks for, once for each snapshot."""
        state, view = self.state, self.view
        if state.snapshot is None or state.seat is None or state.roster is None:
            return
        if state.stage is not self._stage:
            self._stage, self._since = state.stage, time.monotonic()
        if state.stage is Stage.PLAY and time.monotonic() - self._since < ANSWER_AFTER:
            return                  # a new screen takes no key that was pressed on the one before
        moment = (state.snapshot.rev, state.snapshot.stage)
        if state.stage in (Stage.LOBBY, Stage.BETWEEN):
            if not state.roster.seats[state.seat].ready and not state.waiting:
                self.type("\r")
        elif view is not None and state.stage is Stage.PLAY and moment != self._acted and not state.waiting:
            self._acted = moment
            self._play(view)

    def _play(self, view: GameView) -> None:
        moment = None if self.state.snapshot is None else self.state.snapshot.moment
        can_ron = len(view.hand) == 1 and moment is not None and view.layer != self.state.seat
        if can_ron and dots(view.hand[0]) == dots(view.floor):
            self.type("!")
        elif view.turn != self.state.seat:
            self._acted = None
        elif view.phase is Phase.MATCH:
            self._acted = None      # a question takes no answer at once: press until it does
            self.type("\r")
        else:
            lays = legal_lays(view.hand, view.floor)
            self.type(f"{max(lays, key=lambda lay: len(lay.cards))}\r" if lays else ".")


@asynccontextmanager
async def host(*arguments: str) -> AsyncIterator[LocalHost]:
    """Have a host process."""
    running = await LocalHost.start((*QUICK, *arguments))
    try:
        yield running
    finally:
        await running.stop()


@asynccontextmanager
async def player(
    folder: Path, name: str, plan: Plan, lang: str = "en", size: tuple[int, int] = (80, 24)
) -> AsyncIterator[Hand]:
    """Have an app of its own."""
    home = folder / name
    app = TerraApp(
        plan, Preferences(name=name, language=lang), home / "config.toml", {"TERM": "xterm-256color"},
        keyring=Keyring(home), services=Services(LocalHost.start),
    )
    async with app.run_test(size=size):
        yield Hand(app, name)


async def play(hands: list[Hand], until: Callable[[], bool]) -> None:
    """Have everybody press keys until `until`."""
    async with asyncio.timeout(GAME_SECONDS):
        while not until():
            for hand in hands:
                hand.act()
            await asyncio.sleep(0.01)


@pytest.fixture(autouse=True)
def _own_store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep the hosts' games out of this user's folders."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))


@pytest.mark.parametrize("lang", ["en", "ko"])
async def test_a_solo_game_from_the_menu_to_its_end(tmp_path: Path, lang: str) -> None:
    async with player(tmp_path, "Minji", Menu(), lang) as minji:
        # The menu's own plan has bots at a human pace: the same game, but quick.
        minji.app.begin(replace(solo(), arguments=(*solo().arguments, *QUICK[3:])))
        await wait_until(lambda: minji.app.session is not None)
        await play([minji], lambda: minji.state.stage is Stage.OVER)
        won = {"en": "THE GAME IS OVER", "ko": "게임 끝"}
        await wait_until(lambda: won[lang] in minji.text)
        # A rematch in one key; a held Enter does not answer at once, so press until it does.
        async with asyncio.timeout(GAME_SECONDS):
            while minji.state.stage is Stage.OVER:
                minji.type("\r")
                await asyncio.sleep(0.2)
        await wait_until(lambda: minji.view is not None and minji.view.round == 1)


async def test_three_players_and_a_spectator_see_one_game_and_no_others_hand(tmp_path: Path) -> None:
    async with host("--seats", "4", "--bots", "1") as table, AsyncExitStack() as stack:
        visit = Visit(table.address)
        hands = [
            await stack.enter_async_context(player(tmp_path, name, visit, lang))
            for name, lang in (("Minji", "en"), ("Jun", "ko"), ("Sora", "en"))
        ]
        watcher = await stack.enter_async_context(player(tmp_path, "Bora", Visit(table.address, watching=True)))
        everybody = [*hands, watcher]
        await wait_until(lambda: all(hand.app.session is not None and hand.state.roster for hand in everybody))
        await play(hands, lambda: any((hand.view is not None and hand.view.round > 1) for hand in hands))
        await wait_until(lambda: len({public(hand) for hand in everybody}) == 1)
        assert watcher.view is not None
        assert watcher.view.hand == ()
        assert "You are watching" in watcher.text or "ROUND" in watcher.text
        await play(hands, lambda: all(hand.state.stage is Stage.OVER for hand in everybody))
        assert len({hand.view.scores for hand in everybody if hand.view is not None}) == 1
        # A spectator's keys change nothing.
        watcher.type("5+7\r.!")
        assert watcher.state.stage is Stage.OVER


def public(hand: Hand) -> tuple[object, ...]:
    """Return what everybody may see of the game, as this client knows it."""
    view = hand.view
    return () if view is None else (view.round, view.turn, view.floor, view.cards, view.scores, view.deck)


async def test_a_player_who_was_cut_off_comes_back_to_the_seat(tmp_path: Path) -> None:
    async with host("--seats", "3", "--bots", "2") as table:
        visit = Visit(table.address)
        async with player(tmp_path, "Minji", visit) as minji:
            await wait_until(lambda: minji.app.session is not None and minji.state.roster is not None)
            await play([minji], lambda: minji.state.stage is Stage.PLAY)
            cards = minji.state.hand
            seat = minji.state.seat
            minji.app.leave_now(0)
        async with player(tmp_path, "Minji", visit) as again:
            await wait_until(lambda: again.app.session is not None and again.view is not None)
            assert again.state.seat == seat
            assert again.state.hand == cards


async def test_a_host_that_is_not_there_is_named_in_plain_words(tmp_path: Path) -> None:
    async with host("--seats", "3") as table:
        address = table.address
    async with player(tmp_path, "Minji", Visit(address)) as minji:
        await wait_until(lambda: minji.app.return_code == 1)
        assert minji.app.farewell.startswith(f"Nothing answers at {address}.")


async def test_a_host_that_dies_shows_a_lost_link_and_closes_nothing(tmp_path: Path) -> None:
    async with AsyncExitStack() as stack:
        table = await stack.enter_async_context(host("--seats", "3", "--bots", "2"))
        minji = await stack.enter_async_context(player(tmp_path, "Minji", Visit(table.address)))
        await wait_until(lambda: minji.app.session is not None and minji.state.roster is not None)
        table._process.kill()
        await wait_until(lambda: "connection lost, trying again" in minji.text)
        assert isinstance(minji.app.screen, TableScreen)
        assert minji.app.is_running
