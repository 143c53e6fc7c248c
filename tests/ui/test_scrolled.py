"""Whatever can be chosen is in sight while it is chosen, in a window of any size."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import product
from typing import TypeAlias

import pytest

from server.wire.settings import Settings
from terra_tui.locale.words import Words
from terra_tui.session.preferences import Preferences
from terra_tui.ui.draw.forms import form_lines, question_lines
from terra_tui.ui.draw.lines import Line, plain, width
from terra_tui.ui.draw.menu import menu_lines
from terra_tui.ui.draw.replays import replays_lines
from terra_tui.ui.draw.sheet import Choice, choices, scrolled
from terra_tui.ui.draw.skin import ASCII, BOX, with_arrows
from terra_tui.ui.form import Form
from terra_tui.ui.forms import join_form, passphrase_form, preferences_form
from terra_tui.ui.screens.menu import Item
from terra_tui.ui.services import KeptGame
from terra_tui.ui.table_forms import host_form, solo_form, table_form

Size: TypeAlias = tuple[int, int]
Draw: TypeAlias = Callable[[Words, int, Size], tuple[Line, ...]]

SIZES = ((20, 3), (30, 5), (50, 10), (50, 12), (60, 16), (80, 24), (120, 36))
NOTE = "The table at 192.168.0.7:4747 asks for a passphrase, and none was given."
ARROWS = with_arrows(BOX, "<- ->")
ANSWERS = tuple("abcdefghijkl")
GAMES = [KeptGame(f"{n:02}", f"2026-01-{n:02}T10:00:00Z", "x", n, True, "Minji") for n in range(1, 32)]


def form_of(make: Callable[[Words], Form]) -> Draw:
    """Return what draws a form with one of its fields chosen."""
    return lambda words, chosen, size: form_lines(words, BOX, replace(make(words), chosen=chosen), NOTE, size)


PAGES: dict[str, tuple[int, Draw]] = {
    "menu": (len(Item), lambda words, chosen, size: menu_lines(words, BOX, tuple(Item), chosen, NOTE, size)),
    "question": (
        len(ANSWERS), lambda words, chosen, size: question_lines(words, BOX, "?", ANSWERS, chosen, size)
    ),
    "replays": (len(GAMES), lambda words, chosen, size: replays_lines(words, BOX, GAMES, chosen, NOTE, size)),
    "join": (2, form_of(lambda words: join_form(words, False, "", "Minji"))),
    "passphrase": (1, form_of(passphrase_form)),
    "host": (8, form_of(lambda words: host_form(words, "lunch"))),
    "solo": (3, form_of(lambda words: solo_form(words, Preferences()))),
    "settings": (7, form_of(lambda words: preferences_form(words, Preferences(), "Minji"))),
    "table": (13, form_of(lambda words: table_form(words, Settings()))),
}


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("lang", ["en", "ko"])
@pytest.mark.parametrize("page", PAGES)
def test_the_cursor_is_in_sight_wherever_it_is(page: str, lang: str, size: Size) -> None:
    count, draw = PAGES[page]
    seen: list[str] = []
    for chosen in range(count):
        lines = draw(Words(lang), chosen, size)
        assert len(lines) == size[1]
        assert {width(line) for line in lines} == {size[0]}
        marked = [row for row in plain(lines).splitlines() if BOX.turn in row.replace(ARROWS, "")]
        assert len(marked) == 1, (chosen, plain(lines))
        seen += marked
    assert len(set(seen)) == count


def test_the_chosen_one_is_among_the_rows_and_they_have_room() -> None:
    for head, items, tail, room in product((0, 1, 2), (1, 2, 5), (0, 1, 4), range(1, 12)):
        rows = choices_of(items)
        for chosen in range(items):
            shown = scrolled(((),) * head, rows, chosen, ((),) * tail, room)
            assert rows[chosen] in shown
            assert len(shown) <= room


def choices_of(count: int) -> list[Line]:
    """Return so many rows that differ."""
    return choices([Choice(str(number)) for number in range(count)], 0, ASCII)
