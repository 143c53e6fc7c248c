"""The table: lobby, rounds, results. Draws the newest state and turns keys into wishes."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial

from textual.message import Message

from server.wire.messages import Stage
from terra_tui.session.state import ClientState, Link, LinkState, host_stopped
from terra_tui.session.wishes import Wishes
from terra_tui.ui.controls import Controls
from terra_tui.ui.draw.board import SMALLEST, layout_for, small_lines, table_lines
from terra_tui.ui.draw.hand import place_at
from terra_tui.ui.draw.lines import Line
from terra_tui.ui.draw.lobby import lobby_lines
from terra_tui.ui.draw.long_log import log_page_lines
from terra_tui.ui.draw.model import Board
from terra_tui.ui.draw.results import game_end_lines, round_end_lines
from terra_tui.ui.line_view import LineView
from terra_tui.ui.screens.page import Look, Page, Request
from terra_tui.ui.text_line import TextLine

TICK_SECONDS = 0.1
SLOW_TICKS = 5
"""Without an open window the clocks are looked at every fifth tick."""
EMOTES = ("hello", "good", "thanks", "ouch", "think", "bye")
CHAT_CELLS = 200
SETTINGS_KEYS = ("ctrl+e", "e", "E")
SAVE_KEYS = ("ctrl+w", "w", "W")
LEAVING_KEYS = ("enter", "escape", "space", "q", "Q", "ctrl+d")
"""Where the link is closed for good any key that people leave things with will do; Ctrl+C and Ctrl+Q do anyway."""

PAGES: dict[Stage, Callable[[Board], tuple[Line, ...]]] = {
    Stage.LOBBY: lobby_lines,
    Stage.BETWEEN: round_end_lines,
    Stage.OVER: game_end_lines,
}


def page_lines(board: Board) -> tuple[Line, ...]:
    """Return the page for the stage that the table is at, as large as its window."""
    if board.width < SMALLEST[0] or board.height < SMALLEST[1]:
        return small_lines(board)
    stage = board.state.stage
    if stage is None:
        return table_lines(board)
    if board.long_log and stage in (Stage.BETWEEN, Stage.OVER):
        return log_page_lines(board)
    return PAGES.get(stage, table_lines)(board)


class TableScreen(Page):
    """In: `changed(state)`. Out: `SettingsWanted`, `Ended`, `SaveWanted`, `Gone`; wishes go to its session."""

    @dataclass
    class SettingsWanted(Request):
        """The owner wants to set the table."""

    @dataclass
    class SaveWanted(Request):
        """The player wants a file with the game that is over."""

    class Ended(Message):
        """A game is over: whether this computer keeps it is to be told by `keeps`."""

    @dataclass
    class Gone(Request):
        """The link is closed for good and the player goes back to the menu."""

    def __init__(self, look: Look, wishes: Wishes, painted: Callable[[int], None], address: str = "") -> None:
        super().__init__(look)
        self._wishes = wishes
        self._painted = painted
        self._told = -1
        self._ticks = 0
        self._emote = -1
        self._stage: Stage | None = None
        self._controls = Controls(wishes, look.words, look.skin)
        self._controls.board = replace(self._controls.board, address=address)

    def on_mount(self) -> None:
        """Draw, and look at the clocks from now on."""
        self.set_interval(TICK_SECONDS, self._tick)
        self.changed(self._wishes.state)

    # ---- what comes --------------------------------------------------------------------------------------------

    def changed(self, state: ClientState) -> None:
        """Take and draw a new state, and tell the session once it is really on the screen."""
        ended = state.stage is Stage.OVER and self._stage is not Stage.OVER
        self._stage = state.stage
        self._controls.take(state, time.monotonic())
        self.redraw()
        if ended:
            self.post_message(self.Ended())
        if state.snapshot is not None and state.snapshot.rev != self._told:
            self._told = state.snapshot.rev
            if self.is_current:
                self._view.when_painted(partial(self._painted, self._told))
            else:      # under another screen, where Ron is a key all the same, nothing is painted now
                self._painted(self._told)

    def keeps(self, kept: bool) -> None:
        """Offer to save the game that is over, or say where it is kept."""
        self._controls.board = replace(self.board, kept=kept)
        self.redraw()

    def note(self, text: str) -> None:
        """Show a sentence to this player."""
        self._controls.note(text)
        self.redraw()

    def dress(self, look: Look) -> None:
        """Look otherwise."""
        if look.words is not self.look.words:
            self._controls.speak(look.words)
        self._controls.board = replace(self._controls.board, skin=look.skin)
        super().dress(look)

    @property
    def board(self) -> Board:
        """What is drawn."""
        return self._controls.board

    def rows(self, size: tuple[int, int]) -> tuple[Line, ...]:
        """Return the page for the stage that the table is at."""
        board = replace(self.board, width=size[0], height=size[1], now=time.monotonic())
        self._controls.board = board
        return page_lines(board)

    @property
    def help_part(self) -> str:
        """The keys of the stage, as a player or as a spectator."""
        stage = self.board.state.stage
        if stage is Stage.LOBBY:
            return "lobby"
        if self.board.state.seat is None:
            return "watch"
        return "between" if stage in (Stage.BETWEEN, Stage.OVER) else "turn"

    def _tick(self) -> None:
        self._ticks += 1
        if self.board.window_left or self._ticks % SLOW_TICKS == 0:
            self.redraw()

    # ---- keys --------------------------------------------------------------------------------------------------

    @property
    def typing(self) -> bool:
        """Whether the chat box is open, and somebody there to talk to."""
        return self.board.chat is not None and not _gone(self.board.state.link)

    def press(self, key: str, character: str | None) -> None:
        """Type into the chat, or do what the key means at this table."""
        if key in LEAVING_KEYS and _gone(self.board.state.link):
            self.ask(self.Gone())
        elif self.board.chat is not None:
            self._chat_key(self.board.chat, key, character)
        elif key == "tab":
            self._open_chat(TextLine(cells=CHAT_CELLS))
        elif key in SETTINGS_KEYS and self.board.state.owner and self.board.state.stage is not Stage.PLAY:
            self.ask(self.SettingsWanted())
        elif key in SAVE_KEYS and self.board.state.stage is Stage.OVER and self.board.kept:
            self.ask(self.SaveWanted())
        else:
            self._controls.press(key, time.monotonic())
        self.redraw()

    def insert(self, text: str) -> None:
        """Put pasted text into the chat."""
        if self.board.chat is not None:
            self._open_chat(self.board.chat.insert(text))
            self.redraw()

    def _open_chat(self, line: TextLine | None) -> None:
        self._controls.board = replace(self.board, chat=line)

    def _chat_key(self, line: TextLine, key: str, character: str | None) -> None:
        if key in ("escape", "tab"):
            self._open_chat(None)
        elif key == "enter":
            self._open_chat(None)
            if line.text.strip():
                self._wishes.say(line.text)
        elif key in ("up", "down"):
            self._emote = (self._emote + (1 if key == "down" else -1)) % len(EMOTES)
            self._open_chat(TextLine.of(self.look.words.say(f"emote.{EMOTES[self._emote]}"), CHAT_CELLS))
        elif character is not None and character.isprintable():
            self._open_chat(line.insert(character))
        else:
            self._open_chat(line.press(key))

    def on_line_view_clicked(self, message: LineView.Clicked) -> None:
        """Pick the card that was clicked."""
        board = self.board
        layout = layout_for(board.width, board.height, len(board.state.hand))
        if board.playing and layout.hand_top < message.row < layout.note:
            index = place_at(board, layout.shape, message.column)
            if index is not None:
                self._controls.pick(index)
                self.redraw()


def _gone(link: Link) -> bool:
    """Return whether there is nothing to do here but to go, or to wait for a host to be resumed."""
    return link.state is LinkState.CLOSED or host_stopped(link)
