"""The life of a table in the app: a host inside, the session, its state on the way to the screens."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any, Final

from server.wire.messages import Role, Stage
from terra_tui.locale.tell import failure_text
from terra_tui.session.address import AddressError
from terra_tui.session.keyring import Key
from terra_tui.session.session import Session
from terra_tui.session.state import ClientState, Failure, LinkState
from terra_tui.ui.alerts import call_for, idle_title
from terra_tui.ui.base import Base
from terra_tui.ui.forms import passphrase_form
from terra_tui.ui.plan import HostInside, Visit
from terra_tui.ui.screens.page import Page
from terra_tui.ui.screens.table import TableScreen
from terra_tui.ui.services import InnerHost

REVIVALS: Final = 3
"""How often a host inside that died is started again."""
OTHER_NAME: Final = ("name_taken", "seat_held", "bad_name")
"""Failures after which another name may do."""


class TableLife:
    """The app's table: one at a time, from the first try to the last goodbye."""

    def __init__(
        self, app: Base, back_to_menu: Callable[[str], Coroutine[Any, Any, None]],
        ask_name: Callable[[Visit, str], Awaitable[None]],
    ) -> None:
        self._app = app
        self._back_to_menu = back_to_menu
        self._ask_name = ask_name
        self.inside: HostInside | None = None
        self._local: InnerHost | None = None
        self._link_task: asyncio.Task[None] | None = None
        self._nurse: asyncio.Task[None] | None = None
        self._seen = ClientState()
        self._alone = False
        self._starting = False

    async def host(self, plan: HostInside) -> None:
        """Start a host and sit down at its table; while one starts, or there is a table, nothing happens."""
        if self._starting or self._app.session is not None:
            return
        self._starting = True
        self._app.tell(self._app.words.say("menu.starting"))
        try:
            self._local = await self._app.services.start_host(plan.arguments)
        except (RuntimeError, OSError) as error:
            why = failure_text(self._app.words, Failure("host_start", {"why": str(error)}))
            await self._back_to_menu(why)
            return
        finally:
            self._starting = False
        self._app.tell("")
        self._alone = plan.alone
        self.inside = plan
        self._nurse = self._app.start_task(self._look_after(self._local, plan))
        key = self._app.keyring.of_game(plan.game)
        name = "" if key is None else key.name
        self.visit(Visit(self._local.address, passphrase=plan.passphrase, tls=plan.tls, name=name), key)

    async def _look_after(self, local: InnerHost, plan: HostInside) -> None:
        """Start a host inside again that died: its game is on the disk, and everybody at the table calls for it."""
        for _ in range(REVIVALS):
            code = await local.ended()
            state = ClientState() if self._app.session is None else self._app.session.state
            if code == 0 or not state.game or state.link.state is LinkState.CLOSED:
                return
            again = (*plan.arguments, "--resume", state.game.hex(), "--port", str(local.port))
            try:
                local = self._local = await self._app.services.start_host(again)
            except (RuntimeError, OSError) as error:
                self._app.tell(failure_text(self._app.words, Failure("host_start", {"why": str(error)})))
                return

    def visit(self, plan: Visit, key: Key | None = None) -> None:
        """Open the link to a table and show it; `key` is of the seat to come back to."""
        try:
            role = Role.WATCH if plan.watching else Role.PLAY
            session = Session(
                plan.address, role, plan.name or self._app.player_name, self._app.keyring,
                passphrase=plan.passphrase, tls=plan.tls, insist=plan.insist, key=key,
                only_watches=plan.only_watches,
            )
        except AddressError:
            why = self._app.words.say("cli.bad_address", address=plan.address)
            self._app.start_task(self._back_to_menu(why))
            return
        self._app.session = session
        self._seen = session.state
        session.watch(self.changed)
        self._app.push_screen(TableScreen(self._app.look, session, session.painted, self._address_for_others()))
        self._link_task = self._app.start_task(self._run(session, plan))

    def _address_for_others(self) -> str:
        """Return what others type to join a host inside, "" where nobody can."""
        return "" if self._local is None or self._alone else f"{self._app.services.lan_name()}:{self._local.port}"

    async def _run(self, session: Session, plan: Visit) -> None:
        """Keep the session; whatever fails in it is its last word, and the app stays."""
        await session.run()
        failure = session.state.link.error
        if self._app.session is session and session.state.roster is None:
            # Never was at the table: back with the reason, or with another name.
            self._link_task = None
            why = "" if failure is None else failure_text(self._app.words, failure)
            if failure is not None and failure.code in OTHER_NAME and self._local is None:
                await self._ask_name(plan, why)
            else:
                await self._back_to_menu(why)

    def changed(self, state: ClientState) -> None:
        """Pass a new state down to the screens, and call the player where it calls for that."""
        old, self._seen = self._seen, state
        for screen in self._app.screen_stack:
            if isinstance(screen, Page):
                screen.changed(state)
        if state.link.state is LinkState.NEEDS_PASSPHRASE and old.link.state is not LinkState.NEEDS_PASSPHRASE:
            self.ask_passphrase(state.link.error)
        if self._alone and self._app.session is not None and _waits_for_me(state):
            self._alone = False
            self._app.session.ready()
        if old.game and state.game != old.game:
            # Another host has opened a table where the last one was.
            self._app.tell(self._app.words.say("table.elsewhere", table=state.table))
        self._call(old, state)

    def _call(self, old: ClientState, new: ClientState) -> None:
        call = call_for(self._app.words, old, new)
        if call is not None:
            self._app.set_title(call.title)
            if self._app.preferences.bell:
                self._app.bell()
        elif _occasion(old) != _occasion(new):
            self._app.set_title(idle_title(self._app.words, new))

    def ask_passphrase(self, error: Failure | None) -> None:
        """Ask for the table's passphrase; `error` says what was wrong with the last one."""
        note = "" if error is None else failure_text(self._app.words, error)
        self._app.show_form("passphrase", passphrase_form, note)

    async def close(self, *, bot: bool) -> None:
        """Say goodbye, end the session and the host inside; the seat is kept unless `bot` gets it."""
        session, self._app.session = self._app.session, None
        running, self._link_task = self._link_task, None
        nurse, self._nurse = self._nurse, None
        if nurse is not None:
            # Before the host is: else it would be started again for having ended.
            nurse.cancel()
            await asyncio.gather(nurse, return_exceptions=True)
        local, self._local = self._local, None
        self.inside = None
        if session is not None:
            with contextlib.suppress(Exception):
                await session.leave(bot)
        if running is not None:
            running.cancel()
            await asyncio.gather(running, return_exceptions=True)
        if local is not None:
            await local.stop()


def _waits_for_me(state: ClientState) -> bool:
    """Return whether a table of bots waits for its only human to be ready."""
    return state.stage is Stage.LOBBY and state.roster is not None and state.seat is not None


def _occasion(state: ClientState) -> tuple[object, ...]:
    """Return what a call is over with: another's turn, another stage."""
    snapshot = state.snapshot
    view = None if snapshot is None else snapshot.view
    return (state.table, state.stage, view is not None and view.turn == state.seat)
