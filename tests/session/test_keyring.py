"""Tokens on disk: private, whole, and never in the way of play."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

from terra_tui.session.keyring import Key, Keyring, default_folder

ONE = Key("host:1", "lunch", "Minji", "07" * 32)


def test_a_key_is_found_by_address_and_folded_name(keyring: Keyring) -> None:
    keyring.save(ONE)
    assert Keyring(keyring.path.parent).find("host:1", "minji") == ONE
    assert keyring.find("host:2", "Minji") is None
    assert keyring.find("host:1", "Jun") is None
    assert ONE.secret == bytes([7]) * 32


def test_files_are_private(keyring: Keyring) -> None:
    keyring.save(ONE)
    assert stat.S_IMODE(keyring.path.parent.stat().st_mode) == 0o700
    assert {stat.S_IMODE(file.stat().st_mode) for file in keyring.path.parent.iterdir()} == {0o600}


def test_a_new_token_replaces_the_old_one_of_that_seat(keyring: Keyring) -> None:
    newer = Key("host:1", "lunch", "Minji", "08" * 32)
    jun = Key("host:1", "lunch", "Jun", "09" * 32)
    dinner = Key("host:1", "dinner", "Minji", "0a" * 32)
    for key in (ONE, jun, newer, dinner):
        keyring.save(key)
    assert keyring.keys() == (dinner, newer, jun)
    keyring.forget(ONE)                      # rotated already: the newer one stays
    keyring.forget(dinner)
    assert keyring.find("host:1", "Minji") == newer


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "[1, 2]",
        "{}",
        "[" * 10_000,
        '[{"address": "a"}]',
        '[{"address": "a", "table": "t", "name": "n", "token": "zz"}]',
        '[{"address": "a", "table": "t", "name": "n", "token": "0707"}]',
    ],
)
def test_a_broken_file_holds_nothing_and_is_replaced(keyring: Keyring, text: str) -> None:
    keyring.path.parent.mkdir()
    keyring.path.write_text(text)
    assert keyring.keys() == ()
    keyring.save(ONE)
    assert keyring.keys() == (ONE,)


def test_a_folder_that_cannot_be_made_ends_nothing(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    keyring = Keyring(tmp_path / "file" / "terra")
    keyring.save(ONE)
    assert keyring.error is not None
    assert keyring.find("host:1", "Minji") == ONE


def test_two_clients_do_not_lose_each_others_keys(keyring: Keyring) -> None:
    other = Keyring(keyring.path.parent)
    jun = Key("host:1", "lunch", "Jun", "09" * 32)
    keyring.save(ONE)
    other.save(jun)
    assert set(keyring.keys()) == {ONE, jun}
    assert not [name for name in os.listdir(keyring.path.parent) if name.startswith(".")]


def test_where_keys_are_kept() -> None:
    assert default_folder({"XDG_STATE_HOME": "/s", "XDG_DATA_HOME": "/d"}) == Path("/s/terra")
    assert default_folder({"XDG_STATE_HOME": "relative", "XDG_DATA_HOME": "/d"}) == Path("/d/terra")
    assert default_folder({}) == Path.home() / ".local" / "state" / "terra"
