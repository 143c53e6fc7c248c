"""How a key press finds its way: Ron first, over every screen; then the screen in front."""

from __future__ import annotations

from typing import Final

from textual import events
from textual.timer import Timer

from terra_tui.locale.words import Words
from terra_tui.ui.asides import Asides
from terra_tui.ui.backlog import LEAVE_KEYS
from terra_tui.ui.keys import RON_KEYS, RON_LETTERS, is_hangul, key_name, letters_for
from terra_tui.ui.screens.page import Look, Page
from terra_tui.ui.type_ahead import Typed

TOGETHER_SECONDS: Final = 0.06
"""A Hangul letter that an input method held back arrives with the next key, less than this apart."""
TEXT_RON: Final = "f9"


class KeyPress(Asides):
    """The part of the app that takes keys."""

    _held_ron: Timer | None = None
    _jamo_told: bool = False

    async def on_event(self, event: events.Event) -> None:
        """Take keys and pasted text here; everything else goes Textual's way."""
        if isinstance(event, Typed) and not event.is_forwarded:
            self._take(event)
        else:
            await super().on_event(event)

    def _take(self, typed: Typed) -> None:
        """Take what was typed, in its turn."""
        if self.page_turns and not (isinstance(typed, events.Key) and self._goes_before(typed.key)):
            self._ahead.add(typed)
        elif isinstance(typed, events.Key):
            if not self.page_turns:
                self._ahead.taken(typed.key)
            self.take_key(typed.key, typed.character)
        elif isinstance(self.screen, Page):
            self.screen.insert(typed.text)

    def _goes_before(self, key: str) -> bool:
        """Return whether `key` waits for no page: to leave, another language, Ron."""
        typing = isinstance(self.screen, Page) and self.screen.typing
        return key in LEAVE_KEYS or key == "f8" or (self._is_ron(key) and (not typing or key == TEXT_RON))

    def catch_up(self) -> None:
        """Take the keys that have waited for the page that is in front now."""
        if not self.page_turns:
            self._ahead.turned()
        while not self.page_turns and (typed := self._ahead.next()) is not None:
            self._take(typed)

    def take_key(self, key: str, character: str | None) -> None:
        """Do what a key means, wherever the player is."""
        page = self.screen
        self._drop_held_ron()
        if key in LEAVE_KEYS:
            self._ahead.clear()
            self.ask_leave()
        elif key == "f8":
            self.dress(Look(self.words.other(), self.look.theme, self.look.skin))
        elif not isinstance(page, Page):
            return
        elif page.typing:
            if key == TEXT_RON and self.in_play():
                self._ron()
            else:
                page.press(key, character)
        elif character is not None and is_hangul(character):
            self._hangul(page, character)
        elif self._is_ron(key):
            self._ron()
        elif key == "question_mark":
            self.show_help()
        else:
            page.press(key, character)

    def _is_ron(self, key: str) -> bool:
        """Return whether `key` is Ron now; a letter is only while one is open and somebody holds one card."""
        return key in RON_KEYS and self.in_play() and (key not in RON_LETTERS or self._ron_concerns_anybody())

    def _ron_concerns_anybody(self) -> bool:
        snapshot = None if self.session is None else self.session.state.snapshot
        if snapshot is None or snapshot.view is None or snapshot.moment is None:
            return False
        return 1 in snapshot.view.cards

    def _ron(self) -> None:
        if self.session is not None:
            self.session.ron()

    # ---- Hangul ------------------------------------------------------------------------------------------------

    def _hangul(self, page: Page, character: str) -> None:
        """Take the keys under Hangul letters as if the input method were off."""
        for letter in letters_for(character):
            name = key_name(letter)
            if self._is_ron(name):
                self._hangul_ron()
            else:
                page.press(name, None)
        if not self._jamo_told and self.session is not None:
            self._jamo_told = True
            self.tell(Words("ko").say("table.jamo"))

    def _hangul_ron(self) -> None:
        """Declare Ron at once where a window is open now; else wait whether the letter came with another key.

        An input method holds the letter back until the next key. Then it may be stale: pressed for a window that
        has passed.
        """
        if self._window_open():
            self._ron()
        else:
            self._held_ron = self.set_timer(TOGETHER_SECONDS, self._ron)

    def _window_open(self) -> bool:
        snapshot = None if self.session is None else self.session.state.snapshot
        return snapshot is not None and snapshot.moment is not None and snapshot.moment.length > 0

    def _drop_held_ron(self) -> None:
        if self._held_ron is not None:
            self._held_ron.stop()
            self._held_ron = None
