"""The command line: exit codes, plain sentences, and Textual only where something is drawn."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from server.host.options import HostOptions
from server.host.place import place_line
from server.records.store import Store
from server.wire.text import cells
from terra_tui import cli
from terra_tui.ui.plan import Ask, HostInside, Menu, Plan, Visit, practice, solo
from tests.ui.terminal import Terminal

WITHOUT_A_SCREEN = (
    ["rules"], ["games"], ["stats"], ["arena", "--games", "1", "--bots", "easy,easy,easy"], ["--help"]
)


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
        (["join", "--watch", "h"], Visit("h", watching=True)),
        (["join", "--watch"], Ask(watching=True, may_sit=True)),
        (["learn"], Menu(opens="learn")),
        (["drill"], Menu(opens="drill")),
        (["practice"], practice()),
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


@pytest.mark.parametrize(("arguments", "drawn_at"), [(["rules"], 1), (["rules", "--plain"], 0)])
def test_rules_are_a_page_on_a_terminal_and_text_elsewhere_or_when_asked(
    drawn: list[tuple[Plan, dict[str, object]]], arguments: list[str], drawn_at: int,
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str],
) -> None:
    assert cli.main([*arguments, "--lang", "ko"]) == 0
    text = capsys.readouterr().out
    assert text.startswith("테라 규칙\n\n")
    assert drawn == []
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    assert cli.main([*arguments, "--lang", "ko"]) == 0
    assert [plan for plan, _ in drawn] == [Menu(opens="rules")] * drawn_at
    assert (capsys.readouterr().out == text) == (not drawn_at)


@pytest.mark.skipif(sys.platform == "win32", reason="signals are POSIX's")
@pytest.mark.parametrize(
    ("lang", "bots", "told"),
    [
        ("en", "3", "The table is closed; `terra host --resume` goes on."), ("ko", "2", "테이블을 닫았습니다."),
        ("en", "2", "The table is closed."),
    ],
)
def test_a_host_that_ctrl_c_ends_leaves_the_prompt_a_row_of_its_own(
    tmp_path: Path, lang: str, bots: str, told: str
) -> None:
    alone = ("--port", "0", "--bind", "127.0.0.1", "--no-discovery")
    with Terminal(tmp_path, "host", *alone, "--seats", "3", "--bots", bots, "--lang", lang) as terminal:
        terminal.wait_for("`terra host --resume`")
        terminal.type(b"\x03")
        terminal.wait_for("^C")
        terminal.process.send_signal(signal.SIGINT)      # this terminal controls no session
        assert terminal.end() == 0
    assert terminal.drawn.decode().endswith(f"^C\r\n{told}\r\n")


@pytest.mark.parametrize("lang", ["en", "ko"])
@pytest.mark.parametrize("command", ["join --plain 127.0.0.1:{port}", "verify /nonexistent/nonexistent", "lern"])
def test_on_a_terminal_what_is_wrong_breaks_between_words(tmp_path: Path, command: str, lang: str) -> None:
    with socket.create_server(("127.0.0.1", 0)) as closed:
        port = closed.getsockname()[1]
    arguments = [*command.format(port=port).split(), "--lang", lang]
    with Terminal(tmp_path, *arguments, size=(44, 20)) as terminal:
        assert terminal.end() in (1, 2)
    rows = terminal.drawn.decode().splitlines()
    assert max(map(cells, rows)) <= 44
    whole = terra(tmp_path, *arguments).stderr
    assert whole.count("\n") == 1
    assert cells(whole) > 44
    assert " ".join(rows).split()[-len(whole.split()) :] == whole.split()


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
