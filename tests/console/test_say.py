"""Sentences with values, and the language that is spoken."""

from __future__ import annotations

import errno
import os
from collections.abc import Mapping
from pathlib import Path

import pytest

from server.console.language import language_for
from server.console.say import Told, clipped, harmless, say, say_count, speak, speaking, spoken_language
from server.wire.record import RecordError
from terra_tui.session.preferences import Preferences, config_path, save


def test_english_is_spoken_unless_somebody_chose() -> None:
    assert spoken_language() == "en"
    with speaking(lambda: "ko"):
        assert spoken_language() == "ko"
        with speaking(lambda: "en"):
            assert spoken_language() == "en"
        assert spoken_language() == "ko"
    assert spoken_language() == "en"


def test_another_language_may_be_chosen_for_as_long_as_one_is_spoken() -> None:
    with speaking(lambda: "en"):
        speak("ko")
        assert spoken_language() == "ko"
    speak("ko")
    assert spoken_language() == "en"


def test_nobody_is_asked_for_the_language_before_something_is_said() -> None:
    asked: list[str] = []

    def ask() -> str:
        asked.append("ko")
        return "ko"

    with speaking(ask):
        assert asked == []
        say("The standard output is closed.")
        say("The standard output is closed.")
    assert asked == ["ko"]


def test_values_are_put_in_as_they_are_but_harmless() -> None:
    assert say("{a} {b:>3}", a="{b}\x1b[31m", b=7) == "{b}\N{REPLACEMENT CHARACTER}[31m   7"
    assert say("100 {not a name}") == "100 {not a name}"
    assert say("{p}", p=Path(os.fsdecode(b"x\xff"))) == "x\N{REPLACEMENT CHARACTER}"
    assert len(say("{p}", p=Path("x" * 5000))) == 300
    with pytest.raises(KeyError):
        say("{a}", b=1)


def test_an_error_speaks_when_it_is_read() -> None:
    why = OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
    error = Told("{path} cannot be written: {why}.", path=Path("x"), why=why)
    assert str(error) == "x cannot be written: No space left on device."
    with speaking(lambda: "ko"):
        assert str(error) == "x: 쓸 수 없습니다 (디스크에 남은 자리가 없습니다)."


def test_an_error_within_another_is_said_too() -> None:
    inner = RecordError("`{key}` is not a seat: {value}", key="seat", value="9")
    outer = RecordError("line {number}: {why}", number=3, why=inner)
    assert str(outer) == say(outer.template, **outer.values) == "line 3: `seat` is not a seat: 9"
    with speaking(lambda: "ko"):
        assert say(outer.template, **outer.values) == "3번째 줄: `seat`: 자리가 아님 (9)"


def test_forms_are_chosen_by_the_number() -> None:
    assert [say_count("{n} game", "{n} games", n) for n in (0, 1, 2)] == ["0 games", "1 game", "2 games"]


def test_long_and_unseen_texts() -> None:
    assert clipped("x" * 40) == "x" * 40
    assert clipped("x" * 41) == "x" * 37 + "..."
    assert harmless("한글 a") == "한글 a"
    assert harmless("a\nb\u202ec\udcff") == "a\ufffdb\ufffdc\ufffd"


@pytest.mark.parametrize(
    ("arguments", "kept", "environment", "language"),
    [
        ("", "", {}, "en"),
        ("", "", {"LANG": "ko_KR.UTF-8"}, "ko"),
        ("", "en", {"LANG": "ko_KR.UTF-8"}, "en"),
        ("", "ko", {"LANG": "C"}, "ko"),
        ("games --lang en", "ko", {}, "en"),
        ("--lang=ko games", "", {}, "ko"),
        ("--lang", "", {}, "en"),
        ("--lang xx", "ko", {}, "ko"),
        ("--lang=ko --lang xx", "", {}, "ko"),
    ],
)
def test_the_option_then_the_settings_then_the_environment_choose(
    arguments: str, kept: str, environment: Mapping[str, str], language: str, tmp_path: Path
) -> None:
    whole = {**environment, "XDG_CONFIG_HOME": str(tmp_path)}
    save(config_path(whole), Preferences(language=kept))
    assert language_for(arguments.split(), whole) == language


@pytest.mark.parametrize("content", [b"", b"language = 7", b"language = 'xx'", b"\xff", b"[" * 100_000])
def test_settings_that_are_broken_choose_nothing(content: bytes, tmp_path: Path) -> None:
    (tmp_path / "terra").mkdir()
    (tmp_path / "terra" / "config.toml").write_bytes(content)
    assert language_for([], {"XDG_CONFIG_HOME": str(tmp_path), "LANG": "ko"}) == "ko"
