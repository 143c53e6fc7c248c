"""Starting the screen: settings, language, terminal; then Textual."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from typing import Final, TextIO

from terra_tui.commands.keeping import keeps, kept_games, kept_record, saved_record
from terra_tui.commands.nearby import nearby
from terra_tui.local_host import LocalHost
from terra_tui.locale.words import Words, language_of
from terra_tui.session.preferences import ConfigError, Preferences, config_path, load
from terra_tui.ui.plan import Ask, Menu, Plan, Replay, Visit
from terra_tui.ui.services import LeftGame, Services

FAR_ESCAPE, NEAR_ESCAPE = "500", "100"
"""Milliseconds for which an Esc may turn out to be the start of another key: on a slow line less would split arrow
keys, on this computer more would only make Esc late."""
FAR: Final = ("SSH_CONNECTION", "SSH_CLIENT", "SSH_TTY")
"""What tells in the environment that the keys come from far away."""


def draw(plan: Plan, *, lang: str | None, ascii_only: bool, player: str | None) -> int:
    """Show the screen and do what `plan` says until the player leaves; return the exit code."""
    environment = dict(os.environ)
    preferences, problem = _preferences(environment)
    words = Words(lang or preferences.language or language_of(environment))
    if environment.get("TERM") == "dumb":
        return _fail(words.say("cli.dumb", command=by_lines(plan)))
    if not (_is_terminal(sys.stdin) and _is_terminal(sys.stdout)):
        return _fail(words.say("cli.no_terminal", command=by_lines(plan)))
    # Read when Textual is imported.
    os.environ["ESCDELAY"] = escape_delay(environment)
    # Textual's own way of drawing without colour fails on unstyled text; the theme does it here.
    os.environ.pop("NO_COLOR", None)
    from terra_tui.ui.app import TerraApp

    if plan == Menu() and not config_path(environment).exists():
        plan = Menu(first=True)
    note = words.say("menu.config_bad", why=problem) if problem else ""
    skin = "ascii" if ascii_only else None
    app = TerraApp(
        plan, preferences, config_path(environment), environment, note=note, skin=skin, services=_services(),
        lang=lang or "", player=player or "",
    )
    app.run(mouse=preferences.mouse and "SSH_CONNECTION" not in environment)
    if app.farewell:
        from server.console.streams import complain

        complain(app.farewell)
    return app.return_code or 0


def by_lines(plan: Plan) -> str:
    """Return the command that does as lines of text what `plan` does on the screen, or comes nearest to it."""
    match plan:
        case Visit(watching=True, only_watches=True) | Ask(watching=True, may_sit=False):
            return "terra watch --plain"
        case Visit(watching=True) | Ask(watching=True):
            return "terra join --plain --watch"
        case Replay():
            return "terra replay --text"
        case Menu(opens="rules"):
            return "terra rules --plain"
        case _:
            return "terra join --plain"


def escape_delay(environment: Mapping[str, str]) -> str:
    """Return how long an Esc is waited on, in milliseconds; whoever has set `ESCDELAY` knows better."""
    usual = FAR_ESCAPE if any(name in environment for name in FAR) else NEAR_ESCAPE
    return environment.get("ESCDELAY", usual)


def _is_terminal(stream: TextIO | None) -> bool:
    """Return whether a standard stream leads to a terminal; one that was closed before the start is None."""
    return stream is not None and stream.isatty()


def _preferences(environment: dict[str, str]) -> tuple[Preferences, str]:
    """Return the settings, and what is wrong with their file: then the defaults."""
    try:
        return load(config_path(environment)), ""
    except ConfigError as error:
        return Preferences(), str(error)


def _fail(sentence: str) -> int:
    from server.console.streams import complain

    complain(sentence)
    return 1


def _services() -> Services:
    return Services(LocalHost.start, nearby, _lan, kept_games, kept_record, saved_record, _left_game, keeps)


async def _left_game() -> LeftGame | None:
    from terra_tui.commands.left_games import left_game

    return await left_game()


def _lan() -> str:
    from server.host.addresses import interfaces

    found = interfaces()
    return found[0].address if found else "127.0.0.1"
