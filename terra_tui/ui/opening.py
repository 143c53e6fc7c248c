"""What the menu's forms for a new game mean: the plan of a game against bots, and of a table for others."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from terra_tui.locale.words import Words
from terra_tui.session.data_folder import keep_passphrase
from terra_tui.session.preferences import Preferences
from terra_tui.ui.plan import HostInside, solo
from terra_tui.ui.table_forms import PORTS, SHORT_LIMIT, SHORT_START, Length, whole_number


def solo_plan(values: Mapping[str, str]) -> HostInside:
    """Return the plan of the game against bots that a filled-in form says."""
    return solo(int(values["players"]), values["level"], assist=values["assist"])


def solo_kept(values: Mapping[str, str], old: Preferences) -> Preferences:
    """Return the settings with that game as the next one to be proposed."""
    return replace(
        old, solo_players=values["players"], solo_level=values["level"], solo_assist=values["assist"]
    )


def host_plan(words: Words, values: Mapping[str, str], environment: Mapping[str, str]) -> HostInside:
    """Return the plan of a table that others can reach, with bots where there is room; its passphrase is in a file.

    Raises:
        RulesError: the port is none; the message says in the player's language what is.
        OSError: the passphrase cannot be written.
    """
    port = whole_number(words, words.say("host.port"), values["port"], PORTS)
    bots = min(int(values["bots"]), int(values["seats"]) - 1)
    name = ("--name", values["table"]) if values["table"] else ()
    short = ("--start", str(SHORT_START), "--limit", str(SHORT_LIMIT)) if values["length"] == Length.SHORT else ()
    passphrase = values["passphrase"] or None
    door: tuple[str, ...] = ()
    if passphrase is not None:
        door = ("--passphrase-file", str(keep_passphrase(environment, port, passphrase)))
    arguments = (
        *name, "--seats", values["seats"], "--bots", str(bots), "--level", values["level"],
        "--ron-window", f"{int(values['ron_window']) / 1000:g}", *short, "--port", str(port), *door,
    )
    return HostInside(arguments, passphrase=passphrase)
