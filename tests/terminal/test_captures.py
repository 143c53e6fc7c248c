"""The screens of docs/screens, cell by cell: the real client shows them, in a pseudo-terminal and in tmux.

`python -m tests.terminal.capture` makes them anew, to be looked at.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from terra_tui.locale.words import Words
from tests.terminal.captures import LANGUAGES, SCREENS, Capture, Studio, captures
from tests.terminal.client import TERRA, environment
from tests.terminal.form_captures import FORMS, SIZES, FormCapture, opened
from tests.terminal.pty_screen import PtyScreen
from tests.terminal.staged_host import StagedHost
from tests.terminal.tmux_screen import TmuxScreen, needs_tmux
from tests.terminal.waiting import Source, until
from tests.ui.states import changed, lobby, playing

IN_TMUX = ("turn-ko-80x24", "twenty-en-80x24", "turn-en-120x36", "twenty-ko-60x20", "round-end-ko-120x36")
MOST_PICTURE_BYTES = 150_000


def wanted(capture: Capture) -> str:
    """Return what the file of a capture says."""
    return capture.path.read_text("utf-8").removesuffix("\n")


def shown_in_time(
    host: StagedHost, capture: Capture, seat: int | None, text: Callable[[], str], screen: Source
) -> None:
    """Wait until `text` is that of the capture; on a busy machine its clock may need to begin anew."""
    kept = wanted(capture)
    for last in (False, False, False, True):
        host.stage(capture.state, seat=seat)      # the clocks begin anew; a sum survives
        try:
            until(lambda: text() == kept, screen, *host.sources, seconds=2, why=f"{capture.name} looks otherwise")
        except AssertionError:
            if last:
                raise
        else:
            return


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A home for the clients."""
    return tmp_path_factory.mktemp("captures")


@pytest.mark.parametrize("seat", [0, None], ids=["player", "spectator"])
@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_client_shows_the_kept_screens_cell_by_cell(folder: Path, lang: str, seat: int | None) -> None:
    studio = Studio(folder, lang, seat)
    try:
        for capture in (one for one in captures() if (one.lang, one.seat) == (lang, seat)):
            studio.show(capture)
            shown_in_time(studio.host, capture, seat, lambda: studio.terminal.screen.text, studio.terminal)
            assert studio.terminal.screen.strange == []
    finally:
        studio.close()


@pytest.fixture(scope="module", params=LANGUAGES)
def tmux(request: pytest.FixtureRequest, folder: Path) -> Iterator[tuple[str, TmuxScreen, StagedHost]]:
    """A client in tmux at a staged table."""
    lang: str = request.param
    host = StagedHost()
    host.stage(lobby())
    place = folder / lang
    place.mkdir()
    command = [*TERRA, "join", host.address, "--name", "Minji", "--lang", lang]
    try:
        with TmuxScreen(place, command, environment(folder), others=host.sources) as screen:
            screen.shows(Words(lang).say("lobby.heading", name="lunch"))
            yield lang, screen, host
    finally:
        host.close()


@needs_tmux
def test_tmux_shows_the_same_cells(tmux: tuple[str, TmuxScreen, StagedHost]) -> None:
    lang, screen, host = tmux
    words = Words(lang)
    for capture in (one for one in captures() if one.lang == lang and one.name in IN_TMUX):
        screen.resize(*capture.size)
        host.stage(changed(playing(()), deck=9))
        screen.shows(words.say("table.deck", n=9))
        host.stage(capture.state)
        screen.shows(words.say("table.deck", n=18))
        if capture.typed:
            screen.type("-l", capture.typed)
            screen.shows(re.sub("([-+])", r" \1 ", capture.typed))
        shown_in_time(host, capture, 0, lambda: screen.text, screen)


def test_pictures_are_small_enough_for_a_page() -> None:
    pictures = sorted(SCREENS.glob("*.png"))
    assert {"table-80x24-en.png", "table-120x36-ko.png"} <= {picture.name for picture in pictures}
    assert all(picture.stat().st_size <= MOST_PICTURE_BYTES for picture in pictures)


def shows(terminal: PtyScreen, text: Callable[[], str], kept: str) -> None:
    """Wait until `text` is what is kept."""
    terminal.until(lambda: text() == kept, seconds=5, why=f"it looks otherwise:\n{kept}")


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("form", FORMS, ids=lambda form: form.page)
def test_the_client_shows_the_kept_forms_cell_by_cell(tmp_path: Path, form: FormCapture, lang: str) -> None:
    with opened(tmp_path, form, lang) as (terminal, text):
        for size in SIZES:
            terminal.resize(*size)
            kept = form.path(lang, size).read_text("utf-8").removesuffix("\n")
            shows(terminal, text, kept)
        assert terminal.screen.strange == []
