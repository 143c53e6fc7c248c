"""How a table is set, in sentences: a table that differs says so (R9)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from server.engine.rules import Rules
from server.wire.settings import Settings
from terra_tui.locale.table_rules import differences, rule_sentences
from terra_tui.locale.words import Words
from terra_tui.plain.answers import rule_lines, table_lines
from terra_tui.session.reducer import reduce
from terra_tui.session.state import ClientState
from tests.session.fake_host import roster

EN = Words("en")
LONGER = Settings(rules=Rules(limit=100, hand=7))


@pytest.mark.parametrize("lang", ["en", "ko"])
def test_r9_the_usual_table_differs_in_nothing(lang: str) -> None:
    words = Words(lang)
    assert differences(words, Settings(ron_window=0, turn_time=0)) == ""
    assert words.say("lobby.differs") not in list(rule_sentences(words, Settings(), None))


def test_r9_a_table_that_differs_says_so_first_and_in_what() -> None:
    assert differences(EN, LONGER) == "Ends above 100, Cards each 7"
    assert list(rule_sentences(EN, LONGER, 7))[:2] == [
        "These are not the usual rules.", "30 points, ends above 100 or below 0, 7 cards each",
    ]


def test_r5_8_a_table_without_it_says_so() -> None:
    settings = Settings(false_ron=False)
    assert differences(EN, settings) == "False Ron bars off"
    assert "A false Ron costs nothing here." in list(rule_sentences(EN, settings, None))


def test_r9_plain_mode_tells_it_with_the_table_and_before_the_rules() -> None:
    state = reduce(ClientState(), replace(roster(), settings=LONGER), 0.0)
    assert "These are not the usual rules." in table_lines(EN, state)
    assert rule_lines(EN, state)[0] == "This table differs from the usual rules: Ends above 100, Cards each 7."
    assert rule_lines(EN, ClientState())[0] == "The rules of Terra"
