"""The command line: exit codes, plain sentences, and Textual only where something is drawn."""

from __future__ import annotations

import os
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from server.host.options import HostOptions
from server.host.place import place_line
from server.records.store import Store
from terra_tui import cli
from terra_tui.ui.plan import Ask, HostInside, Menu, Plan, Visit, solo

WITHOUT_A_SCREEN = (["games"], ["stats"], ["arena", "--games", "1", "--bots", "easy,easy,easy"], ["--help"])


def terra(tmp_path: Path, *arguments: str, code: str = "") -> subprocess.CompletedProcess[str]:
    """Run `terra` in a process of its own; `code` runs instead, with the same arguments."""
    environment = {
        **os.environ, "XDG_DATA_HOME": str(tmp_path), "XDG_CONFIG_HOME": str(tmp_path), "LANG": "C.UTF-8",
        "PYTHONPATH": os.pathsep.join(sys.path),
    }
    program = ["-c", code] if code else ["-m", "terra_tui"]
    return subprocess.run(
        [sys.executable, *program, *arguments], env=environment, stdin=subprocess.DEVNULL, capture_output=True,
        text=True, timeout=60, check=False,
    )


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> list[tuple[Plan, dict[str, object]]]:
    """Have every plan that would be drawn noted instead."""
    noted: list[tuple[Plan, dict[str, object]]] = []

    def draw(plan: Plan, **options: object) -> int:
        noted.append((plan, options))
        return 0

    monkeypatch.setattr("terra_tui.commands.screen.draw", draw)
    return noted


@pytest.mark.parametrize(
    ("arguments", "plan"),
    [
        ([], Menu()),
        (["solo"], solo()),
        (["solo", "--players", "5", "--level", "hard", "--seed", "7"], solo(5, "hard", 7)),
        (["join", "10.0.0.7:4748"], Visit("10.0.0.7:4748")),
        (["join", "h", "--name", "Zoe"], Visit("h", insist=True)),
        (["join"], Ask()),
        (["watch", "host"], Visit("host", watching=True, only_watches=True)),
        (["watch"], Ask(watching=True)),
        (["host", "--play", "--seats", "3", "--lang", "ko"], HostInside(("--seats", "3", "--port", "4747"))),
        (["host", "--seats", "3", "--port", "0", "--play", "--ascii"], HostInside(("--seats", "3", "--port", "0"))),
    ],
)
def test_what_a_command_draws(
    drawn: list[tuple[Plan, dict[str, object]]], arguments: list[str], plan: Plan, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("TERRA_PASSPHRASE", raising=False)
    assert cli.main(arguments) == 0
    assert [noted for noted, _ in drawn] == [plan]


@pytest.mark.parametrize("arguments", [["--lang", "ko", "--ascii", "solo"], ["solo", "--lang", "ko", "--ascii"]])
def test_the_screens_options_go_before_or_after_the_command(
    drawn: list[tuple[Plan, dict[str, object]]], arguments: list[str]
) -> None:
    cli.main(arguments)
    assert drawn[0][1] == {"lang": "ko", "ascii_only": True, "player": None}


def test_a_passphrase_comes_from_a_file_or_the_environment(
    drawn: list[tuple[Plan, dict[str, object]]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "key"
    file.write_text("open sesame\nmore\n", "utf-8")
    cli.main(["join", "h", "--passphrase-file", str(file)])
    monkeypatch.setenv("TERRA_PASSPHRASE", "from outside")
    cli.main(["join", "h"])
    assert [plan.passphrase for plan, _ in drawn if isinstance(plan, Visit)] == ["open sesame", "from outside"]


def test_who_hosts_and_plays_is_not_asked_for_their_own_passphrase(
    drawn: list[tuple[Plan, dict[str, object]]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "key"
    file.write_text("open sesame\n", "utf-8")
    cli.main(["host", "--play", "--passphrase-file", str(file)])
    monkeypatch.setenv("TERRA_PASSPHRASE", "from outside")
    cli.main(["host", "--play"])
    assert [plan.passphrase for plan, _ in drawn if isinstance(plan, HostInside)] == ["open sesame", "from outside"]


def test_who_resumes_a_table_and_plays_finds_it_as_it_was(
    drawn: list[tuple[Plan, dict[str, object]]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("TERRA_PASSPHRASE", raising=False)
    secret, path = tmp_path / "key", tmp_path / "games.db"
    secret.write_text("open sesame\n", "utf-8")
    game = bytes(range(16))
    with closing(Store.open(path)) as store:
        store.begin(game, "lunch", "2026-11-30T20:15:00Z")
        store.append(game, [place_line(HostOptions(passphrase="open sesame", passphrase_file=secret), 4800)])
    arguments = ("--resume", "--store", str(path))
    assert cli.main(["host", "--play", *arguments]) == 0
    assert [plan for plan, _ in drawn] == [HostInside(arguments, game=game.hex(), passphrase="open sesame")]
    secret.unlink()
    assert cli.main(["host", "--play", *arguments]) == 1


@pytest.mark.parametrize(
    "arguments",
    [
        ["join", "h", "--passphrase-file", "/nonexistent"],
        ["join", "h", "--tls-ca", "/nonexistent"],
        ["replay", "/nonexistent"],
        ["verify", "/nonexistent"],
        ["games", "--store", "/nonexistent"],
        ["solo", "--resume"],
    ],
)
def test_a_failure_is_one_plain_sentence_and_code_1(tmp_path: Path, arguments: list[str]) -> None:
    done = terra(tmp_path, *arguments)
    assert done.returncode == 1
    assert len(done.stderr.splitlines()) == 1
    assert done.stderr.startswith("terra: ")


@pytest.mark.parametrize(
    "arguments", [["bogus"], ["solo", "--players", "9"], ["host", "--bots", "9"], ["host", "--tls-cert", "x"]]
)
def test_wrong_usage_is_code_2(tmp_path: Path, arguments: list[str]) -> None:
    done = terra(tmp_path, *arguments)
    assert done.returncode == 2
    assert "Traceback" not in done.stderr


def test_a_command_that_there_is_not_is_called_one(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        cli.main(["lern", "--lang", "en"])
    told = capsys.readouterr().err
    assert told.startswith("terra: There is no command 'lern'; there are solo, host, join, ")
    assert "COMMAND" not in told


def test_without_a_terminal_there_is_no_screen(tmp_path: Path) -> None:
    done = terra(tmp_path)
    assert done.returncode == 1
    assert "--plain" in done.stderr


@pytest.mark.parametrize("arguments", WITHOUT_A_SCREEN, ids=lambda arguments: arguments[0])
def test_textual_is_imported_only_for_a_command_that_draws(tmp_path: Path, arguments: list[str]) -> None:
    code = (
        "import sys\nfrom terra_tui.cli import main\n"
        "try:\n    main()\nexcept SystemExit:\n    pass\n"
        "assert 'textual' not in sys.modules and 'rich' not in sys.modules"
    )
    done = terra(tmp_path, *arguments, code=code)
    assert done.returncode == 0, done.stderr
