"""The app with its screens, over a session that only notes: keys, Hangul, chat, languages, hostile text."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, cast

import pytest
from rich.cells import cell_len
from textual.pilot import Pilot

from server.wire.messages import Act, Claim, Clock, Configure, DoLay, EndGame, Kind, Numbered, Said, Say
from terra_tui.session.session import Session
from terra_tui.session.state import ClientState, Failure, Link, LinkState
from terra_tui.ui.app import TerraApp
from terra_tui.ui.screens.help import HelpScreen
from terra_tui.ui.screens.page import Page
from terra_tui.ui.screens.question import QuestionScreen
from terra_tui.ui.screens.table import TableScreen
from tests.ui.stage import StillSession, still_app, wait_until
from tests.ui.states import changed, game_end, lobby, playing, round_end, with_window

ONE = changed(playing((11,)), turn=1, layer=3, cards=(1, 12, 3, 14, 7))


def shut(state: ClientState) -> ClientState:
    """Return the state with no moment for a Ron."""
    assert state.snapshot is not None
    return replace(state, snapshot=replace(state.snapshot, moment=None))


HOSTILE = ("[/red]", "[@click=app.quit]x[/]", "Player [/] joined", "\x1b[2J", "\u202exyz", "a\u200bb")


@dataclass
class Seated:
    """An app that sits at a table."""

    app: TerraApp
    pilot: Pilot[Any]
    session: StillSession

    @property
    def text(self) -> str:
        """What the screen in front shows."""
        assert isinstance(self.app.screen, Page)
        return self.app.screen.text

    @property
    def board(self) -> TableScreen:
        """The table's screen."""
        return next(screen for screen in self.app.screen_stack if isinstance(screen, TableScreen))

    async def become(self, state: ClientState) -> None:
        """Have a new state, as the session's watcher would bring it."""
        self.session.become(state)
        self.app.life.changed(self.session.state)
        await self.pilot.pause()

    async def hangul(self, text: str) -> None:
        """Type what an input method delivers."""
        for char in text:
            self.app.take_key(char, char)
        await self.pilot.pause()

    @property
    def claims(self) -> int:
        """How many Rons were declared."""
        return sum(isinstance(command, Claim) for command in self.session.sent)


@asynccontextmanager
async def seated(
    state: ClientState, lang: str = "en", size: tuple[int, int] = (80, 24), folder: Path = Path("/nonexistent")
) -> AsyncIterator[Seated]:
    """Have an app at a table in `state`."""
    session = StillSession(state)
    app = still_app(lang, folder)
    async with app.run_test(size=size) as pilot:
        app.session = cast(Session, session)
        await app.push_screen(TableScreen(app.look, session, session.painted, "192.168.0.7"))
        await pilot.pause()
        yield Seated(app, pilot, session)
        app.session = None


async def test_a_typed_sum_is_seen_at_once_and_laid() -> None:
    async with seated(playing()) as table:
        await table.pilot.press("4", "plus", "9", "minus", "2")
        assert "4 + 9 - 2 = 11   OK   Enter lays 3 cards, floor becomes 2" in table.text
        await table.pilot.press("enter")
        assert [cast(Act, command).move for command in table.session.sent] == [DoLay((4, 9, 2), "+-")]


async def test_each_revision_is_told_once_it_is_painted() -> None:
    async with seated(playing()) as table:
        await wait_until(lambda: table.session.seen == [41])
        state = playing()
        assert state.snapshot is not None
        await table.become(replace(state, snapshot=replace(state.snapshot, rev=42)))
        await wait_until(lambda: table.session.seen == [41, 42])
        await table.become(replace(state, link=Link(LinkState.UP, round_trip=3)))
        assert table.session.seen.count(42) == 1


async def test_a_revision_is_told_only_once_its_rows_went_to_the_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    happened: list[str] = []
    draw = TerraApp._display

    def display(app: TerraApp, screen: Any, update: Any) -> None:
        if update is not None and isinstance(app.screen, TableScreen):
            deck = re.search(r"Deck (\d+)", app.screen.text)
            happened.append(f"drawn {deck and deck.group(1)}")
        draw(app, screen, update)

    async with seated(playing()) as table:
        await wait_until(lambda: table.session.seen == [41])
        monkeypatch.setattr(TerraApp, "_display", display)
        monkeypatch.setattr(table.session, "painted", lambda rev: happened.append(f"told {rev}"))
        table.board._painted = table.session.painted
        for rev, deck in ((42, 17), (43, 16)):
            state = changed(playing(), deck=deck)
            assert state.snapshot is not None
            await table.become(replace(state, snapshot=replace(state.snapshot, rev=rev)))
            await wait_until(lambda rev=rev: f"told {rev}" in happened)      # type: ignore[misc]
            assert f"drawn {deck}" in happened[: happened.index(f"told {rev}")], happened


# ---- clocks ------------------------------------------------------------------------------------------------------


async def test_a_clock_runs_on_between_two_snapshots() -> None:
    """Its second changes within one, though the host says nothing."""
    state = playing()
    assert state.snapshot is not None
    clock = Clock(16_100, 60_000)
    async with seated(replace(state, snapshot=replace(state.snapshot, clock=clock))) as table:
        for shown in ("0:16", "0:15"):
            await wait_until(lambda shown=shown: shown in table.text, seconds=3)      # type: ignore[misc]


async def test_an_open_window_runs_by_tenths() -> None:
    seen: set[str] = set()

    def over(text: str) -> bool:
        found = re.search(r"(\d\.\d) s", text)
        seen.update(found.groups() if found else ())
        return found is None

    async with seated(with_window(ONE, 1500)) as table:
        await wait_until(lambda: over(table.text), seconds=5)
        assert len(seen) >= 5


# ---- Ron over everything -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("key", ["exclamation_mark", "r", "R", "alt+r", "f9"])
async def test_every_key_of_ron(key: str) -> None:
    async with seated(ONE) as table:
        await table.pilot.press(key)
        assert table.claims == 1


@pytest.mark.parametrize("over", ["help", "leave", "chat", "settings"])
async def test_ron_works_over_every_screen(over: str) -> None:
    async with seated(ONE) as table:
        match over:
            case "help":
                await table.pilot.press("question_mark")
                assert isinstance(table.app.screen, HelpScreen)
            case "leave":
                await table.pilot.press("ctrl+q")
                assert isinstance(table.app.screen, QuestionScreen)
            case "chat":
                await table.pilot.press("tab", "r", "exclamation_mark")
                assert table.claims == 0
            case "settings":
                table.app.life.ask_passphrase(None)
                await table.pilot.pause()
        await table.pilot.press("f9")
        assert table.claims == 1


@pytest.mark.parametrize("state", [changed(playing(), cards=(9, 12, 2, 14, 7)), shut(ONE)], ids=["many", "shut"])
async def test_a_letter_is_no_ron_where_none_could_concern_anybody(state: ClientState) -> None:
    async with seated(state) as table:
        await table.pilot.press("r", "R")
        await table.hangul("ㄱ4")
        await table.hangul("ㄱ")
        await table.hangul("ㄲ")
        assert table.session.sent == []
        assert table.session.state.refusal is None
        await table.pilot.press("exclamation_mark")
        assert table.session.sent or table.session.state.refusal is not None


async def test_a_held_key_claims_once_a_window() -> None:
    async with seated(ONE) as table:
        for _ in range(23):
            await table.pilot.press("r")
            claims = [command for command in table.session.sent if isinstance(command, Claim)]
            table.session.become(replace(table.session.state, claimed=claims[-1].window))
        assert table.claims == 1


# ---- Hangul ------------------------------------------------------------------------------------------------------


async def test_a_jamo_in_an_open_window_is_ron_at_once() -> None:
    async with seated(with_window(ONE)) as table:
        await table.hangul("ㄱ")
        assert table.claims == 1


async def test_a_jamo_alone_in_a_bare_race_is_ron_a_moment_later() -> None:
    async with seated(ONE) as table:
        await table.hangul("ㄱ")
        await wait_until(lambda: table.claims == 1)


async def test_a_stale_jamo_that_comes_with_the_next_key_does_nothing() -> None:
    async with seated(ONE) as table:
        await table.hangul("ㄱ4")
        assert table.board.board.draft.text == "4"
        await table.hangul("ㄱ")
        await wait_until(lambda: table.claims == 1)
        assert table.claims == 1      # the second alone


async def test_other_jamo_are_their_letters() -> None:
    async with seated(changed(playing(), floor=4)) as table:
        await table.pilot.press("4", "plus", "8", "minus", "8")
        await table.hangul("ㅅ")
        assert table.board.board.draft.terra
        await table.hangul("ㅎ")
        assert table.board.board.long_log


async def test_the_first_jamo_says_once_in_korean_that_ron_is_a_mark() -> None:
    async with seated(playing()) as table:
        await table.hangul("ㅁ")
        assert "론은 !입니다" in table.text
        await table.pilot.press("right")
        await table.hangul("ㅁ")
        assert "론은 !입니다" not in table.text


async def test_hangul_in_the_chat_is_text() -> None:
    async with seated(ONE) as table:
        await table.pilot.press("tab")
        await table.hangul("론가")
        assert "say: 론가" in table.text
        await table.pilot.press("enter")
        assert [command for command in table.session.sent if isinstance(command, Say)] == [Say(1, "론가")]
        assert table.claims == 0


# ---- chat, language, help, leaving -------------------------------------------------------------------------------


async def test_chat_opens_offers_phrases_and_closes() -> None:
    async with seated(playing()) as table:
        await table.pilot.press("tab", "down")
        assert "say: Hello!" in table.text
        await table.pilot.press("escape")
        assert "say:" not in table.text
        assert table.session.sent == []


async def test_pasted_text_goes_into_the_chat_only() -> None:
    async with seated(playing()) as table:
        table.board.insert("5+7")
        assert table.board.board.draft.text == ""
        await table.pilot.press("tab")
        table.board.insert("hi\x1b[2J there\n")
        assert "say: hi[2J there" in table.text


async def test_the_terminals_cursor_is_where_text_goes() -> None:
    async with seated(playing()) as table:
        await table.pilot.press("tab", "a", "b")
        assert table.app.cursor_position.y == 21
        assert table.app.cursor_position.x == len(" say: ab")


async def test_f8_changes_the_language_of_every_screen_and_keeps_the_sum() -> None:
    async with seated(playing()) as table:
        await table.pilot.press("4", "f8")
        assert "내 차례" in table.text
        assert table.board.board.draft.text == "4"
        await table.pilot.press("f8")
        assert "YOUR TURN" in table.text


async def test_help_holds_the_rules_in_both_languages() -> None:
    async with seated(playing()) as table:
        await table.pilot.press("question_mark", "f8", "end", "pageup", "escape")
        assert isinstance(table.app.screen, TableScreen)


async def test_leaving_asks_and_esc_stays() -> None:
    async with seated(playing()) as table:
        await table.pilot.press("ctrl+q")
        assert "Keep my seat" in table.text
        await table.pilot.press("escape")
        assert isinstance(table.app.screen, TableScreen)


async def test_the_owner_may_end_the_game_for_all() -> None:
    async with seated(playing()) as table:
        await table.pilot.press("ctrl+q")
        assert "End the game for all" in table.text
        await table.pilot.press("down", "down", "enter")
        assert "END THE GAME FOR ALL?" in table.text
        await table.pilot.press("enter")                          # the harmless answer comes first
        assert isinstance(table.app.screen, TableScreen)
        assert table.session.sent == []
        await table.pilot.press("ctrl+q", "down", "down", "enter", "down", "enter")
        assert table.session.sent == [EndGame(1)]
        assert isinstance(table.app.screen, TableScreen)


async def test_against_bots_alone_the_game_is_ended_for_nobody_else() -> None:
    state = playing()
    assert state.roster is not None
    seats = [replace(info, kind=Kind.BOT) if seat else info for seat, info in enumerate(state.roster.seats)]
    state = replace(state, roster=replace(state.roster, seats=tuple(seats)))
    async with seated(state) as table:
        await table.pilot.press("ctrl+q")
        assert "End this game" in table.text
        assert "for all" not in table.text
        await table.pilot.press("down", "down", "enter")
        assert "END THIS GAME?" in table.text
        await table.pilot.press("escape")
        assert table.session.sent == []
        assert isinstance(table.app.screen, TableScreen)


@pytest.mark.parametrize("state", [replace(playing(), seat=1), lobby()], ids=["another", "lobby"])
async def test_nobody_else_and_only_while_a_game_runs(state: ClientState) -> None:
    async with seated(state) as table:
        await table.pilot.press("ctrl+q")
        assert isinstance(table.app.screen, QuestionScreen)
        assert "End the game" not in table.text


async def test_the_owner_sets_the_table() -> None:
    async with seated(lobby()) as table:
        await table.pilot.press("e")
        assert "SETTINGS OF THE TABLE" in table.text
        await table.pilot.press("right", "enter")
        settings = [command.settings for command in table.session.sent if isinstance(command, Configure)]
        assert [one.seats for one in settings] == [5]


# ---- what comes from outside ------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", HOSTILE)
async def test_a_hostile_name_is_text_everywhere(name: str) -> None:
    async with seated(lobby()) as table:
        for state in (lobby(), playing(), round_end(), game_end()):
            await table.become(named(state, name))
            await table.pilot.press("f2", "f2", "ctrl+q", "escape")
            shown = "".join(screen.text for screen in table.app.screen_stack if isinstance(screen, Page))
            assert not {"\x1b", "\u202e", "\u200b"} & set(shown)
            assert all(cell_len(row) <= 80 for row in table.text.splitlines())
        assert table.app.is_running


def named(state: ClientState, name: str) -> ClientState:
    """Return the state with everybody and the table called `name`, and as a refusal."""
    assert state.roster is not None
    seats = tuple(replace(seat, name=name) for seat in state.roster.seats)
    said = (Numbered(90, Said(name, name, 1)), Numbered(91, Said("x", name, None)))
    return replace(
        state, table=name, roster=replace(state.roster, seats=seats), log=(*state.log, *said),
        refusal=Failure("new", text=name), refusals=1,
    )


async def test_a_lost_link_says_so_and_nothing_closes() -> None:
    async with seated(playing()) as table:
        await table.become(replace(playing(), link=Link(LinkState.RETRYING, "x", retry_in=2.0)))
        assert "connection lost, trying again (2 s)" in table.text
        await table.become(playing())
        assert "connection lost" not in table.text


async def test_a_link_closed_for_good_says_why_and_enter_goes_to_the_menu() -> None:
    async with seated(playing()) as table:
        closed = Link(LinkState.CLOSED, "x", error=Failure("kicked"))
        await table.become(replace(playing(), link=closed))
        assert "The owner has removed you from the table." in table.text
        table.app.session = None
        await table.pilot.press("enter")
        await wait_until(lambda: "Play against bots" in table.text)


@pytest.mark.parametrize("key", ["enter", "escape"])
async def test_a_host_that_stopped_is_waited_for_and_a_key_leaves(key: str) -> None:
    async with seated(playing()) as table:
        stopped = Link(LinkState.RETRYING, "x", retry_in=2.0, error=Failure("closing"))
        await table.become(replace(playing(), link=stopped))
        assert "the host has stopped; waiting for it   Enter: leave" in table.text
        table.app.session = None
        await table.pilot.press(key)
        await wait_until(lambda: "Play against bots" in table.text)


async def test_another_table_in_the_place_of_the_last_one_is_told() -> None:
    async with seated(playing()) as table:
        await table.become(replace(playing(), game=b"one" * 5 + b"1"))
        await table.become(replace(playing(), game=b"two" * 5 + b"2", table="dinner"))
        assert "this is another one: dinner" in table.text


async def test_a_resize_in_mid_turn_keeps_the_sum() -> None:
    async with seated(playing()) as table:
        await table.pilot.press("4", "plus")
        for size in ((10, 3), (60, 16), (60, 20), (480, 154), (1, 1), (80, 24)):
            await table.pilot.resize_terminal(*size)
            await table.pilot.pause()
        assert "4 +" in table.text


async def test_the_mouse_picks_a_card() -> None:
    async with seated(playing()) as table:
        await table.pilot.click(offset=(9, 19))
        assert table.board.board.draft.text == "4"
