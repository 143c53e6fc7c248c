"""Whatever lies in the place of a file of the client: reading it ends at once, writing replaces it or says why."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Final

import pytest

from terra_tui.session.drill_times import DrillFileError, DrillTime, load_times, save_times
from terra_tui.session.keyring import Key, Keyring
from terra_tui.session.preferences import ConfigError, Preferences, load, save
from tests.terminal.client import ROOT

TOKEN: Final = "07" * 32
SECONDS: Final = 20
HALVES: Final = json.dumps([{"address": "h:1", "table": "t", "name": "\ud800", "token": TOKEN, "game": ""}])


def _large(path: Path) -> None:
    """Make a file of 100 MB that takes no room."""
    with path.open("wb") as file:
        file.truncate(100 * 2**20)


DAMAGES: Final[dict[str, Callable[[Path], object]]] = {
    "pipe": os.mkfifo,
    "folder": Path.mkdir,
    "endless device": lambda path: path.symlink_to("/dev/zero"),
    "terminal": lambda path: path.symlink_to("/dev/tty"),
    "link to itself": lambda path: path.symlink_to(path.name),
    "binary": lambda path: path.write_bytes(bytes(range(256)) * 100),
    "no UTF-8": lambda path: path.write_bytes(b'["\xff\xfe"]'),
    "large": _large,
    "deep": lambda path: path.write_text("[" * 200_000),
    "endless number": lambda path: path.write_text("[1e999, -1e999, NaN]"),
    "long number": lambda path: path.write_text("9" * 100_000),
    "half a character": lambda path: path.write_text(HALVES),
    "half a day": lambda path: path.write_text('[{"seconds": 1.0, "day": "\\ud800"}]'),
    "wrong types": lambda path: path.write_text('[{"seconds": [], "day": 5}, {"address": 5, "token": {}}]'),
    "nothing": Path.touch,
}
"""What may lie where a file is expected."""

READERS: Final = {
    "seats.json": "from terra_tui.session.keyring import Keyring; print(Keyring(folder).keys())",
    "drill.json": "from terra_tui.session.drill_times import load_times; print(load_times(path))",
    "config.toml": "from terra_tui.session.preferences import load; print(load(path))",
}


@pytest.mark.parametrize("damage", DAMAGES)
@pytest.mark.parametrize("name", READERS)
def test_reading_it_ends_at_once(tmp_path: Path, name: str, damage: str) -> None:
    path = tmp_path / name
    DAMAGES[damage](path)
    code = f"from pathlib import Path; import sys; path = Path(sys.argv[1]); folder = path.parent\n{READERS[name]}"
    done = subprocess.run(
        [sys.executable, "-c", code, str(path)], cwd=ROOT, stdin=subprocess.DEVNULL, capture_output=True, text=True,
        timeout=SECONDS, check=False,
    )
    last = done.stderr.strip().splitlines()[-1:]
    known = bool(last) and last[0].split(":")[0].endswith(("DrillFileError", "ConfigError"))
    assert done.returncode == 0 or known, done.stderr


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_seat_is_kept_all_the_same(tmp_path: Path, damage: str) -> None:
    keyring = Keyring(tmp_path)
    DAMAGES[damage](keyring.path)
    key = Key("h:2", "t", "Minji", TOKEN)
    keyring.save(key)
    assert keyring.keys() == (key,)
    if keyring.error is None:
        assert Keyring(tmp_path).keys() == (key,)


@pytest.mark.parametrize("damage", DAMAGES)
def test_times_and_settings_are_written_or_it_is_said_why_not(tmp_path: Path, damage: str) -> None:
    times, settings = tmp_path / "drill.json", tmp_path / "config.toml"
    for path in (times, settings):
        DAMAGES[damage](path)
    mine = (DrillTime(1.0, "2026-11-30"),)
    if damage == "folder":
        with pytest.raises(DrillFileError):
            save_times(times, mine)
        with pytest.raises(ConfigError):
            save(settings, Preferences("Minji"))
    else:
        save_times(times, mine)
        assert load_times(times) == mine
        save(settings, Preferences("Minji"))
        assert load(settings) == Preferences("Minji")


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_a_file_that_may_not_be_read_holds_nothing(tmp_path: Path) -> None:
    keyring = Keyring(tmp_path)
    keyring.save(Key("h:2", "t", "Minji", TOKEN))
    keyring.path.chmod(0)
    assert Keyring(tmp_path).keys() == ()


def test_a_lock_that_another_keeps_is_not_waited_for_for_ever(tmp_path: Path) -> None:
    code = (
        "import fcntl, sys; file = open(sys.argv[1], 'w'); fcntl.flock(file, fcntl.LOCK_EX); "
        "print('held', flush=True); input()"
    )
    command = [sys.executable, "-c", code, str(tmp_path / "seats.json.lock")]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as other:
        assert other.stdout is not None
        assert other.stdout.readline() == "held\n"
        keyring = Keyring(tmp_path)
        key = Key("h:2", "t", "Minji", TOKEN)
        keyring.save(key)
        assert keyring.error is not None
        assert keyring.keys() == (key,)
        other.kill()
