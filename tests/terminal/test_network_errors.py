"""Errors of the network (UX.md): each names what it is in plain words, at the real client in a pseudo-terminal."""

from __future__ import annotations

from pathlib import Path

import pytest

from server.wire.messages import Bye, Code, Hello, ToHost
from terra_tui.locale.words import Words
from tests.terminal.client import client
from tests.terminal.staged_host import StagedHost
from tests.ui.states import lobby

both = pytest.mark.parametrize("lang", ["en", "ko"])


class Refusing(StagedHost):
    """A host that lets nobody in, for one reason."""

    def __init__(self, code: Code) -> None:
        super().__init__()
        self._code = code
        self.stage(lobby())

    def hear(self, message: ToHost) -> None:
        """Refuse every hello."""
        if isinstance(message, Hello):
            self.hellos.append(message)
            self.send(Bye(self._code, "the host's own words"))


@both
@pytest.mark.parametrize("code", [Code.VERSION, Code.TABLE_FULL, Code.PASSPHRASE, Code.TOO_MANY_TRIES])
def test_a_refusal_is_the_programs_last_word(tmp_path: Path, code: Code, lang: str) -> None:
    host = Refusing(code)
    try:
        with client(tmp_path, "join", host.address, "--lang", lang, others=host.sources) as terminal:
            assert terminal.ends() == 1
            last = bytes(terminal.drawn).rpartition(b"\x1b")[2].decode()
            told = Words(lang).say(f"error.{code.value}", address=host.address)
            assert host.address in told
            assert " ".join(told.split()) in " ".join(last.split())
            assert "own words" not in last
    finally:
        host.close()


@both
def test_a_taken_name_is_said_and_another_asked_for(tmp_path: Path, lang: str) -> None:
    host = Refusing(Code.NAME_TAKEN)
    words = Words(lang)
    taken = words.say("error.name_taken", address=host.address)
    assert host.address in taken
    try:
        with client(tmp_path, "join", host.address, "--lang", lang, others=host.sources) as terminal:
            terminal.until(lambda: _whole(taken) in _whole(terminal.screen.text))
            terminal.shows(words.say("join.name"))
    finally:
        host.close()


@both
def test_nobody_there_is_told_with_the_address_and_what_to_look_at(tmp_path: Path, lang: str) -> None:
    with client(tmp_path, "join", "127.0.0.1:1", "--name", "Minji", "--lang", lang) as terminal:
        told = Words(lang).say("error.refused", address="127.0.0.1:1")
        terminal.until(lambda: _whole(told) in _whole(terminal.drawn.decode(errors="ignore")))


@both
def test_an_unknown_name_is_told(tmp_path: Path, lang: str) -> None:
    with client(tmp_path, "join", "no-such-host.invalid", "--name", "Minji", "--lang", lang) as terminal:
        told = Words(lang).say("error.unknown_host", address="no-such-host.invalid:4747")
        terminal.until(lambda: _whole(told) in _whole(terminal.drawn.decode(errors="ignore")))


def _whole(text: str) -> str:
    return "".join(text.split())
