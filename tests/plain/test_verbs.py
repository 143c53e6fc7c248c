"""What a typed line means."""

from __future__ import annotations

import pytest

from terra_tui.locale.words import Words
from terra_tui.plain.answers import help_lines
from terra_tui.plain.verbs import WORDS, Request, Verb, read_request


@pytest.mark.parametrize(
    ("line", "verb", "rest"),
    [
        ("5+7-8", Verb.LAY, "5+7-8"),
        ("  8 ", Verb.LAY, "8"),
        ("8 terra", Verb.TERRA_LAY, "8"),
        ("5 + 7 - 8 테라", Verb.TERRA_LAY, "5 + 7 - 8"),
        ("5+7-8/", Verb.TERRA_LAY, "5+7-8"),
        ("-5", Verb.LAY, "-5"),
        ("lay 5+7-8", Verb.LAY, "5+7-8"),
        ("lay", Verb.MATCH, ""),
        ("match", Verb.MATCH, ""),
        ("match terra", Verb.TERRA_MATCH, ""),
        ("맞추기 테라", Verb.TERRA_MATCH, ""),
        ("DRAW", Verb.DRAW, ""),
        ("뽑기", Verb.DRAW, ""),
        ("keep", Verb.KEEP, ""),
        (".", Verb.PASS, ""),
        ("!", Verb.RON, ""),
        ("ron", Verb.RON, ""),
        ("론", Verb.RON, ""),
        ("say  Hello, All ", Verb.SAY, "Hello, All"),
        ("말 안녕", Verb.SAY, "안녕"),
        ("mute", Verb.MUTE, ""),
        ("가리기", Verb.MUTE, ""),
        ("bot hard", Verb.BOT, "hard"),
        ("kick 2", Verb.KICK, "2"),
        ("quit", Verb.QUIT, ""),
        ("quit bot", Verb.QUIT_BOT, ""),
        ("나가기 봇", Verb.QUIT_BOT, ""),
        ("", Verb.WHERE, ""),
        ("\x1b[A", Verb.UNKNOWN, "\x1b[A"),
        ("gibberish here", Verb.UNKNOWN, "gibberish here"),
    ],
)
def test_lines(line: str, verb: Verb, rest: str) -> None:
    assert read_request(line) == Request(verb, rest)


def test_no_word_means_two_things() -> None:
    words = [word for text in WORDS.values() for word in text.split()]
    assert len(words) == len(set(words))


@pytest.mark.parametrize("lang", ["en", "ko"])
def test_what_the_help_names_is_understood(lang: str) -> None:
    listed = help_lines(Words(lang))[-1].partition(": ")[2].split(". ")[0].split(", ")
    assert len(listed) == len(WORDS)
    assert all(read_request(word).verb is not Verb.UNKNOWN for word in listed)


def test_every_verb_of_a_player_has_a_korean_word() -> None:
    signs = {Verb.PASS}
    assert [verb for verb, text in WORDS.items() if text.isascii() and verb not in signs] == []
