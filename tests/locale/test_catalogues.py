"""Both catalogues say the same things: keys, placeholders, and a word for every code of the program."""

from __future__ import annotations

import re
from enum import StrEnum
from pathlib import Path
from string import Formatter
from typing import get_args

import pytest

from server.engine.events import EndReason, Event
from server.engine.reasons import Reason
from server.wire.messages import Change, Code, TableEvent, Verdict
from terra_tui.locale.tell import RACE_WORDS
from terra_tui.locale.words import FORMS, Entry, Words, catalogue, language_of
from terra_tui.session.draft import Flaw

PACKAGE = Path(__file__).parents[2] / "terra_tui"


def placeholders(entry: Entry) -> set[str]:
    """Return the names in braces of all forms of an entry."""
    forms = entry.values() if isinstance(entry, dict) else (entry,)
    return {name for form in forms for _, name, _, _ in Formatter().parse(form) if name is not None}


def test_both_catalogues_have_the_same_keys() -> None:
    assert catalogue("en").keys() == catalogue("ko").keys()


@pytest.mark.parametrize("key", sorted(catalogue("en")))
def test_an_entry_has_the_same_placeholders_and_forms(key: str) -> None:
    english, korean = catalogue("en")[key], catalogue("ko")[key]
    assert placeholders(english) == placeholders(korean)
    for entry in (english, korean):
        if isinstance(entry, dict):
            assert entry.keys() == FORMS


@pytest.mark.parametrize("key", sorted(catalogue("en")))
def test_korean_dots_are_nun_and_points_are_jeom(key: str) -> None:
    # The dots of a die are 눈; 점 would be both, so it stands after a number, or in 점수, and is points.
    english, korean = str(catalogue("en")[key]), str(catalogue("ko")[key])
    assert "눈" in korean or not re.search(r"\bdots\b", english)
    assert re.findall(r"(?<![\d}])점(?!수).*", korean) == []


@pytest.mark.parametrize("lang", ["en", "ko"])
@pytest.mark.parametrize(
    ("section", "codes"),
    [
        ("error", Code),
        ("reason", Reason),
        ("change", Change),
        ("end", EndReason),
        ("flaw", Flaw),
    ],
)
def test_every_code_has_words(lang: str, section: str, codes: type[StrEnum]) -> None:
    entries = catalogue(lang)
    assert [code for code in codes if f"{section}.{code.value}" not in entries] == []


def test_every_verdict_of_a_race_has_words() -> None:
    assert all(Words("en").has(RACE_WORDS[verdict]) for verdict in Verdict)


def test_every_entry_is_said_somewhere() -> None:
    sources = "".join(path.read_text(encoding="utf-8") for path in PACKAGE.rglob("*.py"))
    said = set(re.findall(r"""["']([a-z_]+\.[a-z_0-9]+)["']""", sources))
    # `f"lobby.level_{level}"` says all of lobby.level_…; of failures, the section is chosen too.
    made = {*re.findall(r"""f["']([a-z_]+\.[a-z_0-9]*)\{""", sources), "error.", "reason."}
    assert [key for key in catalogue("en") if key not in said and not key.startswith(tuple(made))] == []


def test_every_event_class_has_words() -> None:
    keys = {"Ronned": "ronned", "FalselyRonned": "falsely_ronned", "RoundEnded": "round_ended",
            "GameEnded": "game_ended", "TerraEnded": "terra_ended"}
    for event in (*get_args(Event), *get_args(TableEvent)):
        if event.__name__ == "Changed":
            continue
        assert Words("en").has("event." + keys.get(event.__name__, event.__name__.lower())), event


def test_a_value_is_never_read_as_a_placeholder() -> None:
    assert Words("en").say("event.said", name="{text}", text="{name} [b]x[/b]") == "{text}: {name} [b]x[/b]"


def test_forms_are_chosen_by_n() -> None:
    words = Words("en")
    assert words.say("count.cards", n=1) == "1 card"
    assert words.say("count.cards", n=2) == "2 cards"
    assert Words("ko").say("count.cards", n=1) == "1장"


@pytest.mark.parametrize(
    ("environment", "lang"),
    [
        ({"LANG": "ko_KR.UTF-8"}, "ko"),
        ({"LANG": "en_US.UTF-8"}, "en"),
        ({"LC_ALL": "ko_KR.UTF-8", "LANG": "en_US.UTF-8"}, "ko"),
        ({"LC_ALL": "", "LANG": "ko_KR.eucKR"}, "ko"),
        ({"LANG": "de_DE.UTF-8"}, "en"),
        ({}, "en"),
    ],
)
def test_the_language_comes_from_the_environment(environment: dict[str, str], lang: str) -> None:
    assert language_of(environment) == lang


def test_the_other_language_and_an_unknown_one() -> None:
    assert Words("en").other().lang == "ko"
    assert Words("ko").other().lang == "en"
    assert Words("xx").lang == "en"


@pytest.mark.parametrize("lang", ["en", "ko"])
def test_the_rules_are_there(lang: str) -> None:
    assert "R5.8" in Words(lang).rules_text()
