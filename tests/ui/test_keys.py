"""Letters behind a Hangul input method (UX.md, "Keys")."""

from __future__ import annotations

import pytest

from terra_tui.ui.keys import RON_KEYS, is_hangul, key_name, letters_for


@pytest.mark.parametrize(
    ("hangul", "letters"),
    [
        ("ㄱ", "r"), ("ㄲ", "R"), ("ㅅ", "t"), ("ㅇ", "d"), ("ㅁ", "a"), ("ㅠ", "b"), ("ㅡ", "m"), ("ㅒ", "O"),
        ("론", "fhs"), ("가", "rk"), ("값", "rkqt"), ("의", "dml"), ("뷁", "qnpfr"), ("ㄳ", "rt"), ("ㅢ", "ml"),
        ("\u1112\u1161\u11ab", "gks"), ("r", "r"), ("!", "!"), ("5+7", "5+7"),
    ],
)
def test_hangul_is_the_letters_of_the_two_set_keyboard(hangul: str, letters: str) -> None:
    assert letters_for(hangul) == letters


def test_every_syllable_has_letters_only() -> None:
    for code in range(0xAC00, 0xD7A4):
        letters = letters_for(chr(code))
        assert letters.isascii()
        assert letters.isalpha()


def test_what_is_hangul() -> None:
    assert is_hangul("ㄱ")
    assert is_hangul("론")
    assert is_hangul("ㅄ")
    assert not is_hangul("r!5")


def test_the_keys_of_ron() -> None:
    assert key_name("!") in RON_KEYS
    assert {key_name(letter) for letter in letters_for("ㄱㄲ")} <= RON_KEYS
