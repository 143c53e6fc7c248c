"""An error of Terra's own, wherever it is: one sentence with its place, the terminal restored, no secret."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from terra_tui.locale.words import Words
from tests.terminal.client import environment
from tests.terminal.planted import SECRET
from tests.terminal.pty_screen import PtyScreen
from tests.terminal.staged_host import StagedHost
from tests.ui.states import playing
from tests.ui.terminal import have_settings

PLACE = re.compile(r"KeyError at (terra_tui|server)/[a-z_/]+\.py:\d+")


@pytest.fixture
def host() -> Iterator[StagedHost]:
    """A table in mid-round, Minji's hand on it."""
    staged = StagedHost()
    staged.stage(playing())
    yield staged
    staged.close()


def planted(folder: Path, host: StagedHost, where: str, *arguments: str) -> PtyScreen:
    """Return a terminal whose `terra join` has an error planted in it."""
    have_settings(folder / ".config")
    command = [sys.executable, "-m", "tests.terminal.planted", where, "join", host.address, "--name", "Minji"]
    return PtyScreen([*command, *arguments], environment(folder), (160, 24), others=host.sources)


def told(terminal: PtyScreen, lang: str) -> None:
    """Fail unless the terminal ends with the one sentence about an error, and nothing else of it."""
    assert terminal.ends() == 1
    text = re.sub(r"\s*\n\s*", "", terminal.screen.text)      # the sentence may be longer than a row
    (found,) = PLACE.finditer(text)
    assert Words(lang).say("error.bug", place=found.group()).replace(" ", "") in text.replace(" ", "")
    assert "Traceback" not in text
    assert SECRET.encode() not in terminal.drawn
    assert b"Traceback" not in terminal.drawn


@pytest.mark.parametrize(("where", "keys"), [
    ("in_a_render", ""), ("in_a_key_handler", "5"), ("in_a_timer", ""), ("in_a_task", "?"), ("in_the_loop", "?"),
    ("in_the_input_thread", "?"), ("in_a_watcher", ""),
])
def test_the_screen_ends_with_one_sentence(tmp_path: Path, host: StagedHost, where: str, keys: str) -> None:
    lang = "ko" if where in ("in_a_timer", "in_a_task") else "en"
    with planted(tmp_path, host, where, "--lang", lang) as terminal:
        if keys:
            terminal.shows("11")
            terminal.type(keys)
        told(terminal, lang)
        assert terminal.restored


def test_an_error_in_the_read_loop_is_shown_at_the_table_and_told_again_at_the_end(
    tmp_path: Path, host: StagedHost
) -> None:
    with planted(tmp_path, host, "in_the_read_loop", "--lang", "en") as terminal:
        terminal.shows("KeyError at terra_tui/session/reducer.py")
        terminal.type("\r")
        told(terminal, "en")
        assert terminal.restored


@pytest.mark.parametrize(("where", "line"), [
    ("in_the_read_loop", ""), ("in_the_teller", ""), ("in_an_order", "help\n"), ("in_the_reader", "hand\n"),
    ("in_the_printer", ""),
])
@pytest.mark.parametrize("lang", ["en", "ko"])
def test_plain_mode_ends_with_one_sentence(
    tmp_path: Path, host: StagedHost, where: str, line: str, lang: str
) -> None:
    with planted(tmp_path, host, where, "--plain", "--lang", lang) as terminal:
        if line:
            terminal.shows("11")
            terminal.type(line)
        told(terminal, lang)
        assert terminal.restored
