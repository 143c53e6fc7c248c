"""What every part of the app needs: the session, the look, this player's settings, and a place for a sentence.

The menu must be there at once, so what belongs to another screen is imported when that is first shown.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from textual.drivers.linux_driver import LinuxDriver
from textual.message import Message

from terra_tui.locale.words import Words, language_of
from terra_tui.session.preferences import Measured, Preferences, login_name, name_or_none
from terra_tui.ui.draw.skin import BOX, SKINS
from terra_tui.ui.driver import TerraDriver
from terra_tui.ui.own_errors import OwnErrors
from terra_tui.ui.plan import Menu, Plan
from terra_tui.ui.screens.page import Look, Page, Request
from terra_tui.ui.services import Services
from terra_tui.ui.signals import BEFORE
from terra_tui.ui.theme import theme_for
from terra_tui.ui.type_ahead import TypeAhead

if TYPE_CHECKING:
    from terra_tui.session.keyring import Keyring
    from terra_tui.session.session import Session
    from terra_tui.ui.form import Form
    from terra_tui.ui.screens.form_screen import FormScreen

TITLES_OFF: Final = ("linux", "dumb")
"""Terminals that print a title sequence instead of taking it."""


class Base(OwnErrors):
    """The app's state and the few acts that everything else is made of.

    Attributes:
        session: the link to a table, None in the menu.
        preferences: this player's settings; `config` is the file they are kept in.
        look: the language, the colours, the glyphs.
        plan: how it began; only a program that began with the menu goes back to it.
        line_cells: columns that the terminal has said a box line takes, None before it has.
        given_lang, given_name: what the command line says for this run alone, "" for nothing: never written down.
    """

    def __init__(
        self,
        preferences: Preferences,
        config: Path,
        environment: Mapping[str, str],
        *,
        keyring: Keyring | None = None,
        skin: str | None = None,
        services: Services | None = None,
        lang: str = "",
        player: str = "",
    ) -> None:
        super().__init__(driver_class=TerraDriver, ansi_color=True)
        self.preferences = preferences
        self.config = config
        self.session: Session | None = None
        self.environment = environment
        self._keyring = keyring
        self.forced_skin = skin
        self.services = Services() if services is None else services
        self.line_cells: int | None = None
        self._tasks: set[asyncio.Task[None]] = set()
        self._title_shown = ""
        self._turning = 0
        self._ahead = TypeAhead()
        self.plan: Plan = Menu()
        self.given_lang = lang
        self.given_name = name_or_none(player) or ""
        words = Words(lang or preferences.language or language_of(environment))
        chosen = SKINS.get(skin or preferences.skin, BOX)
        self.look = Look(words, theme_for(preferences.theme, environment), chosen)

    @property
    def keyring(self) -> Keyring:
        """The seats that are kept for this player."""
        if self._keyring is None:
            from terra_tui.session.keyring import Keyring

            self._keyring = Keyring()
        return self._keyring

    @property
    def measured(self) -> Measured:
        """What the terminal has said of its lines."""
        if self.line_cells is None:
            return Measured.UNKNOWN
        return Measured.ASCII if self.line_cells >= 2 else Measured.BOX

    @property
    def words(self) -> Words:
        """The words of the chosen language."""
        return self.look.words

    @property
    def player_name(self) -> str:
        """The name this player goes by."""
        return self.given_name or name_or_none(self.preferences.name) or login_name()

    def in_play(self) -> bool:
        """Return whether this player sits at a table where a round is played: then Ron is a key everywhere."""
        session = self.session
        return session is not None and session.state.seat is not None and session.state.stage == "play"

    def tell(self, text: str) -> None:
        """Show a sentence on the screen in front, in its place for that; never a toast."""
        if isinstance(self.screen, Page):
            self.screen.note(text)

    # ---- one page in front -------------------------------------------------------------------------------------

    async def _on_message(self, message: Message) -> None:
        """Textual's: answer a page's request where that page is still in front, before any key goes anywhere."""
        if not isinstance(message, Request):
            await super()._on_message(message)
        elif message.page is not None:
            with self.turning():
                try:
                    if message.page is self.screen:
                        await super()._on_message(message)
                finally:
                    message.page.asking = False

    @contextmanager
    def turning(self) -> Iterator[None]:
        """Put other pages in front, while keys wait for the one that will be."""
        self._turning += 1
        try:
            yield
        finally:
            self._turning -= 1
        self.catch_up()

    def start_turn(self, work: Coroutine[Any, Any, None]) -> None:
        """Run `work`, which puts another page in front, beside everything else; keys wait from now on."""
        self._turning += 1
        self.start_task(work).add_done_callback(self._turn_done)

    def _turn_done(self, task: asyncio.Task[None]) -> None:
        self._turning -= 1
        if not task.cancelled() and task.exception() is None:
            self.catch_up()

    @property
    def page_turns(self) -> bool:
        """Whether another page may be about to be in front: then no page takes keys."""
        page = self.screen
        return self._turning > 0 or (isinstance(page, Page) and page.asking)

    def catch_up(self) -> None:
        """Take the keys that have waited for the page that is in front now."""

    def dress(self, look: Look) -> None:
        """Look otherwise, on every screen."""
        self.look = look
        for screen in self.screen_stack:
            if isinstance(screen, Page):
                screen.dress(look)

    def show_form(self, kind: str, make: Callable[[Words], Form], note: str = "") -> FormScreen:
        """Show a form; its answer comes as `FormScreen.Submitted`."""
        from terra_tui.ui.screens.form_screen import FormScreen

        screen = FormScreen(self.look, kind, make, note)
        self.push_screen(screen)
        return screen

    def start_task(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        """Run `work` beside everything else, and hold on to it until it is done."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._task_done)
        return task

    def _task_done(self, task: asyncio.Task[None]) -> None:
        """Let go of a task; one that failed is a bug, which ends the app."""
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            self.fail(error)

    def leave_now(self, code: int) -> None:
        """Leave at once with an exit code: the host keeps the seat. No page takes keys any more."""
        self._turning += 1
        self.exit(code, return_code=code)

    def set_title(self, title: str) -> None:
        """Set the terminal's title, where the player and the terminal want one."""
        term = self.environment.get("TERM", "")
        if not self.preferences.title or title == self._title_shown or term.startswith(TITLES_OFF):
            return
        if isinstance(self._driver, LinuxDriver):
            # The title from before is put on the terminal's stack, and comes back in the end.
            kept = "" if self._title_shown else "\x1b[22;2t"
            BEFORE.title_kept = True
            self._driver.write(f"{kept}\x1b]2;{title}\x07")
        self._title_shown = title

    def restore_title(self) -> None:
        """Give the terminal its title back."""
        if self._title_shown and isinstance(self._driver, LinuxDriver):
            self._driver.write("\x1b[23;2t")
            BEFORE.title_kept = False
