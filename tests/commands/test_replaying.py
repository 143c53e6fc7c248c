"""`terra replay`: text into a pipe or when asked, the table's screen on a terminal."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from terra_tui import cli
from terra_tui.ui.plan import Plan, Replay
from tests.ui.terminal import Terminal
from tests.verify.samples import good


@pytest.fixture
def record(tmp_path: Path) -> Path:
    """Return the file of a game."""
    path = tmp_path / "game.jsonl"
    path.write_text("".join(json.dumps(line) + "\n" for line in good()), "utf-8")
    return path


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> list[Plan]:
    """Have every plan that would be drawn noted instead."""
    noted: list[Plan] = []

    def draw(plan: Plan, **options: object) -> int:
        noted.append(plan)
        return 0

    monkeypatch.setattr("terra_tui.commands.screen.draw", draw)
    return noted


def on_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have standard output say that it is a terminal."""
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)


def test_into_a_pipe_it_is_text(record: Path, drawn: list[Plan], capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["replay", str(record)]) == 0
    assert "Round 1." in capsys.readouterr().out
    assert drawn == []


def test_on_a_terminal_it_is_drawn_and_text_when_asked(
    record: Path, drawn: list[Plan], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    on_a_terminal(monkeypatch)
    assert cli.main(["replay", str(record), "--lang", "ko"]) == 0
    assert drawn == [Replay(tuple(good()))]
    assert capsys.readouterr().out == ""
    assert cli.main(["replay", "--text", str(record)]) == 0
    assert "Round 1." in capsys.readouterr().out


@pytest.mark.parametrize(
    ("text", "sentence"),
    [("{}\n", "there is no game in it"), ("no", "is not a record"), ('{"t":"game"}\n', "line 1")],
)
def test_what_cannot_be_shown_is_one_sentence(
    record: Path, drawn: list[Plan], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, text: str,
    sentence: str,
) -> None:
    on_a_terminal(monkeypatch)
    record.write_text(text, "utf-8")
    assert cli.main(["replay", str(record)]) == 1
    told = capsys.readouterr().err
    assert told.startswith("terra: ")
    assert sentence in told
    assert drawn == []


def test_a_game_that_is_not_kept(
    tmp_path: Path, drawn: list[Plan], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    on_a_terminal(monkeypatch)
    assert cli.main(["replay", "abc"]) == 1
    assert "There is no game abc" in capsys.readouterr().err
    assert drawn == []


def test_in_a_real_terminal_esc_ends_it(record: Path, tmp_path: Path) -> None:
    with Terminal(tmp_path, "replay", str(record), "--lang", "en") as terminal:
        terminal.wait_for("step 1 of")
        terminal.type(b"\x1b[C")
        terminal.wait_for("2")
        terminal.type(b"\x1b")
        assert terminal.end() == 0
        assert terminal.restored


def test_the_first_run_in_a_real_terminal_is_written_once(tmp_path: Path) -> None:
    with Terminal(tmp_path, first_run=True, environment={"LANG": "ko_KR.UTF-8"}) as terminal:
        terminal.wait_for("한 칸입니다")
        terminal.type(b"\r")
        terminal.type(b"\r")
        terminal.wait_for("어떻게 시작할까요?")
        terminal.type(b"\x1b")
        terminal.wait_for("봇과 겨루기")
        terminal.type(b"\x11")
        assert terminal.end() == 0
    settings = tmp_path / "config" / "terra" / "config.toml"
    assert 'language = "ko"' in settings.read_text("utf-8")
    with Terminal(tmp_path, first_run=True, environment={"LANG": "ko_KR.UTF-8"}) as terminal:
        terminal.wait_for("봇과 겨루기")
        terminal.type(b"\x11")
        assert terminal.end() == 0
    assert "환영합니다".encode() not in terminal.drawn
