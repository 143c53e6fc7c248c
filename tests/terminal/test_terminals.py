"""All kinds of terminals (UX.md): names of TERM, colours, CJK width, the ASCII skin, every size, resizing."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.terminal.client import TERRA, client, environment, staged_client
from tests.terminal.pty_screen import PtyScreen
from tests.terminal.seat import CTRL_Q, DOWN, ENTER, F9, TAB, Seat, seated
from tests.terminal.staged_host import StagedHost
from tests.terminal.test_keys import window
from tests.terminal.tmux_screen import TmuxScreen, needs_tmux
from tests.terminal.waiting import until
from tests.ui.states import playing

COLOURS_256 = re.compile(rb"\x1b\[[0-9;]*[34]8;5;\d+")
TRUE_COLOURS = re.compile(rb"\x1b\[[0-9;]*[34]8;2;\d+")
COLOURS_16 = re.compile(rb"\x1b\[(?:[0-9;]*;)?(?:3[0-7]|4[0-7]|9[0-7]|10[0-7])[;m]")


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of terminal and what it is to get: how many colours."""

    name: str
    environment: Mapping[str, str]
    colours: int


KINDS = (
    Kind("no-color", {"NO_COLOR": "1"}, 0),
    Kind("no-color-empty", {"NO_COLOR": "", "TERM": "linux"}, 0),
    Kind("linux", {"TERM": "linux"}, 16),
    Kind("xterm", {"TERM": "xterm"}, 16),
    Kind("xterm-256color", {"TERM": "xterm-256color"}, 256),
    Kind("screen", {"TERM": "screen"}, 16),
    Kind("tmux-256color", {"TERM": "tmux-256color"}, 256),
    Kind("truecolor", {"TERM": "xterm-256color", "COLORTERM": "truecolor"}, 256),
    Kind("unset-lang", {"TERM": "xterm-256color", "LANG": "C"}, 256),
)


@pytest.fixture
def host() -> Iterator[StagedHost]:
    """A staged table on Minji's turn."""
    staged = StagedHost()
    staged.stage(playing())
    yield staged
    staged.close()


# ---- names of terminals ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
def test_a_kind_of_terminal_plays_in_its_own_colours(tmp_path: Path, host: StagedHost, kind: Kind) -> None:
    with staged_client(tmp_path, host, "--lang", "en", env=kind.environment) as terminal:
        terminal.shows("YOUR HAND", "Deck 18")
        terminal.type("4+9-2")
        terminal.shows("4 + 9 - 2 = 11")
        terminal.type(ENTER)
        terminal.until(lambda: bool(host.moves))
        drawn = bytes(terminal.drawn)
        assert b"Traceback" not in drawn
        assert bool(COLOURS_256.search(drawn)) == (kind.colours == 256)
        assert bool(COLOURS_16.search(drawn)) == (kind.colours == 16)
        assert not TRUE_COLOURS.search(drawn)
        assert terminal.screen.strange == []
        if kind.environment.get("TERM") == "linux":
            assert terminal.screen.titles == []


@pytest.mark.parametrize(
    ("theme", "back", "colours"),
    [
        ("dark", b"48;5;234", 256), ("light", b"48;5;255", 256), ("contrast", b"48;5;16", 256),
        ("ansi", b"", 16), ("mono", b"", 0),
    ],
)
def test_a_theme_is_drawn_in_its_colours(
    tmp_path: Path, host: StagedHost, theme: str, back: bytes, colours: int
) -> None:
    settings = tmp_path / ".config" / "terra" / "config.toml"
    settings.parent.mkdir(parents=True)
    settings.write_text(f'name = "Minji"\ntheme = "{theme}"\n', "utf-8")
    with staged_client(tmp_path, host, "--lang", "en") as terminal:
        terminal.shows("YOUR HAND", "Deck 18")
        drawn = bytes(terminal.drawn)
        assert back in drawn
        assert bool(COLOURS_256.search(drawn)) == (colours == 256)
        if colours < 256:      # `38;5;94` ends as a colour of the 16 would
            assert bool(COLOURS_16.search(drawn)) == (colours == 16)
        assert terminal.screen.strange == []


@pytest.mark.parametrize(("command", "advice"), [
    ("join 127.0.0.1:1", "join --plain"), ("join", "join --plain"), ("solo", "join --plain"), ("", "join --plain"),
    ("watch 127.0.0.1:1", "watch --plain"), ("watch", "watch --plain"), ("rules", "rules --plain"),
    ("join --watch 127.0.0.1:1", "join --plain --watch"), ("join --watch", "join --plain --watch"),
])
def test_a_dumb_terminal_is_told_to_use_plain(tmp_path: Path, command: str, advice: str) -> None:
    with client(tmp_path, *command.split(), "--lang", "en", env={"TERM": "dumb"}) as terminal:
        assert terminal.ends() == 1
        assert " ".join(terminal.drawn.decode().split()).endswith(f"use: terra {advice}")
        assert b"\x1b" not in terminal.drawn
        assert b"Traceback" not in terminal.drawn


@needs_tmux
@pytest.mark.parametrize("term", ["screen", "tmux-256color"])
def test_in_tmux_it_plays_and_sets_the_title(tmp_path: Path, host: StagedHost, term: str) -> None:
    command = [*TERRA, "join", host.address, "--name", "Minji", "--lang", "en"]
    with TmuxScreen(tmp_path, command, environment(tmp_path), term=term, others=host.sources) as screen:
        screen.shows("YOUR HAND", "Deck 18")
        until(lambda: screen.ask("pane_title") == "* YOUR TURN - Jun 7+8-11", screen, *host.sources)
        screen.type("4", "+", "9", "-", "2")
        screen.shows("4 + 9 - 2 = 11")
        screen.type("Enter")
        until(lambda: bool(host.moves), screen, *host.sources)
        host.stage(window())
        screen.shows("RON!")
        screen.type("F9")
        until(lambda: "Claim" in str(host.got), screen, *host.sources)


# ---- box lines of two columns --------------------------------------------------------------------------------


def glyphs(terminal: PtyScreen) -> set[str]:
    """Return the characters on the screen that are no ASCII."""
    return {char for char in terminal.screen.text if not char.isascii()}


@pytest.mark.parametrize("lang", ["en", "ko"])
def test_a_terminal_of_cjk_width_gets_the_ascii_skin_by_its_own_answer(
    tmp_path: Path, host: StagedHost, lang: str
) -> None:
    with staged_client(tmp_path, host, "--lang", lang, wide_boxes=True) as terminal:
        terminal.shows("+---+", "#====")
        terminal.until(lambda: not glyphs(terminal) & set("─│┌╔═║█▐░►♦∙▬"), why="glyphs of two columns")
        # The last card is on the screen, and the row ends where it should.
        assert "|13 |" in terminal.screen.text
        terminal.type("4+9-2")
        terminal.shows("4 + 9 - 2 = 11", "#===#")


def test_ascii_forces_that_skin(tmp_path: Path, host: StagedHost) -> None:
    with staged_client(tmp_path, host, "--lang", "en", "--ascii") as terminal:
        terminal.shows("+---+", "YOUR HAND")
        assert not glyphs(terminal) & set("─│┌╔═║█▐░►♦∙▬")


def test_a_terminal_that_answers_nothing_gets_box_lines(tmp_path: Path, host: StagedHost) -> None:
    with client(
        tmp_path, "join", host.address, "--name", "Minji", "--lang", "en", answers=False, others=host.sources
    ) as terminal:
        terminal.shows("┌───┐", "YOUR HAND")


def test_box_lines_of_one_column_stay_box_lines(tmp_path: Path, host: StagedHost) -> None:
    with staged_client(tmp_path, host, "--lang", "en") as terminal:
        terminal.shows("┌───┐", "YOUR HAND")
        terminal.settle()
        assert "┌───┐" in terminal.screen.text


# ---- sizes ---------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def seat(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Seat]:
    """One client whose terminal gets every size."""
    with seated(tmp_path_factory.mktemp("sizes"), "en") as found:
        yield found


@pytest.mark.parametrize(
    ("size", "hand"),
    [
        ((60, 16), "  1   2   3"), ((60, 20), "  1   2   3"), ((80, 24), "│ 6 │"), ((100, 30), "│  6  │"),
        ((120, 36), "│  6  │"), ((480, 154), "│  6  │"),
    ],
    ids=lambda value: "x".join(map(str, value)) if isinstance(value, tuple) else None,
)
def test_every_size_from_60x16_shows_the_table(seat: Seat, size: tuple[int, int], hand: str) -> None:
    seat.terminal.resize(*size)
    seat.deal(playing())
    seat.types("4+9-2")
    seat.terminal.shows("4 + 9 - 2 = 11", hand, "single: 5 or 11", "Minji (you)", "RON")
    assert len(seat.terminal.screen.lines) == size[1]


@pytest.mark.parametrize("size", [(59, 24), (80, 15), (40, 12), (30, 4)], ids=str)
def test_too_small_a_window_says_so_with_ron_and_the_clock_alive(seat: Seat, size: tuple[int, int]) -> None:
    seat.terminal.resize(80, 24)
    seat.deal(window())
    seat.terminal.resize(*size)
    seat.terminal.shows("make the window larger", "RON!", "0:1")
    seat.types("!")
    seat.claim()
    seat.terminal.shows("Ron is in")


@pytest.mark.parametrize("size", [(10, 3), (1, 1), (2, 60), (300, 2), (480, 154)], ids=str)
def test_no_size_ends_it(seat: Seat, size: tuple[int, int]) -> None:
    seat.terminal.resize(80, 24)
    seat.deal(window())
    seat.terminal.resize(*size)
    seat.types(F9)
    seat.claim()
    for key in (TAB, "x", TAB, CTRL_Q, DOWN, "\x1b"):
        seat.types(key)
        seat.terminal.settle(0.05)
    seat.terminal.resize(80, 24)
    seat.terminal.shows("YOUR HAND")
    assert seat.terminal.process.poll() is None


def test_a_resize_in_mid_turn_keeps_the_sum_and_redraws_everything(seat: Seat) -> None:
    seat.terminal.resize(80, 24)
    seat.deal(playing())
    seat.types("4+9")
    seat.sum_is("4 + 9")
    for size in ((120, 36), (60, 20), (10, 3), (80, 24)):
        seat.terminal.resize(*size)
        seat.terminal.settle(0.1)
    seat.sum_is("4 + 9")
    seat.types("-2", ENTER)
    assert seat.moves() is not None
    fresh = seat.terminal.screen.lines
    assert fresh[1] == "─" * 80
    assert fresh[-1].endswith("leave")


def test_it_starts_in_a_window_of_10x3(tmp_path: Path) -> None:
    with client(tmp_path, "--lang", "en", size=(10, 3)) as terminal:
        terminal.until(lambda: 1049 in terminal.screen.modes)
        terminal.settle()
        terminal.type(CTRL_Q)
        assert terminal.ends() == 0
        assert terminal.restored
        assert b"Traceback" not in terminal.drawn
