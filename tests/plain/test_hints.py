"""`hint` in plain mode: one legal lay where the table gives hints, which can be typed as it is told."""

from __future__ import annotations

from pathlib import Path

import pytest

from server.engine.sums import legal_lays, parse_sum
from server.wire.messages import Act, DoLay
from server.wire.settings import Assist, Settings
from terra_tui.locale.words import Words
from tests.plain.scripted import Terminal
from tests.session.fake_host import FakeHost, roster, snap, view

HINTS = Settings(seats=3, assist=Assist.HINTS)


@pytest.mark.parametrize("lang", ["en", "ko"])
@pytest.mark.parametrize(("hand", "floor"), [((3, 5, 7, 8, 8, 12), 4), ((5, 6), 11), ((12, 14), 4)], ids=str)
async def test_a_hint_is_one_legal_lay_which_can_be_typed(
    tmp_path: Path, lang: str, hand: tuple[int, ...], floor: int
) -> None:
    words = Words(lang)
    async with FakeHost() as host, Terminal(host.address, tmp_path, lang=lang) as terminal:
        shown = snap(1, view(hand=hand, floor=floor, cards=(len(hand), 5, 6)))
        peer, _ = await host.welcomed(0, roster(settings=HINTS), shown)
        await terminal.until(words.say("plain.your_turn"))
        terminal.type("hint")
        label = words.say("table.hint", sum="")
        told = (await terminal.until(label)).removeprefix(label)
        lay = parse_sum(told)
        lays = legal_lays(hand, floor)
        assert lay in lays
        assert len(lay.cards) == max(len(one.cards) for one in lays)
        terminal.type(told)
        assert (await peer.next(Act)).move == DoLay(lay.cards, lay.signs)


@pytest.mark.parametrize("lang", ["en", "ko"])
async def test_a_hint_says_that_nothing_fits(tmp_path: Path, lang: str) -> None:
    words = Words(lang)
    async with FakeHost() as host, Terminal(host.address, tmp_path, lang=lang) as terminal:
        shown = snap(1, view(hand=(1, 2), floor=9, cards=(2, 5, 6)))
        await host.welcomed(0, roster(settings=HINTS), shown)
        await terminal.until(words.say("plain.your_turn"))
        terminal.type("hint")
        await terminal.until(words.say("table.hint_none"))
