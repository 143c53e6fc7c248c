"""An error of Terra's own that escapes a command: one sentence with its place, and nothing of what it was about."""

from __future__ import annotations

import pytest

from terra_tui import cli


@pytest.mark.parametrize(("lang", "start"), [
    ("en", "terra: An error in Terra itself: KeyError at terra_tui/cli.py:"),
    ("ko", "terra: 테라 자체의 오류입니다: KeyError at terra_tui/cli.py:"),
])
def test_an_error_of_its_own_is_one_sentence(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], lang: str, start: str
) -> None:
    def fails(*_: object, **__: object) -> int:
        raise KeyError("my hand: 8 8 8")

    monkeypatch.setattr(cli, "_visit", fails)
    assert cli.main(["--lang", lang, "join", "localhost"]) == 1
    told = capsys.readouterr()
    assert told.out == ""
    (line,) = told.err.splitlines()
    assert line.startswith(start)
    assert "hand" not in line
