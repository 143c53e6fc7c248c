"""What screen tests need: a session that only notes what was wished, and an app without a host."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from server.wire.messages import Command
from terra_tui.session.keyring import Keyring
from terra_tui.session.preferences import Preferences
from terra_tui.session.state import ClientState, Failure
from terra_tui.session.wishes import Wishes
from terra_tui.ui.app import TerraApp
from terra_tui.ui.plan import Menu


class StillSession(Wishes):
    """Wishes that go nowhere: `sent` has the commands in order, `seen` the revisions that were painted."""

    def __init__(self, state: ClientState) -> None:
        self.state = replace(state, arrived=time.monotonic())
        self.sent: list[Command] = []
        self.seen: list[int] = []
        self._watchers: list[Callable[[ClientState], None]] = []

    def painted(self, rev: int) -> None:
        """Note what was drawn."""
        self.seen.append(rev)

    def become(self, state: ClientState) -> None:
        """Have a new state, as if the host had sent it."""
        self.state = replace(state, arrived=time.monotonic())

    def _next(self) -> int:
        return len(self.sent) + 1

    def _reaction(self) -> int:
        return 0

    def _nonce(self) -> bytes | None:
        return None

    def _send(self, command: Command) -> None:
        self.sent.append(command)

    def _refuse(self, failure: Failure) -> None:
        self.state = replace(self.state, refusal=failure, refusals=self.state.refusals + 1)


def still_app(lang: str = "en", folder: Path = Path("/nonexistent"), **preferences: object) -> TerraApp:
    """Return the app with the menu; nothing of it reads or writes this user's files."""
    chosen = Preferences(name="Minji", language=lang, **preferences)  # type: ignore[arg-type]
    environment = {"TERM": "xterm-256color"}
    return TerraApp(Menu(), chosen, folder / "config.toml", environment, keyring=Keyring(folder))


async def wait_until(true: Callable[[], bool], seconds: float = 10.0) -> None:
    """Wait for a fact, at most `seconds`."""
    async with asyncio.timeout(seconds):
        while not true():  # noqa: ASYNC110 (facts of many kinds, not one event)
            await asyncio.sleep(0.005)
