"""Chat can be muted by lines too, as by F6 on the screen: neither told nor in the log, until it is shown again."""

from __future__ import annotations

from pathlib import Path

import pytest

from server.wire.messages import Numbered, Said
from terra_tui.locale.words import Words
from terra_tui.plain.answers import help_lines
from terra_tui.plain.verbs import WORDS, Verb
from tests.plain.scripted import Terminal
from tests.session.fake_host import FakeHost, roster, snap, view


def chat(number: int, text: str) -> Numbered:
    return Numbered(number, Said("Jun", text, 1))


@pytest.mark.parametrize(("lang", "typed"), [("en", "mute"), ("ko", "가리기"), ("en", "MUTE")])
async def test_a_muted_chat_is_neither_told_nor_logged(tmp_path: Path, lang: str, typed: str) -> None:
    words = Words(lang)
    async with FakeHost() as host, Terminal(host.address, tmp_path, lang=lang) as terminal:
        peer, _ = await host.welcomed(0, roster(), snap(1, view(), chat(1, "before")))
        await terminal.until("Jun: before")
        terminal.type(typed)
        await terminal.until(words.say("table.muted"))
        peer.send(snap(2, view(), chat(2, "unheard")), snap(3, view(cards=(3, 1, 6)), chat(2, "unheard")))
        await terminal.until(words.say("alert.one_card", name="Jun"))
        before = len(terminal.lines)
        terminal.type("log")
        terminal.type(typed)
        await terminal.until(words.say("table.unmuted"))
        assert not any("Jun: " in line for line in terminal.lines[before:])
        assert not any("unheard" in line for line in terminal.lines)
        peer.send(snap(4, view(cards=(3, 2, 6)), chat(3, "after")))
        await terminal.until("Jun: after")
        terminal.type("log")
        await terminal.until("Jun: unheard")


@pytest.mark.parametrize("lang", ["en", "ko"])
def test_the_help_names_it(lang: str) -> None:
    word = WORDS[Verb.MUTE].split()[lang == "ko"]
    assert any(word in line for line in help_lines(Words(lang))[:-1])
