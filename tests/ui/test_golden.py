"""Whole screens against text files in `golden/`; `TERRA_GOLDEN=write` writes them anew, to be looked at."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from terra_tui.locale.words import Words
from terra_tui.session.draft import Draft
from terra_tui.session.state import ClientState, Link, LinkState
from terra_tui.ui.draw.board import table_lines
from terra_tui.ui.draw.lines import Line, plain, width
from terra_tui.ui.draw.lobby import lobby_lines
from terra_tui.ui.draw.model import Bars, Board
from terra_tui.ui.draw.results import game_end_lines, round_end_lines
from terra_tui.ui.draw.skin import ASCII, BOX
from tests.ui.states import NINE, TWENTY, changed, game_end, lobby, playing, round_end, with_window

GOLDEN = Path(__file__).parent / "golden"
SIZES = ((80, 24), (120, 36), (60, 20), (60, 16))
ONE_CARD = (8,)


def terra() -> ClientState:
    """Return the state in which Minji may answer Sora's Terra with a Ron."""
    return with_window(changed(playing(ONE_CARD), turn=3, terra=True, floor=8, layer=2, cards=(1, 12, 1, 14, 7)))


def lost() -> ClientState:
    """Return the state while the link is down."""
    state = playing()
    return replace(state, link=Link(LinkState.RETRYING, state.link.address, retry_in=2.0, tries=1))


PAGES: dict[str, tuple[Callable[[Board], tuple[Line, ...]], Callable[[], ClientState], str]] = {
    "turn": (table_lines, lambda: playing(NINE), "4+9-2"),
    "twenty": (table_lines, lambda: playing(TWENTY), "12-1"),
    "terra-ron": (table_lines, terra, ""),
    "watching": (table_lines, lambda: playing(seat=None), ""),
    "lost": (table_lines, lost, ""),
    "round-end": (round_end_lines, round_end, ""),
    "game-end": (game_end_lines, game_end, ""),
    "lobby": (lobby_lines, lobby, ""),
}


def board(state: ClientState, lang: str, size: tuple[int, int], text: str = "") -> Board:
    """Return what is drawn for `state`, with a sum being built."""
    draft = Draft.from_text(text, state.hand) if text else Draft(state.hand)
    return Board(
        state, Words(lang), *size, now=100.0, draft=draft, cursor=min(3, max(0, len(state.hand) - 1)),
        link_at=100.0, address="192.168.0.7", kept=True,
    )


def check(name: str, lines: tuple[Line, ...], size: tuple[int, int]) -> None:
    """Compare `lines` with the golden file `name`; every row must fill the window exactly."""
    assert len(lines) == size[1]
    assert {width(line) for line in lines} == {size[0]}
    path = GOLDEN / f"{name}.txt"
    if os.environ.get("TERRA_GOLDEN") == "write":
        path.write_text(plain(lines), "utf-8")
    assert plain(lines) == path.read_text("utf-8")


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("lang", ["en", "ko"])
@pytest.mark.parametrize("page", PAGES)
def test_a_screen_looks_as_it_did(page: str, lang: str, size: tuple[int, int]) -> None:
    draw, state, text = PAGES[page]
    check(f"{page}-{lang}-{size[0]}x{size[1]}", draw(board(state(), lang, size, text)), size)


@pytest.mark.parametrize("lang", ["en", "ko"])
def test_the_ascii_skin(lang: str) -> None:
    lines = table_lines(replace(board(playing(), lang, (80, 24), "4+9-2"), skin=ASCII))
    check(f"turn-{lang}-ascii", lines, (80, 24))


def test_the_ascii_skin_is_ascii_where_the_words_are() -> None:
    state = playing()
    assert state.roster is not None
    seats = tuple(replace(seat, name="Sora") for seat in state.roster.seats)
    state = replace(state, roster=replace(state.roster, seats=seats), log=())
    assert plain(table_lines(replace(board(state, "en", (80, 24)), skin=ASCII))).isascii()


def test_bars_of_points_instead_of_cards() -> None:
    check("turn-en-scores", table_lines(replace(board(playing(), "en", (80, 24)), bars=Bars.SCORES)), (80, 24))


def test_the_long_log() -> None:
    check("turn-en-log", table_lines(replace(board(playing(), "en", (80, 24)), long_log=True)), (80, 24))


@pytest.mark.parametrize("size", [(1, 1), (10, 3), (30, 10), (59, 40), (200, 15), (480, 154), (61, 17), (79, 23)])
@pytest.mark.parametrize("skin", [BOX, ASCII], ids=lambda skin: skin.name)
@pytest.mark.parametrize("page", PAGES)
def test_every_size_can_be_drawn(page: str, skin: object, size: tuple[int, int]) -> None:
    draw, state, text = PAGES[page]
    for lang in ("en", "ko"):
        lines = draw(replace(board(state(), lang, size, text), skin=skin))  # type: ignore[arg-type]
        assert len(lines) == size[1]
        assert {width(line) for line in lines} == {size[0]}


def test_too_small_a_window_says_so_with_ron_and_the_clock() -> None:
    shown = plain(table_lines(board(terra(), "en", (40, 12))))
    assert "make the window larger" in shown
    assert "RON!" in shown
    assert "0:17" in shown


@pytest.mark.parametrize("cards", range(1, 31))
@pytest.mark.parametrize("size", [(80, 24), (120, 36), (60, 20)])
def test_the_strip_keeps_its_place_whatever_the_hand_holds(cards: int, size: tuple[int, int]) -> None:
    hand = tuple(sorted((TWENTY * 2)[:cards]))
    lines = plain(table_lines(board(playing(hand), "en", size))).splitlines()
    usual = plain(table_lines(board(playing(NINE), "en", size))).splitlines()
    rows = [row for row, line in enumerate(lines) if line.startswith((" SUM", " RON", " YOUR HAND"))]
    assert rows == [row for row, line in enumerate(usual) if line.startswith((" SUM", " RON", " YOUR HAND"))]
    assert len(rows) == 3
