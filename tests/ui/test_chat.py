"""Chat beside the game: muting it, and phrases that each player reads in their own language."""

from __future__ import annotations

from dataclasses import replace

import pytest

from server.wire.messages import Change, Changed, Numbered, Said, Say
from server.wire.words import SOLO
from terra_tui.locale.tell import event_text
from terra_tui.locale.words import LANGUAGES, Words
from terra_tui.session.state import ClientState
from terra_tui.ui.screens.table import EMOTES
from tests.ui.states import game_end, lobby, playing, round_end
from tests.ui.test_app import seated


async def test_f6_mutes_the_chat_and_shows_it_again() -> None:
    said = Numbered(16, Said("Jun", "what a hand", 1))
    state = replace(playing(), log=(*playing().log, said))
    async with seated(state) as table:
        assert "what a hand" in table.text
        await table.pilot.press("f6")
        assert "what a hand" not in table.text
        assert "chat is muted" in table.text
        await table.become(replace(state, log=(*state.log, Numbered(17, Said("Jun", "and another", 1)))))
        assert "and another" not in table.text
        await table.pilot.press("f6")
        assert "and another" in table.text


async def test_every_phrase_is_offered_and_sent_as_words() -> None:
    async with seated(playing()) as table:
        for _ in EMOTES:
            await table.pilot.press("tab", "down", "enter")
        sent = [command.text for command in table.session.sent if isinstance(command, Say)]
        assert sent == [Words("en").say(f"emote.{emote}") for emote in EMOTES]


@pytest.mark.parametrize("emote", EMOTES)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_phrase_is_read_in_ones_own_language(lang: str, emote: str) -> None:
    words = Words(lang)
    said = Said("Jun", words.other().say(f"emote.{emote}"), 1)
    told = words.say("event.said", name="Jun", text=words.say(f"emote.{emote}"))
    assert event_text(words, playing(), said) == told


def test_what_is_no_phrase_stays_as_it_was_said() -> None:
    said = Said("Jun", "Thanks a lot", 1)
    words = Words("ko")
    assert event_text(words, playing(), said) == words.say("event.said", name="Jun", text="Thanks a lot")


@pytest.mark.parametrize("lang", ["en", "ko"])
@pytest.mark.parametrize(
    "state", [playing(), lobby(), round_end(), game_end()], ids=["table", "lobby", "round", "game"]
)
async def test_an_open_chat_box_has_its_own_keys_in_the_row_of_keys(state: ClientState, lang: str) -> None:
    words = Words(lang)
    async with seated(state, lang=lang) as table:
        await table.pilot.press("tab")
        for key in ("send", "greet", "close"):
            assert words.say(f"keys.{key}") in table.text
        assert words.say("keys.chat") not in table.text
        assert (words.say("keys.ron_typing") in table.text) == (state.stage == "play")
        await table.pilot.press("escape")
        assert words.say("keys.send") not in table.text


async def test_the_log_of_a_game_against_bots_says_nothing_of_owning_the_table() -> None:
    own = Numbered(16, Changed(Change.OWNER, 0, "Minji"))
    for table, said in (("lunch", True), (SOLO, False)):
        state = replace(playing(), table=table, log=(*playing().log, own))
        async with seated(state) as seat:
            assert ("owns the table" in seat.text) is said
