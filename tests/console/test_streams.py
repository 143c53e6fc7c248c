"""What commands print at a terminal: rows broken between words; elsewhere a sentence is a line."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Iterator

import pytest

from server.console.streams import complain, tell
from server.wire.text import cells

if sys.platform != "win32":
    import termios

SENTENCES = {
    "en": "No host answers at 192.168.0.12:4747, the address that you gave: is it running, is the port right?",
    "ko": "192.168.0.12:4747 에서 아무 호스트도 대답하지 않습니다. 호스트가 켜져 있나요? 포트가 맞나요?",
}


class Screen(io.StringIO):
    """A stream that leads to a terminal; what is written is kept."""

    def __init__(self, handle: int) -> None:
        super().__init__()
        self._handle = handle

    def isatty(self) -> bool:
        return True

    def fileno(self) -> int:
        return self._handle


@pytest.fixture
def terminal() -> Iterator[int]:
    """Return the handle of a terminal of 40 columns."""
    if sys.platform == "win32":
        pytest.skip("terminals are POSIX's")
    master, slave = os.openpty()
    termios.tcsetwinsize(slave, (24, 40))
    yield slave
    os.close(master)
    os.close(slave)


@pytest.mark.parametrize("language", SENTENCES)
def test_a_sentence_breaks_between_words_at_a_terminals_edge(
    terminal: int, language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    out, err = Screen(terminal), Screen(terminal)
    monkeypatch.setattr(sys, "stdout", out)
    monkeypatch.setattr(sys, "stderr", err)
    tell([f"  {SENTENCES[language]}"])
    complain(SENTENCES[language])
    for stream, start in ((out, "  "), (err, "terra: ")):
        rows = stream.getvalue().splitlines()
        assert len(rows) > 2
        assert max(map(cells, rows)) <= 40
        assert " ".join(row.strip() for row in rows) == f"{start.strip()} {SENTENCES[language]}".strip()
    assert all(row.startswith("  ") for row in out.getvalue().splitlines())


def test_elsewhere_a_sentence_is_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    tell([SENTENCES["en"]])
    complain(SENTENCES["ko"])
    told = capsys.readouterr()
    assert told.out == SENTENCES["en"] + "\n"
    assert told.err == f"terra: {SENTENCES['ko']}\n"
