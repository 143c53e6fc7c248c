"""The app: how it begins and how it ends."""

from __future__ import annotations

import signal
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from textual import events
from textual.binding import BindingType

from terra_tui.session.preferences import Preferences
from terra_tui.ui.backlog import CaughtUp
from terra_tui.ui.draw.skin import ASCII
from terra_tui.ui.driver import InputEnded
from terra_tui.ui.key_press import KeyPress
from terra_tui.ui.plan import Menu, Plan
from terra_tui.ui.screens.menu import MenuScreen
from terra_tui.ui.screens.page import Look
from terra_tui.ui.services import Services
from terra_tui.ui.signals import on_signals

if TYPE_CHECKING:
    from terra_tui.session.keyring import Keyring


class TerraApp(KeyPress):
    """One player's program; `plan` says how it begins."""

    TITLE = "Terra"
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = []
    CSS_PATH = str(Path(__file__).with_name("terra.tcss"))

    def __init__(
        self,
        plan: Plan,
        preferences: Preferences,
        config: Path,
        environment: Mapping[str, str],
        *,
        keyring: Keyring | None = None,
        note: str = "",
        skin: str | None = None,
        services: Services | None = None,
        lang: str = "",
        player: str = "",
    ) -> None:
        """Nothing happens before `run`.

        Args:
            note: a sentence for the menu, such as what is wrong with the settings file.
            skin: glyphs that are not to be measured.
            services: what comes from outside the screen; without it there is no host inside and nobody nearby.
            lang, player: this run's language and name, where the command line says them.
        """
        super().__init__(
            preferences, config, environment, keyring=keyring, skin=skin, services=services, lang=lang,
            player=player,
        )
        self.plan = plan
        self._note = note

    def get_default_screen(self) -> MenuScreen:
        """Return the menu: everything else is shown on top of it."""
        return MenuScreen(self.look, self._note, offered=isinstance(self.plan, Menu))

    def on_mount(self) -> None:
        """Do what the plan says."""
        self.catch_errors()
        if not self.is_headless:
            on_signals(self.leave_now)
        self.begin(self.plan)

    def on_input_ended(self, message: InputEnded) -> None:
        """The terminal has gone: as when the kernel says so first, with its signal."""
        self.leave_now(128 + signal.SIGHUP)

    def on_caught_up(self, message: CaughtUp) -> None:
        """The keys before this are done with: let the next ones be read."""
        message.room.release()

    def on_cursor_position(self, event: events.CursorPosition) -> None:
        """The terminal says how far one box line has moved its cursor: two columns need the ASCII glyphs."""
        if event.x >= 2 and self.forced_skin is None and self.preferences.skin == "auto":
            self.dress(Look(self.look.words, self.look.theme, ASCII))

    async def on_unmount(self) -> None:
        """Close the link and the host inside."""
        self.restore_title()
        try:
            await self.close_table()
        except Exception as error:      # else the terminal would be left as it is
            self.fail(error)
        finally:
            self.let_errors_be()
