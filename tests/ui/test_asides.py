"""Beside the tables: lesson, practice, drill, first run; by the keys of the real app."""

from __future__ import annotations

from pathlib import Path

import pytest
from textual import events

from server.engine.sums import legal_lays
from terra_tui.session.drill_times import DrillTime, load_times, save_times
from terra_tui.session.preferences import load
from terra_tui.ui.plan import HostInside, Menu, practice
from terra_tui.ui.screens.drill import DrillScreen
from terra_tui.ui.screens.first_run import FirstRunScreen
from terra_tui.ui.screens.help import HelpScreen
from terra_tui.ui.screens.lesson import LessonScreen
from terra_tui.ui.screens.menu import Item, MenuScreen
from terra_tui.ui.screens.page import Page
from tests.ui.aside_stage import SIZES, Player, playing
from tests.ui.stage import wait_until

LESSON = ("\n", "7+9-5\n", "12\n", ".", "\n", "14-8/\n", "4+4\n", "!")


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
        assert player.app.words.say("keys.back") in player.text
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
        await player.pilot.press("end")
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


@pytest.mark.parametrize("lang", ["en", "ko"])
async def test_the_first_letter_typed_takes_the_place_of_the_proposed_name(tmp_path: Path, lang: str) -> None:
    async with playing(tmp_path, lang, plan=Menu(first=True)) as player:
        assert "Minji" in player.text
        await player.types("민수")
        assert "Minji" not in player.text
        await player.types("\n\n")
        await wait_until(lambda: (tmp_path / "config.toml").exists())
        assert load(tmp_path / "config.toml").name == "민수"


async def test_an_emptied_name_is_refused_from_every_line(tmp_path: Path) -> None:
    async with playing(tmp_path, plan=Menu(first=True)) as player:
        await player.pilot.press("backspace", "down", "enter")
        assert isinstance(player.screen, FirstRunScreen)
        assert "A name has 1 to 16 columns" in player.text
        assert not (tmp_path / "config.toml").exists()
        await player.types("Jun\n\n")                             # the name is the chosen line now
        await wait_until(lambda: (tmp_path / "config.toml").exists())
        assert load(tmp_path / "config.toml").name == "Jun"


async def test_wide_lines_are_told_and_ascii_is_used(tmp_path: Path) -> None:
    async with playing(tmp_path, plan=Menu(first=True)) as player:
        player.app.post_message(events.CursorPosition(2, 0))
        await wait_until(lambda: "two columns wide" in player.text)
        assert player.app.look.skin.name == "ascii"


async def test_in_a_drill_none_is_an_answer_though_a_sum_was_begun(tmp_path: Path) -> None:
    async with playing(tmp_path) as player:
        await player.chooses(Item.DRILL)
        screen = player.screen
        assert isinstance(screen, DrillScreen)
        while not screen._table.drill.problem.solvable:
            await player.types(".")
        await player.types(f"{screen._table.drill.problem.hand[0]}.")
        assert "There is a way. 5 seconds more." in player.text
        assert player.app.words.say("table.draw_ask") not in player.text


# ---- commands that open a page at once ---------------------------------------------------------------------------


@pytest.mark.parametrize("lang", ["en", "ko"])
@pytest.mark.parametrize(
    ("item", "page"), [("learn", LessonScreen), ("drill", DrillScreen), ("rules", HelpScreen)]
)
async def test_a_page_of_the_menu_opens_at_once_with_the_menu_behind_it(
    tmp_path: Path, lang: str, item: str, page: type[Page]
) -> None:
    async with playing(tmp_path, lang, plan=Menu(opens=item)) as player:
        await wait_until(lambda: isinstance(player.app.screen, page))
        await player.pilot.press("escape")
        await wait_until(lambda: isinstance(player.app.screen, MenuScreen))
        assert player.app.words.say("menu.learn") in player.text
