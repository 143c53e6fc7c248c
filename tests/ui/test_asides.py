"""Beside the tables: lesson, practice, drill, first run, replays, saving a game; by the keys of the real app."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any, cast

import pytest
from textual import events
from textual.pilot import Pilot

from server.arena.run import Plan as ArenaPlan
from server.arena.run import play_number
from server.engine.sums import legal_lays
from terra_tui.session.drill_times import DrillTime, load_times, save_times
from terra_tui.session.keyring import Keyring
from terra_tui.session.playback import games_of
from terra_tui.session.preferences import Preferences, load
from terra_tui.session.session import Session
from terra_tui.ui.app import TerraApp
from terra_tui.ui.plan import HostInside, Menu, Plan, Replay, practice
from terra_tui.ui.screens.drill import DrillScreen
from terra_tui.ui.screens.first_run import FirstRunScreen
from terra_tui.ui.screens.lesson import LessonScreen
from terra_tui.ui.screens.menu import ITEMS, Item, MenuScreen
from terra_tui.ui.screens.page import Page
from terra_tui.ui.screens.replay import ReplayScreen
from terra_tui.ui.screens.replays import ReplaysScreen
from terra_tui.ui.screens.table import TableScreen
from terra_tui.ui.services import InnerHost, KeptGame, Line, ServiceError, Services
from tests.ui.stage import StillSession, wait_until
from tests.ui.states import game_end

SIZES = ((80, 24), (60, 20), (60, 16), (120, 36))
KEYS = {"+": "plus", "-": "minus", ".": "full_stop", "/": "slash", "!": "exclamation_mark", "\n": "enter"}
LESSON = ("\n", "7+9-5\n", "12\n", ".", "\n", "14-8/\n", "4+4\n", "!")


@cache
def record() -> tuple[dict[str, object], ...]:
    """Return the record of two games."""
    plan = ArenaPlan(("easy", "normal", "easy"), 2, seed=3, record=True)
    return tuple(json.loads(text) for number in range(2) for text in play_number(plan, number).text.splitlines())


class Kept:
    """Services that keep two games, and note what hosts were asked for and what was saved."""

    def __init__(self) -> None:
        self.hosts: list[Sequence[str]] = []
        self.saved: list[str] = []
        self.games = [
            KeptGame("aa" * 16, "2026-11-30T10:00:00Z", "lunch", 3, True, "Minji, Jun, [/red]"),
            KeptGame("bb" * 16, "2026-11-29T10:00:00Z", "Solo", 1, False, "Minji, Mars, Luna"),
        ]

    async def start(self, arguments: Sequence[str]) -> InnerHost:
        """Note the wish; there is no host here."""
        self.hosts.append(arguments)
        raise RuntimeError("no host in this test")

    async def list_games(self) -> Sequence[KeptGame]:
        """Return the games."""
        return self.games

    async def read(self, game: str) -> Sequence[Line]:
        """Return the record, of the first game only."""
        if game != "aa" * 16:
            raise ServiceError("that one is broken")
        return record()

    async def save(self, game: str) -> str:
        """Note which game was to be saved."""
        if game != "07" * 16:
            raise ServiceError("it is not kept here")
        self.saved.append(game)
        return "/somewhere/07070707.jsonl"

    @property
    def services(self) -> Services:
        """Return them as the app takes them."""
        return Services(self.start, list_games=self.list_games, read_game=self.read, save_game=self.save)


class Player:
    """Somebody at the keyboard."""

    def __init__(self, app: TerraApp, pilot: Pilot[Any], kept: Kept) -> None:
        self.app = app
        self.pilot = pilot
        self.kept = kept

    @property
    def screen(self) -> Page:
        """The screen in front."""
        assert isinstance(self.app.screen, Page)
        return self.app.screen

    @property
    def text(self) -> str:
        """What it shows, with single spaces: rows may break anywhere."""
        return " ".join(self.screen.text.split())

    async def types(self, text: str) -> None:
        """Type text, a new line being Enter."""
        for char in text:
            await self.pilot.press(KEYS.get(char, char))

    async def chooses(self, item: Item) -> None:
        """Choose from the menu, from its first item."""
        for _ in range(ITEMS.index(item)):
            await self.pilot.press("down")
        await self.pilot.press("enter")


@asynccontextmanager
async def playing(
    folder: Path, lang: str = "en", size: tuple[int, int] = (80, 24), plan: Plan = Menu()  # noqa: B008 (frozen)
) -> AsyncIterator[Player]:
    """Have the app with its menu, all its files in `folder`."""
    environment = {"TERM": "xterm-256color", "XDG_DATA_HOME": str(folder)}
    kept = Kept()
    app = TerraApp(
        plan, Preferences("Minji", lang), folder / "config.toml", environment, keyring=Keyring(folder),
        services=kept.services,
    )
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        yield Player(app, pilot, kept)


# ---- the lesson --------------------------------------------------------------------------------------------------


async def learn(player: Player) -> LessonScreen:
    """Open the lesson, its others quick."""
    await player.chooses(Item.LEARN)
    screen = player.screen
    assert isinstance(screen, LessonScreen)
    screen.set_interval(0.01, screen._table.go_on)
    return screen


@pytest.mark.parametrize("lang", ["en", "ko"])
@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
async def test_the_lesson_by_keyboard(tmp_path: Path, lang: str, size: tuple[int, int]) -> None:
    async with playing(tmp_path, lang, size) as player:
        screen = await learn(player)
        for place, typed in enumerate(LESSON):
            await wait_until(lambda: not screen._table.lesson.due)
            await player.pilot.pause()
            step = screen._table.lesson.step
            said = " ".join(screen.look.words.say(f"lesson.{step.name}", sum=step.sum).split())
            shown = squeezed(player) if size[1] < 18 else player.text
            assert (said.replace(" ", "") in shown.replace(" ", "")), (step.name, player.screen.text)
            assert screen._table.lesson.place == place
            if step.name == "match":
                # For a moment a new question takes no answer, lest a held key gives it.
                since = screen._controls._since
                screen._controls._since = since - 1
            await player.types(typed)
        assert screen._table.lesson.over
        assert screen.look.words.say("lesson.end").split()[0] in player.text
        await player.pilot.press("enter")
        await wait_until(lambda: bool(player.kept.hosts))
        assert player.kept.hosts == [practice().arguments]
        assert isinstance(player.screen, MenuScreen)


def squeezed(player: Player) -> str:
    """Return the words of the left panel alone: with few rows the lesson takes the players' place."""
    rows = [row.split("│")[0] for row in player.screen.text.splitlines()]
    return " ".join(" ".join(rows).split())


async def test_a_wrong_wish_is_answered_on_the_screen(tmp_path: Path) -> None:
    async with playing(tmp_path) as player:
        await learn(player)
        await player.types("\n5+7\n")
        assert "This makes 12; only what makes the floor's 11 may be laid." in player.text
        await player.pilot.press("escape")
        await player.types("4+7\n")
        assert "The rules allow that too. For this lesson: 7+9-5" in player.text
        await player.pilot.press("escape")
        await player.types(".")
        assert "You may draw at any time, but something fits: 7+9-5" in player.text
        await player.pilot.press("f5")
        assert "Hint: 7+9-5" in player.text
        await player.types("!")
        assert "Ron only counts when a turn has just ended." in player.text
        await player.pilot.press("f8")
        assert "이어 11을 만듭니다" in player.text


@pytest.mark.parametrize("keys", [("escape",), ("ctrl+q",), ("7", "escape", "escape"), ("question_mark", "ctrl+q")])
async def test_the_lesson_can_be_left_at_any_time(tmp_path: Path, keys: tuple[str, ...]) -> None:
    async with playing(tmp_path) as player:
        await learn(player)
        await player.types("\n")
        await player.pilot.press(*keys)
        await wait_until(lambda: isinstance(player.app.screen, MenuScreen))
        assert player.app.is_running


async def test_chat_and_pause_are_no_keys_of_a_lesson(tmp_path: Path) -> None:
    async with playing(tmp_path) as player:
        screen = await learn(player)
        before = screen.text
        await player.pilot.press("tab", "p", "f6")
        assert screen.text == before


async def test_hangul_letters_work_in_the_lesson(tmp_path: Path) -> None:
    async with playing(tmp_path, "ko") as player:
        screen = await learn(player)
        await player.types("\n")
        player.app.take_key("ㅇ", "ㅇ")
        await player.pilot.pause()
        assert screen.look.words.say("lesson.answer_draw_later", sum="7+9-5") in player.text


# ---- practice ----------------------------------------------------------------------------------------------------


async def test_practice_is_a_game_against_easy_bots_with_hints(tmp_path: Path) -> None:
    plan = practice()
    assert plan == HostInside(plan.arguments, alone=True)
    joined = " ".join(plan.arguments)
    assert "--level easy" in joined
    assert "--assist hints" in joined
    assert "--bind 127.0.0.1" in joined
    async with playing(tmp_path) as player:
        await player.chooses(Item.PRACTICE)
        await wait_until(lambda: player.kept.hosts == [plan.arguments])
        await wait_until(lambda: "no host in this test" in player.text)


# ---- the drill ---------------------------------------------------------------------------------------------------


async def drilled(player: Player) -> DrillScreen:
    """Give every right answer."""
    screen = player.screen
    assert isinstance(screen, DrillScreen)
    while not screen._table.drill.over:
        problem = screen._table.drill.problem
        assert f"{problem.floor}" in player.text
        lays = legal_lays(problem.hand, problem.floor)
        await player.types(f"{lays[0]}\n" if lays else ".")
        assert screen.board.draft.text == ""
    await player.pilot.pause()
    return screen


@pytest.mark.parametrize("lang", ["en", "ko"])
@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
async def test_a_whole_drill_by_keyboard(tmp_path: Path, lang: str, size: tuple[int, int]) -> None:
    async with playing(tmp_path, lang, size) as player:
        await player.chooses(Item.DRILL)
        assert player.app.words.say("drill.no_best") in player.text
        screen = await drilled(player)
        path = tmp_path / "terra" / "drill.json"
        await wait_until(path.exists)
        assert [time.seconds for time in load_times(path)] == [round(screen._table.drill.total, 1)]
        assert player.app.words.say("drill.new_best") in player.text
        await player.pilot.press("enter")
        await wait_until(lambda: player.app.screen is not screen)
        assert isinstance(player.screen, DrillScreen)
        assert player.screen.best
        await player.pilot.press("escape")
        await wait_until(lambda: isinstance(player.app.screen, MenuScreen))


async def test_a_wrong_none_is_told_and_a_wrong_sum_too(tmp_path: Path) -> None:
    async with playing(tmp_path) as player:
        await player.chooses(Item.DRILL)
        screen = player.screen
        assert isinstance(screen, DrillScreen)
        while not screen._table.drill.problem.solvable:
            await player.types(".")
        await player.types(".")
        assert "There is a way. 5 seconds more." in player.text
        hand = screen._table.drill.problem.hand
        await player.types(f"{hand[0]}\n")
        assert f"{hand[0]} has other dots" in player.text


async def test_a_broken_file_of_times_is_named_and_ignored(tmp_path: Path) -> None:
    path = tmp_path / "terra" / "drill.json"
    path.parent.mkdir()
    path.write_text("{", "utf-8")
    async with playing(tmp_path) as player:
        await player.chooses(Item.DRILL)
        assert "could not be read" in player.text
        await drilled(player)
        await wait_until(lambda: path.read_text("utf-8") != "{")
        assert len(load_times(path)) == 1


async def test_a_time_that_is_none_of_the_best_is_not_kept(tmp_path: Path) -> None:
    path = tmp_path / "terra" / "drill.json"
    best = tuple(DrillTime(0.0, f"2026-01-0{day}") for day in range(1, 6))
    save_times(path, best)
    async with playing(tmp_path) as player:
        await player.chooses(Item.DRILL)
        assert "Best time 0:00.0" in player.text
        await drilled(player)
        assert load_times(path) == best


# ---- the first run -----------------------------------------------------------------------------------------------


async def test_the_first_run_asks_once_and_offers_the_lesson(tmp_path: Path) -> None:
    async with playing(tmp_path, "", plan=Menu(first=True)) as player:
        assert isinstance(player.screen, FirstRunScreen)
        assert "did not say how wide" in player.text
        player.app.post_message(events.CursorPosition(1, 0))
        await wait_until(lambda: "one column wide" in player.text)
        await player.types(" 2\n")
        await player.pilot.press("right")
        await wait_until(lambda: "내 이름" in player.text)
        assert "한 칸입니다" in player.text
        await player.pilot.press("f8", "f8", "enter")
        await wait_until(lambda: "어떻게 시작할까요?" in player.text)
        kept = load(tmp_path / "config.toml")
        assert (kept.name, kept.language, kept.skin) == ("Minji 2", "ko", "auto")
        await player.pilot.press("enter")
        await wait_until(lambda: isinstance(player.app.screen, LessonScreen))


@pytest.mark.parametrize(("downs", "hosts"), [(1, 1), (2, 0)])
async def test_or_bots_or_the_menu(tmp_path: Path, downs: int, hosts: int) -> None:
    async with playing(tmp_path, plan=Menu(first=True)) as player:
        await player.types("\n\n")
        await wait_until(lambda: "HOW DO YOU WANT TO BEGIN?" in player.text)
        await player.pilot.press(*["down"] * downs, "enter")
        await wait_until(lambda: isinstance(player.app.screen, MenuScreen))
        await wait_until(lambda: len(player.kept.hosts) == hosts)


async def test_esc_keeps_what_is_there_and_a_bad_name_is_refused(tmp_path: Path) -> None:
    async with playing(tmp_path, plan=Menu(first=True)) as player:
        await player.pilot.press(*["backspace"] * 5, "enter")
        assert "A name has 1 to 16 columns" in player.text
        await player.pilot.press("escape")
        await wait_until(lambda: isinstance(player.app.screen, MenuScreen))
        assert load(tmp_path / "config.toml").name == "Minji"


async def test_wide_lines_are_told_and_ascii_is_used(tmp_path: Path) -> None:
    async with playing(tmp_path, plan=Menu(first=True)) as player:
        player.app.post_message(events.CursorPosition(2, 0))
        await wait_until(lambda: "two columns wide" in player.text)
        assert player.app.look.skin.name == "ascii"


# ---- replays -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("lang", ["en", "ko"])
@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
async def test_a_replay_from_the_list(tmp_path: Path, lang: str, size: tuple[int, int]) -> None:
    async with playing(tmp_path, lang, size) as player:
        await player.chooses(Item.REPLAY)
        await wait_until(lambda: "lunch" in player.text)
        await player.pilot.press("enter")
        await wait_until(lambda: isinstance(player.app.screen, ReplayScreen))
        screen = cast(ReplayScreen, player.screen)
        at = player.app.words.say
        total = screen.playback.last + 1
        assert at("replay.at", n=1, total=total) in player.text
        assert at("replay.all_hands") in player.text
        await player.pilot.press("right", "right", "left")
        assert at("replay.at", n=2, total=total) in player.text
        await player.pilot.press("2")
        assert at("replay.hand_of", name=screen.playback.roster.seats[1].name) in player.text
        assert screen.board.state.hand == screen.playback.frames[1].game.hands[1]
        await player.pilot.press("0", "end")
        assert at("game_end.heading") in player.text
        await player.pilot.press("right_square_bracket", "left_square_bracket")
        assert screen.index < total - 1
        await player.pilot.press("home", "pagedown")
        assert at("replay.game", n=2, total=2) in player.text
        await player.pilot.press("pageup", "escape")
        await wait_until(lambda: isinstance(player.app.screen, ReplaysScreen))
        await player.pilot.press("escape")
        await wait_until(lambda: isinstance(player.app.screen, MenuScreen))


async def test_space_plays_to_the_end_and_stops_and_begins_again(tmp_path: Path) -> None:
    async with playing(tmp_path) as player:
        screen = ReplayScreen(player.app.look, games_of(record()), play_seconds=0.001)
        await player.app.push_screen(screen)
        screen.press("space", " ")
        assert screen.playing
        await wait_until(lambda: screen.index == screen.playback.last and not screen.playing)
        screen.press("space", " ")
        assert (screen.index, screen.playing) == (0, True)
        screen.press("right", None)
        assert (screen.index, screen.playing) == (1, False)


async def test_a_record_that_cannot_be_shown_says_why(tmp_path: Path) -> None:
    async with playing(tmp_path) as player:
        await player.chooses(Item.REPLAY)
        await player.pilot.press("down", "enter")
        await wait_until(lambda: "that one is broken" in player.text)
        player.app._show_replay([{"t": "game"}])
        assert "This record cannot be shown: line 1" in player.text
        player.app._show_replay([])
        assert "there is no game in it" in player.text


async def test_no_games_and_hostile_names(tmp_path: Path) -> None:
    async with playing(tmp_path) as player:
        await player.chooses(Item.REPLAY)
        await wait_until(lambda: "[/red]" in player.text)
        cast(ReplaysScreen, player.screen).offer(())
        assert "No games are kept yet." in player.text
        await player.pilot.press("enter", "ctrl+q")
        await wait_until(lambda: isinstance(player.app.screen, MenuScreen))


async def test_a_replay_of_the_command_line_ends_the_program(tmp_path: Path) -> None:
    async with playing(tmp_path, plan=Replay(record())) as player:
        await wait_until(lambda: isinstance(player.app.screen, ReplayScreen))
        await player.pilot.press("f2")
        assert cast(ReplayScreen, player.screen).board.long_log
        await player.pilot.press("f2", "f4", "escape")
        assert player.app.return_code == 0


# ---- saving ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("game", "told"), [(b"\x07" * 16, "Saved as /somewhere"), (b"\x08" * 16, "not kept here")])
async def test_a_game_that_is_over_is_saved(tmp_path: Path, game: bytes, told: str) -> None:
    async with playing(tmp_path) as player:
        session = StillSession(replace(game_end(), game=game))
        player.app.session = cast(Session, session)
        await player.app.push_screen(TableScreen(player.app.look, session, session.painted, ""))
        await player.pilot.pause()
        assert "W save" in player.text
        await player.pilot.press("w")
        await wait_until(lambda: told in player.text)
        assert len(player.kept.saved) == ("Saved" in told)
        player.app.session = None
