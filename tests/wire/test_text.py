"""Names and chat, made harmless: what is kept, what goes, and thousands of hostile strings."""

from __future__ import annotations

import unicodedata
from random import Random

import pytest
from rich.cells import cell_len

from server.wire.text import (
    BYTES_PER_CELL,
    CHAT_CELLS,
    NAME_CELLS,
    TextError,
    TextFault,
    cells,
    clean_name,
    clean_text,
    fold,
)

HOSTILE = [
    "\x1b[2J", "\x1b]0;owned\x07", "\x1b]52;c;aGk=\x07", "\x9b31m", "\x07", "\x00", "\r\n", "\t", "\x7f", "\x85",
    "\u200b", "\u200d", "\u2060", "\ufeff", "\u202e", "\u2066", "\u2069", "\u061c", "\u00ad", "\u034f",
    "\u115f", "\u1160", "\u3164", "\uffa0", "\u2800", "\u2028", "\u2029", "\u3000", "\u00a0", "\u1680",
    "\ud800", "\udfff", "\ue000", "\U000f0000", "\U0010ffff", "\uffff", "\u0378", "\u0301", "\u0323", "\u0338",
    "\u20dd", "\u0903", "\ufe0f", "\U0001f3fb", "\U0001f1f0", "\U0001f1f7", "\U000e0041", "\U0001f600",
    "[/red]", "[@click=app.quit]x[/]", "민지", "ㅋ", "\u1112\u1161\u11ab", "\u1161", "\u11a8", "\u1100", "\ua960",
    "é", "e\u0301", "Å", "ﬁ", "Ａ", "𝔄", "ß", "İ", "א", "ع", "अ", "ก\u0e49", " ", "a", "Z", "0", "-", "\u2126",
]


def test_a_plain_name_stays() -> None:
    for name in ("Minji", "민지", "Jun 2", "é", "O'Hara", "ㅋㅋ", "ありす", "Łódź", "😀", "[/red]"):
        assert clean_name(name) == name


@pytest.mark.parametrize(
    ("given", "cleaned"),
    [
        ("  Min \t ji\n", "Min ji"),
        ("e\u0301", "é"),                                   # NFC
        ("\u1112\u1161\u11ab", "한"),
        ("\x1b[2JMinji", "[2JMinji"),                        # the escape goes, its letters are harmless
        ("\x9b31mMinji\x07", "31mMinji"),
        ("a\u202eb\u2066c\u200d", "abc"),                    # bidi and zero-width
        ("a\ud800b\ue000c\u0378", "abc"),                    # surrogate, private, unassigned
        ("a\u2028b\u3000c\u00a0d", "a b c d"),               # blanks of all kinds
        ("\u0301\u0301a", "a"),                              # a mark with nothing under it
        ("a \u0301b", "a b"),
        ("a" + "\u0323" * 9, "ạ\u0323\u0323\u0323"),         # no towers of marks
        ("\u3164a\u115fb\u2800", "ab"),                      # letters that cannot be seen
        ("\U0001f44d\U0001f3fd", "\U0001f44d"),              # widths that terminals do not agree on
        ("\u2764\ufe0f", "\u2764"),
        ("\U0001f1f0\U0001f1f7x", "x"),
        ("\u1161\u11a8x", "x"),                              # jamo with no initial
        ("a\u200d\u0301", "á"),                              # what stood between is gone: composed after all
    ],
)
def test_what_is_cleaned(given: str, cleaned: str) -> None:
    assert clean_name(given) == clean_text(given) == cleaned


@pytest.mark.parametrize(
    "name", ["", "  ", "\u200b", "\x1b", "\u0301", "\u3164", "\ud800", "\u1161", "\ufe0f\u0903"]
)
def test_a_name_of_nothing_is_refused(name: str) -> None:
    with pytest.raises(TextError) as caught:
        clean_name(name)
    assert caught.value.fault is TextFault.EMPTY
    assert clean_text(name) == ""


def test_a_name_takes_sixteen_cells() -> None:
    assert clean_name("x" * 16) == "x" * 16
    assert clean_name("한" * 8) == "한" * 8
    for name in ("x" * 17, "한" * 8 + "x", "한" * 9):
        with pytest.raises(TextError, match="16 columns") as caught:
            clean_name(name)
        assert caught.value.fault is TextFault.TOO_LONG


def test_a_name_of_many_marks_keeps_within_its_bytes() -> None:
    with pytest.raises(TextError):
        clean_name("e\u0323\u0301\u0302" * 16)


def test_chat_is_cut_to_whole_letters() -> None:
    assert clean_text("x" * 250) == "x" * 200
    assert clean_text("한" * 150) == "한" * 100
    assert clean_text("x" + "한" * 150) == "x" + "한" * 99
    assert clean_text("ab cd", 3) == "ab"
    assert clean_text("ab\u0323\u0301c", 2) == "aḅ\u0301"
    assert clean_text("\u1112\u1161\u11c6x" * 9, 4) == "하\u11c6x"         # an old final consonant joins


def test_widths() -> None:
    assert cells("") == 0
    assert cells("Minji") == 5
    assert cells("민지") == 4
    assert cells("ㅋㅋ") == 4
    assert cells("e\u0301") == 1
    assert cells("\u1112\u1161\u11ab") == 2          # three jamo, one syllable
    assert cells("\ua960\ud7b0\ud7cb") == 2          # old ones too
    assert cells("Ａ") == 2
    assert cells("ｱ") == 1
    assert cells("😀") == 2


def test_names_that_look_alike_fold_alike() -> None:
    for one, other in (
        ("Minji", "MINJI"), ("Min ji", "Minji"), ("Ａ", "a"), ("ﬁ", "FI"), ("straße", "STRASSE"), ("é", "E\u0301"),
        ("Ⅳ", "iv"), ("x\u3164", "X"), ("ㄱ", "\u1100"), ("①", "1"), ("\u00a0a", "a"),
    ):
        assert fold(one) == fold(other)
    for one, other in (("Minji", "Minjy"), ("민지", "민재"), ("a", "á"), ("1", "2")):
        assert fold(one) != fold(other)


def hostile(rng: Random) -> str:
    parts = [rng.choice(HOSTILE) for _ in range(rng.randint(0, 30))]
    parts += [chr(rng.choice((rng.randrange(0x110000), rng.randrange(0x3000)))) for _ in range(rng.randint(0, 10))]
    rng.shuffle(parts)
    return "".join(parts)


def assert_harmless(text: str, most: int) -> None:
    assert not any(unicodedata.category(one) in ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp") for one in text)
    assert text == text.strip()
    assert "  " not in text
    assert unicodedata.is_normalized("NFC", text)
    assert cells(text) <= most
    assert len(text.encode()) <= most * BYTES_PER_CELL
    assert text == "" or cells(text) > 0
    assert cell_len(text) == cells(text)             # the screen's own ruler agrees


def test_thousands_of_hostile_strings() -> None:
    rng = Random(2009)
    names = 0
    for _ in range(6_000):
        given = hostile(rng)
        text = clean_text(given)
        assert_harmless(text, CHAT_CELLS)
        assert clean_text(text) == text
        short = clean_text(given, NAME_CELLS)
        assert_harmless(short, NAME_CELLS)
        assert clean_text(short, NAME_CELLS) == short
        if short == text != "":
            names += 1
            assert clean_name(given) == text == clean_name(text)
            assert fold(text)
            assert fold(fold(text)) == fold(text)
        else:
            with pytest.raises(TextError):
                clean_name(given)
    assert names > 300


def test_every_character_alone() -> None:
    letters_alike = (range(0x3400, 0xA000), range(0xAC00, 0xD7A4), range(0x20000, 0x110000))
    for point in range(0x110000):
        # The ideographs and syllables are as one: every 97th of them will do.
        if point % 97 and any(point in alike for alike in letters_alike):
            continue
        one = chr(point)
        text = clean_text(one)
        if text:
            assert_harmless(text, CHAT_CELLS)
            assert clean_text(text) == text
            assert fold(text)
