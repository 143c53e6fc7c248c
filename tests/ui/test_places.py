"""What a player is offered to join, in which order: by their own name, nobody gets another's seat first."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from server.wire.discovery import TableNotice
from server.wire.messages import Stage
from terra_tui.locale.nearby import notice_line
from terra_tui.locale.words import Words
from terra_tui.session.held_seats import HeldSeat
from terra_tui.session.keyring import Key, Keyring
from terra_tui.ui.places import places
from terra_tui.ui.services import Nearby

EN = Words("en")
GAME = "ab" * 16
TABLE = Nearby("127.0.0.1:4800", TableNotice(bytes.fromhex(GAME)[:8], 1, 4800, "lunch", 4, humans=1), 3)
ZOE = Key("localhost:4747", "lunch", "Zoe", "01" * 32, GAME)
MINE = Key("localhost:4747", "lunch", "Jun", "02" * 32, GAME)
SOLO = Key("127.0.0.1:40001", "Solo", "Jun", "03" * 32, "cd" * 16)
FAR = Key("far:4747", "dinner", "Jun", "04" * 32, "ef" * 16)


def offered(kept: tuple[Key, ...], found: tuple[Nearby, ...], *, named: bool) -> list[tuple[str, str]]:
    """Return address and name of each place that Jun is offered."""
    return [(place.address, place.name) for place in places(EN, kept, found, "Jun", named=named)]


def test_who_said_a_name_is_never_offered_another_seat_first() -> None:
    assert offered((ZOE,), (TABLE,), named=True) == [("127.0.0.1:4800", "Jun"), ("127.0.0.1:4800", "Zoe")]
    assert offered((ZOE, MINE), (TABLE,), named=True)[0] == ("127.0.0.1:4800", "Jun")
    assert "come back as Jun?" in places(EN, (ZOE, MINE), (TABLE,), "Jun", named=True)[0].text


def test_who_said_none_is_asked_by_name() -> None:
    first = places(EN, (ZOE,), (TABLE,), "Jun", named=False)[0]
    assert (first.name, first.text) == ("Zoe", "come back as Zoe? (lunch)")


def test_a_host_that_is_gone_is_last_and_one_of_this_computer_not_there() -> None:
    assert offered((SOLO, FAR), (TABLE,), named=False) == [("127.0.0.1:4800", "Jun"), ("far:4747", "Jun")]
    assert offered((SOLO, SOLO, SOLO), (), named=False) == []


def test_a_key_goes_to_no_other_machine_than_its_own() -> None:
    spoof = Nearby("10.0.0.9:4747", TABLE.notice, 1)
    assert offered((ZOE,), (spoof,), named=False)[0] == ("localhost:4747", "Zoe")


def test_a_seat_that_is_played_is_not_among_the_idle(tmp_path: Path) -> None:
    keyring = Keyring(tmp_path)
    keyring.save(ZOE)
    keyring.save(MINE)
    held = HeldSeat(keyring.lock_of(ZOE))
    assert keyring.idle() == (MINE,)
    held.release()
    assert set(keyring.idle()) == {ZOE, MINE}


@pytest.mark.parametrize(
    ("lang", "said"),
    [
        ("en", "lunch  1/4  playing  another version (9)  passphrase  TLS: --tls-ca  3 ms"),
        ("ko", "lunch  1/4  진행 중  다른 버전 (9)  암호 필요  TLS: --tls-ca  3 ms"),
    ],
)
def test_a_table_says_what_it_takes_in_the_players_language(lang: str, said: str) -> None:
    notice = TableNotice(b"h" * 8, 9, 4747, "lunch", 4, humans=1, stage=Stage.PLAY, passphrase=True, tls=True)
    assert notice_line(Words(lang), notice, 3) == said


@pytest.mark.parametrize(("lang", "said"), [("en", "nobody may watch"), ("ko", "관전 불가")])
def test_who_wants_to_watch_is_told_where_nobody_may_and_offered_that_last(lang: str, said: str) -> None:
    shut = replace(TABLE, address="10.0.0.9:4747", notice=replace(TABLE.notice, host=b"s" * 8, watchable=False))
    offers = places(Words(lang), (), (shut, TABLE), "Jun", named=False, watching=True)
    assert [place.address for place in offers] == [TABLE.address, shut.address]
    assert [said in place.text for place in offers] == [False, True]
    to_join = places(Words(lang), (), (shut, TABLE), "Jun", named=False)
    assert [place.address for place in to_join] == [shut.address, TABLE.address]
    assert not any(said in place.text for place in to_join)
