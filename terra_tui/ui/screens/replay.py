"""A game looked at again, on the table's screen."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from textual.timer import Timer

from server.engine.cards import Seat
from server.wire.record import RecordError
from terra_tui.locale.tell import error_text
from terra_tui.session.playback import Line as RecordLine
from terra_tui.session.playback import Playback
from terra_tui.ui.draw.lines import Line
from terra_tui.ui.draw.model import Bars, Board
from terra_tui.ui.screens.page import Look, Page, Request
from terra_tui.ui.screens.table import page_lines

PLAY_SECONDS: Final = 0.8
KEYS: Final = (
    "step", "rounds", "play", "back", "help", "follow", "turns", "ends", "games", "log", "view", "language"
)
WHOLE: Final = 1_000_000
"""More steps than any game has."""


class ReplayScreen(Page):
    """In: the games of a record. Out: `Left`."""

    aside = True

    class Left(Request):
        """The player goes back."""

    def __init__(
        self, look: Look, games: Sequence[Sequence[RecordLine]], play_seconds: float = PLAY_SECONDS
    ) -> None:
        """Show the first game.

        Raises:
            RecordError: it cannot be played; the message says which line is wrong.
        """
        super().__init__(look)
        self._games = games
        self._play_seconds = play_seconds
        self._timer: Timer | None = None
        self._game = 0
        self._said = ""
        self.playback = Playback.of(games[0])
        self.index = 0
        self.follow: Seat | None = None
        self._board = Board(self.playback.state(0), look.words, skin=look.skin, keys=KEYS, cursor=-1)

    @property
    def board(self) -> Board:
        """What is drawn."""
        return self._board

    @property
    def playing(self) -> bool:
        """Whether the game plays by itself."""
        return self._timer is not None

    def rows(self, size: tuple[int, int]) -> tuple[Line, ...]:
        """Return the state, with where in the game it is."""
        board = replace(
            self._board, state=self.playback.state(self.index, self.follow), words=self.look.words,
            skin=self.look.skin, width=size[0], height=size[1], follow=self.follow, note=self._place(),
        )
        self._board = board
        return page_lines(board)

    def _place(self) -> str:
        words = self.look.words
        parts = [words.say("replay.at", n=self.index + 1, total=self.playback.last + 1)]
        if len(self._games) > 1:
            parts.append(words.say("replay.game", n=self._game + 1, total=len(self._games)))
        if self.follow is None:
            parts.append(words.say("replay.all_hands"))
        else:
            parts.append(words.say("replay.hand_of", name=self._board.name(self.follow)))
        if self.playing:
            parts.append(words.say("replay.playing"))
        return "   ".join([*parts, *filter(None, [self._said])])

    # ---- keys --------------------------------------------------------------------------------------------------

    @property
    def help_part(self) -> str:
        """The keys of a replay."""
        return "replay"

    def press(self, key: str, character: str | None) -> None:
        """Go through the game, or look at it otherwise."""
        self._said = ""
        if key == "escape" and not self._board.long_log:
            self.ask(self.Left())
        elif key == "space":
            self._play(not self.playing)
        elif not self._move(key):
            self._look(key)
        self.redraw()

    def _move(self, key: str) -> bool:
        """Go to another state; return whether the key is one for that. Whoever moves has stopped the playing."""
        play, index = self.playback, self.index
        match key:
            case "left" | "right":
                index = play.stepped(index, 1 if key == "right" else -1)
            case "left_square_bracket":
                index = play.last_cycle(index)
            case "right_square_bracket":
                index = play.next_cycle(index)
            case "left_curly_bracket":
                index = play.last_round(index)
            case "right_curly_bracket":
                index = play.next_round(index)
            case "home" | "end":
                index = play.stepped(index, WHOLE if key == "end" else -WHOLE)
            case "pageup" | "pagedown":
                self._other_game(1 if key == "pagedown" else -1)
                return True
            case _:
                return False
        self._play(False)
        self.index = index
        return True

    def _other_game(self, step: int) -> None:
        game = max(0, min(len(self._games) - 1, self._game + step))
        if game == self._game:
            return
        try:
            playback = Playback.of(self._games[game])
        except RecordError as error:
            self._said = error_text(error)
            return
        self._play(False)
        self.playback, self._game, self.index, self.follow = playback, game, 0, None

    def _look(self, key: str) -> None:
        board = self._board
        if len(key) == 1 and key.isdigit():
            self._follow(int(key))
        elif key in ("f2", "g", "G", "escape"):
            self._board = replace(board, long_log=not board.long_log and key != "escape")
        elif key in ("f4", "v", "V"):
            self._board = replace(board, bars=Bars.CARDS if board.bars is Bars.SCORES else Bars.SCORES)

    def _follow(self, digit: int) -> None:
        if digit <= len(self.playback.roster.seats):
            self.follow = digit - 1 if digit else None

    def _play(self, on: bool) -> None:
        if self._timer is not None:
            self._timer.stop()
            self._timer = None
        if on:
            if self.index == self.playback.last:
                self.index = 0
            self._timer = self.set_interval(self._play_seconds, self._tick)

    def _tick(self) -> None:
        self.index = self.playback.stepped(self.index, 1)
        if self.index == self.playback.last:
            self._play(False)
        self.redraw()
