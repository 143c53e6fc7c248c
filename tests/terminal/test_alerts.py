"""Alerts in a real terminal (UX.md): bell and title, once, each can be turned off."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Final

import pytest

from server.wire.messages import Snapshot
from terra_tui.locale.words import Words
from terra_tui.session.state import ClientState
from tests.terminal.client import staged_client
from tests.terminal.staged_host import StagedHost
from tests.ui.states import changed, playing, round_end, with_window

OTHERS: Final = changed(playing(), turn=1, cards=(9, 12, 2, 14, 7))
MINE: Final = changed(OTHERS, turn=0, deck=17)
LAST: Final = changed(playing((11,)), turn=1, layer=0, cards=(1, 12, 2, 14, 7))
"""Nobody may declare Ron on a card that they laid themselves."""


def titles(lang: str) -> tuple[str, str]:
    """Return the titles of this turn of one's own, and of another's."""
    words = Words(lang)
    return words.say("alert.turn_after", what="Jun 7+8-11"), words.say("alert.idle", table="lunch")


@pytest.mark.parametrize("lang", ["en", "ko"])
def test_the_title_goes_back_with_the_turn_and_comes_again_with_the_next(tmp_path: Path, lang: str) -> None:
    mine, idle = titles(lang)
    words = Words(lang)
    wanted: list[str] = []
    host = StagedHost()
    host.stage(changed(OTHERS, deck=16))
    try:
        with staged_client(tmp_path, host, "--lang", lang) as terminal:
            for deck, state, title in ((16, OTHERS, idle), (15, MINE, mine), (14, OTHERS, idle), (13, MINE, mine)):
                host.stage(changed(state, deck=deck))
                terminal.shows(words.say("table.deck", n=deck))
                wanted.append(title)
                terminal.until(lambda: terminal.screen.titles == wanted, why=f"no {title}")
            host.stage(round_end())
            wanted.append(idle)
            terminal.until(lambda: terminal.screen.titles == wanted, why="the round is over")
    finally:
        host.close()


@pytest.mark.parametrize(("bell", "title", "lang"), [
    (True, True, "en"), (True, True, "ko"), (True, False, "en"), (False, True, "ko"), (False, False, "en"),
])
def test_your_turn_calls_once_by_bell_and_title_each_can_be_turned_off(
    tmp_path: Path, *, bell: bool, title: bool, lang: str
) -> None:
    words = Words(lang)
    settings = tmp_path / ".config" / "terra" / "config.toml"
    settings.parent.mkdir(parents=True)
    settings.write_text(f'name = "Minji"\nbell = {str(bell).lower()}\ntitle = {str(title).lower()}\n', "utf-8")
    host = StagedHost()
    host.stage(OTHERS)
    try:
        with staged_client(tmp_path, host, "--lang", lang) as terminal:
            terminal.shows(words.say("table.deck", n=18))
            host.stage(MINE)
            terminal.shows(words.say("table.deck", n=17))
            host.stage(changed(MINE, deck=16))
            terminal.shows(words.say("table.deck", n=16))
            terminal.settle()
            assert terminal.screen.bells == bell
            assert terminal.screen.titles.count(titles(lang)[0]) == title
            assert bool(terminal.screen.titles) == title
    finally:
        host.close()


def later(state: ClientState, window: int) -> Snapshot:
    """Return a later snapshot of the same cause: the same one card left, the same window, which is still open."""
    snapshot = changed(state, deck=16).snapshot
    assert snapshot is not None
    moment = snapshot.moment
    if moment is not None:
        moment = replace(moment, window=window, left=max(0, moment.left - 200))
    return replace(snapshot, moment=moment)


@pytest.mark.parametrize("lang", ["en", "ko"])
@pytest.mark.parametrize(
    ("before", "after", "title"),
    [
        (OTHERS, changed(OTHERS, cards=(9, 12, 1, 14, 7), deck=17), "alert.one_card"),
        (
            changed(LAST, deck=18), with_window(changed(LAST, turn=2, layer=1, floor=5, deck=17), 1400),
            "alert.ron",
        ),
    ],
    ids=["one card left", "Ron window"],
)
def test_one_card_left_and_a_ron_window_call_once_by_bell_and_title(
    tmp_path: Path, before: ClientState, after: ClientState, title: str, lang: str
) -> None:
    words = Words(lang)
    host = StagedHost()
    host.stage(before)
    try:
        with staged_client(tmp_path, host, "--lang", lang) as terminal:
            terminal.shows(words.say("table.deck", n=18))
            bells = terminal.screen.bells
            host.stage(after)
            terminal.shows(words.say("table.deck", n=17))
            host.snap(later(after, host.rev))
            terminal.shows(words.say("table.deck", n=16))
            terminal.settle()
            assert terminal.screen.bells == bells + 1
            assert terminal.screen.titles.count(words.say(title, name="소라")) == 1
    finally:
        host.close()
